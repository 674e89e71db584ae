// SPDX-License-Identifier: GPL-3.0-or-later
// What stands below a picture of the stage that leaves the program.
#include "common/texts.h"
#include "config/field.h"
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
    const Field* builtin = findField("builtin");
    QString name = config.dataPath.empty() ? fromUtf8(config.builtin)
                                           : fromPath(std::filesystem::path(config.dataPath).filename());
    if (config.dataPath.empty())
        for (const Choice& choice : builtin->choices)
            if (config.builtin == choice.key) name = translated(choice.label);
    return StageView::tr("%1, %2 units").arg(name).arg(config.hiddenSize);
}

}  // namespace

QString StageView::shownTitle() const {
    return LessonWords{theme_, session_.glossary(), language_, {}}.simple(session_.lesson()->title);
}

QStringList StageView::caption() const {
    const Lesson& lesson = *session_.lesson();
    const StageContent& content = canvas_->content();
    QStringList first{shownTitle()}, losses;
    std::int64_t step = 0;
    for (std::size_t i = 0; i < content.halves.size() && i < networks_->twins().size(); ++i) {
        const StageHalf& half = content.halves[i];
        step = std::max(step, half.shown().step);
        const StageTwin& twin = networks_->twins()[i];
        const std::string key = half.now && half.now->step > 0 ? twin.key : twin.key + std::string(kStepZero);
        const auto outcome = session_.progress().outcomes.find(key);
        if (outcome == session_.progress().outcomes.end()) continue;
        const double loss = lossAt(
            outcome->second, twin.placeOf(half.shown()) * static_cast<double>(lesson.findRun(twin.key)->config.epochs));
        if (std::isfinite(loss))
            losses << half.name + QLatin1Char(' ') + formatWritten(fromUtf8(figureWords(loss, "")));
    }
    first << tr("training step %1").arg(step);
    if (!losses.isEmpty()) first << tr("loss: %1").arg(losses.join(QStringLiteral(", ")));
    first << tr("seed %1").arg(session_.progress().seed);
    return {first.join(QStringLiteral(" · ")),
            tr("Source: %1; Gatelab, lesson \"%2\"").arg(sourceOf(lesson.runs.back().config), fromUtf8(lesson.key))};
}

Picture StageView::worksheetPage() const {
    StageContent content = contentNow();
    for (StageHalf& half : content.halves) {
        half.now.reset();
        half.figure.clear();
    }
    if (!content.halves.empty()) content.axes = axesNow(false);  // how far it reaches would tell what comes
    content.isCovered = shownDraw() != nullptr && shownDraw()->isBlind;
    content.gap.clear();
    content.drawKind.clear();
    content.isDrawing = false;
    content.hint.clear();
    StageCanvas blank(theme_, 1);
    blank.setContent(std::move(content), {});
    const Lesson& lesson = *session_.lesson();
    const QStringList source{
        tr("Source: %1; Gatelab, lesson \"%2\"").arg(sourceOf(lesson.runs.back().config), fromUtf8(lesson.key)) +
        QStringLiteral(" · ") + tr("seed %1").arg(session_.progress().seed)};
    return worksheet(theme_, blank, lesson, language_.toStdString(), source);
}

}  // namespace gatelab
