// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <vector>

namespace gatelab {

class LabDelegate;
class LabModel;
class Theme;

/// The ladder of the lab as a forest plot: rows of two lines, or of one where not all would be seen; the axis takes the
/// width that is left over, and where that is too little columns go from the right. GUI thread.
class LabTable : public QTableView {
    Q_OBJECT
public:
    LabTable(Theme& theme, LabModel& model, QWidget* parent = nullptr);
    /// Least width of the axis, px of the look.
    static constexpr int kMinAxis = 320;

Q_SIGNALS:
    /// Double click or Enter on a rung: its place in the report.
    void rungActivated(std::size_t rung);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOut();
    /// Of each column its usual width, or what its head and figures need; the first one's is wished for only.
    void measure(bool isOneLine);
    void setHovered(int row);
    void act(const QModelIndex& index);
    [[nodiscard]] int px(int pixels) const;
    Theme* theme_;
    LabModel* model_;
    LabDelegate* delegate_;
    std::vector<int> widths_;  ///< by column
    int names_ = 0;            ///< width that the names and notes of the rungs need
};

}  // namespace gatelab
