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

/// What has that name; `none` where it cannot be looked at, and reading it says why.
std::filesystem::file_type type_of(const std::string& path) {
  std::error_code failed;
  return std::filesystem::status(path, failed).type();
}

bool is_there(const std::string& path) {
  return type_of(path) != std::filesystem::file_type::not_found;
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
  if (is_there(path)) {
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
      VectorQuestion question = question_of(c.pair());
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
  const bool every_c = !lists && *arguments.c;
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
  if (type_of(place) != std::filesystem::file_type::directory) return {place};
  std::vector<std::string> files;
  for (const std::string& name : vector_file_names()) {
    const std::string path = path_in(place, name + ".json");
    if (is_there(path)) files.push_back(path);
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
    const std::string header = std::filesystem::path(path).replace_extension(".h").string();
    const std::string name = std::filesystem::path(path).stem().string();
    if (is_there(header)) {
      const auto c = read_input_file(header);
      if (!c) return c.error();
      if (c.value() != vectors_header(name, read.value())) {
        faults.push_back(header + ": is not as vectors --write makes it");
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
  return kExtensions.contains(path.extension().string());
}

/// The files below a folder that others copy; a note says how many others there are, hidden ones
/// apart. Links and the like, which an archive would not have, are an error.
Result<std::vector<std::string>> copied_files(const std::string& root) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code failed;
  std::string at = root;
  std::string left;
  std::size_t left_count = 0;
  for (fs::recursive_directory_iterator entry(root, failed); !failed && entry != end(entry);
       entry.increment(failed)) {
    at = entry->path().string();
    const fs::file_type type = entry->symlink_status(failed).type();
    if (failed) break;
    if (entry->path().filename().string().starts_with('.')) {
      entry.disable_recursion_pending();
    } else if (type != fs::file_type::directory && type != fs::file_type::regular) {
      return Error{"--tar: " + at + ": is a link, or no file: an archive has files alone"};
    } else if (type == fs::file_type::regular) {
      if (is_copied(entry->path())) {
        paths.push_back(at);
      } else if (left_count++ == 0) {
        left = at;
      }
    }
  }
  if (failed) return Error{"--tar: " + at + ": cannot be read: " + failed.message()};
  if (left_count > 0) {
    print_note("--tar leaves out " + how_many(left_count, "file") + " of other kinds, as " + left);
  }
  return paths;
}

/// What an archive holds: the vectors with a C edition of each, and what stands in the folders
/// beside theirs.
Result<std::vector<ArchivedFile>> archived_files(const std::string& place,
                                                 const std::vector<WrittenFile>& vectors) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path folder = fs::canonical(place, failed);
  if (failed) return Error{"--tar: " + place + ": cannot be read: " + failed.message()};
  const fs::path root = folder.parent_path();
  if (!is_there((root / "touchstone" / "judge.h").string())) {
    return Error{"--tar: " + place + ": has no ../touchstone/judge.h"};
  }
  const std::string top = std::string(kArchiveFolder) + "/";
  std::map<std::string, std::string> text_of;  // by path
  for (const WrittenFile& one : vectors) {
    const std::string name = top + folder.filename().string() + "/" + one.name;
    text_of[name + ".json"] = one.text;
    text_of[name + ".h"] = vectors_header(one.name, one.file);
  }
  const auto paths = copied_files(root.string());
  if (!paths) return paths.error();
  for (const std::string& path : paths.value()) {
    const fs::path relative = fs::path(path).lexically_relative(root);
    const bool is_vectors = *relative.begin() == folder.filename();
    const auto [file, is_new] = text_of.emplace(top + relative.generic_string(), "");
    if (!is_new) continue;
    if (is_vectors) return Error{"--tar: " + path + ": vectors makes no such file"};
    if (auto error = assign(file->second, read_input_file(path))) return std::move(*error);
  }
  std::vector<ArchivedFile> files;
  for (auto& [path, text] : text_of) files.push_back({path, std::move(text)});
  const ArchivedFile sums{top + "SHA256SUMS", checksum_lines(files, kArchiveFolder)};
  files.insert(
      std::upper_bound(files.begin(), files.end(), sums,
                       [](const auto& one, const auto& other) { return one.path < other.path; }),
      sums);
  for (const ArchivedFile& file : files) {
    if (file.path.size() > kMaxArchivePath) return Error{"--tar: " + file.path + ": is too long"};
  }
  return files;
}

/// Whether an archive of the vectors would hold a file, which need not be there.
bool would_be_archived(const std::string& file, const std::string& place) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path root = fs::weakly_canonical(place, failed).parent_path();
  const fs::path inside = fs::weakly_canonical(file, failed).lexically_relative(root);
  return !failed && is_copied(file) && !inside.empty() && *inside.begin() != "..";
}

int lint_files(const VectorArguments& arguments) {
  const std::string& place = *arguments.place;
  const bool is_file = type_of(place) == std::filesystem::file_type::regular;
  const std::string tar = is_file ? "" : *arguments.tar;
  const int jobs = *arguments.jobs;
  if (const auto error = arguments.unread_option()) return fail(error->reason, kExitBadInput);
  const std::vector<std::string> paths = linted_files(place);
  if (paths.empty()) return fail("vectors: " + place + ": has no vectors", kExitBadInput);
  if (!tar.empty() && would_be_archived(tar, place)) {
    return fail("vectors: --tar: " + tar + ": is a file that is archived", kExitBadInput);
  }
  OutputFile output;
  if (const auto error = output.open(tar)) return fail(error->reason, kExitBadInput);
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
  return *arguments.list || *arguments.write ? write_files(arguments) : lint_files(arguments);
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
