// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <array>

class QWidget;

namespace gatelab {

class Preferences;

/// Where the window stands and which panes it shows, by how much text of the chosen size fits beside each other. Kept a
/// moment after each change, so that a crash loses nothing, and found again at the next start. The window outlives it.
/// GUI thread.
class WindowPlace : public QObject {
    Q_OBJECT
public:
    struct Panes {
        bool left = false, right = false, log = false;
    };
    /// Puts the window where it was.
    WindowPlace(QWidget& window, Preferences& preferences);

    /// Below this the columns are narrow.
    [[nodiscard]] bool compact() const;
    /// For windows of the present width; the log is the same for all.
    [[nodiscard]] Panes panes() const;
    /// "left", "right" or "log". A small window shows one of the first two at a time; the other one comes back when
    /// that is closed.
    void setPane(const QString& pane, bool on);
    /// Now, not in a moment.
    void keep();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void restore();
    [[nodiscard]] std::size_t width() const;
    QWidget& window_;
    Preferences& preferences_;
    struct Columns {
        bool left, right;
    };
    /// Wide, medium, small: those that are wanted
    std::array<Columns, 3> columns_{{{true, true}, {false, true}, {false, false}}};
    bool log_ = false, leftLast_ = false;  ///< the left column was asked for after the right one
    QTimer later_;
};

}  // namespace gatelab
