// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/doctor.h"
#include "data/series.h"

#include <QCoreApplication>
#include <QStringList>
#include <vector>

namespace gatelab {

/// Findings of one kind that overlap in time, or that many columns have, as one line: what (twelve words at most),
/// when, and all of it in sentences.
struct FindingGroup {
    std::string code, recipe;
    std::string setting, value;  ///< as in DataFinding
    DataFinding::Severity severity = DataFinding::Severity::Info;
    std::vector<DataFinding> findings;
    std::int64_t firstRow = -1, lastRow = -1;  ///< of all of them; -1: no place
    QString title, note, sentences;
};

/// The words for what the doctor found: dates, not rows.
class FindingText {
    Q_DECLARE_TR_FUNCTIONS(FindingText)
public:
    /// In the order of the first finding of each.
    static std::vector<FindingGroup> groups(const Series& series, const std::vector<DataFinding>& findings);
    /// At its mark in the channel: "still 58 h", "level shift"; empty: the mark says it.
    static QString label(const Series& series, const DataFinding& finding);
    /// "5 Dec 2016"; where the time is not known "row 3,768".
    static QString day(const Series& series, std::int64_t row);

private:
    static QString title(const Series& series, const FindingGroup& group);
    static QString note(const Series& series, const FindingGroup& group);
    /// "58 h", "58 to 73 h", "12 rows"
    static QString span(const Series& series, std::int64_t least, std::int64_t most);
};

}  // namespace gatelab
