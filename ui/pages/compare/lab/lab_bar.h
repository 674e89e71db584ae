// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>

class QBoxLayout;
class QPushButton;
class QSpinBox;

namespace gatelab {

class LabController;
class Segments;

/// The bar of the lab: what is measured against what, how often, and the report with the earlier tables. GUI thread.
class LabBar : public QWidget {
    Q_OBJECT
public:
    LabBar(Theme& theme, LabController& lab, QWidget* parent = nullptr);
    /// What is chosen and what goes on now.
    void showState();
    /// Buttons without the words that can be missed, and the choice of the mode at the left end of `place`; null: here.
    void setCompact(bool compact, QBoxLayout* place);

Q_SIGNALS:
    // By the user.
    void exportClicked();
    void copyClicked();
    void caseClicked();

private:
    void fillReport();
    void showRun();
    Theme* theme_;
    LabController* lab_;
    Segments* mode_;
    QSpinBox* repeats_;
    QPushButton *run_, *report_;
    bool compact_ = false;
};

}  // namespace gatelab
