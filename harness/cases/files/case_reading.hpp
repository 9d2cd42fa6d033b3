// SPDX-License-Identifier: GPL-3.0-or-later
// What the caller of a reader of cases takes.
#pragma once

#include "geometry/mesh/mesh_pieces.hpp"
#include "harness/cases/case.hpp"

namespace touchstone {

struct CaseReading {
  // NOLINTNEXTLINE(google-explicit-constructor)
  CaseReading(CurvedCases curved_cases = CurvedCases::refused,
              MeshObjects mesh_objects = MeshObjects::apart)
      : curved(curved_cases), meshes(mesh_objects) {}

  CurvedCases curved;
  MeshObjects meshes;  ///< several pieces of a mesh file make a union
};

}  // namespace touchstone
