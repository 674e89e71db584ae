// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/rules.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace gatelab::rules {

namespace {

constexpr std::ptrdiff_t kMaxUnits = 30, kMaxFunctionLines = 80, kMaxUnnamedLines = 150;

/// Long sources that are not held by any test, as few as possible. The program's main: tests make its window
/// themselves.
const std::set<std::string> kNotHeld = {"app/main.cpp"};

bool isCode(const std::string& path) { return path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".cu"); }
bool isProduct(const std::string& path) {
    return isCode(path) && (path.starts_with("app/") || path.starts_with("core/") || path.starts_with("ui/"));
}

std::int64_t linesOf(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

Findings crowdedFolders(const std::vector<SourceFile>& files) {
    std::map<std::string, std::set<std::string>> units;
    for (const SourceFile& file : files) {
        if (!isProduct(file.path)) continue;
        const std::size_t name = file.path.rfind('/'), type = file.path.rfind('.');
        units[file.path.substr(0, name)].insert(file.path.substr(name + 1, type - name - 1));
    }
    Findings found;
    for (const auto& [folder, names] : units)
        if (std::ssize(names) > kMaxUnits)
            found.push_back({folder, 0,
                             std::to_string(names.size()) + " units in one folder, of at most " +
                                 std::to_string(kMaxUnits) + ": it wants rooms"});
    return found;
}

Findings overBudget(const std::vector<SourceFile>& files, const std::string& budget) {
    std::map<std::string, std::int64_t> allowed, lines;
    std::istringstream in(budget);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string folder;
        std::int64_t count = 0;
        if (words >> folder && folder[0] != '#' && words >> count) allowed[folder] = count;
    }
    for (const SourceFile& file : files) {
        if (!isCode(file.path)) continue;
        // The longest folder of the table that the file lies in.
        std::string folder = file.path;
        while (!folder.empty() && !allowed.contains(folder)) {
            const std::size_t end = folder.rfind('/');
            folder = end == std::string::npos ? "" : folder.substr(0, end);
        }
        if (folder.empty()) return {{file.path, 0, "its folder has no line in the budget (tests/rules/budget.txt)"}};
        lines[folder] += linesOf(file.text);
    }
    Findings found;
    for (const auto& [folder, count] : lines)
        if (count > allowed[folder])
            found.push_back({folder, 0,
                             std::to_string(count) + " lines, and the budget allows " +
                                 std::to_string(allowed[folder]) + ": say less, or raise it (tests/rules/budget.txt)"});
    return found;
}

Findings longFunctions(const SourceFile& file) {
    static const std::regex kOther(
        R"(^(namespace|class|struct|union|enum|extern|using|template|HWY_|#|\}|const|constexpr|static|inline const).*)");
    Findings found;
    if (!isProduct(file.path)) return found;
    std::istringstream in(withoutCommentsAndTexts(file.text));
    int number = 0, begin = 0;
    bool isOpen = false;
    std::string head;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty()) continue;
        if (begin == 0 && std::isspace(static_cast<unsigned char>(line[0])) == 0 && line.find('(') != std::string::npos)
            head = line, begin = number, isOpen = false;
        if (begin == 0) continue;
        if (line.ends_with("{")) isOpen = true;
        const bool isEnd = line[0] == '}';
        if (isEnd && number - begin >= kMaxFunctionLines && !std::regex_match(head, kOther))
            found.push_back({file.path, begin,
                             "a function of " + std::to_string(number - begin + 1) + " lines, of at most " +
                                 std::to_string(kMaxFunctionLines)});
        if (isEnd || (!isOpen && (line.ends_with(";") || line.ends_with("}")))) begin = 0;  // its end, a declaration
    }
    return found;
}

Findings namesThatAreNot(const std::vector<SourceFile>& files) {
    static const std::regex kPath(R"((^|[^\w/."'.-])((?:[a-z_0-9]+/)*[a-z_][a-z_0-9]*\.(?:h|cpp|cu)\b))"),
        kMember(R"(\b([A-Z]\w+)::(~?\w+))");
    std::set<std::string> words, paths;
    for (const SourceFile& file : files) {
        if (!isCode(file.path)) continue;
        // By any part of its path: "core/nn/model.h", "nn/model.h", "model.h".
        for (std::string path = file.path;; path = path.substr(path.find('/') + 1)) {
            paths.insert(path);
            if (path.find('/') == std::string::npos) break;
        }
        const std::string code = withoutCommentsAndTexts(file.text);
        for (std::size_t at = 0; at < code.size();) {
            std::size_t end = at;
            while (end < code.size() && (std::isalnum(static_cast<unsigned char>(code[end])) != 0 || code[end] == '_'))
                ++end;
            if (end > at) words.insert(code.substr(at, end - at));
            at = end + 1;
        }
    }
    Findings found;
    for (const SourceFile& file : files) {
        if (!isCode(file.path) || file.path.starts_with("tests/rules/")) continue;  // its examples are wrong
        std::istringstream in(file.text);
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            const std::size_t at = line.find("//");
            if (at == std::string::npos || (at > 0 && line[at - 1] == ':')) continue;
            const std::string comment = line.substr(at);
            for (std::sregex_iterator it(comment.begin(), comment.end(), kPath), end; it != end; ++it)
                if (!paths.contains((*it)[2]))
                    found.push_back({file.path, number, "a comment names " + (*it)[2].str() + ", which is no file"});
            for (std::sregex_iterator it(comment.begin(), comment.end(), kMember), end; it != end; ++it)
                if (!words.contains((*it)[1]) ||
                    !words.contains((*it)[2].str()[0] == '~' ? (*it)[2].str().substr(1) : (*it)[2].str()))
                    found.push_back({file.path, number, "a comment names " + (*it)[0].str() + ", which is not there"});
        }
    }
    return found;
}

Findings sourcesWithoutTest(const std::vector<SourceFile>& files) {
    static const std::regex kSource(R"([^\w/]((app|core|ui)/[\w/]+\.(cpp|cu))\b)");
    const auto nameOf = [](const std::string& path) {
        const std::size_t name = path.rfind('/') + 1;
        return path.substr(name, path.rfind('.') - name);
    };
    std::set<std::string> sources, named;  // named: by a path, or by the name alone
    for (const SourceFile& file : files)
        if (isProduct(file.path) && !file.path.ends_with(".h")) sources.insert(file.path);
    Findings found;
    for (const SourceFile& file : files) {
        const std::string test = nameOf(file.path);
        if (!file.path.starts_with("tests/") || file.path.starts_with("tests/bench/") || !test.starts_with("tst_"))
            continue;
        named.insert(test.substr(4));
        std::istringstream in(file.text);
        int number = 0;
        for (std::string line; std::getline(in, line) && line.starts_with("//");) {
            ++number;
            for (std::sregex_iterator it(line.begin(), line.end(), kSource), end; it != end; ++it)
                if (!sources.contains(*named.insert((*it)[1]).first))
                    found.push_back({file.path, number, "it holds " + (*it)[1].str() + ", which is no source"});
        }
    }
    for (const SourceFile& file : files) {
        if (!sources.contains(file.path) || linesOf(file.text) <= kMaxUnnamedLines) continue;
        const bool isNamed = named.contains(file.path) || named.contains(nameOf(file.path));
        if (isNamed == kNotHeld.contains(file.path))
            found.push_back({file.path, 0,
                             isNamed ? "a test names it: it is no exception (tests/support/rules_sizes.cpp)"
                                     : "more than " + std::to_string(kMaxUnnamedLines) +
                                           " lines, and no test has its name or names it in its first comment"});
    }
    return found;
}

}  // namespace gatelab::rules
