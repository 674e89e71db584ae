// SPDX-License-Identifier: GPL-3.0-or-later
// A word that names the format, the bytes of the facts and their checksum; the facts as JSON; from a multiple of 64 on
// the times and each column, 8 bytes a value as this processor has them.
#include "data/cache/kept_series.h"

#include "io/file_io.h"
#include "io/file_view.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "io/phrase_json.h"

#include <array>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kFormat = UINT64_C(0x32534c4f434c4721);  // "!GLCOLS2"
constexpr std::size_t kAligned = 64;

struct Start {
    std::uint64_t format = kFormat, factBytes = 0, factSum = 0;
};

/// A channel without its values.
struct ColumnFacts {
    std::string name, unit;
    std::uint64_t sum = 0;
};

struct SeriesFacts {
    std::string name, source, sha256, timeName;
    std::int64_t rows = 0, stepMicros = 0;
    bool hasTimes = false;
    std::uint64_t timeSum = 0;
    std::vector<ColumnFacts> columns;
    ReadReport report;
};

struct Format : JsonFormat<Json> {
    template <class T>
    static Json toJson(const T& phrase) requires std::is_same_v<T, Phrase> {
        return phraseToJson(phrase);
    }
    static bool fromJson(const Json& json, Phrase& phrase) { return phraseFromJson(json, phrase); }
    template <class T>
    static Json toJson(const T& value) requires std::is_enum_v<T> {
        return static_cast<int>(value);
    }
    template <class T>
    static bool fromJson(const Json& json, T& value) requires std::is_enum_v<T> {
        value = static_cast<T>(json.get<int>());
        return true;
    }
    template <class T>
    static Json toJson(const T& account) requires std::is_same_v<T, ReadAccount> {
        const ReadAccount::Kept kept = account.kept();
        Json reasons = Json::array();
        for (const Phrase& why : kept.reasons) reasons.push_back(phraseToJson(why));
        return {
            {"rows_in_file", kept.rowsInFile}, {"rows_read", kept.rowsRead}, {"reasons", reasons}, {"runs", kept.runs}};
    }
    static bool fromJson(const Json& json, ReadAccount& account) {
        ReadAccount::Kept kept;
        json.at("rows_in_file").get_to(kept.rowsInFile), json.at("rows_read").get_to(kept.rowsRead);
        json.at("runs").get_to(kept.runs);
        for (const Json& why : json.at("reasons"))
            if (!phraseFromJson(why, kept.reasons.emplace_back())) return false;
        auto restored = ReadAccount::restored(kept);
        if (restored) account = std::move(*restored);
        return restored.has_value();
    }
};

void visitMembers(auto& v, Either<ColumnFacts> auto& c) { v("name", c.name), v("unit", c.unit), v("sum", c.sum); }
void visitMembers(auto& v, Either<ReadWarning> auto& w) { v("line", w.line), v("message", w.message); }
void visitMembers(auto& v, Either<ReadCandidate> auto& c) {
    v("value", c.value), v("score", c.score), v("reason", c.reason);
}
void visitMembers(auto& v, Either<ReadGuess> auto& g) {
    v("key", g.key), v("value", g.value), v("shown", g.shown), v("certain", g.certain);
    v("overridden", g.overridden), v("other", g.runnerUp), v("candidates", g.candidates);
}
void visitMembers(auto& v, Either<ReadColumn> auto& c) {
    v("name", c.name), v("kind", c.kind), v("role", c.role), v("missing", c.missing);
}
void visitMembers(auto& v, Either<SkippedColumn> auto& c) {
    v("name", c.name), v("reason", c.reason), v("first", c.first), v("line", c.line), v("last", c.isLast);
}
void visitMembers(auto& v, Either<ReadReport> auto& r) {
    v("format", r.format), v("guesses", r.guesses), v("warnings", r.warnings), v("account", r.account);
    v("bytes", r.bytes), v("missing", r.valuesMissing), v("columns", r.columns), v("skipped", r.skippedColumns);
    v("taken_anew", r.takenAnew);
}
void visitMembers(auto& v, Either<SeriesFacts> auto& s) {
    v("name", s.name), v("source", s.source), v("sha256", s.sha256), v("time", s.timeName), v("rows", s.rows);
    v("step", s.stepMicros), v("has_times", s.hasTimes), v("time_sum", s.timeSum), v("columns", s.columns);
    v("report", s.report);
}

template <class T>
std::string_view bytesOf(std::span<const T> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::uint64_t sumOf(std::string_view bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
}

std::size_t alignedUp(std::size_t bytes) { return (bytes + kAligned - 1) / kAligned * kAligned; }

Error damaged() {
    return {ErrorCode::Corrupt,
            GATELAB_TEXT("Reading", "the kept columns of the file are damaged; they are read anew")};
}

SeriesFacts factsOf(const Series& series) {
    SeriesFacts facts{series.name,
                      series.source,
                      series.sha256,
                      series.time.name,
                      series.rows(),
                      series.time.stepMicros,
                      series.time.known(),
                      sumOf(bytesOf(std::span(series.time.values))),
                      {},
                      series.report};
    for (const Channel& channel : series.channels)
        facts.columns.push_back({channel.name, channel.unit, sumOf(bytesOf(channel.values.span()))});
    return facts;
}

/// What a file must have behind its facts; 0: more than there can be.
std::size_t valueBytes(const SeriesFacts& facts, std::size_t most) {
    if (facts.rows < 0 || facts.columns.empty()) return 0;
    const std::size_t rows = static_cast<std::size_t>(facts.rows),
                      lists = facts.columns.size() + (facts.hasTimes ? 1 : 0);
    if (rows > most / 8) return 0;
    const std::size_t each = alignedUp(rows * 8);
    return each > 0 && lists > most / each ? 0 : each * lists;
}

}  // namespace

Result<> keepSeries(const std::filesystem::path& path, const Series& series) {
    const std::string facts =
        MemberWriter<Format>::toJson(factsOf(series)).dump(-1, ' ', false, Json::error_handler_t::replace);
    const Start start{kFormat, facts.size(), sumOf(facts)};
    return writeFileDurably(path, [&](FileSink& sink) -> Result<> {
        const auto padded = [&](std::string_view bytes, std::size_t before) -> Result<> {
            if (auto done = sink.write(bytes); !done) return done;
            const std::size_t all = before + bytes.size();
            return sink.write(std::string(alignedUp(all) - all, '\0'));
        };
        if (auto done = sink.write({reinterpret_cast<const char*>(&start), sizeof start}); !done) return done;
        if (auto done = padded(facts, sizeof start); !done) return done;
        if (series.time.known())
            if (auto done = padded(bytesOf(std::span(series.time.values)), 0); !done) return done;
        for (const Channel& channel : series.channels)
            if (auto done = padded(bytesOf(channel.values.span()), 0); !done) return done;
        return {};
    });
}

Result<SeriesPtr> keptSeries(const std::filesystem::path& path, const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    auto opened = FileView::open(path, std::numeric_limits<std::uint64_t>::max(), progress);
    if (!opened) return opened.error();
    const auto file = std::make_shared<const FileView>(std::move(*opened));
    const std::string_view bytes = file->bytes();
    Start start;
    if (bytes.size() < sizeof start) return damaged();
    std::memcpy(&start, bytes.data(), sizeof start);
    if (start.format != kFormat || start.factBytes > bytes.size() - sizeof start) return damaged();
    const std::string_view text = bytes.substr(sizeof start, start.factBytes);
    if (sumOf(text) != start.factSum) return damaged();
    SeriesFacts facts;
    try {
        facts = MemberReader<Format>::as<SeriesFacts>(parseJson<Json>(text));
    } catch (const Json::exception&) {
        return damaged();
    }
    std::size_t at = alignedUp(sizeof start + text.size());
    const std::size_t wanted = valueBytes(facts, bytes.size());
    if (at > bytes.size() || (wanted == 0 && facts.rows != 0) || bytes.size() - at != wanted) return damaged();
    const std::size_t rows = static_cast<std::size_t>(facts.rows);
    const auto next = [&](std::uint64_t sum) -> const char* {
        const std::string_view list = bytes.substr(at, rows * 8);
        at += alignedUp(rows * 8);
        return sumOf(list) == sum ? list.data() : nullptr;
    };
    auto series = std::make_shared<Series>();
    series->name = facts.name, series->source = facts.source, series->sha256 = facts.sha256;
    series->time = {facts.timeName, {}, facts.stepMicros};
    series->report = std::move(facts.report);
    if (facts.hasTimes) {
        const char* const times = next(facts.timeSum);
        if (times == nullptr) return damaged();
        series->time.values.resize(rows);
        std::memcpy(series->time.values.data(), times, rows * 8);
    }
    for (const ColumnFacts& column : facts.columns) {
        if (!report(progress, static_cast<double>(at) / static_cast<double>(bytes.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        const char* const values = next(column.sum);
        if (values == nullptr) return damaged();
        series->channels.push_back(
            {column.name, column.unit, ColumnValues({reinterpret_cast<const double*>(values), rows}, file)});
    }
    series->report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return SeriesPtr(std::move(series));
}

}  // namespace gatelab
