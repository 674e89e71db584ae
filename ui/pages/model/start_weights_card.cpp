// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/start_weights_card.h"

#include "charts/histogram.h"
#include "common/background_job.h"
#include "common/field_text.h"
#include "common/texts.h"
#include "config/cell_traits.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "session/engine.h"
#include "widgets/list_box.h"

#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kDigits = 3, kPartLetters = 14;

/// In the order in which they are offered.
struct Part {
    const char* what;
    const char* name;
};
constexpr Part kParts[] = {{"input_weights", QT_TRANSLATE_NOOP("StartWeightsCard", "input weights")},
                           {"recurrent_weights", QT_TRANSLATE_NOOP("StartWeightsCard", "recurrent weights")},
                           {"biases", QT_TRANSLATE_NOOP("StartWeightsCard", "biases")},
                           {"head_weights", QT_TRANSLATE_NOOP("StartWeightsCard", "weights")},
                           {"head_biases", QT_TRANSLATE_NOOP("StartWeightsCard", "biases")}};

}  // namespace

StartWeightsCard::StartWeightsCard(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : Card(tr("Initial weights"), {}, parent),
      experiment_(&experiment),
      runs_(&runs),
      part_(new ListBox),
      histogram_(new Histogram(theme)),
      job_(new BackgroundJob(this)) {
    part_->setProperty("compact", true);
    part_->setAccessibleName(tr("Initial weights of"));
    part_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    part_->setMinimumContentsLength(kPartLetters);
    addHeaderWidget(part_);
    histogram_->setAccessibleName(tr("Histogram of the initial weights"));
    setBodyPadding(0);
    body()->addWidget(histogram_);
    hide();
    connect(part_, &QComboBox::activated, this, [this] {
        chosen_ = part_->currentData().toString();
        fill();
    });
    for (const auto signal : {&RunController::engineReady, &RunController::stateChanged})
        connect(runs_, signal, this, &StartWeightsCard::draw);
}

StartWeightsCard::~StartWeightsCard() = default;

void StartWeightsCard::showLayer(std::int64_t layer) {
    layer_ = layer;
    setVisible(layer >= 0);
    draw();
}

void StartWeightsCard::showEvent(QShowEvent* event) {
    Card::showEvent(event);
    draw();
}

void StartWeightsCard::draw() {
    if (!isVisible() || layer_ < 0) return;
    const Network now{experiment_->config(), experiment_->shape()};
    // What is being drawn is looked at again when it is done.
    if (drawn_ == now || job_->running()) return fill();
    values_.clear();
    drawn_.reset();
    problem_ = runs_->active() ? tr("Initial weights are drawn when no run trains.") : QString();
    const auto engine = runs_->sharedEngine();
    if (!engine || runs_->active()) return fill();
    drawn_ = now;
    fill();
    job_->run<Result<std::vector<StartWeights>>>(
        [engine, now](const Progress&) { return engine->startWeights(now.config, now.shape); },
        [this](const Result<std::vector<StartWeights>>& drawn) {
            if (drawn.ok())
                values_ = *drawn;
            else
                problem_ = translated(drawn.error());
            draw();
        });
}

void StartWeightsCard::fillParts() {
    const QSignalBlocker quiet(part_);
    part_->clear();
    for (const Part& part : kParts)
        if (std::ranges::any_of(values_, [&](const StartWeights& values) {
                return values.layer == layer_ && values.what == part.what;
            }))
            part_->addItem(tr(part.name), QString::fromLatin1(part.what));
    part_->setCurrentIndex(std::max(0, part_->findData(chosen_)));
    part_->setVisible(part_->count() > 0);
}

void StartWeightsCard::fill() {
    fillParts();
    const std::string what = part_->currentData().toString().toStdString();
    const auto found = std::ranges::find_if(
        values_, [&](const StartWeights& values) { return values.layer == layer_ && values.what == what; });
    histogram_->setEmptyText(problem_.isEmpty() ? tr("Drawing the initial weights") : problem_);
    QString note;
    std::vector<double> edges, counts;
    if (found != values_.end()) {
        counts = found->counts;
        for (std::size_t i = 0; i <= counts.size(); ++i)
            edges.push_back(found->low +
                            (found->high - found->low) * static_cast<double>(i) / static_cast<double>(counts.size()));
        note = tr("%1\nmean %2, SD %3")
                   .arg(ruleOf(what), formatNumber(found->mean, kDigits), formatNumber(found->deviation, kDigits));
    }
    histogram_->setCounts(std::move(edges), std::move(counts));
    histogram_->setNote(note);
    histogram_->setAccessibleDescription(note);
}

QString StartWeightsCard::ruleOf(const std::string& what) const {
    const ExperimentConfig& config = experiment_->config();
    const auto valueOf = [&](const char* key) {
        return displayValue(*findField(key), fieldValue(config, *findField(key)));
    };
    if (what == "recurrent_weights") {
        const QString rule = valueOf("recurrent_initialisation");
        return config.recurrentGain == 1 ? rule : tr("%1, times %2").arg(rule, valueOf("recurrent_gain"));
    }
    const CellTraits& cell = cellTraits(config.cell);
    const bool isChrono = config.chronoMax >= 2 && cell.keepGate != 0,
               isForget = config.forgetBias != 0 && cell.forgetBias;
    if (what != "biases" || !(isChrono || isForget)) return valueOf("initialisation");
    const char* key = isChrono ? "chrono_max" : "forget_bias";
    return tr("%1: %2").arg(translated(findField(key)->label), valueOf(key));
}

}  // namespace gatelab
