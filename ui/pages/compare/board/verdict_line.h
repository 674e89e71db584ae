// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/focus_ring.h"

#include <QAbstractButton>

#include <optional>

namespace gatelab {

/// One chosen row of the board against the base, in a line: marker, name, what is said of it. What needs no network is
/// said only, and cannot be clicked.
class VerdictLine : public QAbstractButton {
    Q_OBJECT
public:
    explicit VerdictLine(Theme& theme, QWidget* parent = nullptr);
    /// Slot of the run's colour and marker; nothing: no network.
    void set(std::optional<int> slot, const QString& name, const QString& said, const QIcon& mark);
    [[nodiscard]] const QString& said() const { return said_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    /// Two lines where name and what is said have no room in one.
    [[nodiscard]] int heightForWidth(int width) const override;
    /// The name as it is drawn in this width: whole, else its number alone.
    [[nodiscard]] QString nameIn(int width) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] int aroundNames() const;
    [[nodiscard]] int saidWidth() const;
    [[nodiscard]] bool fitsInOne(const QString& name, int width) const;
    Theme* theme_;
    FocusRing* focus_;
    std::optional<int> slot_;
    QString said_;
};

/// Marker of a run, or the dashes of what needs no network, as a picture of 12 px.
QPixmap rowMarker(const Theme& theme, std::optional<int> slot);

}  // namespace gatelab
