// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/xml_files.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "import/rejection.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxFiles = 1000;  ///< inclusions; each may include others several times
// Walks recurse: a stack of 8 MB holds several times as many.
constexpr std::size_t kMaxFileDepth = 32;
constexpr std::size_t kMaxElementDepth = 500;

}  // namespace

std::vector<double> numbers_of(std::string_view text, const std::string& place) {
  if (text.find("${") != text.npos) {
    reject(place + ": ${...} is xacro, which is not read: xacro FILE > robot.urdf expands it");
  }
  std::vector<double> numbers;
  const char* const end = text.data() + text.size();
  const auto is_blank = [](char c) { return std::strchr(" \t\r\n", c) != nullptr && c != '\0'; };
  for (const char* at = text.data(); at != end;) {
    if (is_blank(*at)) {
      ++at;
      continue;
    }
    double x = 0;
    if (*at == '+') ++at;
    const auto [next, error] = std::from_chars(at, end, x);
    const bool whole = next == end || is_blank(*next);
    if (error != std::errc() || !whole || !std::isfinite(x)) {
      reject(place + ": '" + shortened_message(std::string(at, end)) + "' is not a number");
    }
    numbers.push_back(x);
    at = next;
  }
  return numbers;
}

XmlFiles::XmlFiles(const std::string& text, const std::string& name) { first_ = &open(text, name); }

const XmlFiles::File& XmlFiles::open(const std::string& text, const std::string& name,
                                     const File* includer, std::size_t depth) {
  if (files_.size() >= kMaxFiles) reject(name + ": includes more than 1000 files");
  auto file = std::make_unique<File>();
  file->name = name;
  file->includer = includer;
  file->files_above = includer == nullptr ? 0 : includer->files_above + 1;
  file->elements_above = depth;
  const std::size_t entity = text.find("<!DOCTYPE");
  if (entity != std::string::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(entity), '\n');
    reject(name + ": line " + std::to_string(line) + ": DOCTYPE and entities are not read");
  }
  tinyxml2::XMLDocument& document = file->document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    std::string kind = document.ErrorName();
    if (kind.starts_with("XML_ERROR_")) kind.erase(0, std::strlen("XML_ERROR_"));
    reject(name + ": line " + std::to_string(document.ErrorLineNum()) + ": is no XML (" + kind +
           ")");
  }
  file->root = document.RootElement();
  if (file->root == nullptr) reject(name + ": holds no element");
  return *files_.emplace(&document, std::move(file)).first->second;
}

std::string XmlFiles::place(const XmlElement& element) const {
  return files_.at(element.GetDocument())->name + ": line " + std::to_string(element.GetLineNum());
}

void XmlFiles::reject_at(const XmlElement& element, const std::string& rule) const {
  reject(place(element) + ": " + rule);
}

std::string XmlFiles::path_from(const std::string& path) const {
  return (std::filesystem::path(first_->name).parent_path() / path).string();
}

const XmlFiles::File& XmlFiles::included(const XmlElement& element) {
  const File*& known = inclusions_[&element];
  if (known != nullptr) return *known;
  const char* file = element.Attribute("file");
  if (file == nullptr) reject_at(element, "include has no file");
  const std::string path = path_from(file);
  const File* const includer = files_.at(element.GetDocument()).get();
  for (const File* above = includer; above != nullptr; above = above->includer) {
    if (std::filesystem::path(above->name).lexically_normal() ==
        std::filesystem::path(path).lexically_normal()) {
      reject_at(element, path + " includes itself");
    }
  }
  std::size_t depth = includer->elements_above;
  for (const auto* above = element.Parent(); above != nullptr; above = above->Parent()) ++depth;
  if (includer->files_above >= kMaxFileDepth) reject_at(element, "stands in more than 32 files");
  if (depth > kMaxElementDepth) reject_at(element, "stands in more than 500 elements");
  const auto text = read_input_file(path);
  if (!text) reject_at(element, text.reason());
  return *(known = &open(text.value(), path, includer, depth));
}

std::vector<const XmlElement*> XmlFiles::children(const XmlElement& element) {
  std::vector<const XmlElement*> found;
  for (const XmlElement* child = element.FirstChildElement(); child != nullptr;
       child = child->NextSiblingElement()) {
    if (std::strcmp(child->Name(), "include") != 0) {
      found.push_back(child);
      continue;
    }
    const auto inner = children(*included(*child).root);
    found.insert(found.end(), inner.begin(), inner.end());
  }
  return found;
}

bool says_true(const std::string& text) {
  const auto is_same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  };
  constexpr std::string_view kTrue = "true";
  return text == "1" || std::equal(text.begin(), text.end(), kTrue.begin(), kTrue.end(), is_same);
}

std::optional<std::string> XmlAttributes::text(const char* key) const {
  if (const char* own = element_->Attribute(key)) return own;
  if (defaults_ == nullptr) return std::nullopt;
  const auto found = defaults_->find(key);
  return found == defaults_->end() ? std::nullopt : std::optional(found->second);
}

std::vector<double> XmlAttributes::numbers(const char* key, std::size_t least,
                                           std::size_t most) const {
  const auto given = text(key);
  if (!given) return {};
  const std::string place = files_->place(*element_) + ": " + key;
  std::vector<double> found = numbers_of(*given, place);
  if (found.size() < least || found.size() > most) {
    reject(place + ": has " + std::to_string(found.size()) + " numbers, not " +
           std::to_string(least) + (least == most ? "" : " or more"));
  }
  return found;
}

std::optional<Vec3> XmlAttributes::vector(const char* key) const {
  const auto given = numbers(key, 3, 3);
  if (given.empty()) return std::nullopt;
  return Vec3(given[0], given[1], given[2]);
}

double XmlAttributes::number_or(const char* key, double otherwise) const {
  const auto given = numbers(key, 1, 1);
  return given.empty() ? otherwise : given.front();
}

}  // namespace touchstone
