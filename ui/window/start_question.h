// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <functional>
#include <set>
#include <string>

class QMessageBox;
class QWidget;

namespace gatelab {

class ExperimentModel;
struct ExperimentConfig;

/// A run over data with a finding of the gravest kind (rows out of order, a column without a value) is asked about
/// once: mended, begun anyway, or left. It never stops anybody: what was answered for these data and this finding is
/// not asked again while the window lives, and nothing waits for the answer. GUI thread.
class StartQuestion : public QObject {
    Q_OBJECT
public:
    StartQuestion(QWidget& window, ExperimentModel& experiment, QObject* parent);
    /// `start` is called now where there is nothing to ask, else by the answer "Train anyway".
    void ask(std::function<void()> start);
    /// The same for runs that begin with other settings (of a run, of a search), asked once for all of them, over
    /// `over`. Settings that read other data than the experiment, or these otherwise, are not asked about: nothing is
    /// known of these.
    void ask(const ExperimentConfig& config, QWidget& over, std::function<void()> start);
    /// Null: nothing is asked.
    [[nodiscard]] QMessageBox* question() const;

Q_SIGNALS:
    void mended();  ///< one step back undoes it; nothing was started

private:
    QWidget& window_;
    ExperimentModel& experiment_;
    QPointer<QMessageBox> question_;
    std::set<std::string> answered_;  ///< data, kind and column
};

}  // namespace gatelab
