// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

class QMessageBox;
class QPushButton;
class QWidget;

namespace gatelab {

class QueueController;
class RunController;

/// What becomes of the run that trains in this process when its window is closed: asked once, and nothing waits for the
/// answer. Stopped, it is saved as interrupted, as when the program ends by a signal; else a process of its own goes on
/// with it from there, and any window on the workspace finds it again; what waits for this window waits for the next
/// one. A run that has a process of its own already is not asked about: it outlives the window anyway. GUI thread.
class QuitQuestion : public QObject {
    Q_OBJECT
public:
    QuitQuestion(QWidget& window, RunController& runs, const QueueController& queue);
    /// False: it is asked now, or the run is being handed over; the window is closed once that is settled.
    [[nodiscard]] bool mayClose();
    /// Closes the window without a question. False: it stays open.
    bool closeNow();
    /// Null: nothing is asked.
    [[nodiscard]] QMessageBox* question() const;

Q_SIGNALS:
    void handingOver(const QString& run);  ///< its name; the window closes when that is done

private:
    void ask();
    /// What it says holds while it is open: of the run that trains now, and of those that wait.
    void follow();
    void goOnAlone();
    QWidget& window_;
    RunController& runs_;
    const QueueController& queue_;
    QPointer<QMessageBox> question_;
    QPointer<QPushButton> stop_, alone_;  ///< of the question
    QString run_;                         ///< that it asks about
    bool isSettled_ = false, isHandingOver_ = false;
};

}  // namespace gatelab
