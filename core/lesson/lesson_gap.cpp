// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_gap.h"

#include "lesson/rich_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeastRange = 0.2;  ///< of a gate that moves
constexpr double kFlat = 0.05;       ///< of a row whose widest step is none
constexpr std::size_t kMostLag = 4;
constexpr double kSame = 0.1;        ///< a ratio this near 1 is none
constexpr double kSameShare = 0.02;  ///< a difference this small a part of what the row spans is none

struct GapWord {
    const char* name;
    bool hasRun;              ///< its first word is the key of a run
    std::size_t least, most;  ///< steps
    bool isBare;              ///< stands without brackets
};
constexpr GapWord kWords[] = {
    {"drawn", false, 1, 2, true},     {"drawn_peak", false, 0, 0, true},  {"row", true, 1, 2, false},
    {"row_peak", true, 0, 0, false},  {"at_marks", true, 0, 0, false},    {"elsewhere", true, 0, 0, false},
    {"hand", false, 0, 0, true},      {"constant", false, 0, 0, true},    {"measure", false, 0, 0, true},
    {"gap", false, 0, 0, true},       {"lag", true, 0, 0, false},         {"drawn_lag", false, 0, 0, true},
    {"row_error", true, 0, 0, false}, {"drawn_error", false, 0, 0, true}, {"here", true, 1, 1, false},
    {"known", true, 0, 0, false},     {"enough", false, 0, 0, true},      {"row_clock", true, 0, 0, false}};

/// There is none of it where nobody has drawn.
bool isOfDrawing(const FigureCall& call) {
    return call.name.starts_with("drawn") || call.name == "hand" || call.name == "gap";
}

const GapWord* findWord(std::string_view name) {
    const auto found = std::ranges::find(kWords, name, [](const GapWord& one) { return std::string_view(one.name); });
    return found == std::end(kWords) ? nullptr : found;
}

/// 0: it is no step. `marks`: what "mark" is the first of.
std::int64_t stepOf(const std::string& word, const std::vector<std::int64_t>& marks) {
    if (word == kMarkedStep) return marks.empty() ? 0 : marks.front();
    std::int64_t step = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), step);
    return problem == std::errc() && end == word.data() + word.size() && step > 0 ? step : 0;
}

double meanOf(const std::vector<double>& values, std::int64_t first, std::int64_t last) {
    double total = 0;
    std::int64_t count = 0;
    for (std::int64_t step = std::max<std::int64_t>(1, first);
         step <= last && step <= static_cast<std::int64_t>(values.size()); ++step, ++count)
        total += values[static_cast<std::size_t>(step - 1)];
    return count > 0 ? total / static_cast<double>(count) : kNone;
}

/// Over the marked steps, or over all others.
double markedMean(const std::vector<double>& values, const std::vector<std::int64_t>& marks, bool isAtMarks) {
    double total = 0, count = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if ((std::ranges::find(marks, static_cast<std::int64_t>(i) + 1) != marks.end()) == isAtMarks)
            total += values[i], ++count;
    return count > 0 ? total / count : kNone;
}

/// By how many steps these values come behind those: where the mean squared difference is least.
double lagOf(const std::vector<double>& values, const std::vector<double>& truth) {
    const std::size_t count = std::min(values.size(), truth.size());
    double best = kNone, least = std::numeric_limits<double>::infinity();
    if (values.empty() || std::ranges::max(values) == std::ranges::min(values)) return kNone;  // it follows nothing
    for (std::size_t lag = 0; lag <= kMostLag && count > kMostLag; ++lag) {
        double total = 0;
        for (std::size_t i = kMostLag; i < count; ++i) total += std::pow(values[i] - truth[i - lag], 2);
        if (total < least) least = total, best = static_cast<double>(lag);
    }
    return best;
}

/// Root of the mean squared distance from the truth.
double errorOf(const std::vector<double>& values, const std::vector<double>& truth) {
    const std::size_t count = std::min(values.size(), truth.size());
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += std::pow(values[i] - truth[i], 2);
    return count > 0 ? std::sqrt(total / static_cast<double>(count)) : kNone;
}

bool isFlat(const std::vector<double>& row) {
    return row.size() > 1 && std::ranges::max(row) - std::ranges::min(row) < kFlat;
}

/// Where it is widest, of all steps that the picture shows.
double peakOf(const std::vector<double>& row) {
    return row.empty() || isFlat(row) ? kNone : static_cast<double>(std::ranges::max_element(row) - row.begin() + 1);
}

bool isSeenQuantity(const std::string& quantity) {
    constexpr std::string_view kKnown[] = {"loss", "kept", "factor", "product", "gradient"};
    return std::ranges::find(kKnown, quantity) != std::end(kKnown) ||
           (quantity.size() == 1 && std::string_view("ifozrcgn").find(quantity) != std::string_view::npos);
}

double drawnMean(const std::vector<DrawnPoint>& drawn, std::int64_t first, std::int64_t last) {
    double total = 0, count = 0;
    for (const DrawnPoint& point : drawn)
        if (point.step >= first && point.step <= last) total += point.value, ++count;
    return count > 0 ? total / count : kNone;
}

double sumOf(const std::string& sum, const FigureSource& figures) {
    if (sum.empty()) return kNone;
    const auto value = sumValue(sum, figures);
    return value.ok() ? *value : kNone;
}

MeasuredGap hitsOf(const std::vector<DrawnPoint>& drawn, const std::vector<double>& row, bool isLow) {
    MeasuredGap found;
    std::vector<std::int64_t> moved = movedSteps(row, isLow), all = moved;
    for (const DrawnPoint& point : drawn) {
        if (std::ranges::find(moved, point.step) != moved.end())
            ++found.gap;
        else
            all.push_back(point.step);
    }
    found.measure = found.gap;
    found.against = static_cast<double>(all.size());
    found.words = {GATELAB_TEXT("Lesson", "%1 of %2"),
                   {static_cast<std::int64_t>(found.gap), static_cast<std::int64_t>(all.size())}};
    return found;
}

/// Behind a full stop, with what it ends with; Chinese ones have no space behind them.
std::vector<std::string> sentencesOf(const std::string& text) {
    constexpr std::string_view kWide[] = {"。", "？", "！"};
    std::vector<std::string> all(1);
    for (std::size_t i = 0; i < text.size();) {
        const auto wide =
            std::ranges::find_if(kWide, [&](std::string_view one) { return text.compare(i, one.size(), one) == 0; });
        const std::size_t length = wide == std::end(kWide) ? 1 : wide->size();
        all.back().append(text, i, length);
        i += length;
        const bool isEnd = length > 1 || (i < text.size() && text[i] == ' ' &&
                                          std::string_view(".?!)").find(all.back().back()) != std::string_view::npos);
        if (isEnd) all.emplace_back();
    }
    return all;
}

/// Sentences none of whose figures is such a one.
LessonText withoutSentences(const LessonText& text, const std::function<bool(const TextPiece&)>& isSuch) {
    const auto rest = [&isSuch](const std::string& whole) {
        std::string kept;
        for (const std::string& sentence : sentencesOf(whole)) {
            const auto pieces = piecesOf(sentence);
            const bool asks = pieces.ok() && std::ranges::any_of(*pieces, [&isSuch](const TextPiece& piece) {
                                  return piece.kind == TextPiece::Kind::Figure && isSuch(piece);
                              });
            if (!asks) kept += sentence;
        }
        kept.erase(0, kept.find_first_not_of(' '));
        return kept;
    };
    return {rest(text.en), rest(text.zh)};
}

/// Hour of the day at the widest step; NaN: no times are known, or they are whole days apart.
double clockOf(const std::vector<double>& row, const std::vector<std::int64_t>& times) {
    constexpr std::int64_t kHour = 3600000000, kDay = 24 * kHour;
    const double peak = peakOf(row);
    if (!(peak >= 1) || peak > static_cast<double>(times.size()) || times.size() < 2 || times[1] - times[0] >= kDay)
        return kNone;
    const std::int64_t ofDay = times[static_cast<std::size_t>(peak) - 1] % kDay;  // before 1970 below 0
    return static_cast<double>((ofDay + kDay) % kDay) / static_cast<double>(kHour);
}

}  // namespace

LessonText withoutDrawing(const LessonText& text) {
    return withoutSentences(text, [](const TextPiece& piece) {
        const auto calls = figuresOfSum(piece.key);
        return calls.ok() && std::ranges::any_of(*calls, isOfDrawing);
    });
}

LessonText withoutUnknownHours(const LessonText& text, const FigureSource& figures) {
    return withoutSentences(text, [&figures](const TextPiece& piece) {
        if (const auto calls = figuresOfSum(piece.key); figures && calls.ok())
            for (const FigureCall& call : *calls) {
                if (call.name != "row_peak" || call.arguments.empty()) continue;
                const auto peak = figures(call), first = figures({"row", {call.arguments[0], "1"}});
                if (peak.ok() && std::isnan(*peak) && first.ok() && !std::isnan(*first)) return true;
            }
        if (piece.format != "clock") return false;
        const auto hour = figures ? sumValue(piece.key, figures) : Result<double>(kNone);
        return !hour.ok() || std::isnan(*hour);
    });
}

bool isGapWord(std::string_view name) { return findWord(name) != nullptr; }
bool isBareGapWord(std::string_view name) { return findWord(name) != nullptr && findWord(name)->isBare; }

Result<> checkGapCall(const FigureCall& call, const std::vector<std::string>& runs) {
    const GapWord& word = *findWord(call.name);
    if (call.arguments.empty() && word.isBare) return {};
    std::vector<std::string> steps = call.arguments;
    if (word.hasRun) {
        if (call.arguments.empty() || std::ranges::find(runs, trainedKey(call.arguments[0])) == runs.end())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Lesson", "'%1' takes the run first, as in row(lstm, 3)"), {call.name}}};
        steps.erase(steps.begin());
    }
    const bool isOfSteps = call.name != "here";
    if (!isOfSteps && steps.size() == 1 && !isSeenQuantity(steps[0]))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Lesson", "'%1' takes loss, kept, factor, product, gradient or a gate, as in here(lstm, f)"),
             {call.name}}};
    if (steps.size() < word.least || steps.size() > word.most ||
        (isOfSteps && std::ranges::any_of(steps, [](const std::string& word) { return stepOf(word, {1}) == 0; })))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Lesson", "'%1' takes a step from 1, or the first and the last of some"), {call.name}}};
    return {};
}

FigureSource gapSource(FigureSource figures, std::vector<DrawnPoint> drawn, SeenSequence seen) {
    return [figures = std::move(figures), drawn = std::move(drawn),
            seen = std::move(seen)](const FigureCall& call) -> Result<double> {
        if (!isGapWord(call.name)) return figures ? figures(call) : Result<double>(kNone);
        const std::vector<std::string>& words = call.arguments;
        if (call.name == "hand") return seen.hand;
        if (call.name == "drawn_lag" || call.name == "drawn_error") {
            std::vector<double> line;
            for (const DrawnPoint& point : drawn) line.push_back(point.value);
            return call.name == "drawn_lag" ? lagOf(line, seen.truth) : errorOf(line, seen.truth);
        }
        if (call.name == "constant") return seen.constant;
        if (call.name == "enough") return seen.enough;
        if (call.name == "known") {
            const auto found = seen.known.find(words[0]);
            return found == seen.known.end() || found->second < 1 ? kNone : found->second;
        }
        if (call.name == "drawn_peak") {
            const auto peak = std::ranges::max_element(drawn, {}, &DrawnPoint::value);
            return peak == drawn.end() ? kNone : static_cast<double>(peak->step);
        }
        if (call.name == "drawn" && !words.empty())
            return drawnMean(drawn, stepOf(words.front(), seen.marks), stepOf(words.back(), seen.marks));
        if (call.name == "here") {
            const auto run = seen.here.find(words[0]);
            if (run == seen.here.end()) return kNone;
            const auto value = run->second.find(words[1]);
            return value == run->second.end() ? kNone : value->second;
        }
        const auto row = words.empty() ? seen.rows.end() : seen.rows.find(words.front());
        if (row == seen.rows.end()) return kNone;
        if (call.name == "lag") return lagOf(row->second, seen.truth);
        if (call.name == "row_error") return errorOf(row->second, seen.truth);
        if (call.name == "at_marks" || call.name == "elsewhere")
            return markedMean(row->second, seen.marks, call.name == "at_marks");
        if (call.name == "row_peak") return peakOf(row->second);
        if (call.name == "row_clock") return clockOf(row->second, seen.times);
        return words.size() < 2 ? kNone
                                : meanOf(row->second, stepOf(words[1], seen.marks), stepOf(words.back(), seen.marks));
    };
}

std::vector<std::int64_t> movedSteps(const std::vector<double>& row, bool isLow) {
    std::vector<std::int64_t> steps;
    if (row.empty()) return steps;
    const auto [least, most] = std::ranges::minmax(row);
    if (!(most - least >= kLeastRange)) return steps;
    const double middle = (most + least) / 2;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (isLow ? row[i] < middle : row[i] > middle) steps.push_back(static_cast<std::int64_t>(i) + 1);
    return steps;
}

MeasuredGap measuredGap(const LessonGap& gap, const FigureSource& figures, const std::vector<DrawnPoint>& drawn,
                        const std::vector<double>& row, bool isLow) {
    if (gap.as == "hits") {
        MeasuredGap hits = hitsOf(drawn, row, isLow);
        if (drawn.empty()) hits.words = {};
        return hits;
    }
    MeasuredGap found;
    found.measure = sumOf(gap.measure, figures);
    found.against = sumOf(gap.against, figures);
    found.beside = sumOf(gap.beside, figures);
    found.isLess = found.measure < found.against;
    found.gap = kNone;
    if (gap.measure.starts_with("row_peak(") && isFlat(row)) {
        const auto [low, high] = std::ranges::minmax(row);
        const auto figure = [](double value) {
            char words[32];
            std::snprintf(words, sizeof words, "%.2f", value);
            Phrase number{std::string(words)};
            number.context = kNumberContext;
            return number;
        };
        found.words = {GATELAB_TEXT("Lesson", "it hardly moves: %1 to %2"), {figure(low), figure(high)}};
        return found;
    }
    if (std::isnan(found.measure) || std::isnan(found.against)) return found;
    const auto written = [](double value, const std::string& format) {
        Phrase number(figureWords(value, format));
        number.context = kNumberContext;
        return number;
    };
    if (gap.as == "ratio") {
        const double least = std::min(std::abs(found.measure), std::abs(found.against)),
                     most = std::max(std::abs(found.measure), std::abs(found.against));
        found.gap = least > 0 ? most / least : std::numeric_limits<double>::infinity();
        const bool isDrawn = gap.against.starts_with("drawn");
        found.words = found.gap < 1 + kSame ? Phrase(isDrawn ? GATELAB_TEXT("Lesson", "as you drew it")
                                                             : GATELAB_TEXT("Lesson", "about the same"))
                      : found.isLess ? Phrase(GATELAB_TEXT("Lesson", "%1 times less"), {written(found.gap, "times")})
                                     : Phrase(GATELAB_TEXT("Lesson", "%1 times more"), {written(found.gap, "times")});
    } else if (gap.as == "shift") {
        found.gap = std::abs(found.measure - found.against);
        found.words = counted(std::llround(found.gap), GATELAB_TEXT("Lesson", "one step beside it"),
                              GATELAB_TEXT("Lesson", "%1 steps beside it"));
    } else if (gap.as == "difference") {
        found.gap = std::abs(found.measure - found.against);
        const bool isShare = gap.format == "percent";  // a difference of per cents is of points
        const Phrase size = isShare ? written(100 * found.gap, "steps") : written(found.gap, gap.format);
        const double span = row.empty() ? 0 : std::ranges::max(row) - std::ranges::min(row);
        if (gap.against.starts_with("drawn") && gap.format.empty() && found.gap < kSameShare * span)
            found.words = Phrase(GATELAB_TEXT("Lesson", "as you drew it"));
        else if (isShare)
            found.words = found.isLess ? Phrase(GATELAB_TEXT("Lesson", "%1 percentage points less"), {size})
                                       : Phrase(GATELAB_TEXT("Lesson", "%1 percentage points more"), {size});
        else
            found.words = found.isLess ? Phrase(GATELAB_TEXT("Lesson", "%1 less"), {size})
                                       : Phrase(GATELAB_TEXT("Lesson", "%1 more"), {size});
    }
    return found;
}

}  // namespace gatelab
