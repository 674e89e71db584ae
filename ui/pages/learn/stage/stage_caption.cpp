// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/stage/stage_caption.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "lesson/rich_text.h"
#include "pages/learn/class/stage_export.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_view.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

/// Of a run's curve where the film stands; NaN: there is none.
double lossAt(const LessonOutcome& outcome, double epoch) {
    const auto& x = outcome.line.x;
    if (x.empty()) return std::nan("");
    const auto at = std::ranges::min_element(x, {}, [epoch](double one) { return std::abs(one - epoch); });
    return outcome.line.y[static_cast<std::size_t>(at - x.begin())];
}

QString sourceOf(const ExperimentConfig& config) {
    return StageView::tr("%1, %2 units").arg(shownDataName(config)).arg(config.hiddenSize);
}

}  // namespace

QStringList captionOf(const LessonSession& session, const StageContent& content, const StageNetworks& networks,
                      const QString& title) {
    const Lesson& lesson = *session.lesson();
    QStringList first{title}, losses;
    std::int64_t step = 0;
    const auto isOther = [&](const StageHalf& half) {
        return half.shown().step != content.halves.front().shown().step;
    };
    const bool isApart = std::ranges::any_of(content.halves, isOther);  // each kept its own best
    for (std::size_t i = 0; i < content.halves.size() && i < networks.twins().size(); ++i) {
        const StageHalf& half = content.halves[i];
        step = std::max(step, half.shown().step);
        const StageTwin& twin = networks.twins()[i];
        const std::string key = half.now && half.now->step > 0 ? twin.key : twin.key + std::string(kStepZero);
        const auto outcome = session.progress().outcomes.find(key);
        if (outcome == session.progress().outcomes.end()) continue;
        const double loss = lossAt(
            outcome->second, twin.placeOf(half.shown()) * static_cast<double>(lesson.findRun(twin.key)->config.epochs));
        if (std::isfinite(loss))
            losses << (isApart ? StageView::tr("%1 at step %2").arg(half.name).arg(half.shown().step) : half.name) +
                          QLatin1Char(' ') + formatWritten(fromUtf8(figureWords(loss, "")));
    }
    first << StageView::tr("training step %1").arg(step);
    if (!losses.isEmpty()) first << StageView::tr("loss: %1").arg(losses.join(QStringLiteral(", ")));
    first << StageView::tr("seed %1").arg(session.progress().seed);
    return {first.join(QStringLiteral(" · ")), StageView::tr("Source: %1; Gatelab, lesson \"%2\"")
                                                   .arg(sourceOf(lesson.runs.back().config), fromUtf8(lesson.key))};
}

Picture blankWorksheet(Theme& theme, const LessonSession& session, StageContent content, const std::string& language) {
    for (StageHalf& half : content.halves) {
        half.now.reset();
        half.figure.clear();
    }
    content.gap.clear();
    content.drawKind.clear();
    content.isDrawing = false;
    content.hint.clear();
    StageCanvas blank(theme, 1);
    blank.setContent(std::move(content), {});
    const Lesson& lesson = *session.lesson();
    const QStringList source{StageView::tr("Source: %1; Gatelab, lesson \"%2\"")
                                 .arg(sourceOf(lesson.runs.back().config), fromUtf8(lesson.key)) +
                             QStringLiteral(" · ") + StageView::tr("seed %1").arg(session.progress().seed)};
    return worksheet(theme, blank, lesson, language, source);
}

}  // namespace gatelab
