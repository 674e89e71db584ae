// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QStringList>
#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace gatelab {

/// Two to six choices side by side, one of them chosen. Arrow keys move the choice.
class Segments : public QWidget {
    Q_OBJECT
public:
    explicit Segments(const QStringList& texts = {}, QWidget* parent = nullptr);
    /// 24 instead of 28 px, for card headers and bars.
    void setCompact(bool on);
    void add(const QString& text, const QIcon& icon = {}, const QString& toolTip = {});
    void clear();
    [[nodiscard]] int count() const;
    [[nodiscard]] int current() const;
    void setCurrent(int index);  ///< does not signal; -1: none
    void setText(int index, const QString& text);
    /// `reason`: its tool tip while it is off.
    void setSegmentEnabled(int index, bool on, const QString& reason = {});

Q_SIGNALS:
    void chosen(int index);  ///< by the user

private:
    void shape();
    QButtonGroup* group_;
    QHBoxLayout* row_;
    bool compact_ = false;
};

}  // namespace gatelab
