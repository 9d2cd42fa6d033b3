// SPDX-License-Identifier: GPL-3.0-or-later
// The contact models of Williams, Lu & Trinkle (williams2016peg), and their options.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace touchstone {

/// The name of the default model, the pipeline of one manifold for each pair.
inline constexpr std::string_view kManifoldModel = "manifold";

enum class PegModel {
  lnc,    ///< intercontact constraints alone
  std,    ///< every potential contact is unilateral
  near,   ///< each vertex against its nearest applicable facet
  plane,  ///< the plane of the largest gap
  peg     ///< the paper's model
};

struct PegOptions {
  /// Least applicability of a pair of features that is a potential contact [rad].
  double eps_theta = -0.3;
  /// How far behind a facet's plane a vertex may be for that facet to be a way out [m]; by default
  /// a quarter of the smaller circumradius of the pair.
  std::optional<double> delta;
  /// How often a step is solved anew with the gaps that its end really has, 0 to 3.
  int corrections = 0;
  /// Whether each applicable contact of an intercontact constraint may carry a force, or only the
  /// one of the largest gap.
  bool several_primaries = false;

  bool operator==(const PegOptions&) const = default;
};

inline constexpr int kMaxCorrections = 3;

struct ModelRow {
  std::string name;
  std::string summary;
  std::optional<PegModel> peg;  ///< empty for `manifold`
};

/// All contact models, the default first.
std::span<const ModelRow> model_registry();
/// The model of that name, or nullptr.
const ModelRow* find_model(std::string_view name);

/// Whether contacts of a step can be traps (StepReport): of `peg`, whose solution may leave a body
/// behind a plane that `std` holds it before.
bool has_traps(std::string_view model);

/// The first rule that is broken, in one line that names the key; empty if there is none.
std::string peg_fault(const PegOptions& options);

}  // namespace touchstone
