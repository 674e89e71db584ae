// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_queue.h"

#include "config/config_io.h"
#include "io/file_io.h"
#include "io/file_lock.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "store/kept_count.h"
#include "store/run_name.h"
#include "store/run_numbers.h"
#include "store/saved_json.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>
#include <random>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kLock = "queue.lock";
constexpr int kFormatVersion = 1;
constexpr std::uint64_t kMaxBytes = UINT64_C(64) << 20;

std::string newId() {
    std::random_device source;
    char text[24];
    std::snprintf(text, sizeof text, "q-%08x%04x", static_cast<unsigned>(source()),
                  static_cast<unsigned>(source() & 0xffffU));
    return text;
}

struct Format : JsonFormat<Json> {};

/// All but the settings. Older programs wrote no name, number, seconds, together and hosts.
void visitMembers(auto& v, Either<QueuedRun> auto& run) {
    v("id", run.id), v.optional("name", run.name), v.optional("number", run.number), v("priority", run.priority),
        v("why", run.why);
    v("parent", run.parent), v("branch_from", run.branchFrom), v("resume", run.resume);
    v("more_epochs", run.moreEpochs), v.optional("seconds", run.seconds), v.optional("together", run.together);
    v.optional("hosts", run.hosts), v.optional("host_program", run.hostProgram);
    v.optional("place_ranks", run.placeRanks);
}

Json toJson(const std::vector<QueuedRun>& runs) {
    Json all = Json::array();
    for (const QueuedRun& run : runs)
        all.emplace_back(MemberWriter<Format>::toJson(run))["config"] = Json::parse(configToJson(run.config));
    return all;
}

std::string toText(const RunQueue::State& state) {
    Json json{{"gatelab_queue", kFormatVersion},
              {"paused", state.paused},
              {"together", state.together},
              {"taken", toJson(state.taken)},
              {"runs", toJson(state.runs)}};
    const auto text = [&json](int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); };
    json[kChecksumKey] = jsonChecksum(text(-1));
    return text(1) + "\n";
}

/// A name of a file is made of it.
bool isPlain(const std::string& id) {
    return !id.empty() && std::ranges::all_of(id, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

Result<QueuedRun> runFrom(const Json& entry) {
    QueuedRun run;
    MemberNames known{{"config"}};
    visitMembers(known, run);
    if (auto checked = checkMembers(entry.dump(), known.keys); !checked.ok()) return checked.error();
    auto config = wholeConfigFrom(entry.at("config").dump());
    if (!config.ok()) return config.error();
    run = MemberReader<Format>::as<QueuedRun>(entry);
    run.config = std::move(*config);
    if (!isPlain(run.id)) return Error{ErrorCode::Corrupt, "'" + run.id + "' is no id of a run"};
    return run;
}

Result<std::vector<QueuedRun>> runsFrom(const Json& list) {
    std::vector<QueuedRun> runs;
    for (const Json& entry : list) {
        auto run = runFrom(entry);
        if (!run.ok()) return run.error().withContext({GATELAB_TEXT("Queue", "waiting run %1"), {runs.size() + 1}});
        runs.push_back(std::move(*run));
    }
    return runs;
}

Result<RunQueue::State> fromJson(const std::string& text) {
    RunQueue::State state;
    try {
        const Json json = parseJson<Json>(text);
        if (json.at("gatelab_queue").get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab")};
        if (auto known = checkMembers(text, {"gatelab_queue", "paused", "together", "taken", "runs"}); !known.ok())
            return known.error();
        state.paused = json.at("paused").get<bool>();
        state.together = json.value("together", false);
        auto runs = runsFrom(json.at("runs"));
        if (!runs.ok()) return runs.error();
        auto taken = runsFrom(json.value("taken", Json::array()));
        if (!taken.ok()) return taken.error();
        state.runs = std::move(*runs);
        state.taken = std::move(*taken);
    } catch (const nlohmann::json::exception&) {
        return unreadableJson(text);
    }
    return state;
}

void sortByPriority(std::vector<QueuedRun>& runs) {
    std::ranges::stable_sort(runs, [](const QueuedRun& a, const QueuedRun& b) { return a.priority > b.priority; });
}

Result<std::vector<QueuedRun>::iterator> find(RunQueue::State& state, const std::string& id) {
    const auto found = std::ranges::find(state.runs, id, &QueuedRun::id);
    if (found == state.runs.end())
        return Error{
            ErrorCode::NotFound,
            GATELAB_TEXT("Queue", "this run no longer waits; it may have been started or removed by another window")};
    return found;
}

}  // namespace

Result<RunQueue::State> RunQueue::parse() const {
    std::error_code ignored;
    const auto path = folder_ / kFile;
    if (!std::filesystem::exists(path, ignored)) return State{};
    auto text = readFileBytes(path, kMaxBytes);
    if (!text.ok()) return text.error();
    return fromJson(*text);
}

std::filesystem::path RunQueue::lockOf(const QueuedRun& taken) const {
    return folder_ / ("queue-" + taken.id + ".lock");
}

bool RunQueue::isLeft(const QueuedRun& taken) const { return !FileLock::isHeld(lockOf(taken)); }

void RunQueue::takeBack(State& state) const {
    const auto left = std::stable_partition(state.taken.begin(), state.taken.end(),
                                            [this](const QueuedRun& run) { return !isLeft(run); });
    state.runs.insert(state.runs.begin(), std::move_iterator(left), std::move_iterator(state.taken.end()));
    state.taken.erase(left, state.taken.end());
    sortByPriority(state.runs);
}

/// Under the lock: sets a damaged file aside.
Result<RunQueue::State> RunQueue::readHere() const {
    auto state = parse();
    if (state.ok() || state.error().code != ErrorCode::Corrupt) return state;
    const auto path = folder_ / kFile;
    const auto aside = freeName(folder_ / "queue-damaged", ".json", std::array{""});
    const auto moved = renamePath(path, aside);
    const Phrase done =
        moved.ok()
            ? Phrase(GATELAB_TEXT("Queue",
                                  "the file was set aside as '%1' and the queue is empty; queue the runs again, or "
                                  "mend that file and put it back"),
                     {aside.string()})
            : moved.error().phrase;
    return Error{
        ErrorCode::Corrupt,
        {GATELAB_TEXT("Queue", "the list of waiting runs '%1' is damaged (%2); the runs that were made are safe; %3"),
         {path.string(), state.error().phrase, done}}};
}

/// The file is replaced as a whole, so that looking at it needs no lock: a read-only workspace is shown, too. Setting a
/// damaged one aside does; so does a taken run without a program, which may just have begun.
Result<RunQueue::State> RunQueue::read() const {
    auto state = parse();
    if (state.ok() && std::ranges::none_of(state->taken, [this](const QueuedRun& run) { return isLeft(run); }))
        return state;
    if (!state.ok() && state.error().code != ErrorCode::Corrupt) return state;
    auto lock = FileLock::wait(folder_ / kLock);
    if (!lock.ok() && !state.ok()) return lock.error();
    if (lock.ok()) state = readHere();
    if (state.ok()) takeBack(*state);
    return state;
}

Result<RunQueue::State> RunQueue::change(const std::function<Result<>(State&)>& work) {
    auto lock = FileLock::wait(folder_ / kLock);
    if (!lock.ok()) return lock.error();
    auto state = readHere();
    if (!state.ok()) return state;
    const std::vector<QueuedRun> before = state->taken;
    takeBack(*state);
    const auto worked = work(*state);
    if (auto written = writeFileDurably(folder_ / kFile, toText(*state)); !written.ok())
        return written.error().withContext("the queue was not changed");
    // Where this fails, only the loss of the queue would go unseen.
    if (keepCount(folder_ / kFile, std::ssize(state->runs) + std::ssize(state->taken)))
        static_cast<void>(RunNumbers(folder_).noteCounted(kFile));
    for (const QueuedRun& run : before)
        if (std::ranges::find(state->taken, run.id, &QueuedRun::id) == state->taken.end())
            static_cast<void>(removePath(lockOf(run)));
    if (!worked.ok()) return worked.error();
    return state;
}

Result<RunQueue::State> RunQueue::add(std::vector<QueuedRun> runs) {
    return change([&](State& state) -> Result<> {
        const auto isNew = [](const QueuedRun& run) { return run.resume.empty(); };
        std::int64_t number = 0;
        if (const auto count = std::ranges::count_if(runs, isNew); count > 0) {
            const auto given = RunNumbers(folder_).give(count);
            if (!given.ok()) return given.error();
            number = *given;
        }
        for (QueuedRun& run : runs) {
            run.id = newId();
            if (isNew(run)) {
                run.number = number++;
                if (run.name.empty()) run.name = runName(run.config);
            }
            state.runs.push_back(std::move(run));
        }
        sortByPriority(state.runs);
        return {};
    });
}

Result<RunQueue::State> RunQueue::giveBack(QueuedRun run, std::size_t place) {
    return change([&](State& state) -> Result<> {
        for (auto* list : {&state.runs, &state.taken})
            std::erase_if(*list, [&](const QueuedRun& other) { return other.id == run.id; });
        if (run.id.empty()) run.id = newId();
        state.runs.insert(state.runs.begin() + static_cast<std::ptrdiff_t>(std::min(place, state.runs.size())),
                          std::move(run));
        sortByPriority(state.runs);
        return {};
    });
}

Result<RunQueue::State> RunQueue::remove(const std::vector<std::string>& ids) {
    return change([&](State& state) -> Result<> {
        std::erase_if(state.runs, [&](const QueuedRun& run) { return std::ranges::find(ids, run.id) != ids.end(); });
        return {};
    });
}

Result<RunQueue::State> RunQueue::move(const std::string& id, int by) {
    return change([&](State& state) -> Result<> {
        auto found = find(state, id);
        if (!found.ok()) return found.error();
        auto at = *found;
        for (; by < 0 && at != state.runs.begin() && std::prev(at)->priority == at->priority; ++by, --at)
            std::iter_swap(at, std::prev(at));
        for (; by > 0 && std::next(at) != state.runs.end() && std::next(at)->priority == at->priority; --by, ++at)
            std::iter_swap(at, std::next(at));
        return {};
    });
}

Result<RunQueue::State> RunQueue::setPriority(const std::string& id, int priority) {
    return change([&](State& state) -> Result<> {
        auto found = find(state, id);
        if (!found.ok()) return found.error();
        (*found)->priority = priority;
        sortByPriority(state.runs);
        return {};
    });
}

Result<RunQueue::State> RunQueue::setName(const std::string& id, const std::string& name) {
    return change([&](State& state) -> Result<> {
        auto found = find(state, id);
        if (!found.ok()) return found.error();
        (*found)->config.name = name;
        (*found)->name = name.empty() ? runName((*found)->config) : name;
        return {};
    });
}

Result<RunQueue::State> RunQueue::setPaused(bool paused) {
    return change([&](State& state) -> Result<> {
        state.paused = paused;
        return {};
    });
}

Result<RunQueue::Taken> RunQueue::takeFirst(const std::string& id) {
    Taken taken;
    auto changed = change([&](State& state) -> Result<> {
        if (state.paused || state.runs.empty() || state.runs.front().id != id)
            return Error{ErrorCode::NotFound, GATELAB_TEXT("Queue", "no run waits")};
        auto lock = FileLock::acquire(lockOf(state.runs.front()));
        if (!lock.ok()) return lock.error();
        taken = {state.runs.front(), std::move(*lock), folder_};
        state.taken.push_back(std::move(state.runs.front()));
        state.runs.erase(state.runs.begin());
        return {};
    });
    if (!changed.ok()) return changed.error();
    return taken;
}

Result<RunQueue::State> RunQueue::begun(const Taken& taken) {
    return change([&](State& state) -> Result<> {
        std::erase_if(state.taken, [&](const QueuedRun& other) { return other.id == taken.run.id; });
        return {};
    });
}

Result<RunQueue::State> RunQueue::setTogether(bool together) {
    return change([&](State& state) -> Result<> {
        state.together = together;
        return {};
    });
}

}  // namespace gatelab
