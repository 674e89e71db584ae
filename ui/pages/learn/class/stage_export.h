// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/picture_file.h"
#include "common/theme.h"
#include "lesson/lesson.h"

#include <QStringList>
#include <functional>
#include <vector>

namespace gatelab {

class StageCanvas;
class StageView;

/// A drawing with lines below it that say where it comes from; `drawing`: of what is left of `size`.
Picture captionedPicture(Theme& theme, const std::function<std::function<void(QPainter&)>(QSizeF)>& drawing,
                         const QString& title, const QStringList& caption, QSize size);

/// A picture of a stage with lines below it that say where it comes from: lesson, step, loss, seed, source. A copy:
/// what the canvas shows later changes nothing.
Picture stagePicture(Theme& theme, const StageCanvas& canvas, const QString& title, const QStringList& caption,
                     QSize size);

/// A page of A4 for the class: question, picture with nothing of the answer, room to write, the question for hands, and
/// where it comes from. `canvas`: shows the untrained networks.
Picture worksheet(Theme& theme, const StageCanvas& canvas, const Lesson& lesson, const std::string& language,
                  const QStringList& caption);

/// Writes what a stage shows as a file of its ending: png, svg (the picture), gif (the film), pdf (the worksheet). What
/// went wrong; empty: it is written.
QString exportStage(Theme& theme, StageView& stage, const QString& path);
/// The endings, each with its name in a menu.
struct StageExport {
    QString text, suffix;
};
std::vector<StageExport> stageExports();

}  // namespace gatelab
