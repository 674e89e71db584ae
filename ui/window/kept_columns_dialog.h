// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "data/cache/column_cache.h"

#include <QDialog>

class QPushButton;
class QDoubleSpinBox;

namespace gatelab {

class WrappedLabel;

/// How much of large files is kept as columns, so that they open again at once: what there is, at most how much, and
/// away with it. GUI thread; the cache stays with its owner and outlives this.
class KeptColumnsDialog : public QDialog {
    Q_OBJECT
public:
    KeptColumnsDialog(ColumnCache& cache, Theme& theme, QWidget* parent = nullptr);

private:
    void tell(const Result<>& done);
    ColumnCache& cache_;
    WrappedLabel* facts_;
    WrappedLabel* problem_;
    QDoubleSpinBox* most_;
    QPushButton* clear_;
};

}  // namespace gatelab
