// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace gatelab {

/// A white area with a header (title, muted unit, widgets at the right) and a body laid out top to bottom.
class Card : public QFrame {
    Q_OBJECT
public:
    explicit Card(const QString& title = {}, const QString& unit = {}, QWidget* parent = nullptr);
    void setTitle(const QString& title, const QString& unit = {});
    void addHeaderWidget(QWidget* widget);
    /// Widgets of the card go here.
    [[nodiscard]] QVBoxLayout* body() const { return body_; }
    /// 12 by default; 0 for tables that reach the edge.
    void setBodyPadding(int px);

private:
    QWidget* header_;
    QHBoxLayout* headerRow_;
    QLabel* title_;
    QLabel* unit_;
    QVBoxLayout* body_;
};

/// One grey line across, for between the parts of a column.
QFrame* makeLine(QWidget* parent = nullptr);
QFrame* makeVerticalLine(QWidget* parent = nullptr);
/// A label of a role of the style sheet (title, unit, note, section, question, figure, ...).
QLabel* makeLabel(const QString& text, const char* role, QWidget* parent = nullptr);

}  // namespace gatelab
