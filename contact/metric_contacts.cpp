// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/metric_contacts.hpp"

#include <cmath>
#include <utility>

#include "contact/contact_body.hpp"
#include "contact/manifold.hpp"
#include "geometry/arithmetic/unit_vector.hpp"

namespace touchstone {
namespace {

class MetricContactShape final : public ContactShape {
 public:
  MetricContactShape(const Polytope& polytope, const Metric& first, const Metric* second)
      : body(polytope),
        first_shape(first.prepare(polytope)),
        second_shape(second == nullptr ? nullptr : second->prepare(polytope)) {}

  ContactBody body;
  std::unique_ptr<Shape> first_shape;
  std::unique_ptr<Shape> second_shape;
};

class MetricContactWorkspace final : public ContactWorkspace {
 public:
  MetricContactWorkspace(const Metric& first, const Metric* second)
      : first_workspace(first.make_workspace()),
        second_workspace(second == nullptr ? nullptr : second->make_workspace()) {}

  std::unique_ptr<Workspace> first_workspace;
  std::unique_ptr<Workspace> second_workspace;
  ManifoldFinder finder;
};

class MetricContacts final : public ContactMethod {
 public:
  MetricContacts(std::unique_ptr<Metric> when_disjoint, std::unique_ptr<Metric> when_not)
      : first_(std::move(when_disjoint)), second_(std::move(when_not)) {}

  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    return std::make_unique<MetricContactShape>(polytope, *first_, second_.get());
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<MetricContactWorkspace>(*first_, second_.get());
  }
  void find(const ContactShape& shape_A, const Pose& X_WA, const ContactShape& shape_B,
            const Pose& X_WB, double reach, ContactWorkspace& workspace,
            ContactData& data) const override {
    const auto& A = static_cast<const MetricContactShape&>(shape_A);
    const auto& B = static_cast<const MetricContactShape&>(shape_B);
    auto& scratch = static_cast<MetricContactWorkspace&>(workspace);
    Answer answer =
        first_->evaluate(*A.first_shape, X_WA, *B.first_shape, X_WB, *scratch.first_workspace);
    if (answer.status != AnswerStatus::answered && second_ != nullptr) {
      answer = second_->evaluate(*A.second_shape, X_WA, *B.second_shape, X_WB,
                                 *scratch.second_workspace);
    }
    if (answer.status != AnswerStatus::answered || !answer.normal) {
      data.refuse(!answer.note.empty()                       ? answer.note.c_str()
                  : answer.status == AnswerStatus::sign_only ? "the metric knows the sign only"
                  : answer.status == AnswerStatus::answered  ? "the metric gives no normal"
                                                             : "the metric gives no answer");
      return;
    }
    if (const char* fault = why_no_contact(answer); fault != nullptr) return data.refuse(fault);
    data.answered = true;
    data.note.clear();
    data.phi = answer.value;
    data.normal = *answer.normal;
    const bool phi_is_gap = !answer.ratio.has_value();
    data.indeterminate = answer.indeterminate;
    if (phi_is_gap && answer.value > 0) data.indeterminate = false;  // one point of C is nearest
    const WitnessPoints* witnesses = answer.witnesses && phi_is_gap ? &*answer.witnesses : nullptr;
    scratch.finder.find(A.body, X_WA, B.body, X_WB, witnesses, phi_is_gap, reach, data);
  }

 private:
  std::unique_ptr<Metric> first_;
  std::unique_ptr<Metric> second_;
};

}  // namespace

const char* why_no_contact(const Answer& answer) {
  if (answer.status != AnswerStatus::answered) return nullptr;
  if (!std::isfinite(answer.value)) return "the metric's value is not finite";
  if (answer.normal && !is_unit(*answer.normal)) {
    return "the metric's normal is not of length 1";
  }
  // Entry by entry: which of several entries Eigen's norms and maxima take a NaN from is not
  // stated. Coordinates of bodies and of poses are at most kMaxCoordinate, so an entry of R v + t
  // is below (1 + root 3) times that.
  const auto near = [](const Vec3& p) { return (p.array().abs() <= 3 * kMaxCoordinate).all(); };
  if (answer.witnesses && !(near(answer.witnesses->p_WA) && near(answer.witnesses->p_WB))) {
    return "the metric's witness points are not finite, or beyond every body";
  }
  return nullptr;
}

std::unique_ptr<ContactMethod> make_metric_contacts(std::unique_ptr<Metric> when_disjoint,
                                                    std::unique_ptr<Metric> when_not) {
  return std::make_unique<MetricContacts>(std::move(when_disjoint), std::move(when_not));
}

}  // namespace touchstone
