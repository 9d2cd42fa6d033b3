// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/support/support_scan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "geometry/arithmetic/registers.hpp"
#include "geometry/index.hpp"

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

ScreenedPoints screen_portable(const double* x, const double* y, const double* z, int count,
                               const Vec3& u, double level) {
  ScreenedPoints found{};
  for (int i = 0; i < count; ++i) {
    const double along = x[i] * u.x() + y[i] * u.y() + z[i] * u.z();
    if (along < level) continue;
    found[at(i / 64)] |= std::uint64_t{1} << (i % 64);
  }
  return found;
}

#if defined(__x86_64__)

/// The lowest index of the marked lanes. Nearly always one lane is marked; with NaNs none may be.
inline int lowest_marked(unsigned marked, const std::int64_t* index) {
  if (marked == 0) return 0;
  std::int64_t lowest = index[__builtin_ctz(marked)];
  for (marked &= marked - 1; marked != 0; marked &= marked - 1) {
    lowest = std::min(lowest, index[__builtin_ctz(marked)]);
  }
  return static_cast<int>(lowest);
}

__attribute__((target("avx2"))) inline __m256d along_4(const double* x, const double* y,
                                                       const double* z, __m256d ux, __m256d uy,
                                                       __m256d uz) {
  return _mm256_add_pd(
      _mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(x), ux), _mm256_mul_pd(_mm256_loadu_pd(y), uy)),
      _mm256_mul_pd(_mm256_loadu_pd(z), uz));
}

/// `other` in the marked lanes, `one` elsewhere.
__attribute__((target("avx2"))) inline __m256i chosen(__m256i one, __m256i other, __m256d marked) {
  return _mm256_castpd_si256(
      _mm256_blendv_pd(_mm256_castsi256_pd(one), _mm256_castsi256_pd(other), marked));
}

// Two chains of maxima, since one waits for its own comparison. A search waits for each answer
// before it can ask again, so it is the latency that counts: kernels for AVX-512 took a fifth less
// time for independent queries and a third more for dependent ones.
__attribute__((target("avx2"))) int scan_avx2(const double* x, const double* y, const double* z,
                                              int count, const Vec3& u) {
  const __m256d ux = _mm256_set1_pd(u.x());
  const __m256d uy = _mm256_set1_pd(u.y());
  const __m256d uz = _mm256_set1_pd(u.z());
  __m256i index_0 = _mm256_setr_epi64x(0, 1, 2, 3);
  __m256i index_1 = _mm256_setr_epi64x(4, 5, 6, 7);
  const __m256i step = _mm256_set1_epi64x(kScanBlock);
  __m256d most_0 = along_4(x, y, z, ux, uy, uz);
  __m256d most_1 = along_4(x + 4, y + 4, z + 4, ux, uy, uz);
  __m256i best_0 = index_0;
  __m256i best_1 = index_1;
  for (int i = kScanBlock; i < count; i += kScanBlock) {
    const __m256d along_0 = along_4(x + i, y + i, z + i, ux, uy, uz);
    const __m256d along_1 = along_4(x + i + 4, y + i + 4, z + i + 4, ux, uy, uz);
    index_0 = _mm256_add_epi64(index_0, step);
    index_1 = _mm256_add_epi64(index_1, step);
    best_0 = chosen(best_0, index_0, _mm256_cmp_pd(along_0, most_0, _CMP_GT_OQ));
    best_1 = chosen(best_1, index_1, _mm256_cmp_pd(along_1, most_1, _CMP_GT_OQ));
    most_0 = _mm256_max_pd(along_0, most_0);
    most_1 = _mm256_max_pd(along_1, most_1);
  }
  // Stored before it is known which lane is wanted: then it is there in time.
  alignas(32) std::array<std::int64_t, 8> index{};
  _mm256_store_si256(reinterpret_cast<__m256i*>(index.data()), best_0);
  _mm256_store_si256(reinterpret_cast<__m256i*>(index.data() + 4), best_1);
  __m256d most = _mm256_max_pd(most_0, most_1);
  most = _mm256_max_pd(most, _mm256_permute2f128_pd(most, most, 1));
  most = _mm256_max_pd(most, _mm256_permute_pd(most, 0b0101));
  const int low = _mm256_movemask_pd(_mm256_cmp_pd(most_0, most, _CMP_EQ_OQ));
  const int high = _mm256_movemask_pd(_mm256_cmp_pd(most_1, most, _CMP_EQ_OQ));
  return lowest_marked(static_cast<unsigned>(low | (high << 4)), index.data());
}

__attribute__((target("avx2"))) ScreenedPoints screen_avx2(const double* x, const double* y,
                                                           const double* z, int count,
                                                           const Vec3& u, double level) {
  const __m256d ux = _mm256_set1_pd(u.x());
  const __m256d uy = _mm256_set1_pd(u.y());
  const __m256d uz = _mm256_set1_pd(u.z());
  const __m256d least = _mm256_set1_pd(level);
  ScreenedPoints found{};
  for (int i = 0; i < count; i += kScanBlock) {
    const __m256d low = _mm256_cmp_pd(along_4(x + i, y + i, z + i, ux, uy, uz), least, _CMP_NLT_UQ);
    const __m256d high =
        _mm256_cmp_pd(along_4(x + i + 4, y + i + 4, z + i + 4, ux, uy, uz), least, _CMP_NLT_UQ);
    const auto bits =
        static_cast<std::uint64_t>(_mm256_movemask_pd(low) | (_mm256_movemask_pd(high) << 4));
    found[at(i / 64)] |= bits << (i % 64);
  }
  return found;
}

#endif

struct Kernels {
  std::array<NamedSupportScan, 2> scans{};
  std::size_t count = 0;

  Kernels() {
    scans[count++] = {"portable", scan_portable, screen_portable};
#if defined(__x86_64__)
    if (machine_registers() == Registers::wide) scans[count++] = {"avx2", scan_avx2, screen_avx2};
#endif
  }
};

}  // namespace

std::span<const NamedSupportScan> support_scans() {
  static const Kernels kernels;
  return {kernels.scans.data(), kernels.count};
}

}  // namespace touchstone
