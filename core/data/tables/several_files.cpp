// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/several_files.h"

#include "data/recipe/categories.h"

#include <algorithm>
#include <limits>
#include <set>

namespace gatelab {
namespace {

constexpr std::string_view kHead = "# gatelab several files";
using Named = std::pair<std::string, SeriesPtr>;

const Text kBelow = GATELAB_TEXT("Reading",
                                 "%1 files were read one below the other, as each begins after the one before has "
                                 "ended"),
           kBeside = GATELAB_TEXT("Reading",
                                  "%1 files were read side by side, each as a series of its own. For one network over "
                                  "all of them choose the shape 'together'"),
           kBesideFromFirst = GATELAB_TEXT("Reading",
                                           "%1 files were read side by side, each as a series of its own; they have no "
                                           "times, so all begin in the first row. For one network over all of them "
                                           "choose the shape 'together'");

Error unlike(const Phrase& what) { return {ErrorCode::InvalidInput, what}; }

/// Columns of the same names in all, and times in all or in none.
Result<> checkAlike(const std::vector<Named>& files) {
    const auto& [firstName, first] = files.front();
    for (const auto& [name, series] : files) {
        for (const auto& [one, other, where, there] :
             {std::tuple(first, series, firstName, name), std::tuple(series, first, name, firstName)})
            for (const Channel& channel : one->channels)
                if (!other->find(channel.name))
                    return unlike({GATELAB_TEXT("Reading",
                                                "column '%1' of %2 is not in %3; files that are read together need the "
                                                "same columns: leave that file out, or give its column the same name"),
                                   {channel.name, where, there}});
        if (series->time.known() != first->time.known())
            return unlike({GATELAB_TEXT("Reading",
                                        "%1 has times and %2 has none; files that are read together need both: choose "
                                        "the time column, or time column 'none'"),
                           {series->time.known() ? name : firstName, series->time.known() ? firstName : name}});
        const auto& times = series->time.values;
        if (std::ranges::adjacent_find(times, std::greater_equal()) != times.end())
            return unlike({GATELAB_TEXT("Reading",
                                        "the times of %1 go back or repeat; sort its rows by time and take out doubled "
                                        "ones first"),
                           {name}});
    }
    return {};
}

/// Each begins after the one before has ended.
bool followEachOther(const std::vector<Named>& files) {
    for (std::size_t i = 1; i < files.size(); ++i)
        if (files[i].second->time.values.front() <= files[i - 1].second->time.values.back()) return false;
    return files.front().second->time.known();
}

std::shared_ptr<Series> below(const std::vector<Named>& files) {
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

/// Nothing: most of the table would be empty.
std::shared_ptr<Series> beside(const std::vector<Named>& files) {
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

}  // namespace

bool tellsOfFilesBeside(const ReadWarning& said) {
    return said.message.source == kBeside.source || said.message.source == kBesideFromFirst.source;
}

bool isFileList(std::string_view head) { return head.starts_with(kHead); }

std::string fileListText(const std::vector<ListedFile>& files) {
    std::string text = std::string(kHead) + "\n";
    for (const ListedFile& file : files) text += file.sha256 + "  " + file.path.string() + "\n";
    return text;
}

Result<std::vector<ListedFile>> readFileList(std::string_view text) {
    constexpr std::size_t kHash = 64, kMost = 10'000;
    std::vector<ListedFile> files;
    std::int64_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.empty() || line.starts_with('#')) continue;
        if (line.size() < kHash + 3 || line.substr(kHash, 2) != "  " || files.size() == kMost)
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Reading", "line %1 of this list of files is damaged; open the files again"), {number}}};
        files.push_back({std::string(line.substr(kHash + 2)), std::string(line.substr(0, kHash))});
    }
    if (files.empty())
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "this list of files is empty; open them again")};
    return files;
}

Result<std::shared_ptr<Series>> putTogether(std::vector<Named> files) {
    if (auto alike = checkAlike(files); !alike) return alike.error();
    if (files.front().second->time.known())
        std::ranges::stable_sort(files, {}, [](const Named& file) { return file.second->time.values.front(); });
    const bool isOne = followEachOther(files);
    auto all = isOne ? below(files) : beside(files);
    if (!all)
        return unlike(GATELAB_TEXT("Reading",
                                   "the files have hardly a row in common, so that most of the table would be empty; "
                                   "open fewer of them"));
    const Series& first = *files.front().second;
    const std::set<std::size_t> words = isOne ? wordChannels(first) : std::set<std::size_t>();
    const std::vector<ReadColumn>& own = first.report.columns;
    for (std::size_t c = 0; c < all->channels.size(); ++c) {
        const Channel& channel = all->channels[c];
        const std::int64_t missing = std::ranges::count_if(channel.values, [](double v) { return v != v; });
        all->report.valuesMissing += missing;
        if (words.contains(c)) continue;
        const auto as = std::ranges::find(own, channel.name, &ReadColumn::name);
        all->report.columns.push_back({channel.name, isOne && as != own.end() ? as->kind : ReadColumn::Kind::Number,
                                       ReadColumn::Role::Value, missing});
    }
    if (isOne)
        for (const Category& category : categoriesOf(first))
            all->report.columns.push_back({category.column, ReadColumn::Kind::Text, ReadColumn::Role::Value, 0});
    all->report.warnings.push_back({-1,
                                    {isOne               ? kBelow
                                     : all->time.known() ? kBeside
                                                         : kBesideFromFirst,
                                     {files.size()}}});
    return all;
}

}  // namespace gatelab
