// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "session/xla_memory.h"
#include "widgets/key_values.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QPushButton;

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class WrappedLabel;

/// The memory of a training step on XLA devices, by their own compilers, in a worker process: of the one that is here,
/// asked by itself soon after an edit, and on a click of TPUs that are not. Shown where the experiment has such a
/// device. GUI thread.
class XlaMemoryCard : public QWidget {
    Q_OBJECT
public:
    using Ask = std::function<Result<XlaForecast>(const ExperimentConfig&, const std::string& device, const Progress&)>;
    /// `ask`, `hasCompiler` are for tests.
    explicit XlaMemoryCard(ExperimentModel& experiment, QWidget* parent = nullptr, Ask ask = askXlaMemory,
                           std::function<bool()> hasCompiler = compilesForTpus);
    /// Of the experiment as it is, for the device that is here; bytes; nothing: not known yet.
    [[nodiscard]] const std::optional<double>& bytesHere() const { return here_; }
    /// The experiment may be another one.
    void refresh();

Q_SIGNALS:
    void changed();

private:
    void askHere();
    void askTpus();
    void askNext();
    void take(const std::string& device, const Result<XlaForecast>& forecast);
    void stop();
    void showAnswers();
    ExperimentModel* experiment_;
    Ask ask_;
    std::function<bool()> hasCompiler_;
    BackgroundJob *job_, *looking_;
    QTimer soon_;
    KeyValueList* figures_;
    WrappedLabel* note_;
    QPushButton* button_;
    ExperimentConfig of_;             ///< that was asked about
    bool isNew_ = true;               ///< nothing has been asked about it
    std::optional<bool> canCompile_;  ///< for TPUs; nothing: not looked yet
    std::optional<double> here_;
    KeyValueList::Rows rows_;
    QString problem_;
    std::vector<std::string> waiting_;  ///< devices that are still to be asked about
    std::string asked_;                 ///< the one that is compiled for; empty: none
};

}  // namespace gatelab
