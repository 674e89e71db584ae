// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/rules.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

namespace gatelab::rules {

namespace {

bool inFolder(const std::string& path, const std::string& folder) { return path.starts_with(folder + "/"); }
bool isHeader(const std::string& path) { return path.ends_with(".h"); }
bool isCpp(const std::string& path) { return isHeader(path) || path.ends_with(".cpp") || path.ends_with(".cu"); }
bool isProduct(const std::string& path) {
    return isCpp(path) && (inFolder(path, "core") || inFolder(path, "ui") || inFolder(path, "app"));
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// Lines of `text` that match, as findings. One of `words` is in every line that can match: std::regex alone would take
/// a minute for the project.
void findLines(const SourceFile& file, const std::string& text, const std::vector<std::string>& words,
               const std::regex& pattern, const std::string& what, Findings& found) {
    const auto lines = linesOf(text);
    const auto worthALook = [&](const std::string& line) {
        return std::ranges::any_of(words,
                                   [&](const std::string& word) { return line.find(word) != std::string::npos; });
    };
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (worthALook(lines[i]) && std::regex_search(lines[i], pattern))
            found.push_back({file.path, static_cast<int>(i) + 1, what});
}

struct Include {
    int line;
    std::string target;  ///< with its quotes or angles
};

std::vector<Include> includesOf(const SourceFile& file) {
    static const std::regex kInclude(R"(^\s*#\s*include\s*([<"][^>"]+[>"]))");
    std::vector<Include> found;
    const auto lines = linesOf(file.text);
    std::smatch match;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].find("include") != std::string::npos && std::regex_search(lines[i], match, kInclude))
            found.push_back({static_cast<int>(i) + 1, match[1]});
    return found;
}

/// Layers of core: an include may point to the same or a lower number. cuda stands beside them: only its own folder
/// includes it.
std::optional<int> layerOf(const std::string& folder) {
    static const std::vector<std::vector<std::string>> kOrder = {{"base"},
                                                                 {"io"},
                                                                 {"config"},
                                                                 {"data", "device", "search", "xla"},
                                                                 {"baselines"},
                                                                 {"run"},
                                                                 {"inspect", "store"},
                                                                 {"kernels"},
                                                                 {"nn"},
                                                                 {"ranks"},
                                                                 {"plan"},
                                                                 {"batch"},
                                                                 {"step"},
                                                                 {"observe", "forecast"},
                                                                 {"train"},
                                                                 {"replay", "lab", "lesson", "compress"},
                                                                 {"verdict"},
                                                                 {"session"},
                                                                 {"export", "engine"},
                                                                 {"app"},
                                                                 {"cuda", "arrow"}};
    for (std::size_t i = 0; i < kOrder.size(); ++i)
        if (std::ranges::find(kOrder[i], folder) != kOrder[i].end()) return static_cast<int>(i);
    return std::nullopt;
}

/// The floors of ui, in the same way; the folders of pages are one floor.
std::optional<int> floorOf(const std::string& folder) {
    static const std::vector<std::string> kFloors = {"common", "widgets", "charts", "runs",  "measure",
                                                     "form",   "models",  "pages",  "window"};
    const auto found = std::find(kFloors.begin(), kFloors.end(), folder);
    return found == kFloors.end() ? std::nullopt : std::optional(static_cast<int>(found - kFloors.begin()));
}

Findings includesBetweenFloors(const SourceFile& file) {
    Findings found;
    if (!inFolder(file.path, "ui") || !isCpp(file.path) || file.path == "ui/qt_pch.h") return found;
    const auto folderOf = [](const std::string& path) { return path.substr(0, path.find('/')); };
    const std::string from = folderOf(file.path.substr(3));
    const auto floor = floorOf(from);
    if (!floor)
        return {{file.path, 0, "ui/" + from + " has no place in the order of ui's floors (tests/support/rules.cpp)"}};
    for (const Include& include : includesOf(file))
        if (const auto target =
                include.target.starts_with('"') ? floorOf(folderOf(include.target.substr(1))) : std::nullopt;
            target && *target > *floor)
            found.push_back({file.path, include.line,
                             "ui/" + from + " includes " + include.target + ", which stands on a higher floor"});
    return found;
}

Findings includeDirections(const SourceFile& file) {
    if (inFolder(file.path, "ui")) return includesBetweenFloors(file);
    Findings found;
    static const std::regex kCoreFolder(R"(^core/([a-z_]+)/)");
    static const std::regex kTarget(R"re(^"([a-z_]+)/[^"]+"$)re");
    std::smatch match;
    if (!std::regex_search(file.path, match, kCoreFolder) || !isCpp(file.path)) return found;
    const std::string from = match[1];
    const auto layer = layerOf(from);
    if (!layer)
        return {
            {file.path, 0, "core/" + from + " has no place in the order of core's folders (tests/support/rules.cpp)"}};
    for (const Include& include : includesOf(file)) {
        if (!std::regex_match(include.target, match, kTarget)) continue;
        const std::string to = match[1];
        const auto target = layerOf(to);
        if (!target)
            found.push_back(
                {file.path, include.line, "core includes " + include.target + ", which is no folder of core"});
        else if (*target > *layer)
            found.push_back(
                {file.path, include.line, "core/" + from + " includes core/" + to + ", which stands to its right"});
    }
    return found;
}

/// A heavy dependency: what its headers look like and where they may be included.
struct Seam {
    const char* name;
    std::regex header;
    std::regex where;
};

const std::vector<Seam>& seams() {
    static const std::vector<Seam> kSeams = {
        {"Qt", std::regex(R"(^<(Q[A-Z]|Qt[A-Z]))"), std::regex(R"(^(ui/|app/main\.cpp|tests/))")},
        {"Qt Charts",
         std::regex(
             R"(^<(QtCharts|QChart|QAbstractAxis|QAbstractSeries|QValueAxis|QLogValueAxis|QDateTimeAxis|QXYSeries|QLineSeries|QLegend))"),
         std::regex(R"(^(ui/charts/|tests/))")},
        {"LibTorch", std::regex(R"(^<(torch|ATen|c10)/)"),
         std::regex(
             R"(^(core/(kernels|nn|ranks|plan|batch|step|observe|forecast|train|compress|replay|engine|cuda)/|tests/(engine|gpu|fake_gpu|bench|support)/))")},
        {"CUDA",
         std::regex(
             R"(^<(cuda|cudnn|cublas|cufft|curand|cusolver|cusparse|nccl|driver_types|vector_types)[a-zA-Z_0-9]*\.h)"),
         std::regex(R"(^core/cuda/)")},
        {"NVML", std::regex(R"(^<nvml)"), std::regex(R"(^core/device/nvml)")},
        {"PJRT", std::regex(R"(^<pjrt_)"), std::regex(R"(^core/xla/pjrt_plugin)")},
        {"Arrow", std::regex(R"(^<(arrow|parquet)/)"), std::regex(R"(^core/arrow/)")},
        {"zlib", std::regex(R"(^<zlib)"), std::regex(R"(^core/io/inflate)")},
        {"FFTW", std::regex(R"(^<fftw3)"), std::regex(R"(^core/data/look/fourier)")},
        {"HDF5", std::regex(R"(^<(hdf5|H5))"), std::regex(R"(^(core/io/hdf5(_file|/)|tests/))")},
        {"SQLite", std::regex(R"(^<(sqlite3|SQLiteCpp))"), std::regex(R"(^(core/io/database|tests/))")},
        {"OpenSSL", std::regex(R"(^<openssl/)"), std::regex(R"(^(core/io/|tests/))")},
        {"CLI11", std::regex(R"(^<CLI/)"), std::regex(R"(^app/)")},
        {"JSON without its guard", std::regex(R"(^<nlohmann/json\.hpp)"), std::regex(R"(^core/io/json/json\.h$)")},
        {"JSON", std::regex(R"(^(<nlohmann/|"io/json/json\.h))"),
         std::regex(
             R"(^(core/config/config_io|core/data/(tables/json_reader|cache/kept_(series|findings))|core/io/(json/|safetensors_|json_members|phrase_json)|core/run/[a-z_]+_json|core/store/|core/lab/|core/lesson/|core/app/(run_selection|report/run_bundle|trackers/json_values)|core/session/(worker_|slurm|kubernetes_|xla_memory)|app/worker|tests/))")},
    };
    return kSeams;
}

Findings heavySeams(const SourceFile& file) {
    Findings found;
    if (!isCpp(file.path)) return found;
    for (const Include& include : includesOf(file))
        for (const Seam& seam : seams())
            if (std::regex_search(include.target, seam.header) && !std::regex_search(file.path, seam.where))
                found.push_back({file.path, include.line,
                                 std::string(seam.name) + " is included outside its place: " + include.target});
    return found;
}

Findings writesOutsideTheFileLayer(const SourceFile& file) {
    Findings found;
    static const std::vector<std::string> kWords = {"ofstream",  "fstream",   "fopen", "QSaveFile", "H5Fcreate",
                                                    "WriteOnly", "ReadWrite", "O_",    "creat",     "QTemporaryFile"};
    static const std::regex kWrite(
        R"(\bofstream\b|\bstd::fstream\b|\bfopen\s*\(|\bQSaveFile\b|\bH5Fcreate\b|\bWriteOnly\b|\bQIODevice::ReadWrite\b|\bO_WRONLY\b|\bO_RDWR\b|\bO_CREAT\b|\bcreat\s*\(|\bQTemporaryFile\b)");
    if (!isProduct(file.path) || inFolder(file.path, "core/io")) return found;
    std::string code = withoutCommentsAndTexts(file.text);
    // Opened by the same words: a buffer in memory, the log that a child process writes.
    for (const std::string harmless : {"uffer.open(", "posix_spawn_file_actions_addopen("})
        for (std::size_t at = 0; (at = code.find(harmless, at)) != std::string::npos; at += harmless.size())
            code.replace(at, code.find('\n', at) - at, harmless);
    findLines(file, code, kWords, kWrite, "a file is opened for writing outside core/io", found);
    return found;
}

/// No line of code or comment has more than 120 characters. What stands in a raw string is somebody else's text.
Findings lineWidths(const SourceFile& file) {
    constexpr std::ptrdiff_t kMax = 120;
    if (!isCpp(file.path)) return {};
    std::string text = file.text;
    for (std::size_t at = 0; (at = text.find("R\"", at)) != std::string::npos; ++at) {
        const std::size_t open = text.find('(', at);
        if (open == std::string::npos) break;
        const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
        const std::size_t end = text.find(close, open);
        if (end == std::string::npos) break;
        std::string lines(static_cast<std::size_t>(std::count(text.begin() + open, text.begin() + end, '\n')), '\n');
        text.replace(open, end - open, lines);
    }
    Findings found;
    const auto lines = linesOf(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
        if (std::count_if(lines[i].begin(), lines[i].end(), isFirstByte) > kMax)
            found.push_back({file.path, static_cast<int>(i) + 1, "more than 120 characters in a line"});
    }
    return found;
}

Findings licenceLines(const SourceFile& file) {
    const auto lines = linesOf(file.text);
    // The one header of others, which NOTICE names.
    const bool isForeign = file.path == "resources/cmake/pjrt/pjrt_c_api.h";
    const std::string wanted =
        std::string("SPDX-License-Identifier: ") + (isForeign ? "Apache-2.0" : "GPL-3.0-or-later");
    for (std::size_t i = 0; i < std::min<std::size_t>(3, lines.size()); ++i)
        if (lines[i].find(wanted) != std::string::npos) return {};
    return {{file.path, 1, "no SPDX line at the top"}};
}

Findings leftovers(const SourceFile& file) {
    Findings found;
    // Assembled, so that this file does not find itself.
    static const std::vector<std::string> kNotes = {std::string("TO") + "DO", std::string("FIX") + "ME",
                                                    std::string("XX") + "X"};
    static const std::vector<std::string> kPlaces = {std::string("/wo") + "rk/", std::string("/ro") + "ot/",
                                                     std::string("/ho") + "me/"};
    static const std::regex kNote("\\b(" + kNotes[0] + '|' + kNotes[1] + '|' + kNotes[2] + ")\\b");
    static const std::regex kPlace("(^|[^A-Za-z0-9_.])(" + kPlaces[0] + '|' + kPlaces[1] + '|' + kPlaces[2] +
                                   "[a-z]+/)");
    findLines(file, file.text, kNotes, kNote, "a note to self; do it or file it", found);
    findLines(file, file.text, kPlaces, kPlace, "a path of one machine", found);
    return found;
}

Findings bannedCalls(const SourceFile& file) {
    Findings found;
    if (!isCpp(file.path)) return found;
    const std::string code = withoutCommentsAndTexts(file.text);
    static const std::regex kEvents(R"(\bprocessEvents\s*\()");
    static const std::regex kSleep(R"(\b(qSleep|qWait|sleep_for|sleep_until|msleep|usleep)\s*\()");
    static const std::regex kLocks(R"(\b(mutex|lock_guard|condition_variable|QMutex\w*|QWaitCondition)\b)");
    if (isProduct(file.path)) findLines(file, code, {"processEvents"}, kEvents, "processEvents", found);
    if (inFolder(file.path, "ui"))
        findLines(file, code, {"utex", "lock_guard", "ondition"}, kLocks,
                  "a lock in ui, which TSan does not see: core/base has Guarded, OrderedWork and RunningCount", found);
    if (inFolder(file.path, "tests/core") || inFolder(file.path, "tests/ui") || inFolder(file.path, "tests/engine"))
        findLines(file, code, {"leep", "qWait"}, kSleep, "a test that sleeps; wait for what it waits for", found);
    return found;
}

}  // namespace

Findings unfinishedMerges(const SourceFile& file) {
    Findings found;
    std::istringstream lines(file.text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        for (const char mark : {'<', '|', '>'})
            if (line.starts_with(std::string(7, mark)) && (line.size() == 7 || line[7] == ' '))
                found.push_back({file.path, number, "a merge was left unfinished"});
    }
    return found;
}

const std::vector<Rule>& rules() {
    static const std::vector<Rule> kRules = {
        {"include directions", includeDirections},
        {"heavy seams", heavySeams},
        {"writes", writesOutsideTheFileLayer},
        {"licence lines", licenceLines},
        {"leftovers", leftovers},
        {"banned calls", bannedCalls},
        {"line widths", lineWidths},
        {"function lengths", longFunctions},
        {"settings as text", settingsComparedAsText},
        {"unfinished merges", unfinishedMerges},
    };
    return kRules;
}

std::string withoutCommentsAndTexts(const std::string& text) {
    std::string out = text;
    enum class In { Code, Line, Block, Text, Character } in = In::Code;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const char c = out[i], next = i + 1 < out.size() ? out[i + 1] : '\0';
        // 1'000
        const bool separator =
            in == In::Code && c == '\'' && i > 0 && std::isalnum(static_cast<unsigned char>(out[i - 1])) != 0;
        if (c == '\n') {
            if (in == In::Line) in = In::Code;
        } else if (in == In::Code) {
            if (c == '/' && next == '/')
                in = In::Line;
            else if (c == '/' && next == '*')
                in = In::Block;
            else if (c == '"')
                in = In::Text;
            else if (c == '\'' && !separator)
                in = In::Character;
            if (in == In::Line || in == In::Block) out[i] = ' ';
        } else if (in == In::Block && c == '*' && next == '/') {
            out[i] = out[i + 1] = ' ';
            ++i;
            in = In::Code;
        } else if ((in == In::Text || in == In::Character) && c == '\\') {
            out[i] = ' ';
            if (next != '\n' && i + 1 < out.size()) out[++i] = ' ';
        } else if ((in == In::Text && c == '"') || (in == In::Character && c == '\'')) {
            in = In::Code;
        } else {
            out[i] = ' ';
        }
    }
    return out;
}

Findings typesOfOneName(const std::vector<SourceFile>& files) {
    static const std::regex type("^(?:struct|class|enum class) ([A-Z][A-Za-z0-9]*)(?: final)?(?: *:[^:].*)? *\\{");
    Findings found;
    std::map<std::string, std::string> first;
    for (const SourceFile& file : files) {
        if (!file.path.ends_with(".h") || !(file.path.starts_with("core/") || file.path.starts_with("ui/"))) continue;
        std::istringstream lines(withoutCommentsAndTexts(file.text));
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            std::smatch match;
            if (!std::regex_search(line, match, type)) continue;
            if (const auto [place, isNew] = first.try_emplace(match[1], file.path); !isNew)
                found.push_back({file.path, number, "the type " + match[1].str() + " is in " + place->second + " too"});
        }
    }
    return found;
}

Findings classesOfTwoFiles(const std::vector<SourceFile>& files) {
    static const std::regex member(R"(^[A-Za-z_][\w:<>,&* ]*?\b((?:[A-Z]\w*::)+)~?\w+\()");
    Findings found;
    std::map<std::string, std::string> first;
    for (const SourceFile& file : files) {
        if (!file.path.ends_with(".cpp") || file.path.starts_with("tests/")) continue;
        std::istringstream lines(withoutCommentsAndTexts(file.text));
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            std::smatch match;
            if (line.find("::") == std::string::npos || !std::regex_search(line, match, member)) continue;
            const std::string name = match[1].str().substr(0, match[1].str().size() - 2);
            if (const auto [place, isNew] = first.try_emplace(name, file.path); place->second != file.path)
                found.push_back({file.path, number, "members of " + name + " are in " + place->second + " too"});
        }
    }
    return found;
}

namespace {

std::vector<SourceFile> readFiles(const std::filesystem::path& root, bool (*wanted)(const std::filesystem::path&)) {
    namespace fs = std::filesystem;
    std::vector<SourceFile> files;
    const auto take = [&](const fs::directory_entry& entry) {
        if (!entry.is_regular_file() || !wanted(entry.path())) return;
        std::ifstream in(entry.path(), std::ios::binary);
        files.push_back({fs::relative(entry.path(), root).generic_string(), {std::istreambuf_iterator<char>(in), {}}});
    };
    for (const auto& entry : fs::directory_iterator(root)) take(entry);
    for (const char* folder : {"app", "core", "ui", "tests", "resources", ".ci"}) {
        if (!fs::exists(root / folder)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) take(entry);
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

}  // namespace

std::vector<SourceFile> readProject(const std::filesystem::path& root) {
    return readFiles(root, [](const std::filesystem::path& path) {
        const std::string name = path.filename().string(), type = path.extension().string();
        return type == ".h" || type == ".cpp" || type == ".cu" || type == ".py" || type == ".cmake" || type == ".sh" ||
               name == "CMakeLists.txt" || name == "run";
    });
}

std::vector<SourceFile> readPages(const std::filesystem::path& root) {
    return readFiles(root, [](const std::filesystem::path& path) {
        const std::string type = path.extension().string();
        return type == ".md" || type == ".ts" || type == ".json" || type == ".txt";
    });
}

std::string print(const Findings& findings) {
    std::string out;
    for (const Finding& finding : findings) {
        out += finding.path;
        if (finding.line > 0) out += ':' + std::to_string(finding.line);
        out += ": " + finding.what + '\n';
    }
    return out;
}

}  // namespace gatelab::rules
