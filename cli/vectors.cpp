// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone vectors`: makes and lints the files of pairs that others copy (docs/vectors.md).
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/runners/run_driver.hpp"
#include "harness/shrink/shrunk_record.hpp"
#include "harness/vectors/archive.hpp"
#include "harness/vectors/vector_file.hpp"
#include "reports/text_table.hpp"
#include "schema/input_file.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// The file whose C edition is committed.
constexpr const char* kFirstFile = "basic";
/// What the folder of an archive is named in it.
constexpr const char* kArchiveFolder = "portable";

struct VectorArguments : Arguments {
  Typed<std::string> place{"portable/vectors"};
  Typed<bool> write, list, c;
  Typed<std::string> tar;
  Typed<std::vector<std::string>> files;
  Typed<int> jobs{1};
};

std::string path_in(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

struct WrittenFile {
  std::string name;  ///< "basic"
  std::string path;
  std::string text;
  VectorFile file;
};

/// The questions of found.json, which are its own source, and more of them.
Result<std::vector<VectorQuestions::From>> found_questions(const std::string& folder,
                                                           const std::vector<std::string>& more) {
  std::vector<VectorQuestions::From> found;
  const std::string path = path_in(folder, "found.json");
  if (std::filesystem::exists(path)) {
    const auto text = read_input_file(path);
    if (!text) return text.error();
    const auto file = read_vectors(path, text.value());
    if (!file) return file.error();
    for (const VectorGroup& group : file.value().groups) {
      for (const VectorPair& pair : group.pairs) found.push_back({group.source, pair.question});
    }
  }
  for (const std::string& file : more) {
    const auto cases = read_case_file(file);
    if (!cases) return cases.error();
    for (const Case& c : cases.value()) {
      VectorQuestion question = question_of(c.pair);
      if (c.source.starts_with(kShrunkFrom)) {
        question.comment = c.source;
      } else {
        question.source = c.source;
        question.comment = c.id.substr(std::string("file:").size());
      }
      if (!joins_earlier(question, found)) found.push_back({"found", std::move(question)});
    }
  }
  return found;
}

/// All files, made anew.
Result<std::vector<WrittenFile>> made_files(const std::vector<VectorQuestions>& all,
                                            const std::string& folder, int jobs) {
  struct Place {
    std::size_t file, question;
  };
  std::vector<Place> places;
  for (std::size_t f = 0; f < all.size(); ++f) {
    for (std::size_t q = 0; q < all[f].questions.size(); ++q) places.push_back({f, q});
  }
  std::vector<std::vector<SolvedVector>> solved(all.size());
  std::optional<Error> refused;
  Progress progress("vectors", "pairs");
  run_items(
      {jobs, {}, progress.updates()}, places.size(), [] { return Oracle(); },
      [&](Oracle& oracle, std::size_t k) {
        return solve_vector(all[places[k].file].questions[places[k].question].question, oracle);
      },
      [&](std::size_t k, Result<SolvedVector> one) {
        if (one) {
          solved[places[k].file].push_back(std::move(one).value());
        } else if (!refused) {
          refused = Error{all[places[k].file].name + ": " + one.reason()};
        }
      });
  if (refused) return *refused;
  std::vector<WrittenFile> files;
  for (std::size_t f = 0; f < all.size(); ++f) {
    VectorFile file = assembled(all[f], std::move(solved[f]));
    files.push_back({all[f].name, path_in(folder, all[f].name + ".json"), vectors_document(file),
                     std::move(file)});
  }
  return files;
}

/// A line for each pair that is in two files.
std::vector<std::string> repeated_pairs(const std::vector<WrittenFile>& files) {
  std::vector<std::string> lines;
  std::map<std::string, std::string> file_of;  ///< by id
  for (const WrittenFile& file : files) {
    for (const VectorGroup& group : file.file.groups) {
      for (const VectorPair& pair : group.pairs) {
        const auto [other, is_new] = file_of.emplace(pair.id, file.path);
        if (is_new || other->second == file.path) continue;
        lines.push_back(file.path + ": pair " + pair.id + ": is in " + other->second + ", too");
      }
    }
  }
  return lines;
}

std::uint64_t pairs_of(const VectorFile& file, bool singles) {
  std::uint64_t count = 0;
  for (const VectorGroup& group : file.groups) {
    for (const VectorPair& pair : group.pairs) {
      count += pair.question.of.empty() == singles ? 0 : 1;
    }
  }
  return count;
}

std::string table_of(const std::vector<WrittenFile>& files) {
  TextTable table({"file", "doubles", "single\nprecision", "groups", "flags", "bytes"}, 1);
  std::array<std::uint64_t, 5> sum{};
  const auto add = [&](const std::string& name, const std::array<std::uint64_t, 5>& numbers) {
    std::vector<std::string> cells = {name};
    for (const std::uint64_t n : numbers) cells.push_back(count_text(n));
    table.add(cells);
  };
  for (const WrittenFile& one : files) {
    const std::array<std::uint64_t, 5> numbers = {pairs_of(one.file, false),
                                                  pairs_of(one.file, true), one.file.groups.size(),
                                                  one.file.flags.size(), one.text.size()};
    for (std::size_t k = 0; k < numbers.size(); ++k) sum[k] += numbers[k];
    add(one.name, numbers);
  }
  sum[3] = 0;  // files share flags
  add("all", sum);
  return table.text();
}

int write_files(const VectorArguments& arguments) {
  const std::string& folder = *arguments.place;
  const bool lists = *arguments.list;
  const bool every_c = *arguments.c;
  const int jobs = *arguments.jobs;
  const auto found = found_questions(folder, *arguments.files);
  if (!found) return fail("vectors: " + found.reason(), kExitBadInput);
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  std::vector<VectorQuestions> all;
  for (const std::string& name : vector_file_names()) {
    all.push_back(vector_questions(name, found.value()));
    if (all.back().questions.empty()) all.pop_back();
  }
  const auto made = made_files(all, folder, jobs);
  if (!made) return fail("vectors: " + made.reason(), kExitHarnessFailed);
  const auto repeated = repeated_pairs(made.value());
  if (!repeated.empty()) return fail("vectors: " + repeated.front(), kExitBadInput);
  for (const WrittenFile& one : made.value()) {
    if (lists) break;
    auto error = write_file(one.path, one.text);
    if (!error && (every_c || one.name == kFirstFile)) {
      error = write_file(path_in(folder, one.name + ".h"), vectors_header(one.name, one.file));
    }
    if (error) return fail(error->reason, kExitHarnessFailed);
  }
  std::cout << table_of(made.value());
  return kExitAsExpected;
}

/// The files to lint: that of the path, or all of a folder in the order of vector_file_names().
std::vector<std::string> linted_files(const std::string& place) {
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::string> files;
  for (const std::string& name : vector_file_names()) {
    const std::string path = path_in(place, name + ".json");
    if (std::filesystem::exists(path)) files.push_back(path);
  }
  return files;
}

/// The files of the paths as they are; what is wrong with them goes to `faults`, a line each.
Result<std::vector<WrittenFile>> linted(const std::vector<std::string>& paths, int jobs,
                                        std::vector<std::string>& faults) {
  std::vector<WrittenFile> files;
  for (const std::string& path : paths) {
    const auto text = read_input_file(path);
    if (!text) return text.error();
    auto read = read_vectors(path, text.value());
    if (!read) return read.error();
    const auto more = lint_vectors(path, text.value(), jobs);
    faults.insert(faults.end(), more.begin(), more.end());
    const std::filesystem::path header = std::filesystem::path(path).replace_extension(".h");
    const std::string name = std::filesystem::path(path).stem().string();
    if (std::filesystem::exists(header)) {
      const auto c = read_input_file(header.string());
      if (!c || c.value() != vectors_header(name, read.value())) {
        faults.push_back(header.string() + ": is not as vectors --write makes it");
      }
    }
    files.push_back({name, path, text.value(), std::move(read).value()});
  }
  const auto repeated = repeated_pairs(files);
  faults.insert(faults.end(), repeated.begin(), repeated.end());
  return files;
}

/// Whether others copy a file of this name: compilers and Python leave others beside it.
bool is_copied(const std::filesystem::path& path) {
  static const std::set<std::string> kExtensions = {".c",    ".cert", ".cpp", ".h",
                                                    ".json", ".md",   ".py",  ".v"};
  return kExtensions.contains(path.extension().string()) &&
         std::none_of(path.begin(), path.end(),
                      [](const auto& part) { return part.string().starts_with('.'); });
}

/// What an archive holds: the vectors with a C edition of each, and what stands in the folders
/// beside theirs.
Result<std::vector<ArchivedFile>> archived_files(const std::string& place,
                                                 const std::vector<WrittenFile>& vectors) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::canonical(place);
  const fs::path root = folder.parent_path();
  if (!fs::exists(root / "touchstone" / "judge.h")) {
    return Error{"--tar: " + place + ": has no ../touchstone/judge.h"};
  }
  const std::string top = std::string(kArchiveFolder) + "/";
  std::vector<ArchivedFile> files;
  for (const WrittenFile& one : vectors) {
    const std::string name = top + folder.filename().string() + "/" + one.name;
    files.push_back({name + ".json", one.text});
    files.push_back({name + ".h", vectors_header(one.name, one.file)});
  }
  for (auto entry = fs::recursive_directory_iterator(root); entry != end(entry); ++entry) {
    if (entry->path() == folder) entry.disable_recursion_pending();
    const fs::path relative = entry->path().lexically_relative(root);
    if (!entry->is_regular_file() || entry->is_symlink() || !is_copied(relative)) continue;
    const auto text = read_input_file(entry->path().string());
    if (!text) return text.error();
    files.push_back({top + relative.generic_string(), text.value()});
  }
  const auto by_path = [](const ArchivedFile& one, const ArchivedFile& other) {
    return one.path < other.path;
  };
  std::sort(files.begin(), files.end(), by_path);
  files.push_back({top + "SHA256SUMS", checksum_lines(files, kArchiveFolder)});
  std::sort(files.begin(), files.end(), by_path);
  for (const ArchivedFile& file : files) {
    if (file.path.size() > kMaxArchivePath) return Error{"--tar: " + file.path + ": is too long"};
  }
  return files;
}

int lint_files(const VectorArguments& arguments) {
  const std::string& place = *arguments.place;
  const std::string tar = std::filesystem::is_directory(place) ? *arguments.tar : "";
  const int jobs = *arguments.jobs;
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  const std::vector<std::string> paths = linted_files(place);
  if (paths.empty()) return fail("vectors: " + place + ": has no vectors", kExitBadInput);
  auto opened = OutputFile::open(tar);
  if (!opened) return fail(opened.reason(), kExitBadInput);
  OutputFile output = std::move(opened).value();
  std::vector<std::string> faults;
  const auto files = linted(paths, jobs, faults);
  if (!files) return fail("vectors: " + files.reason(), kExitBadInput);
  if (!faults.empty() || !output.wanted()) {
    for (const std::string& fault : faults) std::cout << fault << "\n";
    std::cout << table_of(files.value());
    return faults.empty() ? kExitAsExpected : kExitJudgedWrong;
  }
  const auto archived = archived_files(place, files.value());
  if (!archived) return fail("vectors: " + archived.reason(), kExitBadInput);
  return show(output, tar_archive(archived.value()), table_of(files.value()), kExitAsExpected,
              how_many(archived.value().size(), "file"));
}

int vectors(const VectorArguments& arguments) {
  return *arguments.write || *arguments.list ? write_files(arguments) : lint_files(arguments);
}

}  // namespace

void add_vectors(CommandLine& line) {
  Command command = line.command(
      "vectors", "Lints pairs with their exact truths that others copy (docs/vectors.md)");
  VectorArguments& a = command.runs(vectors);
  command.text("DIR", "", a.place, "The folder of the files, or one of them to lint");
  command.flag("--write", a.write, "Make all files anew");
  command.flag("--list", a.list, "Say what --write would make, and write nothing");
  command.flag("--c", a.c, "Write all files as C99 arrays, too").only("with --write");
  command.reads("--file", a.files, "Case file whose pairs join found.json (repeatable)")
      .only("with --write or --list");
  command
      .writes("--tar", a.tar,
              "Write what others copy as one archive: the folder above DIR, with C editions of all "
              "files and their SHA-256")
      .only("without --write and --list, of a folder");
  command.jobs(a.jobs);
}

}  // namespace touchstone
