// SPDX-License-Identifier: MIT
// How a text becomes a model of MuJoCo 2 or 3: for the plug-ins and the program of its engine.
#pragma once

#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <string>

/// nullptr where the compiler rejects it; `error` has the reason then.
inline mjModel* load_model(const std::string& xml, char* error, int room) {
  static const auto files = std::make_unique<mjVFS>();
  constexpr const char* kFile = "model.xml";
  mj_defaultVFS(files.get());
#if mjVERSION_HEADER >= 300
  mj_addBufferVFS(files.get(), kFile, xml.data(), static_cast<int>(xml.size()));
#else
  mj_makeEmptyFileVFS(files.get(), kFile, static_cast<int>(xml.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), kFile)], xml.data(), xml.size());
#endif
  mjModel* model = mj_loadXML(kFile, files.get(), error, room);
  mj_deleteVFS(files.get());
  return model;
}
