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
        bool right = false, log = false;
    };
    /// Puts the window where it was.
    WindowPlace(QWidget& window, Preferences& preferences);

    /// Below this the columns are narrow.
    [[nodiscard]] bool compact() const;
    /// For windows of the present width; the log is the same for all.
    [[nodiscard]] Panes panes() const;
    /// "right" or "log".
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
    std::array<bool, 3> right_{true, true, false};  ///< wide, medium, small: whether the column is wanted
    bool log_ = false;
    QTimer later_;
};

}  // namespace gatelab
