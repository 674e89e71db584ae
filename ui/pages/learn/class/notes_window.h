// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <string>

class QLabel;

namespace gatelab {

class TeacherWindow;

/// What the teacher sees on the second screen: the wall in small, minutes, what comes next, the notes of class, lesson
/// and question, who gives which answer, and the two counts. With one screen it is a sheet over the wall, which says so
/// and keeps the right answer back until it is told. GUI thread.
class NotesWindow : public QWidget {
    Q_OBJECT
public:
    NotesWindow(Theme& theme, TeacherWindow& wall, const QString& language);
    /// `isSheet`: the class sees it.
    void open(bool isSheet);
    [[nodiscard]] QString text() const;  ///< all that is written, for screen readers

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString minutes() const;
    [[nodiscard]] QString next() const;
    [[nodiscard]] QString notes() const;
    [[nodiscard]] QString answers() const;

    Theme& theme_;
    TeacherWindow& wall_;
    std::string language_;
    QLabel *seen_, *picture_, *head_, *next_, *notes_, *answers_;
    bool isSheet_ = false;
    QElapsedTimer since_;
    QTimer tick_;
};

}  // namespace gatelab
