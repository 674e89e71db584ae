// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace gatelab {

/// One lesson of the page bar: its number in a box, a check where its claim was seen.
class LessonNumber : public QAbstractButton {
    Q_OBJECT
public:
    LessonNumber(Theme& theme, int number, const QString& title, bool isDone, bool isOpen, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& theme_;
    bool isDone_, isOpen_;
};

/// The lessons of one part as numbers, and the way to the other parts. GUI thread.
class LessonNumbers : public QWidget {
    Q_OBJECT
public:
    struct Entry {
        QString key, title;
        int part = 0;
        bool isDone = false, isOpen = false;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    explicit LessonNumbers(Theme& theme, QWidget* parent = nullptr);
    /// In the order of the list. The part of the open lesson is shown, or the first.
    void setLessons(const std::vector<Entry>& lessons);

Q_SIGNALS:
    void chosen(const QString& key);

private:
    Theme& theme_;
    std::vector<Entry> shown_;
    QHBoxLayout* row_;
};

}  // namespace gatelab
