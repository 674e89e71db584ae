// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/board/run_identity.h"

#include "common/texts.h"
#include "common/theme.h"
#include "models/run_figures.h"

#include <QCoreApplication>
#include <QStringList>

namespace gatelab {

namespace {

constexpr double kMinSeconds = 3;

QString say(const char* source) { return QCoreApplication::translate("RunIdentity", source); }

KeyValueList::Rows factRows(const RunReport& report) {
    KeyValueList::Rows rows;
    for (const ReportedFact& fact : report)
        rows.emplace_back(translated(fact.label), fact.value.empty() ? QStringLiteral("-") : translated(fact.value));
    return rows;
}

}  // namespace

KeyValueList::Rows identityRows(const RunView& run) { return factRows(reportOf(run, RunSection::Data)); }

KeyValueList::Rows environmentRows(const RunView& run) { return factRows(reportOf(run, RunSection::Program)); }

QString disturbanceText(const RunView& run) {
    QStringList lines;
    for (const RunEvent& event : run.events)
        if (const auto* timing = event.as<DisturbedTiming>())
            lines << say(QT_TRANSLATE_NOOP("RunIdentity", "disturbed from %1 to %2: %3"))
                         .arg(formatDuration(timing->began), formatDuration(event.seconds), translated(timing->cause));
    if (!lines.isEmpty()) return lines.join(QLatin1Char('\n'));
    // Who trained for a moment only, or by an older program, was not looked at.
    if (run.live) return say(QT_TRANSLATE_NOOP("RunIdentity", "undisturbed so far"));
    if (run.plan.identity.gatelab.empty())
        return say(QT_TRANSLATE_NOOP("RunIdentity", "not watched: trained by an older program"));
    return run.summary.seconds > kMinSeconds ? say(QT_TRANSLATE_NOOP("RunIdentity", "undisturbed"))
                                             : say(QT_TRANSLATE_NOOP("RunIdentity", "not watched: too short"));
}

}  // namespace gatelab
