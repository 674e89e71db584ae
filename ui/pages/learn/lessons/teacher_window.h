// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>
#include <functional>

namespace gatelab {

class LessonSession;
class LessonStage;

/// The open lesson for a class room: one card fills the screen, no letter is smaller than 20 px, answers stay hidden
/// until they are asked for. A presenter's remote leads through it: right, PageDown or Space go on, left or PageUp go
/// back, Escape leaves. Deletes itself.
class TeacherWindow : public QWidget {
    Q_OBJECT
public:
    /// openPlace: LessonActions::openPlace
    TeacherWindow(Theme& theme, LessonSession& session, const QString& language, std::function<void()> openPlace,
                  QWidget* parent);
    [[nodiscard]] LessonStage& stage() { return *stage_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    LessonStage* stage_;
};

}  // namespace gatelab
