// SPDX-License-Identifier: GPL-3.0-or-later
// What the caller of an import says beside the file.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "geometry/mesh/mesh_pieces.hpp"
#include "import/frame.hpp"

namespace touchstone {

struct ImportOptions {
  std::string a, b;            ///< names of bodies, or their texts
  std::string pose_a, pose_b;  ///< texts of poses
  std::string from;            ///< the library whose conventions hold; empty: none is said
  /// Single conventions, which go before those of `from` (Conventions has their words).
  std::string sizes, quaternion, matrix, axis, euler;
  bool degrees = false, float32 = false, planar = false;
  std::optional<double> scale;                                ///< lengths times this are metres
  std::string keyframe;                                       ///< one of MJCF, by name or index
  std::vector<std::pair<std::string, std::string>> joints;    ///< name and value
  std::vector<std::pair<std::string, std::string>> packages;  ///< name and folder
  bool nearest_rotation = false;
  MeshObjects meshes = MeshObjects::apart;  ///< in URDF, SDF and case files; MJCF has hulls
  std::optional<double> within;             ///< all pairs that near [m]
};

/// Positions of joints by name, which are all to be used.
class JointValues {
 public:
  explicit JointValues(const ImportOptions& options) : given_(options.joints) {}

  /// The text of a joint's position, or nullptr.
  const std::string* text(const std::string& joint) {
    for (std::size_t k = 0; k < given_.size(); ++k) {
      if (given_[k].first != joint) continue;
      used_.resize(given_.size());
      used_[k] = true;
      return &given_[k].second;
    }
    known_.push_back(joint);
    return nullptr;
  }
  /// Notes the name of a joint, or of its body, that no one number places.
  void note_free(const std::string& name) { free_.push_back(name); }
  /// Rejects a name that no joint with one position has.
  void check_all_used() const;

 private:
  std::vector<std::pair<std::string, std::string>> given_;
  std::vector<bool> used_;
  std::vector<std::string> known_, free_;
};

/// "0.5", in radians, or "30deg". `read_as` receives a doubt of radians beyond a turn.
Angle angle_text(const std::string& text, const std::string& joint,
                 std::vector<std::string>& read_as);
/// Whether radians are beyond a turn, so that degrees were probably meant.
bool is_beyond_turn(double radians);
/// A length in metres.
double length_text(const std::string& text, const std::string& joint);

}  // namespace touchstone
