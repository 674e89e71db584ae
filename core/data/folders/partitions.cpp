// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/folders/partitions.h"

#include "base/category_names.h"
#include "base/text.h"
#include "config/many_series.h"
#include "data/csv/words.h"
#include "data/folders/folder_plan.h"
#include "data/many/many_series.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

namespace gatelab {
namespace {

constexpr std::string_view kNull = "__HIVE_DEFAULT_PARTITION__";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Keys = std::vector<std::pair<std::string, std::string>>;

/// One folder key over all files.
struct Key {
    enum class Kind { Number, Date, Words };
    std::string name;
    std::vector<std::string> values;  ///< of each file
    Kind kind = Kind::Words;
    bool ofDate = false;  ///< a part of a date: no name of a series
    [[nodiscard]] bool varies() const {
        return std::ranges::adjacent_find(values, std::not_equal_to()) != values.end();
    }
};

std::optional<double> numberIn(const std::string& text) {
    if (text == kNull) return kNaN;
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// "2024-03-01", with or without a time behind it.
bool isDay(const std::string& text) {
    const auto digit = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
    return text.size() >= 10 && text[4] == '-' && text[7] == '-' && digit(0) && digit(3) && digit(5) && digit(6) &&
           digit(8) && digit(9);
}

void settle(Key& key) {
    static const std::set<std::string> kDateNames = {"year", "yr",   "month", "mon", "day",    "hour", "week",
                                                     "date", "dt",   "ds",    "y",   "m",      "d",    "h",
                                                     "ymd",  "yyyy", "mm",    "dd",  "quarter"};
    const bool areNumbers =
                   std::ranges::all_of(key.values, [](const std::string&v) { return numberIn(v).has_value(); }),
               areDays = std::ranges::all_of(key.values, isDay);
    key.kind = areNumbers ? Key::Kind::Number : areDays ? Key::Kind::Date : Key::Kind::Words;
    key.ofDate = areDays || (areNumbers && kDateNames.contains(lowered(key.name)));
    if (key.name == "folder" && areNumbers)  // of years, months
        key.ofDate = std::ranges::all_of(key.values, [](const std::string& v) {
            return (v.size() == 4 || v.size() == 6 || v.size() == 8) && (v.starts_with("19") || v.starts_with("20"));
        });
}

/// The keys of all files; an Error where one lacks a key that others have.
Result<std::vector<Key>> keysOf(const FileList& list) {
    std::vector<Key> keys;
    for (std::size_t i = 0; i < list.files.size(); ++i) {
        const Keys own = folderKeys(list.files[i].path.lexically_relative(list.root));
        if (i == 0)
            for (const auto& [name, value] : own) keys.push_back({.name = name, .values = {}});
        for (Key& key : keys) {
            const auto found = std::ranges::find(own, key.name, &Keys::value_type::first);
            if (found == own.end() || own.size() != keys.size())
                return Error{ErrorCode::InvalidInput,
                             {GATELAB_TEXT("Reading",
                                           "the folders of %1 do not say the same keys as those of %2; files that are "
                                           "read together need all of them: move it, or open the folders by "
                                           "themselves"),
                              {listedName(list, list.files[i]), listedName(list, list.files.front())}}};
            key.values.push_back(found->second);
        }
        if (i > 0 && keys.empty() && !own.empty())
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading", "%1 lies in a folder and %2 does not; open the folders by themselves"),
                 {listedName(list, list.files[i]), listedName(list, list.files.front())}}};
    }
    for (Key& key : keys) settle(key);
    return keys;
}

/// Numbers of files that are one series, and how they were brought into order.
using Group = std::vector<std::size_t>;

std::string valuesOf(const std::vector<Key>& keys, const std::vector<std::size_t>& of, std::size_t file) {
    std::string name;
    for (const std::size_t k : of) name += (name.empty() ? "" : ", ") + keys[k].values[file];
    return name;
}

/// Files by the values of some keys, in the natural order of these.
std::map<std::string, Group> groupBy(const std::vector<Key>& keys, const std::vector<std::size_t>& of,
                                     const std::vector<std::size_t>& files) {
    std::map<std::string, Group> groups;
    for (const std::size_t file : files) groups[valuesOf(keys, of, file)].push_back(file);
    return groups;
}

/// Puts tables into one, as rows of one series.
class Rows {
public:
    Rows(const std::vector<NamedSeries>& tables, const std::vector<Key>& keys) : tables_(tables), keys_(keys) {
        all_.resize(keys.size());
        std::iota(all_.begin(), all_.end(), std::size_t{0});
        for (const NamedSeries& table : tables) {
            const auto& times = table.second->time.values;
            const auto [first, last] = std::ranges::minmax_element(times);
            spans_.emplace_back(times.empty() ? 0 : *first, times.empty() ? 0 : *last);
        }
        isTimed_ = tables.front().second->time.known();
    }
    [[nodiscard]] bool isTimed() const { return isTimed_; }

    /// Whether these files are one series; puts them into their order. Files of equal keys may interleave, others may
    /// not. Where not, `clash` has two of them.
    bool areOne(Group& files, std::pair<std::size_t, std::size_t>& clash) const {
        if (!isTimed_) return true;
        std::ranges::stable_sort(files, {}, [&](std::size_t file) { return spans_[file].first; });
        std::int64_t end = std::numeric_limits<std::int64_t>::min();
        std::size_t last = files.front();
        for (const std::size_t file : files) {
            const bool isSame = file == last || valuesOf(keys_, all_, file) == valuesOf(keys_, all_, last);
            if (spans_[file].first <= end && !isSame) {
                clash = {last, file};
                return false;
            }
            if (spans_[file].second >= end) last = file;
            end = std::max(end, spans_[file].second);
        }
        return hasNoTwice(files, clash);
    }

private:
    /// No time twice in all of them.
    bool hasNoTwice(const Group& files, std::pair<std::size_t, std::size_t>& clash) const {
        std::vector<std::pair<std::int64_t, std::size_t>> times;
        for (const std::size_t file : files)
            for (const std::int64_t time : tables_[file].second->time.values) times.emplace_back(time, file);
        if (!std::ranges::is_sorted(times)) std::ranges::sort(times);
        const auto twice =
            std::ranges::adjacent_find(times, [](const auto& a, const auto& b) { return a.first == b.first; });
        if (twice == times.end()) return true;
        clash = {twice->second, (twice + 1)->second};
        return false;
    }

    const std::vector<NamedSeries>& tables_;
    const std::vector<Key>& keys_;
    std::vector<std::size_t> all_;
    std::vector<std::pair<std::int64_t, std::int64_t>> spans_;
    bool isTimed_ = false;
};

/// How the files become series.
struct Grouping {
    std::vector<std::size_t> by;  ///< keys that name the series; none: there is one
    std::map<std::string, Group> groups;
};

/// The fewest keys by which every group is one series; `asMany`: at least one where there is one.
std::optional<Grouping> chooseGrouping(const std::vector<Key>& keys, const Rows& rows, std::size_t files, bool asMany,
                                       std::pair<std::size_t, std::size_t>& clash) {
    std::vector<std::size_t> naming, all(files);
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (std::size_t k = 0; k < keys.size(); ++k)
        if (keys[k].varies() && !keys[k].ofDate) naming.push_back(k);
    std::vector<std::vector<std::size_t>> tries;
    if (naming.empty() || (rows.isTimed() && !asMany)) tries.emplace_back();
    if (rows.isTimed())
        for (const std::size_t k : naming) tries.push_back({k});
    if (naming.size() > 1 || (!rows.isTimed() && !naming.empty())) tries.push_back(naming);
    for (std::vector<std::size_t>& by : tries) {
        Grouping grouping{std::move(by), {}};
        grouping.groups = groupBy(keys, grouping.by, all);
        if (std::ranges::all_of(grouping.groups, [&](auto& group) { return rows.areOne(group.second, clash); }))
            return grouping;
    }
    return std::nullopt;
}

/// Sorts the rows of a series by their times, where they are not.
bool sortRows(Series& series) {
    auto& times = series.time.values;
    if (std::ranges::is_sorted(times)) return false;
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t row) { return times[row]; });
    for (Channel& channel : series.channels) {
        std::vector<double> sorted(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = channel.values[order[i]];
        channel.values = std::move(sorted);
    }
    std::ranges::sort(times);
    return true;
}

/// Whether a key says nothing but a part of the date that the rows of its file have: month=3 above those of March. Of
/// each file the middle row is asked, as clocks of two zones differ at its ends.
bool repeatsDate(const Key& key, const std::vector<NamedSeries>& tables) {
    using namespace std::chrono;
    if (key.kind != Key::Kind::Number || !key.ofDate) return false;
    std::size_t equal = 0, asked = 0;
    for (std::size_t file = 0; file < tables.size(); ++file) {
        const auto& times = tables[file].second->time.values;
        if (times.empty()) continue;
        const sys_time<microseconds> time{microseconds(times[times.size() / 2])};
        const auto day = floor<days>(time);
        const year_month_day date{day};
        const auto year = static_cast<double>(static_cast<int>(date.year()));
        const double month = static_cast<unsigned>(date.month()), ofMonth = static_cast<unsigned>(date.day());
        const std::string name = lowered(key.name);
        const double said = *numberIn(key.values[file]);
        double is = year * 100 + month;
        if (name.starts_with('y') && name != "ymd") is = year;
        if (name == "month" || name == "mon" || name == "m" || name == "mm") is = month;
        if (name == "day" || name == "d" || name == "dd") is = ofMonth;
        if (name == "hour" || name == "h") is = static_cast<double>(duration_cast<hours>(time - day).count());
        if (name == "quarter") is = std::ceil(month / 3);
        const bool isWhole = name == "folder" || name == "date" || name == "dt" || name == "ds" || name == "ymd";
        const double whole = is * 100 + ofMonth;
        ++asked, equal += said == is || (isWhole && (said == whole || said == year)) ? 1 : 0;
    }
    return asked > 0 && equal * 20 >= asked * 19;
}

/// Whether the settings name the column of a key, in one of several series too ("A: month"): a run made before has it.
bool isAskedFor(const Key& key, const ExperimentConfig& options) {
    const auto isKey = [&](const std::string& name) { return name == key.name || name.ends_with(": " + key.name); };
    return std::ranges::any_of(options.inputs, isKey) || std::ranges::any_of(options.targets, isKey);
}

/// A key as columns of each table.
class KeyColumns {
public:
    KeyColumns(const std::vector<Key>& keys, const Grouping& grouping, bool isTimed,
               const std::vector<NamedSeries>& tables, const ExperimentConfig& options)
        : options_(options) {
        for (std::size_t k = 0; k < keys.size(); ++k)
            if (std::ranges::find(grouping.by, k) == grouping.by.end()) weigh(keys[k], isTimed, tables);
        std::string names;
        for (const Key* key : taken_) names += (names.empty() ? "'" : ", '") + key->name + "'";
        if (!names.empty())
            said.push_back({GATELAB_TEXT("Reading",
                                         "no file has %1: the values of these columns are what the names of its "
                                         "folders say (%2)"),
                            {names, taken_.front()->name + "=" + taken_.front()->values.front()}});
    }

    /// The table with what its keys say.
    [[nodiscard]] SeriesPtr widened(const SeriesPtr& table, std::size_t file) const {
        if (taken_.empty()) return table;
        auto wide = std::make_shared<Series>(*table);
        const auto rows = static_cast<std::size_t>(table->rows());
        for (const Key* key : taken_) {
            const std::string& value = key->values[file];
            if (key->kind == Key::Kind::Number) {
                wide->channels.push_back({key->name, "", std::vector<double>(rows, *numberIn(value))});
                wide->report.columns.push_back({.name = key->name});
                continue;
            }
            const std::string own = value == kNull ? std::string(kMissingWord) : value;
            for (const std::string& word : words_.at(key))
                wide->channels.push_back(
                    {wordChannel(key->name, word), "", std::vector<double>(rows, word == own ? 1.0 : 0.0)});
            wide->report.columns.push_back({key->name, ReadColumn::Kind::Text, ReadColumn::Role::Value, 0});
        }
        return wide;
    }
    std::vector<Phrase> said;
    bool leavesDates = false;  ///< a key that repeats those of the rows

private:
    static std::set<std::string> wordsOf(const Key& key) {
        std::set<std::string> words;
        for (const std::string& value : key.values) words.insert(value == kNull ? std::string(kMissingWord) : value);
        return words;
    }

    void weigh(const Key& key, bool isTimed, const std::vector<NamedSeries>& tables) {
        constexpr std::size_t kMostWords = 32;
        const Series& first = *tables.front().second;
        const bool isThere = std::ranges::any_of(
            first.channels, [&](const Channel& c) { return c.name == key.name || isWordOf(c.name, key.name); });
        if (isThere || key.name == first.time.name)
            said.push_back({GATELAB_TEXT("Reading",
                                         "the folders' key '%1' is a column of the files as well, which "
                                         "was read instead"),
                            {key.name}});
        else if (!key.varies())
            said.push_back({GATELAB_TEXT("Reading", "the folders' key '%1' is %2 everywhere and became no column"),
                            {key.name, key.values.front()}});
        else if (isTimed && !isAskedFor(key, options_) && repeatsDate(key, tables))
            leavesDates = true,
            said.push_back({GATELAB_TEXT("Reading",
                                         "the folders' key '%1' only repeats a part of the times of the rows and "
                                         "became no column"),
                            {key.name}});
        else if (key.kind == Key::Kind::Date)
            said.push_back({isTimed ? GATELAB_TEXT("Reading",
                                                   "the dates of the folders' key '%1' became no column, as the rows "
                                                   "have times")
                                    : GATELAB_TEXT("Reading",
                                                   "the dates of the folders' key '%1' became no column; they are the "
                                                   "order of the files"),
                            {key.name}});
        else if (key.kind == Key::Kind::Words && wordsOf(key).size() > kMostWords)
            said.push_back(
                {GATELAB_TEXT("Reading", "the folders' key '%1' has %2 words, more than %3, and became no column"),
                 {key.name, wordsOf(key).size(), kMostWords}});
        else
            taken_.push_back(&key), words_.emplace(&key, wordsOf(key));
    }

    const ExperimentConfig& options_;
    std::vector<const Key*> taken_;
    std::map<const Key*, std::set<std::string>> words_;  ///< of each that is taken
};

std::string namesOf(const std::vector<Key>& keys, const std::vector<std::size_t>& of) {
    std::string names;
    for (const std::size_t k : of) names += (names.empty() ? "'" : ", '") + keys[k].name + "'";
    return names;
}

/// Why the files became what they did.
Phrase reasonOf(const std::vector<Key>& keys, const Grouping& grouping, bool isTimed, std::size_t files, bool asMany) {
    if (grouping.by.empty())
        return isTimed ? Phrase(GATELAB_TEXT("Reading",
                                             "%1 files were read one below the other, as each begins after the one "
                                             "before has ended"),
                                {files})
                       : Phrase(GATELAB_TEXT("Reading",
                                             "%1 files were read one below the other in the order of their folders' "
                                             "names, as they have no times"),
                                {files});
    Phrase reason{isTimed ? GATELAB_TEXT("Reading",
                                         "%1 files were read as %2 series by the folders' key %3, as the times of "
                                         "these overlap.")
                          : GATELAB_TEXT("Reading",
                                         "%1 files were read as %2 series by the folders' key %3, which is no part of "
                                         "a date."),
                  {files, grouping.groups.size(), namesOf(keys, grouping.by)}};
    if (asMany) return reason;
    return gatelab::together(std::move(reason),
                             GATELAB_TEXT("Reading",
                                          "For one network over all of them choose the shape 'many series, one "
                                          "network'"));
}

Error overlapping(const NamedSeries& one, const NamedSeries& other) {
    if (one.first == other.first)
        return {ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading",
                              "%1 has a time more than once, and its folders do not tell the rows apart; it may be a "
                              "long table: open it by itself, or take out doubled rows first"),
                 {one.first}}};
    return {ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading",
                          "%1 and %2 have times in common, and their folders do not say that they are different "
                          "series; leave one of them out, or give the series folders of their own (station=A)"),
             {one.first, other.first}}};
}

}  // namespace

Result<Dataset> putPartitions(const FileList& list, TablesTogether& tables, const std::filesystem::path& path,
                              const ExperimentConfig& options, const Progress& progress) {
    const auto keys = keysOf(list);
    if (!keys) return keys.error();
    std::vector<NamedSeries> read = tables.takeAligned();
    for (const NamedSeries& table : read)
        if (auto alike = checkColumns(read.front(), table); !alike && !readsTogether(options)) return alike.error();
    const Rows rows(read, *keys);
    std::pair<std::size_t, std::size_t> clash;
    const auto grouping = chooseGrouping(*keys, rows, read.size(), readsTogether(options), clash);
    if (!grouping) return overlapping(read[clash.first], read[clash.second]);
    KeyColumns columns(*keys, *grouping, rows.isTimed(), read, options);
    for (Phrase& said : columns.said) tables.say(std::move(said));
    // Where inputs are named, those that a run made before has are read.
    if (columns.leavesDates && options.inputs.empty()) tables.takeAnew(kWithoutDates);
    std::vector<NamedSeries> series;
    std::size_t sorted = 0;
    for (const auto& [name, group] : grouping->groups) {
        if (!report(progress, 0)) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        std::vector<NamedSeries> parts;
        for (const std::size_t file : group) {
            // Of many series each has its columns; the files of one have the same.
            if (auto alike = checkColumns(read[group.front()], read[file]); !alike) return alike.error();
            parts.emplace_back(read[file].first, columns.widened(read[file].second, file));
        }
        auto one = putBelow(parts);
        sorted += sortRows(*one) ? 1 : 0;
        tellColumns(*parts.front().second, true, *one);
        series.emplace_back(name.empty() ? path.stem().string() : name, std::move(one));
    }
    std::ranges::sort(series, comesBefore, &NamedSeries::first);
    if (sorted > 0)
        tables.say({GATELAB_TEXT("Reading",
                                 "the rows of %1 series were sorted by their times, as files of one folder "
                                 "interleave"),
                    {sorted}});
    tables.say(reasonOf(*keys, *grouping, rows.isTimed(), read.size(), readsTogether(options)));
    if (series.size() == 1 && !readsTogether(options)) {
        auto all = std::make_shared<Series>(*series.front().second);
        return tables.finish(std::move(all), 1, path, progress);
    }
    auto together = readsTogether(options) ? joinSeries(series) : Result<std::shared_ptr<Series>>(putBeside(series));
    if (!together) return together.error();
    if (!*together) return hardlyCommon();
    if (!readsTogether(options)) tellColumns(*series.front().second, false, **together);
    return tables.finish(std::move(*together), series.size(), path, progress);
}

}  // namespace gatelab
