// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/train_button.h"

#include "common/responder.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/card.h"

#include <algorithm>

namespace gatelab {

namespace {
constexpr int kRefreshMs = 30, kAround = 56;  // icon, gaps and edges, px
}

TrainButton::TrainButton(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : QPushButton(parent), theme_(theme), experiment_(experiment), runs_(runs) {
    setStyleProperty(this, "primary", true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    later_.setSingleShot(true);
    later_.setInterval(kRefreshMs);
    connect(&later_, &QTimer::timeout, this, &TrainButton::refresh);
    const auto soon = [this] { later_.start(); };
    connect(&experiment_, &ExperimentModel::configChanged, this, soon);
    for (const auto signal : {&ExperimentModel::findingsChanged, &ExperimentModel::dataChanged,
                              &ExperimentModel::preparedChanged, &ExperimentModel::epochTimed})
        connect(&experiment_, signal, this, soon);
    for (const auto signal : {&RunController::stateChanged, &RunController::runsChanged})
        connect(&runs_, signal, this, soon);
    connect(this, &QPushButton::clicked, this, &TrainButton::train);
    refresh();
}

void TrainButton::train() { responderOf(*this).ask(QStringLiteral("train")); }

void TrainButton::refresh() {
    const bool isBusy = runs_.active();
    const QString name = translated(modelName(usedConfig(experiment_))), obstacle = startObstacle(experiment_),
                  key = QKeySequence(Qt::CTRL | Qt::Key_R).toString(QKeySequence::NativeText);
    setIcon(theme_.icon(isBusy ? QStringLiteral("plus") : QStringLiteral("play"), Ink::OnFill));
    setEnabled(obstacle.isEmpty());
    if (isBusy) {
        texts_ = {tr("Queue %1").arg(name), tr("Queue")};
        setToolTip(obstacle.isEmpty() ? tr("It waits in the queue until what trains now has ended.") : obstacle);
    } else {
        const double seconds = obstacle.isEmpty() && isVisible() ? planSeconds(experiment_, runs_.runs()) : 0;
        QStringList whole{tr("Train %1").arg(name)};
        if (seconds > 0) whole.prepend(tr("Train %1, about %2").arg(name, formatDuration(seconds)));
        texts_.clear();
        for (const QString& text : whole) texts_ << text + QStringLiteral("  ") + key << text;
        texts_ << tr("Train");
        setToolTip(obstacle.isEmpty() ? tr("Starts a run with these settings (%1)").arg(key) : obstacle);
    }
    fit();
    updateGeometry();
}

void TrainButton::fit() {
    const auto fits = std::ranges::find_if(texts_, [this](const QString& text) { return widthOf(text) <= width(); });
    setText(fits == texts_.end() ? texts_.back() : *fits);
}

int TrainButton::widthOf(const QString& text) const {
    return fontMetrics().horizontalAdvance(text) + qRound(kAround * theme_.textScale());
}

QSize TrainButton::sizeHint() const { return {widthOf(texts_.front()), QPushButton::sizeHint().height()}; }

QSize TrainButton::minimumSizeHint() const { return {widthOf(texts_.back()), QPushButton::minimumSizeHint().height()}; }

void TrainButton::resizeEvent(QResizeEvent* event) {
    QPushButton::resizeEvent(event);
    fit();
}

void TrainButton::showEvent(QShowEvent* event) {
    QPushButton::showEvent(event);
    refresh();
}

}  // namespace gatelab
