// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/run_identity.h"

#include "common/texts.h"
#include "common/theme.h"
#include "config/config_identity.h"
#include "runs/run_view.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr double kMinSeconds = 3;

QString say(const char* source) { return QCoreApplication::translate("RunIdentity", source); }

QString hashText(const std::string& sha256) { return sha256.empty() ? QStringLiteral("-") : fromUtf8(sha256); }

QString orDash(const std::string& text) { return text.empty() ? QStringLiteral("-") : fromUtf8(text); }

}  // namespace

KeyValueList::Rows identityRows(const RunView& run) {
    const RunIdentity& identity = run.plan.identity;
    KeyValueList::Rows rows;
    if (!identity.testFile.empty())
        rows = {{say(QT_TRANSLATE_NOOP("RunIdentity", "Training file")), fromUtf8(identity.trainFile)},
                {say(QT_TRANSLATE_NOOP("RunIdentity", "Test file")), fromUtf8(identity.testFile)}};
    rows.emplace_back(say(QT_TRANSLATE_NOOP("RunIdentity", "Data, SHA-256")), hashText(identity.data));
    rows.emplace_back(say(QT_TRANSLATE_NOOP("RunIdentity", "Recipe, SHA-256")),
                      hashText(recipeIdentity(run.summary.config)));
    rows.emplace_back(say(QT_TRANSLATE_NOOP("RunIdentity", "Settings, SHA-256")),
                      hashText(settingsIdentity(run.summary.config)));
    return rows;
}

KeyValueList::Rows environmentRows(const RunView& run) {
    const RunIdentity& identity = run.plan.identity;
    KeyValueList::Rows rows = {{QStringLiteral("Gatelab"), orDash(identity.gatelab)},
                               {say(QT_TRANSLATE_NOOP("RunIdentity", "System")), orDash(identity.system)},
                               {say(QT_TRANSLATE_NOOP("RunIdentity", "Processor")), orDash(identity.processor)}};
    if (!identity.driver.empty())
        rows.emplace_back(say(QT_TRANSLATE_NOOP("RunIdentity", "Driver of the GPU")), fromUtf8(identity.driver));
    return rows;
}

QString disturbedShort(const RunView& run) {
    std::vector<std::pair<double, double>> spans;
    for (const RunEvent& event : run.events)
        if (const auto* timing = event.as<DisturbedTiming>()) spans.emplace_back(timing->began, event.seconds);
    // Several causes may disturb the same stretch.
    std::ranges::sort(spans);
    double seconds = 0, until = 0;
    for (const auto& [from, to] : spans) {
        seconds += std::max(0.0, to - std::max(from, until));
        until = std::max(until, to);
    }
    return seconds > 0 ? say(QT_TRANSLATE_NOOP("RunIdentity", "disturbed for %1")).arg(formatDuration(seconds))
                       : QString();
}

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
