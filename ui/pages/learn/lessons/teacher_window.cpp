// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/teacher_window.h"

#include "pages/learn/lessons/glossary_card.h"
#include "pages/learn/lessons/lesson_plot.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lesson_stage.h"
#include "widgets/card.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace gatelab {

TeacherWindow::TeacherWindow(Theme& theme, LessonSession& session, const QString& language,
                             std::function<void()> openPlace, QWidget* parent)
    : QWidget(parent, Qt::Window),
      stage_(
          new LessonStage(theme, session, language, true,
                          {.openPlace = std::move(openPlace),
                           .takeOwn = [this] { close(); },
                           .showTerm =
                               [this, &theme, &session, language](const QString& key, const QPoint& at) {
                                   (new GlossaryCard(theme, session.glossary(), language, key, true, this))->openAt(at);
                               }})) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("teacher"));
    setWindowTitle(tr("Teacher's mode"));
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->addWidget(stage_, 1);
    auto* keys = makeLabel(tr("→, PageDown or Space: on · ← or PageUp: back · Esc: leave"), "note");
    keys->setStyleSheet(QStringLiteral("font-size: %1px;").arg(LessonStage::kLargeSmallest));
    column->addWidget(keys);
    qApp->installEventFilter(this);
}

/// Before any control: a remote has no focus to look after.
bool TeacherWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget->window() != this) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isPlot = qobject_cast<LessonPlot*>(widget) != nullptr;  // it is drawn on with the arrow keys
    switch (key) {
        case Qt::Key_Right:
            if (isPlot) break;
            [[fallthrough]];
        case Qt::Key_PageDown:
        case Qt::Key_Space:
            stage_->advance();
            return true;
        case Qt::Key_Left:
            if (isPlot) break;
            [[fallthrough]];
        case Qt::Key_PageUp:
            stage_->retreat();
            return true;
        case Qt::Key_Escape:
            close();
            return true;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace gatelab
