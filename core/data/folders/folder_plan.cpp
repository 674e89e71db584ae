// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/folders/folder_plan.h"

#include "data/csv/words.h"
#include "data/readers.h"
#include "io/file_io.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace gatelab {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 16;
constexpr const char *kTestingList = "testing_list.txt", *kValidationList = "validation_list.txt";

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// What systems, Spark and this program put beside the files of a person.
bool isPassedOver(const std::string& name) {
    return name.starts_with('.') || name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini" ||
           name == "workspace.sqlite" || name == "_SUCCESS" || name == "_metadata" || name == "_common_metadata" ||
           name == "_delta_log" || name == kTestingList || name == kValidationList;
}

bool isNote(const fs::path& path) {
    const std::string name = lowered(path.filename().string());
    return name.starts_with("readme") || name.starts_with("license") || name.starts_with("licence") ||
           name.starts_with("changelog");
}

/// All files below a folder.
class FolderWalk {
public:
    FolderWalk(fs::path root, Progress progress) : root_(std::move(root)), progress_(std::move(progress)) {
        std::error_code unknown;
        real_ = fs::weakly_canonical(root_, unknown);
    }

    Result<> walk(const fs::path& folder, int depth) {
        std::error_code problem;
        std::vector<fs::directory_entry> entries;
        for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
            if (++seen_ % 256 == 0 && !report(progress_, -1))
                return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
            entries.push_back(*at);
        }
        if (problem)
            return Error{ErrorCode::Io,
                         {GATELAB_TEXT("Reading",
                                       "%1: this folder cannot be opened (%2); change its rights, or copy it to a "
                                       "folder of yours"),
                          {folder.string(), problem.message()}}};
        std::ranges::sort(entries, [](const fs::directory_entry& a, const fs::directory_entry& b) {
            return comesBefore(a.path().filename().string(), b.path().filename().string());
        });
        for (const fs::directory_entry& entry : entries)
            if (auto taken = take(entry, depth); !taken) return taken;
        return {};
    }

    void leave(LeftFile why, const fs::path& path) {
        std::string name = path.lexically_relative(root_).string();
        std::ranges::replace_if(
            name, [](char c) { return c == '\n' || c == '\r'; }, '?');
        if (left.size() < kMostLeftNamed) left.emplace_back(why, std::move(name));
        ++leftCount;
    }

    std::vector<fs::path> files;
    std::vector<std::pair<LeftFile, std::string>> left;
    std::int64_t leftCount = 0;

private:
    Result<> take(const fs::directory_entry& entry, int depth) {
        const fs::path& path = entry.path();
        const std::string name = path.filename().string();
        if (isPassedOver(name)) return {};
        std::error_code unknown;
        const bool isLink = entry.is_symlink(unknown), isFolder = entry.is_directory(unknown);
        if (name.find_first_of("\r\n") != std::string::npos) return leave(LeftFile::Name, path), Result<>();
        if (isLink && (isFolder || leadsOut(path))) return leave(LeftFile::Link, path), Result<>();
        if (isFolder && name.starts_with('_')) return leave(LeftFile::Aside, path), Result<>();
        if (isFolder && depth < kDeepest) return walk(path, depth + 1);
        if (!entry.is_regular_file(unknown) || readerByName(path) == nullptr || isNote(path))
            return leave(LeftFile::Unknown, path), Result<>();
        if (entry.file_size(unknown) == 0) return leave(LeftFile::Empty, path), Result<>();
        if (files.size() == kMostListed)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading", "%1 holds more than %2 files; open a part of it"),
                          {root_.string(), kMostListed}}};
        files.push_back(path);
        return {};
    }

    [[nodiscard]] bool leadsOut(const fs::path& link) const {
        std::error_code unknown;
        const fs::path target = fs::weakly_canonical(link, unknown).lexically_relative(real_);
        return unknown || target.empty() || *target.begin() == "..";
    }

    fs::path root_, real_;
    Progress progress_;
    std::size_t seen_ = 0;
};

/// The folders of a name relative to the root, outermost first.
std::vector<std::string> foldersOf(const fs::path& name) {
    std::vector<std::string> folders;
    for (const fs::path& piece : name.parent_path()) folders.push_back(piece.string());
    return folders;
}

std::optional<ListedPart> partOfName(const std::string& folder) {
    static const std::map<std::string, ListedPart> kNames = {
        {"train", ListedPart::Train},      {"training", ListedPart::Train},        {"val", ListedPart::Validation},
        {"valid", ListedPart::Validation}, {"validation", ListedPart::Validation}, {"dev", ListedPart::Validation},
        {"test", ListedPart::Test},        {"testing", ListedPart::Test}};
    const std::string name = lowered(folder);
    if (const auto found = kNames.find(name); found != kNames.end()) return found->second;
    if (name.ends_with("_train")) return ListedPart::Train;
    if (name.ends_with("_test")) return ListedPart::Test;
    return std::nullopt;
}

bool hasKey(const std::string& folder) {
    const std::size_t sign = folder.find('=');
    return sign != std::string::npos && sign > 0;
}

/// What is left of a name without the folder that all names begin with and that says nothing, "audio/yes/1.wav".
std::size_t commonFolders(const std::vector<std::vector<std::string>>& folders) {
    std::size_t common = 0;
    for (;; ++common) {
        const auto& first = folders.front();
        if (first.size() <= common || hasKey(first[common]) || partOfName(first[common])) return common;
        for (const auto& one : folders)
            if (one.size() <= common || one[common] != first[common]) return common;
    }
}

/// Names of files that are months or days, the same ones in every folder: series by their folders, no recordings.
bool areDatedAlike(const std::vector<fs::path>& files) {
    std::map<fs::path, std::set<std::string>> names;
    for (const fs::path& file : files) {
        std::string digits;
        for (const char c : file.stem().string())
            if (isDigit(c)) digits += c;
        if (!isDateName(digits)) return false;
        names[file.parent_path()].insert(file.filename().string());
    }
    return std::ranges::all_of(names, [&](const auto& one) { return one.second == names.begin()->second; });
}

/// The names in testing_list.txt and the like, as Speech Commands has them.
std::set<std::string> namesIn(const fs::path& list) {
    constexpr std::uint64_t kLargest = UINT64_C(64) << 20;
    std::set<std::string> names;
    const auto text = readFileBytes(list, kLargest);
    for (std::size_t at = 0; text && at < text->size();) {
        const std::size_t end = std::min(text->find_first_of("\r\n", at), text->size());
        if (end > at) names.insert(text->substr(at, end - at));
        at = end + 1;
    }
    return names;
}

void addListedParts(FileList& list) {
    const std::set<std::string> tested = namesIn(list.root / kTestingList),
                                validated = namesIn(list.root / kValidationList);
    if (tested.empty() && validated.empty()) return;
    for (ListedFile& file : list.files) {
        const std::string name = listedName(list, file);
        file.part = tested.contains(name)      ? ListedPart::Test
                    : validated.contains(name) ? ListedPart::Validation
                                               : ListedPart::Train;
    }
}

/// Class and part of each file by its folders; false: these are no recordings in folders of classes.
bool labelFiles(const std::vector<fs::path>& files, const std::vector<std::vector<std::string>>& folders,
                std::size_t common, std::vector<ListedFile>& labelled) {
    std::set<ListedPart> parts;
    std::set<std::string> labels;
    bool areParts = true;
    for (const auto& one : folders) {
        const auto part = one.size() > common ? partOfName(one[common]) : std::nullopt;
        areParts = areParts && part;
        if (part) parts.insert(*part);
    }
    areParts = areParts && parts.size() > 1;
    const std::size_t place = common + (areParts ? 1 : 0);
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (folders[i].size() <= place) return false;
        labels.insert(folders[i][place]);
        labelled.push_back(
            {files[i], {}, folders[i][place], areParts ? *partOfName(folders[i][common]) : ListedPart::None});
    }
    const Reader* const format = readerByName(files.front());
    const bool areSounds = format != nullptr && format->key == std::string_view("wav");
    if (!areSounds && files.size() < 2 * labels.size()) return false;
    return labels.size() > 1 && !std::ranges::all_of(labels, isDateName) && !areDatedAlike(files);
}

/// Those of the most frequent format; the others are left.
void keepMostFrequent(std::vector<fs::path>& files, FolderWalk& walk) {
    std::map<const Reader*, std::size_t> counts;
    for (const fs::path& file : files) ++counts[readerByName(file)];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    const Reader* const kept = most->first;
    std::erase_if(files, [&](const fs::path& file) {
        if (readerByName(file) == kept) return false;
        walk.leave(LeftFile::Beside, file);
        return true;
    });
}

std::vector<std::vector<std::string>> allFolders(const std::vector<fs::path>& files, const fs::path& root) {
    std::vector<std::vector<std::string>> folders;
    for (const fs::path& file : files) folders.push_back(foldersOf(file.lexically_relative(root)));
    return folders;
}

/// Files with keys; false: no folder is one.
bool takePartitions(FileList& list, FolderWalk& walk) {
    std::vector<fs::path> others;
    for (const fs::path& file : walk.files)
        if (std::ranges::any_of(foldersOf(file.lexically_relative(list.root)), hasKey))
            list.files.push_back({file, {}});
        else
            others.push_back(file);
    if (list.files.empty()) return false;
    for (const fs::path& file : others) walk.leave(LeftFile::Beside, file);
    list.kind = ListKind::Partitions;
    return true;
}

bool takeRecordings(FileList& list, FolderWalk& walk) {
    std::vector<fs::path> deep;
    const auto isTop = [&](const fs::path& file) { return file.parent_path() == list.root; };
    // What lies beside the folders is a list of them or the like where it is of another format.
    std::ranges::copy_if(walk.files, std::back_inserter(deep), [&](const fs::path& file) { return !isTop(file); });
    if (deep.empty()) return false;
    FolderWalk trial = walk;
    keepMostFrequent(deep, trial);
    const Reader* const format = readerByName(deep.front());
    if (std::ranges::any_of(walk.files,
                            [&](const fs::path& file) { return isTop(file) && readerByName(file) == format; }))
        return false;
    const auto folders = allFolders(deep, list.root);
    std::vector<ListedFile> labelled;
    if (!labelFiles(deep, folders, commonFolders(folders), labelled)) return false;
    for (const fs::path& file : walk.files)
        if (isTop(file)) trial.leave(LeftFile::Beside, file);
    walk = trial;
    list.kind = ListKind::Recordings;
    list.files = std::move(labelled);
    addListedParts(list);
    // Those to train with first: what only others hold is unknown to a network.
    std::ranges::stable_sort(list.files, {}, [](const ListedFile& file) { return file.part; });
    return true;
}

}  // namespace

bool isDateName(const std::string& name) {
    std::string digits;
    for (const char c : name)
        if (isDigit(c))
            digits += c;
        else if (c != '-' && c != '_')
            return false;
    const bool isLong = digits.size() == 4 || digits.size() == 6 || digits.size() == 8;
    return isLong && (digits.starts_with("19") || digits.starts_with("20"));
}

bool comesBefore(std::string_view a, std::string_view b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const auto number = [](std::string_view text, std::size_t& at) {
                while (at < text.size() && text[at] == '0') ++at;
                const std::size_t from = at;
                while (at < text.size() && isDigit(text[at])) ++at;
                return text.substr(from, at - from);
            };
            const std::string_view one = number(a, i), other = number(b, j);
            if (one.size() != other.size()) return one.size() < other.size();
            if (one != other) return one < other;
        } else {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
        }
    }
    if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
    return a < b;
}

std::vector<std::pair<std::string, std::string>> folderKeys(const fs::path& name) {
    std::vector<std::pair<std::string, std::string>> keys;
    const std::vector<std::string> folders = foldersOf(name);
    if (std::ranges::none_of(folders, hasKey)) {
        std::string all;
        for (const std::string& folder : folders) all += (all.empty() ? "" : "/") + folder;
        if (!all.empty()) keys.emplace_back("folder", all);
        return keys;
    }
    const auto decoded = [](std::string_view text) {
        std::string plain;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const auto digit = [&](std::size_t at) {
                constexpr std::string_view kDigits = "0123456789abcdef";
                return at < text.size() ? kDigits.find(static_cast<char>(text[at] | 0x20)) : std::string_view::npos;
            };
            if (text[i] == '%' && digit(i + 1) < 16 && digit(i + 2) < 16) {
                plain += static_cast<char>(digit(i + 1) * 16 + digit(i + 2));
                i += 2;
            } else {
                plain += text[i];
            }
        }
        return plain;
    };
    for (const std::string& folder : folders)
        if (hasKey(folder)) {
            const std::size_t sign = folder.find('=');
            keys.emplace_back(decoded(std::string_view(folder).substr(0, sign)),
                              decoded(std::string_view(folder).substr(sign + 1)));
        }
    return keys;
}

Result<FileList> planFolder(const fs::path& folder, const Progress& progress) {
    std::error_code ignored;
    FileList list{.root = fs::absolute(folder, ignored).lexically_normal(), .files = {}};
    if (!list.root.has_filename()) list.root = list.root.parent_path();
    FolderWalk walk(list.root, progress);
    if (auto walked = walk.walk(list.root, 0); !walked) return walked.error();
    if (walk.files.empty())
        return Error{
            ErrorCode::NotFound,
            {GATELAB_TEXT("Reading", "%1: no file of a format that is read is in this folder"), {folder.string()}}};
    const auto folders = allFolders(walk.files, list.root);
    for (std::size_t i = 0, common = commonFolders(folders); i < common; ++i) list.root /= folders.front()[i];
    if (!takePartitions(list, walk) && !takeRecordings(list, walk)) {
        const bool hasTop =
            std::ranges::any_of(walk.files, [&](const fs::path& file) { return file.parent_path() == list.root; });
        list.kind = hasTop ? ListKind::Together : ListKind::Partitions;
        for (const fs::path& file : walk.files)
            if (!hasTop || file.parent_path() == list.root)
                list.files.push_back({file, {}});
            else
                walk.leave(LeftFile::Beside, file);
    }
    list.left = std::move(walk.left), list.leftCount = walk.leftCount;
    return list;
}

bool holdsReadable(const fs::path& folder) {
    constexpr int kMostSeen = 4000, kLowest = 2;
    int seen = 0;
    std::error_code problem;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, problem);
    for (const fs::recursive_directory_iterator end; !problem && at != end && ++seen < kMostSeen;
         at.increment(problem)) {
        std::error_code unknown;
        const bool isHidden = isPassedOver(at->path().filename().string());
        if (at->is_directory(unknown) && (isHidden || at.depth() >= kLowest)) at.disable_recursion_pending();
        if (!isHidden && at->is_regular_file(unknown) && readerByName(at->path()) != nullptr && !isNote(at->path()))
            return true;
    }
    return false;
}

}  // namespace gatelab
