// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// The project's rules as functions over source text, so that a test can show each of them failing on a bad snippet.
/// They read, they never run anything.
namespace gatelab::rules {

/// A source file: its path from the root of the project, with '/', and its text.
struct SourceFile {
    std::string path;
    std::string text;
};

struct Finding {
    std::string path;
    int line = 0;  ///< 0: the whole file
    std::string what;
};
using Findings = std::vector<Finding>;

/// One rule: all files at once, because some rules compare them.
struct Rule {
    const char* name;
    Findings (*check)(const SourceFile& file);
};

/// Every rule that looks at one file at a time.
const std::vector<Rule>& rules();

/// Types of one name in two headers of core and ui: libraries that are opened together (RTLD_GLOBAL) would take the
/// one's functions for the other's.
Findings typesOfOneName(const std::vector<SourceFile>& files);

/// Classes of app, core and ui whose members are written in two .cpp files: one that is too long for one file wants an
/// object inside it.
Findings classesOfTwoFiles(const std::vector<SourceFile>& files);

/// Folders of the product with more than 30 units (a unit: the .h and .cpp of one name).
Findings crowdedFolders(const std::vector<SourceFile>& files);

/// Folders whose C++ has more lines than `budget` allows: lines of "folder lines", # begins a comment; a file counts
/// for the longest folder that it lies in.
Findings overBudget(const std::vector<SourceFile>& files, const std::string& budget);

/// Functions of the product, outside of classes, of more than 80 lines.
Findings longFunctions(const SourceFile& file);

/// Settings (text members of ExperimentConfig) that product files outside core/config compare with a literal.
Findings settingsComparedAsText(const SourceFile& file);

/// Files and members (`Type::member`) that a comment names and that are not there.
Findings namesThatAreNot(const std::vector<SourceFile>& files);

/// Sources of more than 150 lines that no test holds: none is called tst_ and its name, and none names its path in the
/// comment at its head, "Holds core/step/split_pass.cpp."; and paths named there that are no sources. Tests of
/// tests/bench hold nothing.
Findings sourcesWithoutTest(const std::vector<SourceFile>& files);

/// Lines that a merge put between two versions.
Findings unfinishedMerges(const SourceFile& file);

/// C++ text with comments and the contents of string literals blanked; lines stay where they are.
std::string withoutCommentsAndTexts(const std::string& text);

/// All sources of the project: app, core, ui, tests, resources (code only), build files.
std::vector<SourceFile> readProject(const std::filesystem::path& root);

/// All pages and tables beside them: Markdown, translations, JSON, lists.
std::vector<SourceFile> readPages(const std::filesystem::path& root);

std::string print(const Findings& findings);

}  // namespace gatelab::rules
