// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/cell_walk.h"
#include "pages/learn/walk/walk_edits.h"

#include <QTableWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// The summands of one weighted sum: weight times value, one a row, the largest first where they are many. Weights and
/// what is read are typed, dragged up and down (Shift: finer) or put back by Delete. GUI thread.
class WalkTable : public QTableWidget {
    Q_OBJECT
public:
    WalkTable(Theme& theme, WalkEdits& edits, QWidget* parent = nullptr);
    /// `inputs`: names of the columns of x, as far as they are known.
    void setSum(std::shared_ptr<const CellWalk> walk, const std::string& key, const std::vector<std::string>& inputs);
    void mark();  ///< what was changed
    /// How many summands of the sum have no row.
    [[nodiscard]] int left() const { return left_; }
    /// What stands there; none where it cannot be changed.
    [[nodiscard]] std::optional<WalkEdit> changeable(int row, int column) const;

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fill();
    [[nodiscard]] QString termName(const WalkTerm& term) const;
    Theme* theme_;
    std::shared_ptr<const CellWalk> walk_;
    std::string key_;
    std::vector<std::string> inputs_;
    std::vector<std::size_t> order_;  ///< the terms that have rows
    WalkEdits* edits_;
    std::optional<WalkEdit> dragged_;
    QPoint dragFrom_;
    int left_ = 0;
    bool filling_ = false;
};

/// The name of a weight or a value that was changed, "Wf · x₁", from the walk it stands in; its tensor's name and place
/// where it stands elsewhere.
QString placeName(const WalkPlace& place, const CellWalk& walk);
/// "Wf · x₁ temperature" and the like.
QString termSymbol(const WalkTerm& term, const std::string& sum, const CellWalk& walk);

}  // namespace gatelab
