// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is wrong with what a person typed: exit code 2, nothing on standard output, and one line
// that says what.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/refusal.hpp"

namespace touchstone {
namespace {

struct BadCommandLine {
  std::vector<std::string> arguments;
  std::string says;
};

const std::vector<BadCommandLine>& bad_command_lines() {
  static const std::vector<BadCommandLine> kTable = {
      {{}, "missing command"},
      {{""}, "unknown command"},
      {{"frobnicate"}, "unknown command 'frobnicate'"},
      {{"verfy"}, "did you mean verify?"},
      {{"two\nlines"}, "unknown command 'two lines'"},
      {{"--nonsense"}, "--nonsense"},
      {{"--json"}, "--json"},
      {{"test"}, "./touchstone test"},
      {{"test", "--all"}, "./touchstone test"},
      {{"peers", "fcl"}, "./touchstone peers"},
      {{"package", "--all"}, "./touchstone package"},
      {{"version", "now"}, "version: 'now' was not expected"},
      {{"--version", "--json"}, "version: '--json' was not expected"},
      {{"verify", "--metric", "nope"}, "unknown metric 'nope'"},
      {{"verify", "--metric", "gjkepa"}, "did you mean gjk_epa?"},
      {{"verify", "--metric", ""}, "--metric: must not be empty"},
      {{"verify", "--metric", ","}, "touchstone: ',' has an empty entry"},
      {{"verify", "--metric", "sat,,gjk"}, "touchstone: 'sat,,gjk' has an empty entry"},
      {{"validate", ","}, "','"},
      {{"verify", "--metric", "sat,nope"}, "unknown metric 'nope'"},
      {{"verify", "--metric"}, "--metric"},
      {{"verify", "--family", "no-such-thing"}, "unknown family 'no-such-thing'"},
      {{"verify", "--family", "random-boxs"}, "did you mean random-boxes?"},
      {{"verify", "--family", "zzz*"}, "unknown family 'zzz*'"},
      {{"verify", "--family", "random-boxes:42:7"}, "unknown family"},
      {{"verify", "--cases", "0"}, "--cases: '0'"},
      {{"verify", "--cases", "-5"}, "--cases: '-5'"},
      {{"verify", "--cases", "1.5"}, "--cases: '1.5'"},
      {{"verify", "--cases", "1e3"}, "--cases: '1e3'"},
      {{"verify", "--cases", "many"}, "--cases: 'many'"},
      {{"verify", "--cases", "0x10"}, "--cases: '0x10'"},
      {{"verify", "--cases", " 7"}, "--cases: ' 7'"},
      {{"verify", "--cases", ""}, "--cases"},
      {{"verify", "--cases", "99999999999999999999999"}, "--cases"},
      {{"verify", "--seed", "-1"}, "--seed: '-1'"},
      {{"verify", "--seed", "x"}, "--seed: 'x'"},
      {{"verify", "--seed", "18446744073709551616"}, "--seed"},
      {{"verify", "--seed", "1", "--seed", "2"}, "--seed"},
      {{"verify", "--tolerance", "0"}, "--tolerance: '0'"},
      {{"verify", "--tolerance", "-1e-8"}, "--tolerance: '-1e-8'"},
      {{"verify", "--tolerance", "nan"}, "--tolerance: 'nan'"},
      {{"verify", "--tolerance", "inf"}, "--tolerance: 'inf'"},
      {{"verify", "--tolerance", "1e999"}, "--tolerance: '1e999'"},
      {{"verify", "--tolerance", "small"}, "--tolerance: 'small'"},
      {{"verify", "--jobs", "0"}, "--jobs: '0'"},
      {{"verify", "--jobs", "100000"}, "--jobs: '100000'"},
      {{"verify", "--jobs", "two"}, "--jobs: 'two'"},
      {{"verify", "--file", "/no/such/file.json"}, "/no/such/file.json"},
      {{"verify", "--file", "/"}, "/"},
      {{"verify", "--file"}, "--file"},
      {{"verify", "--properties"}, "--properties"},
      {{"verify", "--json"}, "--json: needs a value"},
      {{"verify", "--json", "--full"}, "--json needs a value, and --full is an option"},
      {{"validate"}, "validate: METRIC is required"},
      {{"validate", "gjk_ep"}, "unknown metric 'gjk_ep'; did you mean gjk_epa?"},
      {{"validate", "./no-such.so"}, "./no-such.so: no such file"},
      {{"validate", "./no-such.so "}, "./no-such.so: no such file"},
      {{"validate", "no-such.so"}, "touchstone: no-such.so: no such file\n"},
      {{"validate", "/usr"}, "/usr is a directory; name the library in it, e.g. /usr/usr.so"},
      {{"validate", "/usr/"}, "/usr/ is a directory; name the library in it, e.g. /usr/usr.so"},
      {{"simulate", "nope.json"}, "nope.json: no such file\n"},
      {{"validate", "./no-such.so", "--write-accuracy", "x"}, "'--write-accuracy'"},
      {{"contacts", "--family", "no-such-thing"}, "unknown family 'no-such-thing'"},
      {{"verify", "--json", "/"}, "cannot write"},
      {{"verify", "--json", "/no/such/folder/out.json"}, "/no/such/folder/out.json"},
      {{"verify", "--full=perhaps"}, "--full"},
      {{"verify", "random-boxes"}, "did you mean --family random-boxes?"},
      {{"verify", "boxes"}, "did you mean --family boxes?"},
      {{"verify", "gjk_epa"}, "did you mean --metric gjk_epa?"},
      {{"verify", "sat", "minkowski"}, "did you mean --metric sat?"},
      {{"verify", "/dev/null"}, "did you mean --file /dev/null?"},
      {{"verify", "--metric", "gjk_ep"}, "did you mean gjk_epa?"},
      {{"verify", "--metric", "mink"}, "did you mean minkowski?"},
      {{"verify", "--metric", "epa"}, "unknown metric 'epa'; did you mean gjk_epa?"},
      {{"verify", "--metric", "ratio"}, "did you mean ratio_"},
      {{"verify", "--metric", "SAT"}, "unknown metric 'SAT'"},
      {{"verify", "--metric", "sat", "--metric", "nope"}, "unknown metric 'nope'"},
      {{"verify", "--metric", "no-such-program mpr"}, "exited with code 127"},
      {{"verify", "--metric", "sat, nope"}, "unknown metric 'nope'"},
      {{"verify", "--metric", "sat\tmpr"}, "unknown metric 'sat mpr'"},
      {{"verify", "--metric", std::string(5000, 'x')}, "unknown metric 'xxx"},
      {{"verify", "--metric=nope"}, "unknown metric 'nope'"},
      {{"verify", "--metrics", "sat"}, "--metrics"},
      {{"verify", "-m", "sat"}, "-m"},
      {{"verify", "--family", ""}, "--family: '' has an empty entry"},
      {{"verify", "--family", "kissing-"}, "unknown family 'kissing-'"},
      {{"verify", "--family", "Field"}, "did you mean field?"},
      {{"verify", "--cases", "\xc3\x28"}, "--cases"},
      {{"verify", "--cases", "٣"}, "--cases"},
      {{"verify", "--cases", "1_000"}, "--cases: '1_000'"},
      {{"verify", "--cases", "1,000"}, "--cases: '1,000'"},
      {{"verify", "--cases", "1000000001"}, "--cases: '1000000001'"},
      {{"verify", "--cases", "5", "6"}, "6"},
      {{"verify", "--seed", ""}, "--seed"},
      {{"verify", "--seed", "1.0"}, "--seed: '1.0'"},
      {{"verify", "--seed", "random-boxes"}, "--seed: 'random-boxes'"},
      {{"verify", "--seed"}, "--seed"},
      {{"verify", "--tolerance", "1e-8 m"}, "--tolerance: '1e-8 m'"},
      {{"verify", "--tolerance", "1,5"}, "--tolerance: '1,5'"},
      {{"verify", "--tolerance", "0x1p-3"}, "--tolerance: '0x1p-3'"},
      {{"verify", "--tolerance", "-0"}, "--tolerance: '-0'"},
      {{"verify", "--tolerance", "1e-400"}, "--tolerance: '1e-400'"},
      {{"verify", "--tolerance"}, "--tolerance"},
      {{"verify", "--jobs", "-1"}, "--jobs: '-1'"},
      {{"verify", "--jobs", "1.5"}, "--jobs: '1.5'"},
      {{"verify", "--jobs"}, "--jobs"},
      {{"verify", "--file", ""}, "--file: must not be empty"},
      {{"verify", "--file", std::string(5000, 'x')}, "name too long"},
      {{"verify", "--file", "-", "--file", "-"}, "standard input: "},
      {{"verify", "--full", "no"}, "no"},
      {{"verify", "verify"}, "verify"},
      {{"verify", "--verbose"}, "--verbose"},
      {{"list"},
       "list: missing argument: metrics, families, contacts, problems, scenes, steppers, models "
       "or records\n"},
      {{"list", ""}, "WHAT: must not be empty"},
      {{"list", "things"}, "list: unknown argument 'things'"},
      {{"list", "metric"}, "did you mean metrics?"},
      {{"list", "familys"}, "did you mean families?"},
      {{"contacts", "--family", "spheres"}, "spheres: bodies have a radius; this command takes"},
      {{"list", "--json", "things"}, "missing argument"},
      {{"list", "metrics", "--json"}, "--json: needs a value"},
      {{"list", "metrics", "--json", "/no/such/folder/m.json"}, "/no/such/folder/m.json"},
      {{"list", "metrics", "--full"}, "--full"},
      {{"list", "metrics", "families"}, "families"},
      {{"ask", "nonsense"}, "nonsense"},
      {{"ask", ":"}, "unknown family '"},
      {{"ask", ":::"}, "unknown family '"},
      {{"ask", "random-boxes"}, "must be random-boxes:SEED:INDEX"},
      {{"ask", "random-boxes:"}, "must be random-boxes:SEED:INDEX"},
      {{"ask", "random-boxes:42:"}, "the index"},
      {{"ask", "random-boxes:4 2:7"}, "the seed"},
      {{"ask", "random-boxes:42:7 "}, "the index"},
      {{"ask", "random-boxes:+42:7"}, "the seed"},
      {{"ask", "random-boxes:42:0x7"}, "the index"},
      {{"ask", "random-boxes:42:7\n"}, "the index"},
      {{"ask", "random-boxes:18446744073709551616:7"}, "the seed"},
      {{"ask", "random-boxes:42:99999999999999999999"}, "the index"},
      {{"ask", "random-boxs:42:7"}, "did you mean random-boxes?"},
      {{"ask", "Random-Boxes:42:7"}, "unknown family"},
      {{"ask", std::string(5000, 'x') + ":42:7"}, "unknown family"},
      {{"ask", "random-boxes:42:7", "random-boxes:42:8"}, "random-boxes:42:8"},
      {{"ask", "random-boxes:42:7", "gjk_epa"}, "did you mean --metric gjk_epa?"},
      {{"ask", "random-boxes:42:7", "--metric", "gjk_ep"}, "did you mean gjk_epa?"},
      {{"ask", "random-boxes:42:7", "--family", "field"}, "--family"},
      {{"ask", "random-boxes:42:7", "--metric", "sat", "--tolerance", "nan"}, "--tolerance: 'nan'"},
      {{"ask", "random-boxes:42:7", "--json", "/no/such/folder/x.json"}, "/no/such/folder/x.json"},
      {{"ask", "random-boxes:42:7", "--dump"}, "--dump"},
      {{"ask", "random-boxes:42:7", "--dump", "/"}, "cannot write"},
      {{"ask", "field"}, "no case of that name"},
      {{"ask", "field:"}, "no case of that name"},
      {{"ask", "field:42:7"}, "no case of that name"},
      {{"ask", "no-family:1:2"}, "no-family"},
      {{"ask", "random-boxes:42"}, "random-boxes"},
      {{"ask", "random-boxes:42:x"}, "x"},
      {{"ask", "random-boxes:42:-1"}, "-1"},
      {{"ask", "random-boxes::7"}, "random-boxes"},
      {{"ask", "random-boxes:42:7:9"}, "random-boxes"},
      {{"ask", "field:no-such-case"}, "no-such-case"},
      {{"ask", "file:pair:1"}, "ask FILE --case file:pair:1"},
      {{"ask", "random-boxes:42:7", "--metric", "nope"}, "unknown metric 'nope'"},
      {{"ask", "random-boxes:42:7", "--metric", "sat", "--tolerance", "0"}, "--tolerance"},
      {{"ask", "random-boxes:42:7", "--dump", "/no/such/folder/x.json"}, "/no/such/folder/x.json"},
      {{"ask", "random-boxes:42:7", "--dump", "-", "--json", "-"}, "standard output is where --"},
      {{"ask", "random-boxes:42:7", "--case", "7"}, "--case: has no effect"},
      {{"ask"}, "ask: missing case"},
      {{"ask", "/no/such/file.json"}, "/no/such/file.json"},
      {{"ask", ""}, "FILE-or-ID: must not be empty"},
      {{"ask", "/"}, "is a directory"},
      {{"ask", "/dev/null"}, "is empty"},
      {{"ask", "/dev/zero"}, "holds a zero byte"},
      {{"ask", "/dev/null/x"}, "no such file"},
      {{"ask", "/proc/self/mem"}, "/proc/self/mem: cannot be read"},
      {{"ask", "a\nb.json"}, "a b.json: no such file\n"},
      {{"ask", "-x"}, "-x"},
      {{"ask", "--file", "/dev/null"}, "--file"},
      {{"ask", "a.json", "b.json"}, "b.json"},
      {{"ask", "--json", "/no/such/file.json"}, "ask: missing case"},
      {{"ask", "pair.json", "--json"}, "--json"},
      {{"audit", "--family", "nope-nope"}, "unknown family 'nope-nope'"},
      {{"audit", "--family", "random-boxes,nope-nope"}, "unknown family 'nope-nope'"},
      {{"audit", "--family", "random-boxes", "field"}, "field"},
      {{"audit", "random-boxes"}, "audit: unknown argument 'random-boxes'"},
      {{"audit", "speed", "--jobs", "2"}, "audit speed: unknown option '--jobs'"},
      {{"audit", "certificates", "sat"}, "sat gives no certificates"},
      {{"audit", "problems", "--cases", "0"}, "--cases: '0'"},
      {{"audit", "--cases", "-1"}, "--cases: '-1'"},
      {{"audit", "--large-cases", "many"}, "--large-cases: 'many'"},
      {{"audit", "--cases", "0", "--large-cases", "0"}, "audit: no cases"},
      {{"audit", "--family", "unequal", "--large-cases", "0"}, "audit: no cases"},
      {{"audit", "--seed", "x"}, "--seed: 'x'"},
      {{"audit", "--jobs", "0"}, "--jobs: '0'"},
      {{"audit", "--json", "/no/such/folder/a.json"}, "/no/such/folder/a.json"},
      {{"reproduce"}, "reproduce: missing argument (touchstone reproduce --help shows all)\n"},
      {{"reproduce", ""}, "reproduce: missing argument"},
      {{"reproduce", "table9"}, "'table9'"},
      {{"reproduce", "Table1"}, "'Table1'"},
      {{"reproduce", "table1", "table1"}, "table1"},
      {{"reproduce", "table1", "--cases", "10000001"}, "--cases: '10000001'"},
      {{"reproduce", "table1", "--cases"}, "--cases"},
      {{"reproduce", "table2", "--metric", "sat"}, "--metric"},
      {{"reproduce", "table1", "--cases", "0"}, "--cases: '0'"},
      {{"reproduce", "table1", "--seed", "now"}, "--seed: 'now'"},
      {{"reproduce", "table1", "--jobs", "0"}, "--jobs: '0'"},
      {{"reproduce", "table1", "--json", "/no/such/folder/t.json"}, "/no/such/folder/t.json"},
  };
  return kTable;
}

TEST(BadCommandLine, GetsOneLineAndExitCode2) {
  for (const auto& bad : bad_command_lines()) {
    std::string typed = "touchstone";
    for (const auto& argument : bad.arguments) typed += " '" + argument + "'";
    SCOPED_TRACE(typed);
    expect_one_line_refusal(run_touchstone(bad.arguments), bad.says);
  }
}

TEST(BadInput, ThereAreThreeHundredOfThem) {
  EXPECT_GE(bad_command_line_count() + bad_case_file_count(), 300U);
  RecordProperty("command lines", static_cast<int>(bad_command_line_count()));
  RecordProperty("case files", static_cast<int>(bad_case_file_count()));
}

TEST(BadOutput, AFailingFileLeavesAnEarlierResultAlone) {
  const ScratchFolder folder;
  const std::string out = folder.write("out.json", "an earlier result");
  expect_one_line_refusal(run_touchstone({"ask", "/no/such/file.json", "--json", out}), "no/such");
  EXPECT_EQ(read_text(out), "an earlier result");
}

}  // namespace

std::size_t bad_command_line_count() { return bad_command_lines().size(); }

}  // namespace touchstone
