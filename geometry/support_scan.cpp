// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/support_scan.hpp"

#include <array>
#include <cstddef>
#include <limits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace touchstone {
namespace {

constexpr double kLowest = -std::numeric_limits<double>::infinity();

int scan_portable(const double* x, const double* y, const double* z, int count, const Vec3& u) {
  double most = kLowest;
  int best = 0;
  for (int i = 0; i < count; ++i) {
    const double along = x[i] * u.x() + y[i] * u.y() + z[i] * u.z();
    if (!(along > most)) continue;
    most = along;
    best = i;
  }
  return best;
}

#if defined(__x86_64__)

/// The largest of the lanes, the lowest index of equal ones: eight lanes against each other in
/// pairs, then the four that are left.
__attribute__((target("avx2"))) inline int lowest_of_largest(__m256d most_0, __m256d index_0,
                                                             __m256d most_1, __m256d index_1) {
  const __m256d equal = _mm256_cmp_pd(most_1, most_0, _CMP_EQ_OQ);
  const __m256d lower = _mm256_cmp_pd(index_1, index_0, _CMP_LT_OQ);
  const __m256d second =
      _mm256_or_pd(_mm256_cmp_pd(most_1, most_0, _CMP_GT_OQ), _mm256_and_pd(equal, lower));
  std::array<double, 4> most{};
  std::array<double, 4> index{};
  _mm256_storeu_pd(most.data(), _mm256_blendv_pd(most_0, most_1, second));
  _mm256_storeu_pd(index.data(), _mm256_blendv_pd(index_0, index_1, second));
  std::size_t best = 0;
  for (std::size_t k = 1; k < 4; ++k) {
    const bool farther = most[k] > most[best];
    const bool first = most[k] == most[best] && index[k] < index[best];
    best = farther || first ? k : best;
  }
  return static_cast<int>(index[best]);
}

// Two chains of maxima, since one waits for its own comparison. Indices are kept as doubles, which
// the same blend moves.
__attribute__((target("avx2"))) int scan_avx2(const double* x, const double* y, const double* z,
                                              int count, const Vec3& u) {
  const __m256d ux = _mm256_set1_pd(u.x());
  const __m256d uy = _mm256_set1_pd(u.y());
  const __m256d uz = _mm256_set1_pd(u.z());
  __m256d most_0 = _mm256_set1_pd(kLowest);
  __m256d most_1 = most_0;
  __m256d best_0 = _mm256_setzero_pd();
  __m256d best_1 = _mm256_setzero_pd();
  __m256d index_0 = _mm256_setr_pd(0, 1, 2, 3);
  __m256d index_1 = _mm256_setr_pd(4, 5, 6, 7);
  const __m256d step = _mm256_set1_pd(8);
  for (int i = 0; i < count; i += 8) {
    const __m256d along_0 = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(x + i), ux),
                                                        _mm256_mul_pd(_mm256_loadu_pd(y + i), uy)),
                                          _mm256_mul_pd(_mm256_loadu_pd(z + i), uz));
    const __m256d along_1 =
        _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(x + i + 4), ux),
                                    _mm256_mul_pd(_mm256_loadu_pd(y + i + 4), uy)),
                      _mm256_mul_pd(_mm256_loadu_pd(z + i + 4), uz));
    const __m256d farther_0 = _mm256_cmp_pd(along_0, most_0, _CMP_GT_OQ);
    const __m256d farther_1 = _mm256_cmp_pd(along_1, most_1, _CMP_GT_OQ);
    most_0 = _mm256_max_pd(along_0, most_0);
    most_1 = _mm256_max_pd(along_1, most_1);
    best_0 = _mm256_blendv_pd(best_0, index_0, farther_0);
    best_1 = _mm256_blendv_pd(best_1, index_1, farther_1);
    index_0 = _mm256_add_pd(index_0, step);
    index_1 = _mm256_add_pd(index_1, step);
  }
  return lowest_of_largest(most_0, best_0, most_1, best_1);
}

__attribute__((target("avx512f"))) int scan_avx512(const double* x, const double* y,
                                                   const double* z, int count, const Vec3& u) {
  const __m512d ux = _mm512_set1_pd(u.x());
  const __m512d uy = _mm512_set1_pd(u.y());
  const __m512d uz = _mm512_set1_pd(u.z());
  __m512d most = _mm512_set1_pd(kLowest);
  __m512d best = _mm512_setzero_pd();
  __m512d index = _mm512_setr_pd(0, 1, 2, 3, 4, 5, 6, 7);
  const __m512d step = _mm512_set1_pd(8);
  for (int i = 0; i < count; i += 8) {
    const __m512d along = _mm512_add_pd(_mm512_add_pd(_mm512_mul_pd(_mm512_loadu_pd(x + i), ux),
                                                      _mm512_mul_pd(_mm512_loadu_pd(y + i), uy)),
                                        _mm512_mul_pd(_mm512_loadu_pd(z + i), uz));
    const __mmask8 farther = _mm512_cmp_pd_mask(along, most, _CMP_GT_OQ);
    most = _mm512_mask_mov_pd(most, farther, along);
    best = _mm512_mask_mov_pd(best, farther, index);
    index = _mm512_add_pd(index, step);
  }
  // Through memory: g++ 12 warns of its own extraction of halves.
  alignas(64) std::array<double, 8> lanes{};
  alignas(64) std::array<double, 8> indices{};
  _mm512_store_pd(lanes.data(), most);
  _mm512_store_pd(indices.data(), best);
  return lowest_of_largest(_mm256_load_pd(lanes.data()), _mm256_load_pd(indices.data()),
                           _mm256_load_pd(lanes.data() + 4), _mm256_load_pd(indices.data() + 4));
}

#endif

struct Kernels {
  std::array<NamedSupportScan, 3> scans{};
  std::size_t count = 0;

  Kernels() {
    scans[count++] = {"portable", scan_portable};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") != 0) scans[count++] = {"avx2", scan_avx2};
    if (__builtin_cpu_supports("avx512f") != 0) scans[count++] = {"avx512f", scan_avx512};
#endif
  }
};

}  // namespace

std::span<const NamedSupportScan> support_scans() {
  static const Kernels kernels;
  return {kernels.scans.data(), kernels.count};
}

}  // namespace touchstone
