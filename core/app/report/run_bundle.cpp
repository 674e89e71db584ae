// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_bundle.h"

#include "data/data_identity.h"
#include "io/archive_file.h"
#include "io/archive_writer.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "store/data_for_run.h"
#include "store/record/run_files.h"
#include "store/record/run_folder.h"
#include "store/run_command.h"
#include "store/run_numbers.h"
#include "store/run_weights.h"
#include "store/workspace_care.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

namespace gatelab {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
/// With names by their order: those of a file of others may be a million.
using ReadJson = nlohmann::json;

constexpr const char *kList = "bundle.json", *kRuns = "runs/", *kData = "data/";
constexpr int kFormat = 1;
constexpr std::uint64_t kListBytes = 64 << 20;
constexpr std::size_t kNameDigits = 32;

Error corrupt(const fs::path& file, Phrase why) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Bundle", "'%1' cannot be opened: %2; nothing of that run was kept"),
             {file.string(), std::move(why)}}};
}

/// Removes a folder at the end of its life.
struct Staging {
    explicit Staging(fs::path where) : folder(std::move(where)) {}
    ~Staging() { (void)removePath(folder).ok(); }
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    fs::path folder;
};

/// Every file below a folder, by its name in the archive.
std::vector<ArchiveSource> filesIn(const fs::path& folder, const std::string& prefix) {
    std::vector<ArchiveSource> files;
    std::error_code failed;
    for (fs::recursive_directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed))
        if (at->is_regular_file(failed) && !at->is_symlink(failed))
            files.push_back({prefix + fs::relative(at->path(), folder, failed).generic_string(), at->path()});
    std::ranges::sort(files, {}, &ArchiveSource::name);
    return files;
}

/// A plain way down from the archive's top: no empty part, none that leads up, nothing but letters, digits and . _ - +.
bool isPlainName(const std::string& name) {
    std::string part;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const char c = i < name.size() ? name[i] : '/';
        if (c != '/') {
            const bool isKnown = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                                 std::string_view("._-+").find(c) != std::string_view::npos;
            if (!isKnown) return false;
            part += c;
            continue;
        }
        if (part.empty() || part == "." || part == "..") return false;
        part.clear();
    }
    return true;
}

/// One run, as bundle.json tells it.
Json told(Workspace& workspace, const RunSummary& run) {
    const fs::path folder = runFolderIn(workspace.folder(), run.id);
    const auto parent = run.parent.empty() ? Result<RunSummary>(Error{}) : workspace.run(run.parent);
    return {{"id", run.id},
            {"number", run.number},
            {"name", run.name},
            {"command", reproduceCommand(run, parent.ok() ? &*parent : nullptr, workspace.folder())},
            {"data", run.config->dataPath},
            {"data_sha256", identityOf(folder).data}};
}

/// The run's data file under a name of the bundle; empty: it has none, or it is not there.
std::string bundledData(const fs::path& folder, const RunSummary& run, std::vector<ArchiveSource>& sources) {
    const fs::path data = withKeptData(run.config, folder).dataPath;
    std::error_code failed;
    if (data.empty() || !fs::is_regular_file(data, failed)) return {};
    const auto known = std::ranges::find(sources, data, &ArchiveSource::file);
    if (known != sources.end()) return known->name;
    const std::string name = kData + std::to_string(sources.size()) + data.extension().string();
    if (!isPlainName(name)) return {};
    sources.push_back({name, data});
    return name;
}

struct BundleList {
    ReadJson json;
    std::map<std::string, std::string> hashes;  ///< of every file, by name
};

/// Part of a file's name is made of it.
bool isSha256(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Result<BundleList> readList(const fs::path& file) {
    const auto text = readMember(file, kList, {}, {.bytes = kListBytes});
    if (!text.ok()) return text.error();
    BundleList list{tryParseJson<ReadJson>(*text), {}};
    const auto isText = [](const ReadJson& json, const char* key) {
        return json.contains(key) && json[key].is_string();
    };
    const ReadJson& json = list.json;
    bool isWhole = json.is_object() && json.value("format", ReadJson()).is_number_integer() && json.contains("runs") &&
                   json["runs"].is_array() && json.contains("files") && json["files"].is_array();
    if (isWhole && json["format"] != kFormat)
        return corrupt(file, GATELAB_TEXT("Bundle", "it is of a newer version of Gatelab"));
    for (std::size_t i = 0; isWhole && i < json["runs"].size(); ++i) {
        const ReadJson& run = json["runs"][i];
        isWhole = run.is_object() && isText(run, "id") && isPlainName(run["id"].get<std::string>()) &&
                  run["id"].get<std::string>().find('/') == std::string::npos && isText(run, "data_file");
    }
    for (std::size_t i = 0; isWhole && i < json["files"].size(); ++i) {
        const ReadJson& one = json["files"][i];
        isWhole = one.is_object() && isText(one, "name") && isText(one, "sha256") &&
                  isPlainName(one["name"].get<std::string>()) && isSha256(one["sha256"].get<std::string>());
        if (isWhole) list.hashes[one["name"].get<std::string>()] = one["sha256"].get<std::string>();
    }
    if (!isWhole) return corrupt(file, GATELAB_TEXT("Bundle", "its list of files is damaged"));
    return list;
}

/// Unpacks one file and holds it against what the list says.
Result<> unpackChecked(const fs::path& bundle, const std::string& name, const std::string& hash, const fs::path& target,
                       const Progress& progress) {
    if (auto made = makeFolders(target.parent_path()); !made.ok()) return made;
    if (auto unpacked = unpackFile(bundle, name, target, progress); !unpacked.ok()) return unpacked;
    const auto found = sha256File(target);
    if (!found.ok()) return found.error();
    if (*found != hash) return corrupt(bundle, {GATELAB_TEXT("Bundle", "%1 is damaged"), {name}});
    return {};
}

class BundleOpening {
public:
    BundleOpening(Workspace& workspace, const fs::path& file, const BundleList& list, const Progress& progress)
        : workspace_(workspace), file_(file), list_(list), progress_(progress) {}

    Result<> run(const ReadJson& told, OpenedBundle& opened) {
        const std::string id = told["id"];
        const fs::path target = runFolderIn(workspace_.folder(), id);
        std::error_code failed;
        if (fs::exists(target, failed)) {
            opened.known.push_back(id);
            return {};
        }
        const auto number = RunNumbers(workspace_.folder()).give();
        if (!number.ok()) return number.error();
        if (auto made = makeFolders(target.parent_path()); !made.ok()) return made;
        auto published = publishFolderDurably(target, [&](const fs::path& folder) -> Result<> {
            if (auto filled = fill(kRuns + id + "/", folder); !filled.ok()) return filled;
            if (run_files::readId(folder) != id)
                return corrupt(file_, GATELAB_TEXT("Bundle", "the record in it is of another run"));
            if (auto kept = data(told, folder, opened); !kept.ok()) return kept;
            return run_files::writeNumber(folder, *number);
        });
        if (!published.ok()) return published;
        if (auto listed = workspace_.refresh(id); !listed.ok()) return listed;
        opened.runs.push_back(id);
        return {};
    }

private:
    Result<> fill(const std::string& prefix, const fs::path& folder) {
        bool isEmpty = true;
        for (const auto& [name, hash] : list_.hashes) {
            if (!name.starts_with(prefix)) continue;
            isEmpty = false;
            if (name == prefix + kKeptDataName) continue;  // of the sender's workspace
            if (auto done = unpackChecked(file_, name, hash, folder / name.substr(prefix.size()), watch()); !done.ok())
                return done;
            ++unpacked_;
        }
        return isEmpty ? Result<>(corrupt(file_, GATELAB_TEXT("Bundle", "a run that it names is not in it")))
                       : Result<>();
    }
    /// The data lie in the workspace and nowhere else: where the sender had them is the sender's affair.
    Result<> data(const ReadJson& told, const fs::path& run, OpenedBundle& opened) {
        const std::string name = told["data_file"];
        const fs::path expected = run_files::readRecord(run).config->dataPath;
        if (expected.empty()) return {};
        const auto hash = list_.hashes.find(name);
        std::error_code failed;
        if (!name.starts_with(kData) || hash == list_.hashes.end()) {
            if (!fs::exists(expected, failed))
                opened.notes.push_back({GATELAB_TEXT("Bundle", "its data are not in the bundle; put the file at '%1'"),
                                        {expected.string()}});
            return {};
        }
        const std::string trained = identityOf(run).data;
        if (!trained.empty() && !isIdentityOf(hash->second, trained)) {
            opened.notes.push_back({GATELAB_TEXT("Bundle",
                                                 "the data in the bundle are not all that it was trained on, and were "
                                                 "left out; it reads '%1'"),
                                    {expected.string()}});
            return {};
        }
        // Named by its contents: two bundles may bring the same file.
        const std::string file = hash->second.substr(0, kNameDigits) + fs::path(name).extension().string();
        if (auto kept = keep(name, hash->second, workspace_.folder() / kData / file); !kept.ok()) return kept;
        return keepDataName(run, file);
    }
    Result<> keep(const std::string& name, const std::string& hash, const fs::path& place) {
        std::error_code failed;
        if (fs::is_regular_file(fs::symlink_status(place, failed)))
            if (const auto there = sha256File(place); there.ok() && *there == hash) return {};
        if (auto made = makeFolders(place.parent_path()); !made.ok()) return made;
        return publishDurably(place, [&](const fs::path& temporary) -> Result<> {
            if (auto gone = removePath(temporary); !gone.ok()) return gone;
            return unpackChecked(file_, name, hash, temporary, watch());
        });
    }
    [[nodiscard]] Progress watch() const {
        return [this](double) {
            return !progress_ || progress_(static_cast<double>(unpacked_) /
                                           static_cast<double>(std::max<std::size_t>(1, list_.hashes.size())));
        };
    }

    Workspace& workspace_;
    const fs::path& file_;
    const BundleList& list_;
    const Progress& progress_;
    std::size_t unpacked_ = 0;
};

}  // namespace

Result<std::vector<std::string>> writeBundle(Workspace& workspace, const std::vector<std::string>& ids, bool withData,
                                             const fs::path& file, const Progress& progress) {
    const Staging staging(file.parent_path() / (std::string(kTemporaryPrefix) + file.filename().string()));
    if (auto made = makeFolders(staging.folder); !made.ok()) return made.error();
    std::vector<ArchiveSource> data, sources;
    std::vector<std::string> left;
    Json list{{"format", kFormat}, {"runs", Json::array()}, {"files", Json::array()}};
    for (const std::string& id : ids) {
        const auto run = workspace.run(id);
        if (!run.ok()) return run.error();
        const fs::path copy = staging.folder / id;
        if (auto copied = copyRun(runFolderIn(workspace.folder(), id), copy, progress, left); !copied.ok())
            return copied.error();
        Json one = told(workspace, *run);
        one["data_file"] = withData ? bundledData(runFolderIn(workspace.folder(), id), *run, data) : std::string();
        list["runs"].push_back(std::move(one));
        for (ArchiveSource& source : filesIn(copy, kRuns + id + "/")) sources.push_back(std::move(source));
    }
    sources.insert(sources.end(), data.begin(), data.end());
    for (const ArchiveSource& source : sources) {
        const auto hash = sha256File(source.file);
        if (!hash.ok()) return hash.error();
        list["files"].push_back({{"name", source.name}, {"sha256", *hash}});
    }
    const fs::path listed = staging.folder / kList;
    if (auto written = writeNewFile(listed, list.dump(1, ' ', false, Json::error_handler_t::replace)); !written.ok())
        return written.error();
    sources.insert(sources.begin(), {kList, listed});
    if (auto written = writeZip(file, sources, progress); !written.ok()) return written.error();
    return left;
}

Result<OpenedBundle> openBundle(Workspace& workspace, const fs::path& file, const Progress& progress) {
    const auto list = readList(file);
    if (!list.ok()) return list.error();
    OpenedBundle opened;
    BundleOpening opening(workspace, file, *list, progress);
    for (const ReadJson& told : list->json["runs"])
        if (auto done = opening.run(told, opened); !done.ok()) return done.error();
    return opened;
}

}  // namespace gatelab
