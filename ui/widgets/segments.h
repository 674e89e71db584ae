// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QStringList>
#include <QWidget>

class QButtonGroup;
class QGridLayout;

namespace gatelab {

/// Two to six choices side by side, one of them chosen. Arrow keys move the choice.
class Segments : public QWidget {
    Q_OBJECT
public:
    explicit Segments(const QStringList& texts = {}, QWidget* parent = nullptr);
    /// 24 instead of 28 px, for card headers and bars.
    void setCompact(bool on);
    /// In two rows where one would be wider than there is room.
    void setFolding();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    void add(const QString& text, const QIcon& icon = {}, const QString& toolTip = {});
    void clear();
    [[nodiscard]] int count() const;
    [[nodiscard]] int current() const;
    void setTip(int index, const QString& toolTip);
    void setCurrent(int index);  ///< does not signal; -1: none
    void setText(int index, const QString& text);
    /// `reason`: its tool tip while it is off.
    void setSegmentEnabled(int index, bool on, const QString& reason = {});

Q_SIGNALS:
    void chosen(int index);  ///< by the user

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void shape();
    /// With so many side by side, px.
    [[nodiscard]] int widthOf(int columns) const;
    void fold();
    bool compact_ = false, folding_ = false;  // before the children, whose making is an event
    int columns_ = 0;                         ///< side by side; 0: all
    QButtonGroup* group_;
    QGridLayout* grid_;
};

}  // namespace gatelab
