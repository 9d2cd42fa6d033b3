// SPDX-License-Identifier: GPL-3.0-or-later
// All tests, one after the other: `npm test`. TOUCHSTONE_SCREENSHOTS=FOLDER keeps pictures.
import "./report_test.mjs";
import "./plots_test.mjs";
import "./svg_test.mjs";
import "./failures_test.mjs";
import "./reach_test.mjs";
import "./movie_test.mjs";
import "./hostile_test.mjs";
import "./budget_test.mjs";
import "./real_page_test.mjs";
