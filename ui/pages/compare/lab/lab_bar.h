// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "measure/lab_choice.h"

#include <QWidget>

class QComboBox;
class QPushButton;
class QSpinBox;
class QTimer;

namespace gatelab {

class LabController;
class Segments;

/// The bar of the lab: which switches are measured against what, how often, and the buttons. GUI thread.
class LabBar : public QWidget {
    Q_OBJECT
public:
    LabBar(Theme& theme, LabController& lab, QWidget* parent = nullptr);
    void show(const LabChoice& choice);
    /// Where there is no room for table and chart at once, one of them is chosen here.
    void setTabbed(bool on);

    struct State {
        bool measures = false;  ///< the button stops it
        bool isStopping = false;
        bool canRun = false, canExport = false, canUse = false;
        double seconds = 0;  ///< that it will take; NaN: not known
        QString runTip;
        QString use, useTip;  ///< what is taken over, and a word on it; empty: the usual ones
    };
    void show(const State& state);
    /// For a moment, where the button is.
    void reportCopied();

Q_SIGNALS:
    // By the user.
    void exportClicked();
    void copyClicked();
    void chartChosen(bool on);  ///< instead of the table

private:
    void fillSides();
    Theme* theme_;
    LabController* lab_;
    Segments *mode_, *tabs_;
    QComboBox *first_, *second_;
    QSpinBox* repeats_;
    QPushButton *run_, *export_, *copy_, *use_;
    QTimer* copied_;
};

}  // namespace gatelab
