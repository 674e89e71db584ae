// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <string>

namespace gatelab {

class LessonSession;
class StageNetworks;
class Theme;
struct Picture;
struct StageContent;

/// What stands below a picture of the stage that leaves the program: title, training step, losses and seed; the source.
QStringList captionOf(const LessonSession& session, const StageContent& content, const StageNetworks& networks,
                      const QString& title);

/// The stage as a sheet to draw on: what was trained, drawn or measured is not on it. language: of the lesson's texts.
Picture blankWorksheet(Theme& theme, const LessonSession& session, StageContent content, const std::string& language);

}  // namespace gatelab
