// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/hardware_card.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "config/epoch_work.h"
#include "runs/experiment_model.h"
#include "runs/measurement.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/tables/table_style.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

enum Column { kDevice, kPrecision, kMemory, kBatch, kBest, kLikely, kColumns };
constexpr int kDigits = 3, kRowsSeen = 6;

QString fitWords(const DeviceAdvice& one) {
    switch (one.fit) {
        case MemoryFit::Fits:
            return formatBytes(one.neededBytes);
        case MemoryFit::Tight:
            return HardwareCard::tr("%1, tight").arg(formatBytes(one.neededBytes));
        case MemoryFit::TooLarge:
            return HardwareCard::tr("%1, too large").arg(formatBytes(one.neededBytes));
        case MemoryFit::Unknown:
            break;
    }
    return QStringLiteral("-");
}

}  // namespace

HardwareCard::HardwareCard(Theme&, ExperimentModel& experiment, RunController& runs, QWidget* parent)
    : Card(tr("Other hardware"), {}, parent),
      experiment_(&experiment),
      runs_(&runs),
      job_(new BackgroundJob(this)),
      ask_(makeButton({}, tr("Compare devices"), this, [this] { ask(); })),
      note_(new WrappedLabel("note")),
      table_(new QTableWidget(0, kColumns)) {
    ask_->setProperty("compact", true);
    addHeaderWidget(ask_);
    table_->setHorizontalHeaderLabels(
        {tr("Device"), tr("Precision"), tr("Memory"), tr("Batch up to"), tr("Step at best"), tr("Step, likely")});
    table_->setAccessibleName(tr("Other hardware"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    styleTable(*table_);
    table_->hide();
    body()->addWidget(note_);
    body()->addWidget(table_);
    for (const auto signal : {&RunController::engineReady, &RunController::stateChanged})
        connect(runs_, signal, this, &HardwareCard::refresh);
    refresh();
}

void HardwareCard::refresh() {
    if (check_ && !(epochWork(experiment_->config()) == epochWork(of_))) {
        check_.reset();
        table_->hide();
    }
    const bool canAsk = experiment_->dataset() && runs_->sharedEngine() && !runs_->active();
    ask_->setEnabled(canAsk && !job_->running());
    if (!check_ && !job_->running())
        note_->setFullText(tr("Where this experiment would fit, and how fast, on known devices."));
}

void HardwareCard::ask() {
    const auto engine = runs_->sharedEngine();
    const auto data = experiment_->dataset();
    if (!engine || !data || job_->running()) return;
    const auto go = [this, engine, data, config = experiment_->config()](const Measurements::Lease& lease) {
        of_ = config;
        job_->run<Result<HardwareCheck>>(
            [engine, data, config](const Progress& progress) { return checkHardware(engine, config, data, progress); },
            [this, lease](Result<HardwareCheck> result) {
                lease->end();
                if (result.ok()) return take(*result);
                note_->setFullText(result.error().code == ErrorCode::Cancelled ? tr("The measurement was stopped.")
                                                                               : translated(result.error().phrase));
                ask_->setEnabled(true);
            });
        note_->setFullText(tr("Measuring how far the formula is off here."));
        ask_->setEnabled(false);
    };
    const bool begun = runs_->measurements().begin(
        this, {tr("hardware is compared"), Yielding::ToTraining, [this] { job_->cancel(); }}, go);
    if (!begun) note_->setFullText(tr("Something trains or measures now: compare when it has ended."));
}

void HardwareCard::take(const HardwareCheck& check) {
    check_ = check;
    const bool isHeldUp = std::ranges::any_of(check.devices, &DeviceAdvice::isHeldUp);
    note_->setFullText(
        translated(check.sentence) +
        (isHeldUp ? QLatin1Char(' ') + tr("* held up by time steps that follow each other") : QString()));
    table_->setRowCount(static_cast<int>(check.devices.size()));
    for (int row = 0; row < table_->rowCount(); ++row) {
        const DeviceAdvice& one = check.devices[static_cast<std::size_t>(row)];
        const auto ms = [](double value) {
            return std::isfinite(value) ? tr("%1 ms").arg(formatNumber(value, kDigits)) : QStringLiteral("-");
        };
        const QString texts[kColumns] = {fromUtf8(one.device.name),
                                         fromUtf8(one.precision),
                                         fitWords(one),
                                         one.largestBatch > 0 ? formatCount(one.largestBatch) : QStringLiteral("-"),
                                         ms(one.floorMs) + (one.isHeldUp ? QStringLiteral(" *") : QString()),
                                         ms(one.likelyMs)};
        for (int column = 0; column < kColumns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            if (column >= kMemory) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(texts[kDevice] + QLatin1Char('\n') +
                             tr("Figures from: %1").arg(fromUtf8(one.device.source)));
            table_->setItem(row, column, item);
        }
    }
    fitToContents(*table_);
    // Names make room: figures are never cut.
    table_->horizontalHeader()->setStretchLastSection(false);
    table_->horizontalHeader()->setSectionResizeMode(kDevice, QHeaderView::Stretch);
    table_->setMinimumHeight(table_->horizontalHeader()->sizeHint().height() +
                             kRowsSeen * table_->verticalHeader()->defaultSectionSize() + 2);
    table_->show();
    ask_->setEnabled(true);
}

}  // namespace gatelab
