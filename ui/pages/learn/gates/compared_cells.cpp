// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/compared_cells.h"

#include "common/texts.h"
#include "config/cell_traits.h"
#include "config/config_identity.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "store/record/run_folder.h"
#include "store/workspace.h"

namespace gatelab {

namespace {

const char* const kCells[] = {"rnn-tanh", "gru", "lstm"};

/// These settings with another cell; what that has not is left out.
ExperimentConfig withCell(ExperimentConfig config, const std::string& cell) {
    config.cell = cell;
    const CellTraits& traits = cellTraits(cell);
    if (!traits.peephole) config.peephole = false;
    if (!traits.projection) config.projectionSize = 0;
    return config;
}

}  // namespace

QString cellName(const std::string& cell) { return fromUtf8(std::string(cellTraits(cell).family)); }

ComparedCells::ComparedCells(RunController& runs, QueueController& queue, NetworkInspection& look, QObject* parent)
    : QObject(parent), runs_(&runs), queue_(&queue), look_(&look) {
    connect(runs_, &RunController::runsChanged, this, &ComparedCells::openWaited);
    connect(runs_, &RunController::runFinished, this, &ComparedCells::openWaited);
    connect(look_, &NetworkInspection::gatesChanged, this, [this] {
        for (const Cell& cell : cells_)
            if (cell.look->isOpen()) cell.look->setWindow(look_->window().part, look_->window().window);
    });
}

void ComparedCells::setRun(const QString& id) {
    runId_ = id;
    cells_.clear();
    waits_ = false;
}

void ComparedCells::setWanted(bool on) {
    wanted_ = on;
    for (const Cell& cell : cells_) cell.look->setGradientWanted(on);
}

bool ComparedCells::isRun() const { return runs_->findRun(runId_) != nullptr; }

const RunSummary* ComparedCells::find(const RunSummary& own, const std::string& cell) const {
    const std::string wanted = settingsIdentity(withCell(*own.config, cell));
    for (const RunSummary& run : runs_->runs())
        if (run.config->cell == cell && !isGoingOn(run.state) && settingsIdentity(*run.config) == wanted) return &run;
    return nullptr;
}

QStringList ComparedCells::missing() const {
    const RunSummary* own = runs_->findRun(runId_);
    QStringList names;
    for (const char* cell : kCells)
        if (own && own->config->cell != cell && find(*own, cell) == nullptr) names << cellName(cell);
    return names;
}

std::vector<NamedGradient> ComparedCells::gradients() const {
    std::vector<NamedGradient> all;
    for (const Cell& cell : cells_)
        if (cell.look->gradient()) all.push_back({cell.name, cell.look->gradient()});
    return all;
}

void ComparedCells::openWaited() {
    if (waits_ && isRun() && missing().isEmpty()) open();
}

void ComparedCells::open() {
    const RunSummary* own = runs_->findRun(runId_);
    if (own == nullptr || !look_->isOpen()) return;
    std::vector<QueuedRun> toTrain;
    cells_.clear();
    for (const char* name : kCells) {
        if (own->config->cell == name) continue;
        const RunSummary* run = find(*own, name);
        if (run == nullptr) {
            QueuedRun queued;
            queued.config = withCell(*own->config, name);
            toTrain.push_back(std::move(queued));
            continue;
        }
        NetworkInspection* look =
            cells_.emplace_back(Cell{cellName(name), std::make_unique<NetworkInspection>()}).look.get();
        connect(look, &NetworkInspection::opened, this, [this, look] {
            look->setWindow(look_->window().part, look_->window().window);
            look->setGradientWanted(wanted_);
        });
        connect(look, &NetworkInspection::gradientChanged, this, &ComparedCells::changed);
        connect(look, &NetworkInspection::failed, this, &ComparedCells::problem);
        look->open(runs_->sharedEngine(), runFolderIn(runs_->workspace()->folder(), run->id), false);
    }
    waits_ = !toTrain.empty();
    if (!waits_) return;
    const int count = static_cast<int>(toTrain.size());
    queue_->add(std::move(toTrain));
    Q_EMIT done(tr("%n run(s) wait to be trained with another cell", nullptr, count));
}

}  // namespace gatelab
