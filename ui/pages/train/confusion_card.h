// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baselines/class_scores.h"
#include "common/theme.h"
#include "widgets/card.h"

class QTableView;

namespace gatelab {

class ConfusionModel;

/// Which class was taken for which, as a table that stays usable with many classes or long names: the true classes stay
/// in sight at the left while the answers scroll, and columns are no wider than their numbers and a little of their
/// name need.
class ConfusionCard : public Card {
    Q_OBJECT
public:
    explicit ConfusionCard(Theme& theme, QWidget* parent = nullptr);
    void setMatrix(const ConfusionMatrix& matrix);

private:
    void fitColumns();
    Theme* theme_;
    ConfusionModel* model_;
    QTableView* table_;
};

}  // namespace gatelab
