// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/series/series_painter.h"
#include "widgets/focus_ring.h"

#include <QWidget>
#include <vector>

class QCheckBox;
class QMenu;
class QScrollBar;

namespace gatelab {

/// One row per channel over one time axis, with what the channel is used for at its left and its distribution at its
/// right. Where the rows do not all fit, a scroll bar moves through them, and only those in sight are worked out.
/// Shades the parts of the split, hatches the embargo, shows gaps and marks; the borders of the split can be dragged or
/// moved by keys. Ctrl+wheel zooms, Shift+drag and Shift+wheel pan, double click shows everything.
class SeriesPlot : public QWidget {
    Q_OBJECT
public:
    SeriesPlot(Theme& theme, SeriesView& view, QWidget* parent = nullptr);
    /// Channels from top to bottom; all at first.
    void setChannels(std::vector<std::size_t> channels);
    /// Those that have a row now.
    [[nodiscard]] const std::vector<std::size_t>& shownChannels() const { return painter_.channels; }
    void setUses(std::vector<ChannelUse> uses);  ///< one per channel of the series
    void setMarks(std::vector<SeriesMark> marks);
    void setEmptyText(const QString& text);
    /// Makes it the one that keys act on, and scrolls to it.
    void showChannel(std::size_t channel);
    [[nodiscard]] QSize sizeHint() const override { return {720, 480}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void inputAsked(int channel, bool on);
    /// As the only target; besides: beside the others, or no longer where it is one.
    void targetAsked(int channel, bool besides);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void reset();
    void showRows();
    void placeBoxes();
    void describe();
    void setCurrent(int channel);
    void moveCurrent(int by);
    /// By a day, or a row.
    void moveBorder(int by, bool isRow);
    void fillMenu(QMenu& menu, int channel);
    [[nodiscard]] int channelAt(double y) const;
    [[nodiscard]] ChannelUse useOf(int channel) const;
    [[nodiscard]] double labelsWidth() const;
    [[nodiscard]] QRectF plotArea() const;

    Theme& theme_;
    SeriesView& view_;
    SeriesPainter painter_;
    std::vector<std::size_t> chosen_;  ///< those that do not fit have no row
    std::vector<QCheckBox*> boxes_;    ///< "input", one per row in sight; those left over are hidden
    QScrollBar* scroll_;
    QString emptyText_;
    QPointF last_;
    FocusRing* ring_;
};

}  // namespace gatelab
