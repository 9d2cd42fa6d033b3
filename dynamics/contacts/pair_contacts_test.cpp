// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/pair_contacts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <tuple>
#include <vector>

#include "contact/contact_samples.hpp"
#include "contact/metric_contacts.hpp"
#include "geometry/index.hpp"
#include "geometry/shapes.hpp"
#include "geometry/tests/planted_loop.hpp"

namespace touchstone {
namespace {

constexpr double kStep = 1e-3;
constexpr double kFar = 1e-6;  ///< beyond what bodies at rest can cover in a step without gravity

Body body(const char* name, bool sphere, bool fixed = false) {
  Body made;
  made.name = name;
  made.shape = sphere ? make_capsule(0.5) : make_box(Vec3(0.5, 0.5, 0.5));
  made.mass = 1;
  made.inertia = Vec3(1, 1, 1);
  made.fixed = fixed;
  return made;
}

/// In a row along x, with `gap` between neighbours; no gravity.
Scene row_of(std::vector<Body> bodies, double gap) {
  Scene scene;
  scene.gravity_W.setZero();
  scene.bodies = std::move(bodies);
  scene.start.resize(scene.bodies.size());
  for (std::size_t i = 0; i < scene.start.size(); ++i) {
    scene.start[i].p_W.x() = static_cast<double>(i) * (1 + gap);
  }
  return scene;
}

class Found {
 public:
  explicit Found(const Scene& scene)
      : scene_(scene),
        method_(make_metric_contacts(std::make_unique<OracleMetric>())),
        contacts_(scene_, *method_) {
    contacts_.find(scene_.start, kStep);
  }
  const PairContacts* operator->() const { return &contacts_; }

 private:
  Scene scene_;
  std::unique_ptr<ContactMethod> method_;
  PairContacts contacts_;
};

/// Notes the radii of the bodies that it is asked about; it has no answer.
class RadiusMeter final : public ContactMethod {
 public:
  explicit RadiusMeter(std::vector<double>& radii) : radii_(radii) {}
  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    radii_.push_back(polytope.radius());
    return std::make_unique<ContactShape>();
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<ContactWorkspace>();
  }
  void find(const ContactShape& /*A*/, const Pose& /*X_WA*/, const ContactShape& /*B*/,
            const Pose& /*X_WB*/, double /*reach*/, ContactWorkspace& /*workspace*/,
            ContactData& data) const override {
    data.refuse("not asked for");
  }

 private:
  std::vector<double>& radii_;
};

// A metric that takes a radius would take it off phi once more.
TEST(PairContacts, AreAskedForOfCores) {
  const Scene scene = row_of({body("a", true), body("b", false)}, 0);
  std::vector<double> radii;
  const RadiusMeter method(radii);
  const PairContacts contacts(scene, method);
  EXPECT_EQ(radii, std::vector<double>(2, 0));
}

TEST(PairContacts, OfASphereBeyondReachOfABoxAreNotAskedFor) {
  // Near by their bounding spheres.
  Scene scene = row_of({body("ball", true), body("box", false)}, 0.2);
  const Found apart(scene);
  ASSERT_EQ(apart->pairs().size(), 1U);
  EXPECT_EQ(apart->asked(), 0);
  EXPECT_NEAR(apart->smallest_gap(), 0.2, 1e-15);
  EXPECT_TRUE(apart->pairs()[0].contact.points.empty());
  const Found touching(row_of({body("ball", true), body("box", false)}, 0));
  EXPECT_EQ(touching->asked(), 1);
  EXPECT_EQ(touching->pairs()[0].contact.points.size(), 1U);
}

TEST(PairContacts, NameIslandsThatDoNotEnd) {
  const auto find = [] { Found(row_of({body("a", true), body("b", true)}, 0)); };
  EXPECT_THAT(end_of_planted("dynamics: islands that touch", find),
              testing::StartsWith("dynamics: islands that touch exceeds its bound"));
}

TEST(PairContacts, AreOfNearPairsThatMayMoveAndAreNotJoined) {
  Scene scene = row_of({body("a", false), body("b", false), body("c", true),
                        body("wall", false, true), body("floor", false, true)},
                       0);
  EXPECT_EQ(Found(scene)->pairs().size(), 3U) << "neighbours, but not the two that are fixed";
  scene.joints.push_back({Joint::Kind::ball, "b", "a", Vec3(0.5, 0, 0)});
  const Found joined(scene);
  ASSERT_EQ(joined->pairs().size(), 2U);
  for (const BodyPair& pair : joined->pairs()) EXPECT_FALSE(pair.A == 0 && pair.B == 1);
}

TEST(PairContacts, HaveTheFrictionOfTheGroupsThatTheyAreIn) {
  Scene scene = row_of({body("a[0]", false), body("a[1]", false), body("b[7]", false)}, -0.4);
  const ContactFriction within = {FrictionKind::cone, 0.2};
  const ContactFriction between = {FrictionKind::cone, 0.3};
  const ContactFriction one = {FrictionKind::cone, 0.4};
  scene.pairs = {{"a[*]", "", within}, {"b[*]", "a[*]", between}, {"a[1]", "b[*]", one}};
  ASSERT_EQ(scene_fault(scene), "");
  const Found found(scene);
  ASSERT_EQ(found->pairs().size(), 3U);
  for (const BodyPair& pair : found->pairs()) {
    const ContactFriction& expected = pair.B == 1 ? within : pair.A == 0 ? between : one;
    EXPECT_EQ(pair.friction, expected) << pair.A << " " << pair.B;
  }
  scene.pairs[0].body = "c[*]";
  EXPECT_EQ(scene_fault(scene), "friction names 'c[*]', which is not a body nor a group of bodies");
  EXPECT_EQ(group_of("a[12]"), "a[*]");
  for (const char* none : {"a", "a[]", "[*]", "a[*]", "a[1", "a[1x]", "a1]"}) {
    EXPECT_EQ(group_of(none), "") << none;
  }
}

TEST(PairContacts, HaveTheFrictionOfTheLastEntryThatNamesThemInEitherOrder) {
  Scene scene = row_of({body("a", false), body("b", false), body("c", false)}, -0.4);
  scene.friction = {FrictionKind::cone, 0.1};
  scene.pairs = {{"c", "", {FrictionKind::cone, 0.2}}, {"c", "b", {FrictionKind::no_slip, 0}}};
  for (const auto& [A, B, expected] :
       {std::tuple(0, 1, scene.friction), std::tuple(0, 2, scene.pairs[0].friction),
        std::tuple(1, 2, scene.pairs[1].friction)}) {
    const Found found(scene);
    ASSERT_EQ(found->pairs().size(), 3U);
    for (const BodyPair& pair : found->pairs()) {
      if (pair.A != A || pair.B != B) continue;
      EXPECT_EQ(pair.friction, expected) << A << " " << B;
    }
  }
}

/// Bodies of every kind that touch, the smaller gap first or last: each has its points, from A to
/// B.
TEST(PairContacts, OfEveryKindOfBodyHaveTheirNormalFromBToA) {
  for (const bool sphere_A : {false, true}) {
    for (const bool sphere_B : {false, true}) {
      const Found found(row_of({body("a", sphere_A), body("b", sphere_B)}, -1e-3));
      ASSERT_EQ(found->pairs().size(), 1U);
      const ContactData& contact = found->pairs()[0].contact;
      ASSERT_FALSE(contact.points.empty()) << sphere_A << sphere_B;
      EXPECT_NEAR(contact.normal.x(), -1, 1e-12);
      EXPECT_NEAR(contact.phi, -1e-3, 1e-12);
      EXPECT_NEAR(found->smallest_gap(), -1e-3, 1e-12);
      EXPECT_EQ(found->asked(), sphere_A && sphere_B ? 0 : 1) << "two spheres need no method";
      EXPECT_EQ(found->unanswered(), 0);
    }
  }
}

/// Whether the first pair was found to touch.
bool first_touches(const Scene& scene) {
  const Found found(scene);
  return !found->pairs().empty() && !found->pairs()[0].contact.points.empty();
}

/// At rest nothing is near that is not there; what moves is seen as far as it comes in a step.
TEST(PairContacts, AreSeenAsFarAsBodiesComeInAStep) {
  for (const bool sphere : {false, true}) {
    Scene scene = row_of({body("a", sphere), body("b", sphere)}, kFar);
    EXPECT_FALSE(first_touches(scene));
    EXPECT_EQ(Found(scene)->asked(), 0);
    EXPECT_GT(Found(scene)->smallest_gap(), 1) << "nothing is within reach";
    scene.start[0].v_W.x() = kFar / kStep;
    EXPECT_TRUE(first_touches(scene));
    EXPECT_NEAR(Found(scene)->smallest_gap(), kFar, 1e-12);
    scene.start[0].v_W.x() = 0.5 * kFar / kStep;
    EXPECT_FALSE(first_touches(scene));
    scene.gravity_W.y() = -kFar / (kStep * kStep);
    EXPECT_TRUE(first_touches(scene));
  }
}

TEST(PairContacts, ABulletFarAwayChangesNothing) {
  for (const bool sphere : {false, true}) {
    Scene scene = row_of({body("a", sphere), body("b", sphere), body("bullet", true)}, kFar);
    scene.start[2].p_W = Vec3(0, 100, 0);
    scene.start[2].v_W.y() = 1e4;
    EXPECT_FALSE(first_touches(scene));
    EXPECT_TRUE(Found(scene)->islands().empty());
  }
}

/// What the fastest of an island may push is seen as far as that one comes: through as many bodies
/// as there are, each of which joins the island.
TEST(PairContacts, OfAnIslandAreSeenAsFarAsItsFastestComes) {
  for (const bool sphere : {false, true}) {
    for (const bool bullet_first : {false, true}) {
      std::vector<Body> bodies(5, body("", sphere));
      const char* names[] = {"a", "b", "c", "d", "e"};
      for (std::size_t i = 0; i < 5; ++i) bodies[i].name = names[i];
      Scene scene = row_of(bodies, kFar);
      EXPECT_TRUE(Found(scene)->islands().empty());
      scene.start[bullet_first ? 0 : 4].v_W.x() = (bullet_first ? 1 : -1) * kFar / kStep;
      const Found found(scene);
      ASSERT_EQ(found->islands().size(), 1U);
      EXPECT_EQ(found->islands()[0].bodies.size(), 5U);
      EXPECT_EQ(found->islands()[0].pairs.size(), 4U);
    }
  }
}

/// Whether a pair was asked about farther before, as its bodies were an island with a faster one,
/// makes no difference.
TEST(PairContacts, DependOnNoEarlierSearch) {
  for (const bool sphere : {false, true}) {
    Scene scene = row_of({body("a", sphere), body("b", sphere), body("c", sphere)}, kFar);
    const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
    PairContacts contacts(scene, *method);
    std::vector<BodyState> states = scene.start;
    states[0].v_W.x() = 1;
    contacts.find(states, kStep);
    EXPECT_EQ(contacts.islands().size(), 1U);
    states[0].p_W.x() = -10;
    contacts.find(states, kStep);
    EXPECT_TRUE(contacts.islands().empty());
    states[0].v_W.x() = 0.5 * kFar / kStep;
    states[0].p_W.x() = 0;
    contacts.find(states, kStep);
    EXPECT_TRUE(contacts.islands().empty());
    for (const BodyPair& pair : contacts.pairs()) EXPECT_TRUE(pair.contact.points.empty());
  }
}

/// The box stands on an edge. It was an island with one that flies away now: the pair is asked about
/// as far as that one comes, where the opposite edge is seen, too.
TEST(PairContacts, HaveNoPointsThatAnEarlierIslandWouldHaveSeen) {
  const double angle = 0.02;
  const double half = 0.5 * (std::cos(angle) + std::sin(angle));
  Scene scene = row_of({body("box", false), body("floor", false, true), body("away", false)}, 0);
  scene.start[0].p_W = Vec3(0, half, 0);
  scene.start[0].q_WB = Eigen::AngleAxisd(angle, Vec3::UnitZ());
  scene.start[1].p_W = Vec3(0, -0.5, 0);
  scene.start[2].p_W = Vec3(half + 0.5, half, 0);
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  PairContacts contacts(scene, *method);
  std::vector<BodyState> states = scene.start;
  states[2].v_W.x() = -1;
  contacts.find(states, kStep);
  ASSERT_EQ(contacts.islands().size(), 1U);
  ASSERT_EQ(contacts.islands()[0].bodies.size(), 2U);
  states[0].v_W.x() = 1e-3 / kStep;
  states[2].p_W = Vec3(50, 50, 0);
  states[2].v_W.x() = 1 / kStep;
  contacts.find(states, kStep);
  ASSERT_EQ(contacts.pairs().size(), 1U);
  EXPECT_EQ(contacts.pairs()[0].contact.points.size(), 2U);
}

/// One pair is near in each search, but another one: a list of the same length is renewed.
TEST(PairContacts, AreThoseThatAreNearNow) {
  const Scene scene = row_of({body("a", false), body("b", false), body("c", false)}, 10);
  const auto method = make_metric_contacts(std::make_unique<OracleMetric>());
  PairContacts contacts(scene, *method);
  std::vector<BodyState> states = scene.start;
  for (const int left : {0, 1, 0}) {
    states = scene.start;
    states[at(left + 1)].p_W.x() = states[at(left)].p_W.x() + 1 - 1e-3;
    contacts.find(states, kStep);
    ASSERT_EQ(contacts.pairs().size(), 1U);
    EXPECT_EQ(contacts.pairs()[0].A, left);
    EXPECT_EQ(contacts.pairs()[0].B, left + 1);
    EXPECT_NEAR(contacts.smallest_gap(), -1e-3, 1e-12);
    ASSERT_EQ(contacts.islands().size(), 1U);
    EXPECT_EQ(contacts.islands()[0].bodies, (std::vector<int>{left, left + 1}));
  }
}

TEST(PairContacts, OfFixedBodiesConnectNothing) {
  Scene scene = row_of({body("a", false), body("post", false, true), body("b", false)}, -1e-3);
  const Found found(scene);
  ASSERT_EQ(found->islands().size(), 2U);
  EXPECT_EQ(found->islands()[0].bodies, std::vector<int>{0});
  EXPECT_EQ(found->islands()[1].bodies, std::vector<int>{2});
  scene.joints.push_back({Joint::Kind::ball, "a", "b", Vec3::Zero()});
  const Found joined(scene);
  ASSERT_EQ(joined->islands().size(), 1U);
  EXPECT_EQ(joined->islands()[0].joints, std::vector<int>{0});
}

}  // namespace
}  // namespace touchstone
