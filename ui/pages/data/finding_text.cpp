// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/finding_text.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "common/theme.h"
#include "data/findings/finding_kinds.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kMostNames = 3;

std::int64_t rowsOf(const DataFinding& finding) { return finding.lastRow - finding.firstRow + 1; }

QStringList namesOf(const FindingGroup& group) {
    QStringList names;
    for (const DataFinding& finding : group.findings)
        if (const QString name = fromUtf8(finding.column); !names.contains(name)) names << name;
    return names;
}

bool overlaps(const FindingGroup& group, const DataFinding& finding) {
    return finding.firstRow >= 0 && group.firstRow >= 0 && finding.firstRow <= group.lastRow &&
           finding.lastRow >= group.firstRow;
}

/// One column that holds coming values of two others is one line.
bool isOfColumn(const FindingGroup& group, const DataFinding& finding) {
    return finding.firstRow < 0 && group.firstRow < 0 && group.findings.front().column == finding.column;
}

bool belongs(const FindingGroup& group, const DataFinding& finding, bool isOfMany) {
    return group.code == finding.code && group.recipe == finding.recipe && group.setting == finding.setting &&
           (group.setting.empty() || group.value == finding.value) && !finding.column.empty() &&
           (isOfMany || overlaps(group, finding) || isOfColumn(group, finding));
}

void addTo(std::vector<FindingGroup>& all, const DataFinding& finding, bool isOfMany) {
    auto group = std::ranges::find_if(all, [&](const FindingGroup& one) { return belongs(one, finding, isOfMany); });
    if (group == all.end()) {
        FindingGroup fresh;
        fresh.code = finding.code, fresh.recipe = finding.recipe, fresh.setting = finding.setting,
        fresh.value = finding.value, fresh.severity = finding.severity;
        fresh.firstRow = finding.firstRow, fresh.lastRow = finding.lastRow;
        all.push_back(std::move(fresh));
        group = all.end() - 1;
    }
    group->findings.push_back(finding);
    group->firstRow = std::min(group->firstRow, finding.firstRow);
    group->lastRow = std::max(group->lastRow, finding.lastRow);
    group->severity = std::max(group->severity, finding.severity);
}

}  // namespace

std::vector<FindingGroup> FindingText::groups(const Series& series, const std::vector<DataFinding>& findings) {
    std::vector<FindingGroup> all;
    for (const std::vector<DataFinding>& kind : findingKinds(findings))
        for (const DataFinding& finding : kind) addTo(all, finding, kind.size() > 1);
    for (FindingGroup& group : all) {
        group.title = title(series, group);
        group.note = note(series, group);
        QStringList sentences;
        for (const DataFinding& finding : group.findings) sentences << translated(finding.message);
        group.sentences = sentences.join(QLatin1Char('\n'));
    }
    return all;
}

QString FindingText::title(const Series& series, const FindingGroup& group) {
    const auto [least, most] = std::ranges::minmax(group.findings, {}, rowsOf);
    const QStringList names = namesOf(group);
    const int count = static_cast<int>(names.size());
    const QString who = listText(names), code = fromUtf8(group.code), rows = formatCount(group.findings.front().rows);
    if (code == QLatin1String("flat")) {
        const QString time = span(series, rowsOf(least), rowsOf(most));
        if (count == 1) return tr("%1 stands still, %2").arg(who, time);
        return count <= kMostNames ? tr("%1 stand still, %2").arg(who, time)
                                   : tr("%n columns stand still, %1", nullptr, count).arg(time);
    }
    if (code == QLatin1String("level-shift")) {
        if (count == 1) return tr("%1 changes its level").arg(who);
        return count <= kMostNames ? tr("%1 change their level").arg(who)
                                   : tr("%n columns change their level", nullptr, count);
    }
    const QString where = count <= kMostNames ? who : tr("%n columns", nullptr, count);
    const bool isOne = group.findings.front().rows == 1;
    if (code == QLatin1String("missing") && count == 1 && isOne) return tr("%1: 1 value missing").arg(where);
    if (code == QLatin1String("outliers") && count == 1 && isOne) return tr("%1: 1 outlier").arg(where);
    if (code == QLatin1String("time-gap") && isOne) return tr("Time: 1 gap");
    if (code == QLatin1String("time-repeat") && isOne) return tr("Time: 1 row repeats one");
    if (code == QLatin1String("time-close") && isOne) return tr("Time: 1 row comes early");
    if (code == QLatin1String("missing"))
        return count == 1 ? tr("%1: %2 values missing").arg(where, rows) : tr("%1: values missing").arg(where);
    if (code == QLatin1String("short")) return tr("%1: ends early").arg(where);
    if (code == QLatin1String("late")) return tr("%1: begins late").arg(where);
    if (code == QLatin1String("outliers"))
        return count == 1 ? tr("%1: %2 outliers").arg(where, rows) : tr("%1: outliers").arg(where);
    if (code == QLatin1String("spike"))
        return count == 1
                   ? tr("%1: %n spikes of one row", nullptr, static_cast<int>(group.findings.front().rows)).arg(where)
                   : tr("%1: spikes of one row").arg(where);
    if (code == QLatin1String("blank-zero")) {
        const std::vector<Phrase>& columns = group.findings.front().message.arguments;
        return columns.size() < 2 ? tr("%1: a blank is 0").arg(who)
                                  : tr("%1, %2: a blank is 0").arg(translated(columns[0]), translated(columns[1]));
    }
    if (code == QLatin1String("constant")) return tr("%1: constant, tells nothing").arg(where);
    if (code == QLatin1String("no-values")) return tr("%1: no value").arg(where);
    if (code == QLatin1String("sentinel")) return tr("%1: a far value may mean missing").arg(where);
    if (code == QLatin1String("no-signal")) return tr("%1: nothing to learn here").arg(where);
    if (code == QLatin1String("drift")) return tr("%1: the test part lies elsewhere").arg(where);
    if (code == QLatin1String("copy")) return tr("%1 copies a target").arg(where);
    if (code == QLatin1String("same-column")) return tr("%1 says what another input says").arg(where);
    if (code == QLatin1String("unit-jump")) return tr("%1 changes its unit").arg(where);
    if (code == QLatin1String("counter")) return tr("%1: a counter that starts over").arg(where);
    if (code == QLatin1String("slower")) return tr("%1 has values more seldom").arg(where);
    if (code == QLatin1String("few-windows")) return tr("Too few training windows");
    if (code == QLatin1String("mixed-steps")) return tr("Time: two distances of rows");
    if (code == QLatin1String("next-value")) return tr("%1 may hold coming values").arg(where);
    if (code == QLatin1String("scales")) return tr("Spreads differ more than 100 times");
    if (code == QLatin1String("time-irregular")) return tr("Time: no steady step");
    if (code == QLatin1String("time-gap")) return tr("Time: %1 gaps").arg(rows);
    if (code == QLatin1String("time-repeat")) return tr("Time: %1 rows repeat one").arg(rows);
    if (code == QLatin1String("time-close")) return tr("Time: %1 rows come early").arg(rows);
    if (code == QLatin1String("time-clock-back")) return tr("Time: an hour comes twice");
    if (code == QLatin1String("time-clock-forward")) return tr("Time: the clocks go forward");
    if (code == QLatin1String("time-disorder") || code == QLatin1String("time-reversed"))
        return tr("Time: not in order");
    return who.isEmpty() ? translated(group.findings.front().message) : who;
}

QString FindingText::note(const Series& series, const FindingGroup& group) {
    const DataFinding& first = group.findings.front();
    if (first.code == "constant" || first.code == "no-values" || group.firstRow < 0) return {};
    // The gap that is told of is the one before the last row.
    const QString when = day(series, first.code == "time-gap" ? first.lastRow : group.firstRow);
    if (first.code == "level-shift" && group.findings.size() == 1) {
        // Of rows between two changes `before` is theirs, and they begin here.
        const bool isBetween = first.lastRow > first.firstRow;
        return tr("%1, from %2 to %3")
            .arg(when, formatNumber(isBetween ? first.after : first.before, 2),
                 formatNumber(isBetween ? first.before : first.after, 2));
    }
    if (first.code != "flat") return when;
    const auto valueOf = [&](const DataFinding& finding) {
        const auto channel = series.find(finding.column);
        return channel && finding.firstRow < series.rows()
                   ? series.channels[*channel].values[static_cast<std::size_t>(finding.firstRow)]
                   : std::nan("");
    };
    const double value = valueOf(first);
    const bool isSame = std::ranges::all_of(
        group.findings, [&](const DataFinding& one) { return std::abs(valueOf(one) - value) < 1e-9; });
    return isSame ? tr("%1, at %2").arg(when, formatNumber(value, 3)) : when;
}

QString FindingText::day(const Series& series, std::int64_t row) {
    const auto at = static_cast<std::size_t>(std::max<std::int64_t>(0, row));
    if (at >= series.time.values.size()) return tr("row %1").arg(formatCount(row));
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(series.time.values[at] / 1000, Qt::UTC);
    return QLocale().toString(time, QCoreApplication::translate("LineChart", "d MMM yyyy"));
}

QString FindingText::span(const Series& series, std::int64_t least, std::int64_t most) {
    const double step = series.time.known() ? static_cast<double>(series.time.stepMicros) / 1e6 : 0;
    const auto both = [&](double unit) {
        const auto text = [unit](std::int64_t rows) {
            const double size = static_cast<double>(rows) * unit;
            return size >= 10 || size == std::round(size) ? formatCount(std::llround(size)) : formatNumber(size, 2);
        };
        const QString low = text(least), high = text(most);
        return low == high ? low : tr("%1 to %2").arg(low, high);
    };
    const double longest = step * static_cast<double>(most);
    if (step <= 0) return tr("%1 rows").arg(both(1));
    constexpr double kDay = 86400, kMonth = 28 * kDay, kYear = 365 * kDay;
    if (step >= kYear) return tr("%1 years").arg(both(std::round(step / kYear)));
    if (step >= kMonth) return tr("%1 months").arg(both(std::max(1.0, std::floor(step / kMonth))));
    if (step >= kDay) return tr("%1 days").arg(both(step / kDay));
    if (longest >= 7200) return tr("%1 h").arg(both(step / 3600));
    return longest >= 120 ? tr("%1 min").arg(both(step / 60)) : tr("%1 s").arg(both(step));
}

QString FindingText::label(const Series& series, const DataFinding& finding) {
    if (finding.code == "flat") return tr("still %1").arg(span(series, rowsOf(finding), rowsOf(finding)));
    if (finding.code == "level-shift") return tr("level shift");
    if (finding.code == "missing" || finding.code == "short" || finding.code == "late")
        return tr("missing %1").arg(span(series, rowsOf(finding), rowsOf(finding)));
    return {};
}

}  // namespace gatelab
