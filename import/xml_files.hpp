// SPDX-License-Identifier: GPL-3.0-or-later
// XML files and their attributes, with the file and line of everything that is wrong.
#pragma once

#include <tinyxml2.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/vector.hpp"

namespace touchstone {

using XmlElement = tinyxml2::XMLElement;

/// Numbers with blanks between them. Rejects anything else, infinities and NaN; messages begin with
/// `place`.
std::vector<double> numbers_of(std::string_view text, const std::string& place);

/// Whether a boolean of SDF is "true" in any case, or "1".
bool says_true(const std::string& text);

/// A file and those that it includes.
class XmlFiles {
 public:
  /// Parses `text`, the file `name`. Rejects, with the line: what is no XML; DOCTYPE and entities.
  XmlFiles(const std::string& text, const std::string& name);

  const XmlElement& root() const { return *first_->root; }
  /// "scene.xml: line 12".
  std::string place(const XmlElement& element) const;
  /// place() and what is wrong there.
  [[noreturn]] void reject_at(const XmlElement& element, const std::string& rule) const;
  /// The children of an element. In place of <include file="..."/> stand the children of that
  /// file's root; its path begins in the folder of the first file. Rejects a file that includes
  /// itself, and more than 32 files or 500 elements in each other.
  std::vector<const XmlElement*> children(const XmlElement& element);
  /// A path as an element has it, from the folder of the first file.
  std::string path_from(const std::string& path) const;

 private:
  struct File {
    std::string name;
    const File* includer = nullptr;
    std::size_t files_above = 0, elements_above = 0;
    tinyxml2::XMLDocument document;
    const XmlElement* root = nullptr;
  };
  const File& open(const std::string& text, const std::string& name, const File* includer = nullptr,
                   std::size_t depth = 0);
  const File& included(const XmlElement& element);

  std::map<const tinyxml2::XMLDocument*, std::unique_ptr<File>> files_;
  std::map<const XmlElement*, const File*> inclusions_;
  const File* first_ = nullptr;
};

/// The attributes of one element, or else those of its defaults.
class XmlAttributes {
 public:
  using Defaults = std::map<std::string, std::string>;
  XmlAttributes(const XmlFiles& files, const XmlElement& element,
                const Defaults* defaults = nullptr)
      : files_(&files), element_(&element), defaults_(defaults) {}

  /// Whether the element itself has it.
  bool has_own(const char* key) const { return element_->Attribute(key) != nullptr; }
  std::optional<std::string> text(const char* key) const;
  std::string text_or(const char* key, const std::string& otherwise) const {
    return text(key).value_or(otherwise);
  }
  bool is_true(const char* key) const { return says_true(text_or(key, "")); }
  /// So many numbers, or at least `least` of them; empty where there is no such attribute.
  std::vector<double> numbers(const char* key, std::size_t least, std::size_t most) const;
  std::optional<Vec3> vector(const char* key) const;
  double number_or(const char* key, double otherwise) const;
  const XmlElement& element() const { return *element_; }

 private:
  const XmlFiles* files_;
  const XmlElement* element_;
  const Defaults* defaults_;
};

}  // namespace touchstone
