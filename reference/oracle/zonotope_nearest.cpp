// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/zonotope_nearest.hpp"

#include <cmath>

namespace touchstone {

Vec3 ZonotopeNearest::fixed_sum() const {
  Vec3 v = z_.c;
  for (std::size_t k = 0; k < 6; ++k) {
    if (!is_free(k)) v += mu_[k] * z_.w[k];
  }
  return v;
}

/// The least |v + sum mu_k w_k| over the free k, without bounds.
bool ZonotopeNearest::minimise_free(const Vec3& v, std::array<double, 3>& mu) const {
  const Vec3& e = z_.w[free_[0]];
  if (free_count_ == 1) {
    mu[0] = -v.dot(e) / e.squaredNorm();
    return true;
  }
  const Vec3& f = z_.w[free_[1]];
  if (free_count_ == 2) {
    // v + mu_0 e + mu_1 f is along n = e x f: times f x n and n x e it is 0.
    const Vec3 n = e.cross(f);
    const double square = n.squaredNorm();
    if (!(square > kMinSquare)) return false;
    mu[0] = -v.dot(f.cross(n)) / square;
    mu[1] = -v.dot(n.cross(e)) / square;
    return true;
  }
  const Vec3& g = z_.w[free_[2]];
  const double volume = e.cross(f).dot(g);
  if (!(std::abs(volume) > kMinSquare)) return false;
  mu[0] = -v.dot(f.cross(g)) / volume;
  mu[1] = -v.dot(g.cross(e)) / volume;
  mu[2] = -v.dot(e.cross(f)) / volume;
  return true;
}

/// From the best normal's facet of A - B to the set of free k that looks optimal.
bool ZonotopeNearest::walk(std::size_t i, std::size_t j, double side) {
  constexpr int kMaxSteps = 40;
  const Vec3 u = side * z_.w[i].cross(z_.w[j]);
  for (std::size_t k = 0; k < 6; ++k) mu_[k] = -sign_of(u.dot(z_.w[k])) * z_.h[k];
  free_ = {i, j, 0};
  free_count_ = 2;
  mu_[i] = mu_[j] = 0;
  for (int step = 0; step < kMaxSteps; ++step) {
    // Towards the minimum over the free ones until one of them meets its bound.
    if (free_count_ > 0) {
      std::array<double, 3> wanted{};
      if (!minimise_free(fixed_sum(), wanted)) return false;
      double share = 1;
      std::size_t met = free_count_;
      for (std::size_t s = 0; s < free_count_; ++s) {
        const std::size_t k = free_[s];
        if (std::abs(wanted[s]) <= z_.h[k]) continue;
        const double bound = sign_of(wanted[s]) * z_.h[k];
        const double part = (bound - mu_[k]) / (wanted[s] - mu_[k]);
        if (met == free_count_ || part < share) {
          share = part;
          met = s;
        }
      }
      for (std::size_t s = 0; s < free_count_; ++s) {
        double& mu = mu_[free_[s]];
        mu += share * (wanted[s] - mu);
      }
      if (met < free_count_) {
        const std::size_t k = free_[met];
        mu_[k] = sign_of(wanted[met]) * z_.h[k];
        free_[met] = free_[--free_count_];
        continue;
      }
    }
    Vec3 x = z_.c;
    for (std::size_t k = 0; k < 6; ++k) x += mu_[k] * z_.w[k];
    double worst = 0;
    std::size_t loose = 6;
    for (std::size_t k = 0; k < 6; ++k) {
      if (is_free(k)) continue;
      const double pull = z_.w[k].dot(x) * sign_of(mu_[k]);
      if (pull > worst) {
        worst = pull;
        loose = k;
      }
    }
    if (loose == 6) return true;
    if (free_count_ == 3) return false;
    free_[free_count_++] = loose;
  }
  return false;
}

/// Whether the exact solution over the free k, the others at their bounds, is inside its own bounds
/// and has the right signs: then it is the solution. A sum v is off by 9 h reach; 64 h = 2^-47
/// covers what follows from that, and divided by n.n >= 2^-20 the two weights of a facet, which
/// take 40 h.
bool ZonotopeNearest::certain() const {
  if (free_count_ > 2) return false;
  const Vec3 v = fixed_sum();
  Vec3 x = v;
  double doubt = 4 * kBoxGap * z_.reach;
  double weight_doubt = doubt;
  if (free_count_ > 0) {
    std::array<double, 3> mu{};
    if (!minimise_free(v, mu)) return false;
    if (free_count_ == 1) {
      x += mu[0] * z_.w[free_[0]];
    } else {
      const Vec3 u = z_.w[free_[0]].cross(z_.w[free_[1]]);
      const double along = u.dot(v);
      if (!(std::abs(along) > doubt)) return false;
      // x is along +-u: signs are those of u.w_k, products of unit vectors.
      x = sign_of(along) * u;
      doubt = 4 * kBoxGap;
      weight_doubt *= 2 / u.squaredNorm();
    }
    for (std::size_t s = 0; s < free_count_; ++s) {
      if (!(std::abs(mu[s]) < z_.h[free_[s]] - weight_doubt)) return false;
    }
  }
  for (std::size_t k = 0; k < 6; ++k) {
    if (!is_free(k) && !(z_.w[k].dot(x) * sign_of(mu_[k]) < -doubt)) return false;
  }
  return true;
}

}  // namespace touchstone
