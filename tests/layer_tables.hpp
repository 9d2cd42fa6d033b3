// SPDX-License-Identifier: GPL-3.0-or-later
// The folder table of the architecture: who may include whom.
#pragma once

#include <string>
#include <vector>

namespace touchstone {

/// What a folder may include of ours. An entry is a folder, or a single file.
struct Layer {
  const char* folder;
  std::vector<std::string> may;
};

/// What metrics and their judge both may stand on, and why. Each includes nothing of ours but
/// others of the list, so that what they bring along is listed too.
struct Shared {
  std::string header;
  const char* reason;
};

/// Third parties that are private to some folders or files; what is not listed here is the standard
/// library or the system.
struct ThirdParty {
  const char* prefix;
  std::vector<std::string> users;
};

/// 3-architecture, "folder | may include". A folder may always include itself; for reference/ see
/// shared_headers(). Of reference/ others see the headers at its root, of metrics/ the interface
/// and the registry.
const std::vector<Layer>& layers();

const std::vector<Shared>& shared_headers();

/// What tests of reference/ may include besides: they make the questions.
const std::vector<std::string>& shared_by_tests();

const std::vector<ThirdParty>& third_parties();

}  // namespace touchstone
