// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/normal_contacts.hpp"

#include "contact/contact_body.hpp"
#include "contact/manifold.hpp"

namespace touchstone {
namespace {

class NormalShape final : public ContactShape {
 public:
  explicit NormalShape(const Polytope& polytope) : body(polytope) {}
  ContactBody body;
};

class NormalWorkspace final : public ContactWorkspace {
 public:
  ManifoldFinder finder;
};

class NormalContacts final : public ContactMethod {
 public:
  explicit NormalContacts(NormalRule rule) : rule_(rule) {}

  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    return std::make_unique<NormalShape>(polytope);
  }
  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<NormalWorkspace>();
  }
  void find(const ContactShape& shape_A, const Pose& X_WA, const ContactShape& shape_B,
            const Pose& X_WB, double reach, ContactWorkspace& workspace,
            ContactData& data) const override {
    const ContactBody& A = static_cast<const NormalShape&>(shape_A).body;
    const ContactBody& B = static_cast<const NormalShape&>(shape_B).body;
    const std::optional<Vec3> n = rule_(A.polytope(), X_WA, B.polytope(), X_WB);
    if (!n) {
      data.refuse("the rule gives no normal");
      return;
    }
    data.answered = true;
    data.note.clear();
    data.normal = *n;
    static_cast<NormalWorkspace&>(workspace).finder.find(A, X_WA, B, X_WB, nullptr, false, reach,
                                                         data);
  }

 private:
  NormalRule rule_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_normal_contacts(NormalRule rule) {
  return std::make_unique<NormalContacts>(rule);
}

}  // namespace touchstone
