// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/network_panel.h"

#include "app/machines/host_matrix.h"
#include "app/machines/rank_forecast.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/machines.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTreeWidget>

#include <algorithm>

namespace gatelab {

namespace {

enum Column { kRanks, kCompute, kExchange, kGain, kColumns };
constexpr double kMillis = 1e3, kMega = 1e6;

QString nameOf(const std::string& host) { return host.empty() ? NetworkPanel::tr("this computer") : fromUtf8(host); }

QTreeWidget* makeList(const QString& name) {
    auto* list = new QTreeWidget;
    list->setRootIsDecorated(false);
    list->setAccessibleName(name);
    list->header()->setStretchLastSection(true);
    return list;
}

void alignFigures(QTreeWidgetItem& item, int first, int count) {
    for (int column = first; column < count; ++column) item.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

}  // namespace

NetworkPanel::NetworkPanel(Machines& machines, QWidget* parent)
    : QWidget(parent),
      machines_(machines),
      matrix_(makeList(tr("Delay and rate between machines"))),
      forecast_(makeList(tr("What more ranks would gain"))),
      measured_(new ListBox),
      empty_(new WrappedLabel("note")),
      step_(new WrappedLabel("note")),
      advice_(new WrappedLabel("note")) {
    empty_->setFullText(
        tr("Nothing is measured yet. Choose hosts in \"Where it runs\" on Model, then Measure; what is found stays "
           "here."));
    matrix_->setToolTip(tr("Of a message, one way, and of a large one; the slowest pair of their ranks"));
    forecast_->setColumnCount(kColumns);
    forecast_->setHeaderLabels({tr("Ranks"), tr("Compute"), tr("Exchange"), tr("Times as fast")});
    alignFigures(*forecast_->headerItem(), kRanks, kColumns);
    measured_->setAccessibleName(tr("Measurement"));
    makeColumn(this, {}, 8, {empty_, {matrix_, 1}, measured_, step_, {forecast_, 2}, advice_});
    connect(measured_, &QComboBox::activated, this, &NetworkPanel::fillForecast);
    connect(&machines_, &Machines::changed, this, &NetworkPanel::fill);
    fill();
}

const MeasuredRanks* NetworkPanel::chosen() const {
    const auto& all = machines_.hosts().measured;
    const auto index = static_cast<std::size_t>(measured_->currentIndex());
    return index < all.size() ? &all[index] : nullptr;
}

void NetworkPanel::fill() {
    const auto& all = machines_.hosts().measured;
    {
        const QString before = measured_->currentData().toString();
        const QSignalBlocker quiet(measured_);
        measured_->clear();
        for (const MeasuredRanks& one : all) {
            const QString hosts = one.hosts.empty() ? tr("this computer") : fromUtf8(one.hosts);
            measured_->addItem(
                tr("%1, %2 ranks, measured %3").arg(hosts, QString::number(one.ranks), formatMoment(one.measured)),
                hosts);
        }
        measured_->setCurrentIndex(std::max(0, measured_->findData(before)));
    }
    empty_->setVisible(all.empty());
    for (QWidget* part : std::initializer_list<QWidget*>{matrix_, measured_, step_, forecast_, advice_})
        part->setVisible(!all.empty());
    fillMatrix();
    fillForecast();
}

void NetworkPanel::fillMatrix() {
    const HostMatrix matrix = hostMatrix(machines_.hosts());
    const int machines = static_cast<int>(matrix.hosts.size());
    matrix_->clear();
    matrix_->setColumnCount(machines + 1);
    QStringList heads{tr("Machine")};
    for (const std::string& host : matrix.hosts) heads << nameOf(host);
    matrix_->setHeaderLabels(heads);
    alignFigures(*matrix_->headerItem(), 1, machines + 1);
    for (int from = 0; from < machines; ++from) {
        auto* item = new QTreeWidgetItem(matrix_);
        item->setText(0, heads[from + 1]);
        alignFigures(*item, 1, machines + 1);
        for (int to = 0; to < machines; ++to) {
            const auto& link = matrix.at(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
            item->setText(to + 1, link ? tr("%1 ms, %2 MB/s")
                                             .arg(formatNumber(link->costs.delay * kMillis, 2),
                                                  formatNumber(link->costs.bytesPerSecond / kMega, 3))
                                       : QStringLiteral("-"));
            item->setToolTip(to + 1, link ? tr("Measured %1").arg(formatMoment(link->measured)) : QString());
        }
    }
    for (int column = 0; column <= machines; ++column) matrix_->resizeColumnToContents(column);
}

void NetworkPanel::fillForecast() {
    forecast_->clear();
    const MeasuredRanks* measured = chosen();
    if (!measured) return;
    const RankMachines where = machinesOf(measured->hosts);
    const auto forecasts = forecastRanks(measured->work, measured->costs, where);
    step_->setFullText(tr("A step of the settings: %1 ms on one core, %2 rows, %3 of gradients. 1 rank is one process "
                          "with all %4 cores of this computer.")
                           .arg(formatNumber(measured->work.seconds * kMillis, 3), formatCount(measured->work.rows),
                                formatBytes(measured->work.gradientBytes), formatCount(where.cores)));
    for (const RankForecast& one : forecasts) {
        auto* item = new QTreeWidgetItem(forecast_);
        item->setText(kRanks, formatCount(one.ranks));
        item->setText(kCompute, tr("%1 ms").arg(formatNumber(one.compute * kMillis, 3)));
        item->setText(kExchange, tr("%1 ms").arg(formatNumber(one.exchange * kMillis, 3)));
        item->setText(kGain, formatNumber(one.gain, 2));
        alignFigures(*item, kRanks, kColumns);
    }
    advice_->setFullText(tr("%1. %2.").arg(translated(rankAdvice(forecasts, where)),
                                           translated(coresAdvice(measured->work, measured->costs, where.cores))));
}

}  // namespace gatelab
