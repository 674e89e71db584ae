// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace gatelab {

/// Heads of columns that give up letters only as much as their column is narrower than they need. Qt shortens a head by
/// the margin of the plain style, which is less than the style sheet's padding: of a right-aligned one the first
/// letters would be cut.
class TableHeads : public QHeaderView {
    Q_OBJECT
public:
    explicit TableHeads(QWidget* parent);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override;
};

}  // namespace gatelab
