// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_columns.h"

#include <QString>
#include <QWidget>

class QComboBox;

namespace gatelab {

/// A chart of what stands on the board. It is told when there is something else to draw, but only the one in front is
/// kept up to date. GUI thread.
class CompareView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    /// What is drawn: boxes for the row above it, whose owner puts them there.
    [[nodiscard]] virtual QWidget* pickers() = 0;
    /// Other rows, figures or choice.
    virtual void showRows() = 0;
    /// The row under the pointer stands out; empty: none.
    virtual void setHighlight(const QString& rowKey) = 0;
    /// New samples of a live run.
    virtual void refresh() {}

Q_SIGNALS:
    void picked(const QString& rowKey);  ///< a curve, line or dot was clicked
};

/// Fills a box with columns under the heads of their groups, which cannot be chosen; the data of an entry is its key.
void fillColumnBox(QComboBox& box, const RunColumns& columns);
/// The entry of this key; the first column where there is none.
void chooseColumn(QComboBox& box, const QString& key);
}  // namespace gatelab
