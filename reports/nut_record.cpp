// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/nut_record.hpp"

#include <algorithm>
#include <cstddef>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A run after so many shakes, over its seeds.
struct SharePoint {
  int shakes = 0;
  NutSpread share, over_mean;
};

std::vector<SharePoint> share_points(const NutRise& rise) {
  std::vector<SharePoint> points;
  for (int shakes = 0; shakes <= rise.run.shakes; ++shakes) {
    const auto share = share_above(rise, shakes);
    if (!share) break;
    points.push_back({shakes, *share, *height_over_mean(rise, shakes)});
  }
  return points;
}

RecordFields<NutSpread> nut_spread_fields() {
  using Spread = NutSpread;
  return RecordFields<Spread>()
      .add(field("mean", "mean over the seeds"), &Spread::mean)
      .add(field("half_width", "half of the mean's 95 % interval")
               .null_where("there are fewer than two seeds"),
           &Spread::half_width)
      .add(field("least", "the least number of a seed"), &Spread::least)
      .add(field("largest", "the largest number of a seed"), &Spread::largest);
}

RecordFields<SharePoint> share_point_fields() {
  return RecordFields<SharePoint>()
      .add(field("shakes", "how many shakes have ended"), &SharePoint::shakes)
      .add(field("share", "share of the small bodies whose centre is above that of the large"),
           &SharePoint::share, nut_spread_fields())
      .add(field("over_mean_m", "height of the large body above the mean of the small", "m"),
           &SharePoint::over_mean, nut_spread_fields());
}

RecordFields<NutMotion> nut_motion_fields() {
  using Motion = NutMotion;
  return RecordFields<Motion>()
      .add(field("seed", "seed of the scene"), &Motion::seed)
      .add(field("higher",
                 "number of small bodies whose centre is above that of the large body, before "
                 "the first shake and after each one"),
           &Motion::higher)
      .add(field("height_m", "height of the centre of the large body then", "m"), &Motion::height_m)
      .add(field("mean_m", "mean height of the centres of the small bodies then", "m"),
           &Motion::mean_m)
      .add(field("steps", "number of steps taken"), &Motion::steps)
      .add(field("unsolved", "steps not solved as posed"), &Motion::unsolved)
      .add(field("residual", "largest residual of a step"), &Motion::residual)
      .add(field("outside", "bodies whose centre was outside the box after a step"),
           &Motion::outside)
      .add(field("overlap_m", "largest overlap of a pair", "m"), &Motion::overlap_m)
      .add(field("time_s", "time that the steps took", "s"), &Motion::time_s)
      .add(field("fault", "why it ended early").null_where("it did not"), &Motion::fault);
}

/// The largest or the sum of a number over the seeds.
template <class V>
auto largest_of_seeds(V NutMotion::*number) {
  return [number](const NutRise& rise) {
    V most = 0;
    for (const NutMotion& motion : rise.seeds) most = std::max(most, motion.*number);
    return most;
  };
}
template <class V>
auto sum_of_seeds(V NutMotion::*number) {
  return [number](const NutRise& rise) {
    V all = 0;
    for (const NutMotion& motion : rise.seeds) all += motion.*number;
    return all;
  };
}

/// Columns of the share after some numbers of shakes.
void add_shares(RecordFields<NutRise>& fields) {
  for (const auto& [shakes, title] :
       {std::pair{0, "above\nat first"}, std::pair{1, "after\n1"}, std::pair{5, "after\n5"},
        std::pair{10, "after\n10"}, std::pair{20, "after\n20"}, std::pair{40, "after\n40"}}) {
    fields.column(table_column(title).kept(), [shakes = shakes](const NutRise& rise) {
      const auto share = share_above(rise, shakes);
      return share ? std::optional(share->mean) : std::nullopt;
    });
  }
}

/// A line of CSV.
struct NutLine {
  const NutRun& run;
  const NutMotion& motion;
  int shakes = 0;

  std::size_t place() const { return at(shakes); }
};

}  // namespace

const RecordFields<NutRise>& nut_rise_fields() {
  static const auto kFields = [] {
    RecordFields<NutRise> fields;
    fields
        .add(field("varied", "what differs between this run and its neighbours", "", "varied")
                 .kept(),
             [](const NutRise& rise) { return rise.run.varied; })
        .add(field("name", "what it is in this run", "", "to").kept(),
             [](const NutRise& rise) { return rise.run.name; })
        .add(field("bodies", "bodies that move, the large one among them", "", "bodies"),
             [](const NutRise& rise) { return rise.run.bodies; })
        .add(field("shape", "shape of all bodies: mixed are tetrahedra, cubes and octahedra"),
             [](const NutRise& rise) { return std::string(shape_name(rise.run.nuts.shape)); })
        .add(field("ratio", "radius of the large body by that of the small ones"),
             [](const NutRise& rise) { return rise.run.nuts.ratio; })
        .add(field("smooth_walls", "whether the walls have no friction"),
             [](const NutRise& rise) { return rise.run.nuts.smooth_walls; })
        .add(field("amplitude", "peak acceleration of the shakes by gravity"),
             [](const NutRise& rise) { return rise.run.nuts.amplitude; })
        .add(field("shakes", "number of shakes"),
             [](const NutRise& rise) { return rise.run.shakes; });
    add_shares(fields);
    const auto at_end = [](const NutRise& rise) { return share_above(rise, rise.run.shakes); };
    fields
        .column(table_column("+-"),
                [at_end](const NutRise& rise) {
                  const auto share = at_end(rise);
                  return share ? share->half_width : std::nullopt;
                })
        .column(table_column("over\nmean m"),
                [](const NutRise& rise) {
                  const auto over = height_over_mean(rise, rise.run.shakes);
                  return over ? std::optional(over->mean) : std::nullopt;
                })
        .column(table_column("seeds").kept(), [](const NutRise& rise) { return rise.seeds.size(); })
        .add(field("on_top",
                   "seeds in which at most a tenth of the small bodies are above the "
                   "large one at the end",
                   "", "on\ntop")
                 .kept(),
             [](const NutRise& rise) { return seeds_on_top(rise, rise.run.shakes); })
        .column(table_column("un-\nsolved"), sum_of_seeds(&NutMotion::unsolved))
        .column(table_column("out-\nside"), sum_of_seeds(&NutMotion::outside))
        .column(table_column("residual"), largest_of_seeds(&NutMotion::residual))
        .column(table_column("overlap\nm"), largest_of_seeds(&NutMotion::overlap_m))
        .column(table_column("time\ns"), sum_of_seeds(&NutMotion::time_s))
        .add(field("shares", "what the seeds come to, before the first shake and after each one")
                 .with_lines(),
             share_points, share_point_fields())
        .add(field("seeds", "one entry for each seed").with_lines(), &NutRise::seeds,
             nut_motion_fields());
    return fields;
  }();
  return kFields;
}

const RecordDescription<NutRecord>& nut_record() {
  static const RecordDescription<NutRecord> kRecord = {
      "touchstone.brazil-nut/1", "How a large body rises among small ones that are shaken",
      RecordFields<NutRecord>().add(field("runs", "one entry for each run").with_lines(),
                                    &NutRecord::runs, nut_rise_fields())};
  return kRecord;
}

std::string nut_csv(const std::vector<NutRise>& rises) {
  static const auto kFields =
      RecordFields<NutLine>()
          .column(csv_column("varied"), [](const NutLine& line) { return line.run.varied; })
          .column(csv_column("name"), [](const NutLine& line) { return line.run.name; })
          .column(csv_column("seed"), [](const NutLine& line) { return line.motion.seed; })
          .column(csv_column("shakes"), &NutLine::shakes)
          .column(csv_column("higher"),
                  [](const NutLine& line) { return line.motion.higher[line.place()]; })
          .column(csv_column("height_m"),
                  [](const NutLine& line) { return line.motion.height_m[line.place()]; })
          .column(csv_column("mean_m"),
                  [](const NutLine& line) { return line.motion.mean_m[line.place()]; });
  std::vector<NutLine> lines;
  for (const NutRise& rise : rises) {
    for (const NutMotion& motion : rise.seeds) {
      const int places = static_cast<int>(motion.higher.size());
      for (int shakes = 0; shakes < places; ++shakes) lines.push_back({rise.run, motion, shakes});
    }
  }
  return kFields.csv(lines);
}

}  // namespace touchstone
