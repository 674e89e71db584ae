// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/several_files.h"

#include "config/many_series.h"
#include "data/folders/folder_plan.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/recipe/categories.h"
#include "data/sequences/running_text.h"
#include "data/tables/file_part.h"
#include "data/tables/side_by_side.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace gatelab {
namespace {

const Text kBelow = GATELAB_TEXT("Reading",
                                 "%1 files were read one below the other, as each begins after the one before has "
                                 "ended"),
           kBelowByName = GATELAB_TEXT("Reading",
                                       "%1 files were read one below the other, in the order of the dates that are "
                                       "their names, as they have no times"),
           kBeside = GATELAB_TEXT("Reading",
                                  "%1 files were read side by side, each as a series of its own. For one network over "
                                  "all of them choose the shape 'many series, one network'"),
           kBesideFromFirst = GATELAB_TEXT("Reading",
                                           "%1 files were read side by side, each as a series of its own; they have no "
                                           "times, so all begin in the first row. For one network over all of them "
                                           "choose the shape 'many series, one network'");

const Text kBelowOnce = GATELAB_TEXT("Reading",
                                     "%1 files were read one below the other; rows that stand at the end of one and "
                                     "the same at the beginning of the next were taken once (%2 rows)");

/// What is said of files, and the same of sheets or tables of one file.
const std::pair<Text, Text> kOfParts[] = {
    {kBelow, GATELAB_TEXT("Reading",
                          "%1 sheets or tables were read one below the other, as each begins after the one before has "
                          "ended")},
    {kBelowByName, GATELAB_TEXT("Reading",
                                "%1 sheets or tables were read one below the other, in the order of the dates that are "
                                "their names, as they have no times")},
    {kBeside, GATELAB_TEXT("Reading",
                           "%1 sheets or tables were read side by side, each as a series of its own. For one network "
                           "over all of them choose the shape 'many series, one network'")},
    {kBesideFromFirst, GATELAB_TEXT("Reading",
                                    "%1 sheets or tables were read side by side, each as a series of its own; they "
                                    "have no times, so all begin in the first row. For one network over all of them "
                                    "choose the shape 'many series, one network'")},
    {kBelowOnce, GATELAB_TEXT("Reading",
                              "%1 sheets or tables were read one below the other; rows that stand at the end of one "
                              "and the same at the beginning of the next were taken once (%2 rows)")}};

Error unlike(const Phrase& what) { return {ErrorCode::InvalidInput, what}; }

/// Rows of a table up to a time.
std::int64_t rowsUpTo(const Series& series, std::int64_t time) {
    return std::ranges::upper_bound(series.time.values, time) - series.time.values.begin();
}

/// Whether the first rows of one table are the last ones of another.
bool areSameRows(const Series& before, const Series& after, std::int64_t rows) {
    const std::int64_t from = before.rows() - rows;
    if (from < 0 ||
        !std::equal(after.time.values.begin(), after.time.values.begin() + rows, before.time.values.begin() + from))
        return false;
    const auto isSame = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    return std::ranges::all_of(after.channels, [&](const Channel& channel) {
        const auto place = before.find(channel.name);
        if (!place) return false;
        const ColumnValues& values = before.channels[*place].values;
        return std::equal(channel.values.begin(), channel.values.begin() + rows, values.begin() + from, isSame);
    });
}

/// The first file that has rows up to the end of the one before without being like it there, in words; empty: none.
Phrase whyNotBelow(const std::vector<NamedSeries>& files) {
    for (std::size_t i = 1; i < files.size(); ++i) {
        const Series &before = *files[i - 1].second, &after = *files[i].second;
        const std::int64_t rows = rowsUpTo(after, before.time.values.back());
        if (rows > 0 && rows * 2 <= after.rows() && !areSameRows(before, after, rows))
            return {GATELAB_TEXT("Reading",
                                 "the files would be one below the other but for %1: its first %2 rows are not the "
                                 "last ones of %3, whose times they have. If these are one series, take them out of "
                                 "one of the two"),
                    {files[i].first, rows, files[i - 1].first}};
        if (rows * 2 > after.rows()) return {};  // series of one time
    }
    return {};
}

/// Takes the rows out of tables that stand at the end of the one before already, the same times and values (exports
/// that begin with the last row of the one before), and says so; nothing is taken where the tables do not follow each
/// other then, or have their rows in common alone. In the order of their first times. How many rows were taken.
std::int64_t takeSharedRows(std::vector<NamedSeries>& tables, ReadAccount& account) {
    if (!tables.front().second->time.known()) return 0;
    std::vector<std::int64_t> shared(tables.size());
    std::int64_t all = 0;
    for (std::size_t i = 1; i < tables.size(); ++i) {
        const Series &before = *tables[i - 1].second, &after = *tables[i].second;
        const std::int64_t rows = rowsUpTo(after, before.time.values.back());
        if (rows * 2 > after.rows() || !areSameRows(before, after, rows)) return 0;
        shared[i] = rows, all += rows;
    }
    for (std::size_t i = 1; i < tables.size(); ++i) {
        if (shared[i] == 0) continue;
        auto rest = std::make_shared<Series>(*tables[i].second);
        rest->time.values.erase(rest->time.values.begin(), rest->time.values.begin() + shared[i]);
        for (Channel& channel : rest->channels)
            channel.values = std::vector<double>(channel.values.begin() + shared[i], channel.values.end());
        for (std::int64_t row = 0; row < shared[i]; ++row)
            account.leave(
                row + 1, labelled(tables[i].first,
                                  {GATELAB_TEXT("Reading", "stands at the end of %1 already"), {tables[i - 1].first}}));
        tables[i].second = std::move(rest);
    }
    return all;
}

}  // namespace

Error hardlyCommon() {
    return unlike(GATELAB_TEXT("Reading",
                               "the files have hardly a row in common, so that most of the table would be empty; "
                               "choose the shape 'many series, one network', which reads each as a series of its "
                               "own, or open fewer of them"))
        .ofField("csv_shape");
}

Result<> checkColumns(const NamedSeries& firstOne, const NamedSeries& otherOne) {
    const auto& [firstName, first] = firstOne;
    const auto& [name, series] = otherOne;
    // The channels of a column of words may differ; they are aligned.
    const auto has = [](const Series& in, const std::string& column, const Series& of) {
        if (in.find(column)) return true;
        return std::ranges::any_of(categoriesOf(of), [&](const Category& category) {
            return isWordIn(of, column, category.column) &&
                   std::ranges::find(in.report.columns, category.column, &ReadColumn::name) != in.report.columns.end();
        });
    };
    for (const auto& [one, other, where, there] :
         {std::tuple(first, series, firstName, name), std::tuple(series, first, name, firstName)})
        for (const Channel& channel : one->channels)
            if (!has(*other, channel.name, *one))
                return unlike({GATELAB_TEXT("Reading",
                                            "column '%1' of %2 is not in %3; files that are read together need the "
                                            "same columns: leave that file out, or give its column the same name"),
                               {channel.name, where, there}});
    if (series->time.known() != first->time.known())
        return unlike({GATELAB_TEXT("Reading",
                                    "%1 has times and %2 has none; files that are read together need both: choose "
                                    "the time column, or time column 'none'"),
                       {series->time.known() ? name : firstName, series->time.known() ? firstName : name}});
    return {};
}

Result<> checkAlike(const std::vector<NamedSeries>& files) {
    for (const NamedSeries& file : files) {
        const auto& [name, series] = file;
        if (auto columns = checkColumns(files.front(), file); !columns) return columns;
        const auto& times = series->time.values;
        if (std::ranges::adjacent_find(times, std::greater_equal()) != times.end())
            return unlike({GATELAB_TEXT("Reading",
                                        "the times of %1 go back or repeat; sort its rows by time and take out doubled "
                                        "ones first"),
                           {name}});
    }
    return {};
}

bool followEachOther(const std::vector<NamedSeries>& files) {
    if (!files.front().second->time.known()) return false;
    for (std::size_t i = 1; i < files.size(); ++i)
        if (files[i].second->time.values.front() <= files[i - 1].second->time.values.back()) return false;
    return true;
}

std::shared_ptr<Series> putBelow(const std::vector<NamedSeries>& files) {
    auto all = std::make_shared<Series>();
    const Series& first = *files.front().second;
    all->time.name = first.time.name;
    for (const auto& [name, series] : files)
        all->time.values.insert(all->time.values.end(), series->time.values.begin(), series->time.values.end());
    for (const Channel& channel : first.channels) {
        std::vector<double> joined;
        for (const auto& [name, series] : files) {
            const ColumnValues& values = series->channels[*series->find(channel.name)].values;
            joined.insert(joined.end(), values.begin(), values.end());
        }
        all->channels.push_back({channel.name, channel.unit, std::move(joined)});
    }
    return all;
}

std::shared_ptr<Series> putBeside(const std::vector<NamedSeries>& files) {
    constexpr std::size_t kFreeRows = 1'000'000, kMostColumns = 4096;
    auto all = std::make_shared<Series>();
    std::vector<std::int64_t>& times = all->time.values;
    std::size_t longest = 0, cells = 0, columns = 0;
    for (const auto& [name, series] : files) {
        times.insert(times.end(), series->time.values.begin(), series->time.values.end());
        longest = std::max(longest, static_cast<std::size_t>(series->rows()));
        cells += static_cast<std::size_t>(series->rows()) * series->channels.size();
        columns += series->channels.size();
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    const std::size_t rows = times.empty() ? longest : times.size();
    if (columns > kMostColumns || rows > (4 * cells + kFreeRows) / columns) return nullptr;
    all->time.name = files.front().second->time.name;
    for (const auto& [name, series] : files)
        for (const Channel& channel : series->channels) {
            std::vector<double> values(rows, std::numeric_limits<double>::quiet_NaN());
            std::size_t at = 0;
            for (std::size_t r = 0; r < channel.values.size(); ++r) {
                if (!times.empty())
                    while (times[at] < series->time.values[r]) ++at;
                values[times.empty() ? r : at] = channel.values[r];
            }
            all->channels.push_back({name + ": " + channel.name, channel.unit, std::move(values)});
        }
    return all;
}

bool tellsOfFilesBeside(const ReadWarning& said) {
    return std::ranges::any_of(kOfParts, [&](const auto& pair) {
        const bool isBeside = pair.first.source == kBeside.source || pair.first.source == kBesideFromFirst.source;
        return isBeside && (said.message.source == pair.first.source || said.message.source == pair.second.source);
    });
}

Phrase ofParts(Phrase said) {
    for (const auto& [files, parts] : kOfParts)
        if (said.source == files.source) said.source = parts.source;
    return said;
}

void tellColumns(const Series& first, bool isOne, Series& all) {
    const std::set<std::size_t> words = isOne ? wordChannels(first) : std::set<std::size_t>();
    const std::vector<ReadColumn>& own = first.report.columns;
    for (std::size_t c = 0; c < all.channels.size(); ++c) {
        const Channel& channel = all.channels[c];
        const std::int64_t missing = std::ranges::count_if(channel.values, [](double v) { return v != v; });
        all.report.valuesMissing += missing;
        if (words.contains(c)) continue;
        const auto as = std::ranges::find(own, channel.name, &ReadColumn::name);
        all.report.columns.push_back({channel.name, isOne && as != own.end() ? as->kind : ReadColumn::Kind::Number,
                                      ReadColumn::Role::Value, missing});
    }
    if (isOne)
        for (const Category& category : categoriesOf(first))
            all.report.columns.push_back({category.column, ReadColumn::Kind::Text, ReadColumn::Role::Value, 0});
}

Result<std::shared_ptr<Series>> putTogether(std::vector<NamedSeries> files) {
    if (auto alike = checkAlike(files); !alike) return alike.error();
    if (files.front().second->time.known())
        std::ranges::stable_sort(files, {}, [](const NamedSeries& file) { return file.second->time.values.front(); });
    const bool areDated = !files.front().second->time.known() &&
                          std::ranges::all_of(files, [](const NamedSeries& file) { return isDateName(file.first); });
    if (areDated) std::ranges::stable_sort(files, {}, &NamedSeries::first);
    ReadAccount shared;
    const std::int64_t once = areDated ? 0 : takeSharedRows(files, shared);
    const bool isOne = areDated || followEachOther(files);
    const Phrase whyBeside = isOne || !files.front().second->time.known() ? Phrase() : whyNotBelow(files);
    auto all = isOne ? putBelow(files) : putBeside(files);
    if (!all) return hardlyCommon();
    tellColumns(*files.front().second, isOne, *all);
    all->report.account = std::move(shared);
    if (once > 0)
        all->report.warnings.push_back({-1, {kBelowOnce, {files.size(), once}}});
    else
        all->report.warnings.push_back({-1,
                                        {areDated            ? kBelowByName
                                         : isOne             ? kBelow
                                         : all->time.known() ? kBeside
                                                             : kBesideFromFirst,
                                         {files.size()}}});
    if (!whyBeside.empty()) all->report.warnings.push_back({-1, whyBeside});
    return all;
}

ExperimentConfig TablesTogether::each() const {
    ExperimentConfig each = options_;
    if (readsTogether(options_)) each.csvShape = ExperimentConfig().csvShape;
    return each;
}

Result<> TablesTogether::add(const std::string& name, const Dataset& data) {
    if (!data.series && isRunningText(*data.sequences))
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading",
                                   "%1 is a running text, and only tables are put together from several files: write "
                                   "the texts into one file, one behind the other, and open that"),
                      {name}}};
    if (!data.series)
        return Error{
            ErrorCode::Unsupported,
            {GATELAB_TEXT("Reading", "%1 holds labelled sequences; only series are read together: open it by itself"),
             {name}}};
    if (readsAcross(options_))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Reading",
                                  "several files cannot be put together in a shape that makes many series of each; "
                                  "choose the shape of one file (hours, months, transposed), or open one by itself")}
            .ofField("csv_shape");
    const ReadReport& read = data.series->report;
    for (const ReadWarning& warning : read.warnings)
        report_.warnings.push_back({-1, labelled(name, warning.line > 0 ? Phrase(GATELAB_TEXT("Reading", "line %1: %2"),
                                                                                 {warning.line, warning.message})
                                                                        : warning.message)});
    for (const std::string& how : read.takenAnew) takeAnew(how);
    if (report_.guesses.empty()) report_.guesses = read.guesses;
    report_.account.append(read.account, name);
    report_.account.rowsInFile += read.account.rowsInFile;
    report_.account.rowsRead += read.account.rowsRead;
    report_.bytes += read.bytes;
    tables_.emplace_back(name, data.series);
    return readsTogether(options_) ? Result<>() : compare();
}

/// Which tables have other columns than the first one; an Error once no single one of them is the odd one.
Result<> TablesTogether::compare() {
    auto columns = checkColumns(tables_.front(), tables_.back());
    if (columns) return others_.size() > 1 && tables_.size() - others_.size() > 1 ? different_ : Result<>();
    if (others_.empty()) different_ = columns;
    others_.push_back(tables_.size() - 1);
    if (!leavesOddOut_) return different_;
    if (others_.size() == 1) return {};
    // Then the first one alone can be odd, and all others have the same columns.
    const bool isFirstOdd = tables_.size() == others_.size() + 1 && checkColumns(tables_[others_[0]], tables_.back());
    return isFirstOdd ? Result<>() : different_;
}

/// Leaves the odd table out; where none can be told from the others, the Error.
Result<> TablesTogether::takeOdd() {
    constexpr std::size_t kFewest = 4;
    if (others_.empty()) return {};
    if (tables_.size() < kFewest) return different_;
    const std::size_t odd = others_.size() == 1 ? others_.front() : 0;
    const auto& [name, series] = tables_[odd];
    for (std::int64_t row = 0; row < series->rows(); ++row)
        report_.account.leave(row + 1, labelled(name, GATELAB_TEXT("Reading",
                                                                   "its columns are not those of the "
                                                                   "other files")));
    report_.account.rowsRead -= series->rows();
    report_.warnings.insert(report_.warnings.begin(),
                            {-1,
                             {GATELAB_TEXT("Reading", "%1 was left out, as it is unlike the other %2 files: %3"),
                              {name, tables_.size() - 1, different_.error().phrase}}});
    tables_.erase(tables_.begin() + static_cast<std::ptrdiff_t>(odd));
    others_.clear();
    return {};
}

std::vector<NamedSeries> TablesTogether::takeAligned() {
    for (Phrase& left : alignWords(tables_)) report_.warnings.push_back({-1, std::move(left)});
    return std::move(tables_);
}

Result<Dataset> TablesTogether::finish(std::shared_ptr<Series> all, std::size_t series,
                                       const std::filesystem::path& path, const Progress& progress) {
    std::ranges::move(report_.warnings, std::back_inserter(all->report.warnings));
    // Of each table by itself
    std::erase_if(report_.guesses, [](const ReadGuess& guess) {
        return guess.key == "time_step" || guess.key == "csv_shape" || guess.key == "sort_time" ||
               guess.key == "hdf5_datasets";
    });
    all->report.guesses.insert(all->report.guesses.begin(), report_.guesses.begin(), report_.guesses.end());
    guessShape(series, options_, *all);
    all->name = path.stem().string();
    all->source = path.string();
    all->report.format = "several";
    all->report.takenAnew = report_.takenAnew;
    report_.account.append(all->report.account, {});
    report_.account.rowsRead -= all->report.account.left();
    auto data = finishSeries(all, path, options_, started_, progress);
    if (!data) return data;
    all->report.account = std::move(report_.account);
    all->report.bytes = report_.bytes;
    return data;
}

Result<Dataset> TablesTogether::putTogether(const std::filesystem::path& path, const Progress& progress) {
    if (auto taken = takeOdd(); !taken) return taken.error();
    std::vector<NamedSeries> tables = takeAligned();
    const std::size_t columns = tables.front().second->channels.size(), count = tables.size();
    auto together = readsTogether(options_) ? joinSeries(tables) : gatelab::putTogether(std::move(tables));
    if (!together) return together.error();
    const bool areSeries = readsTogether(options_) || (*together)->channels.size() > columns;
    return finish(std::move(*together), areSeries ? count : 1, path, progress);
}

}  // namespace gatelab
