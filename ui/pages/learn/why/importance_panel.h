// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/explanation.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace gatelab {

class Explanations;
class ImportanceBars;
class ThinProgress;
class WrappedLabel;

/// What matters to all forecasts of a part: bars by column, by columns that go together and by steps, measured on a
/// click. The right column of WhyView. GUI thread.
class ImportancePanel : public QWidget {
    Q_OBJECT
public:
    ImportancePanel(Theme& theme, Explanations& explanations, QWidget* parent = nullptr);
    void measure();                 ///< or stops it
    void setPart(WindowPart part);  ///< that is measured by the next click

private:
    void refresh();
    Theme* theme_;
    Explanations* explanations_;
    QPushButton* button_;
    ThinProgress* progress_;
    WrappedLabel *note_, *soWhat_;
    QLabel* titles_[3];
    ImportanceBars* bars_[3];
    WindowPart part_ = WindowPart::Validation;
};

}  // namespace gatelab
