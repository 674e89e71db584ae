// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;

namespace gatelab {

class Badge;
class ElidedLabel;
class LabController;

/// The answer of the lab above its table: how much in all, in which range, and what to do with it; while it measures
/// how far it is. GUI thread.
class LabHeadlineCard : public QFrame {
    Q_OBJECT
public:
    LabHeadlineCard(Theme& theme, LabController& lab, QWidget* parent = nullptr);
    /// What the lab shows and does now.
    void showState();
    /// The key figure with its words; empty: nothing is measured.
    [[nodiscard]] QString headline() const;

private:
    /// What is shown was measured for other settings than the present ones.
    [[nodiscard]] bool isOfOther() const;
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString progressText() const;
    void showButtons();
    LabController* lab_;
    QLabel *title_, *range_;
    Badge* disturbed_;
    ElidedLabel* line_;
    QProgressBar* progress_;
    QPushButton *other_, *repeat_, *use_;
};

}  // namespace gatelab
