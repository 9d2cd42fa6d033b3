// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_lp/glpk_program.hpp"

#include <glpk.h>

#include <csetjmp>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// GLPK's default is 1e-9. Here all data are of order 1, and what is left is repaired by the
/// caller's last pivots.
constexpr double kGlpkTolerance = 1e-12;

/// Simplex iterations allowed: a few dozen are usual whatever the size, so this only ends a cycle.
int iteration_limit(int facets) { return 1000 + 10 * facets; }

const char* name_of_code(int code) {
  switch (code) {
    case GLP_EBADB:
      return "GLP_EBADB (invalid basis)";
    case GLP_ESING:
      return "GLP_ESING (singular basis)";
    case GLP_ECOND:
      return "GLP_ECOND (ill-conditioned basis)";
    case GLP_EBOUND:
      return "GLP_EBOUND (invalid bounds)";
    case GLP_EFAIL:
      return "GLP_EFAIL (solver failed)";
    case GLP_EITLIM:
      return "GLP_EITLIM (iteration limit)";
    default:
      return "an unexpected code";
  }
}

const char* name_of_status(int status) {
  switch (status) {
    case GLP_FEAS:
      return "GLP_FEAS (feasible, not optimal)";
    case GLP_INFEAS:
      return "GLP_INFEAS (infeasible)";
    case GLP_NOFEAS:
      return "GLP_NOFEAS (no feasible solution)";
    case GLP_UNBND:
      return "GLP_UNBND (unbounded)";
    default:
      return "GLP_UNDEF (undefined)";
  }
}

/// The GLPK objects of one thread.
class GlpkThread {
 public:
  GlpkThread() = default;
  GlpkThread(const GlpkThread&) = delete;
  GlpkThread& operator=(const GlpkThread&) = delete;
  ~GlpkThread() { glp_free_env(); }

  RatioProgramResult solve(RatioProgram form, const LpFacets& facets) {
    RatioProgramResult result;
    // Nothing with a destructor is made between here and the end of run(): a jump would skip it.
    if (setjmp(escape_) != 0) {
      glp_free_env();
      problem_ = nullptr;
      result.note = "GLPK: " + message_.substr(0, message_.find('\n'));
      return result;
    }
    run(form, facets, result);
    return result;
  }

 private:
  /// GLPK speaks in spite of GLP_OFF when it is about to abort: kept for the note.
  static int on_text(void* self, const char* text) {
    static_cast<GlpkThread*>(self)->message_ += text;
    return 1;
  }
  static void on_error(void* self) { std::longjmp(static_cast<GlpkThread*>(self)->escape_, 1); }

  void run(RatioProgram form, const LpFacets& facets, RatioProgramResult& result) {
    message_.clear();
    if (problem_ == nullptr) {
      glp_term_out(GLP_OFF);
      glp_term_hook(on_text, this);
      glp_error_hook(on_error, this);
      problem_ = glp_create_prob();
      count_ = 0;
    }
    if (count_ != facets.count || form_ != form) reshape(form, facets.count);
    load(facets);
    glp_std_basis(problem_);
    glp_set_it_cnt(problem_, 0);

    glp_smcp parameters;
    glp_init_smcp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.meth = form == RatioProgram::rows ? GLP_DUALP : GLP_PRIMAL;
    parameters.presolve = GLP_OFF;
    parameters.tol_bnd = kGlpkTolerance;
    parameters.tol_dj = kGlpkTolerance;
    parameters.it_lim = iteration_limit(facets.count);
    const int code = glp_simplex(problem_, &parameters);
    result.iterations = glp_get_it_cnt(problem_);
    if (code != 0) {
      result.note.append("GLPK: ").append(name_of_code(code));
      return;
    }
    const int status = glp_get_status(problem_);
    if (status != GLP_OPT) {
      result.note.append("GLPK: ").append(name_of_status(status));
      return;
    }
    result.optimal = read_basis(result.basis);
    if (!result.optimal) result.note = "GLPK: a basis of the wrong size";
  }

  void reshape(RatioProgram form, int facets) {
    glp_erase_prob(problem_);
    form_ = form;
    count_ = facets;
    const std::size_t entries = 4 * at(facets);
    row_.assign(entries + 1, 0);  // GLPK counts from 1
    column_.assign(entries + 1, 0);
    value_.assign(entries + 1, 0.0);
    std::vector<int>& facet_index = form == RatioProgram::rows ? row_ : column_;
    std::vector<int>& other_index = form == RatioProgram::rows ? column_ : row_;
    for (int k = 0, e = 1; k < facets; ++k) {
      for (int i = 1; i <= 4; ++i, ++e) {
        facet_index[at(e)] = k + 1;
        other_index[at(e)] = i;
      }
    }
    if (form == RatioProgram::rows) {
      glp_set_obj_dir(problem_, GLP_MIN);
      glp_add_rows(problem_, facets);
      glp_add_cols(problem_, 4);
      for (int i = 1; i <= 3; ++i) glp_set_col_bnds(problem_, i, GLP_FR, 0, 0);
      glp_set_col_bnds(problem_, 4, GLP_LO, 0, 0);
      glp_set_obj_coef(problem_, 4, 1);
    } else {
      glp_set_obj_dir(problem_, GLP_MAX);
      glp_add_rows(problem_, 4);
      glp_add_cols(problem_, facets);
      for (int i = 1; i <= 3; ++i) glp_set_row_bnds(problem_, i, GLP_FX, 0, 0);
      glp_set_row_bnds(problem_, 4, GLP_UP, 0, 1);
      for (int k = 1; k <= facets; ++k) glp_set_col_bnds(problem_, k, GLP_LO, 0, 0);
    }
  }

  void load(const LpFacets& facets) {
    const double last = form_ == RatioProgram::rows ? -1 : 1;
    for (std::size_t k = 0, e = 1; k < at(count_); ++k) {
      value_[e++] = facets.x[k];
      value_[e++] = facets.y[k];
      value_[e++] = facets.z[k];
      value_[e++] = static_cast<int>(k) < facets.growing ? last : 0;
    }
    glp_load_matrix(problem_, 4 * count_, row_.data(), column_.data(), value_.data());
    for (int k = 0; k < count_; ++k) {
      const double f = facets.f[at(k)];
      if (form_ == RatioProgram::rows) {
        glp_set_row_bnds(problem_, k + 1, GLP_UP, 0, -f);
      } else {
        glp_set_obj_coef(problem_, k + 1, f);
      }
    }
  }

  /// The basis of the dual form: its basic variables, or what is non-basic in the row form.
  bool read_basis(RatioBasis& basis) const {
    std::size_t size = 0;
    const auto take = [&](int entry) {
      if (size < basis.size()) basis[size] = entry;
      ++size;
    };
    for (int k = 0; k < count_; ++k) {
      const bool in = form_ == RatioProgram::rows ? glp_get_row_stat(problem_, k + 1) != GLP_BS
                                                  : glp_get_col_stat(problem_, k + 1) == GLP_BS;
      if (in) take(k);
    }
    for (int i = 0; i < 4; ++i) {
      const bool in = form_ == RatioProgram::rows ? glp_get_col_stat(problem_, i + 1) != GLP_BS
                                                  : glp_get_row_stat(problem_, i + 1) == GLP_BS;
      if (in) take(-1 - i);
    }
    return size == basis.size();
  }

  std::jmp_buf escape_{};
  std::string message_;
  glp_prob* problem_ = nullptr;
  RatioProgram form_ = RatioProgram::dual;
  int count_ = 0;
  std::vector<int> row_, column_;
  std::vector<double> value_;
};

}  // namespace

RatioProgramResult solve_with_glpk(RatioProgram form, const LpFacets& facets) {
  thread_local GlpkThread glpk;
  return glpk.solve(form, facets);
}

}  // namespace touchstone
