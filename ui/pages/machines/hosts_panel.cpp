// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/hosts_panel.h"

#include "base/version.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "pages/machines/state_note.h"
#include "runs/machines.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/layouts.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

enum Column { kName, kVersion, kCores, kMemory, kFree, kLoad, kDelay, kState, kColumns };
constexpr double kMillis = 1e3;

QString orDash(bool isKnown, const QString& text) { return isKnown ? text : QStringLiteral("-"); }

}  // namespace

HostsPanel::HostsPanel(Theme& theme, RunController& runs, Machines& machines, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      machines_(machines),
      list_(new QTreeWidget),
      name_(new QLineEdit),
      ask_(makeButton(theme.icon(QStringLiteral("reset")), tr("Ask again"), this, &HostsPanel::askOrStop)),
      remove_(makeButton(theme.icon(QStringLiteral("trash")), tr("Remove"), this, &HostsPanel::remove)),
      progress_(new QLabel),
      escape_(new QShortcut(Qt::Key_Escape, this)),
      job_(new BackgroundJob(this)) {
    list_->setColumnCount(kColumns);
    list_->setHeaderLabels(
        {tr("Machine"), tr("Version"), tr("Cores"), tr("Memory"), tr("Free"), tr("Load"), tr("Delay"), tr("State")});
    list_->setRootIsDecorated(false);
    list_->setAccessibleName(tr("Machines"));
    for (int column = 0; column < kState; ++column)
        list_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    list_->header()->setStretchLastSection(true);
    for (int column = kCores; column <= kDelay; ++column)
        list_->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    note_ = new StateNote(*list_);
    name_->setPlaceholderText(QStringLiteral("h1, user@h2"));
    name_->setAccessibleName(tr("Host to add"));
    name_->setToolTip(tr("Names as your ssh knows them"));
    auto* addButton = makeButton(theme.icon(QStringLiteral("plus")), tr("Add"), this, &HostsPanel::add);
    for (QPushButton* button : {ask_, remove_, addButton}) button->setAutoDefault(false);
    makeColumn(this, {}, 8, {{list_, 1}, note_, makeRow({{name_, 1}, addButton, remove_, progress_, ask_})});
    connect(name_, &QLineEdit::returnPressed, this, &HostsPanel::add);
    connect(list_, &QTreeWidget::itemSelectionChanged, this, [this] {
        remove_->setEnabled(list_->currentItem() && list_->indexOfTopLevelItem(list_->currentItem()) > 0);
    });
    connect(&machines_, &Machines::changed, this, [this] {
        fill();
        if (isVisible() && !isAsked_) ask();
    });
    connect(job_, &BackgroundJob::progressed, this, &HostsPanel::showProgress);
    connect(escape_, &QShortcut::activated, job_, &BackgroundJob::cancel);
    progress_->setProperty("role", "note");
    remove_->setEnabled(false);
    fill();
}

HostsPanel::~HostsPanel() = default;

const HostFacts* HostsPanel::factsOf(const std::string& name) const {
    const auto found = std::ranges::find(facts_, name, &HostFacts::name);
    return found == facts_.end() ? nullptr : &*found;
}

void HostsPanel::fill() {
    const QString chosen = list_->currentItem() ? list_->currentItem()->text(kName) : QString();
    list_->clear();
    const auto row = [&](const QString& name, const HostFacts* facts, const QString& state) {
        auto* item = new QTreeWidgetItem(list_);
        const bool isKnown = facts != nullptr && !facts->version.empty();
        const MachineFacts machine = facts ? facts->machine : MachineFacts();
        item->setText(kName, name);
        item->setText(kVersion, orDash(isKnown, isKnown ? fromUtf8(facts->version) : QString()));
        item->setText(kCores, orDash(isKnown, formatCount(machine.cores)));
        item->setText(kMemory, orDash(isKnown, formatBytes(machine.memoryBytes)));
        item->setText(kFree, orDash(isKnown, formatBytes(machine.freeBytes)));
        item->setText(kLoad, orDash(isKnown, formatNumber(machine.load, 2)));
        item->setText(kDelay, orDash(facts != nullptr && facts->delay > 0,
                                     tr("%1 ms").arg(formatNumber(facts ? facts->delay * kMillis : 0, 2))));
        item->setText(kState, state);
        item->setToolTip(kState, state);
        for (int column = kCores; column <= kDelay; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        if (name == chosen) list_->setCurrentItem(item);
    };
    const HostFacts here{{}, {}, programVersion(), thisMachine(), 0, 0};
    row(tr("this computer"), &here, tr("ready"));
    for (const std::string& name : machines_.hosts().names) {
        const HostFacts* facts = factsOf(name);
        row(fromUtf8(name), facts,
            facts             ? facts->problem.empty() ? tr("ready") : translated(facts->problem)
                        : job_->running() ? tr("asking")
                              : tr("not asked"));
    }
    note_->follow();
    ask_->setEnabled(!machines_.hosts().names.empty());
    ask_->setText(job_->running() ? tr("Stop") : tr("Ask again"));
    escape_->setEnabled(job_->running());
    showProgress();
}

void HostsPanel::showProgress() {
    const auto all = static_cast<double>(asked_);
    progress_->setText(tr("%1 of %2 answered").arg(qRound(std::max(0.0, job_->share()) * all)).arg(asked_));
    progress_->setVisible(job_->running());
}

void HostsPanel::askOrStop() {
    if (job_->running())
        job_->cancel();
    else
        ask();
}

void HostsPanel::ask() {
    if (job_->running() || machines_.hosts().names.empty()) return;
    isAsked_ = true;
    facts_.clear();
    RankSetup setup;
    for (const std::string& name : machines_.hosts().names) setup.hosts.push_back({name});
    asked_ = setup.hosts.size();
    job_->run<std::vector<HostFacts>>([setup](const Progress& progress) { return askHostFacts(setup, progress); },
                                      [this](std::vector<HostFacts> facts) {
                                          facts_ = std::move(facts);
                                          fill();
                                      });
    fill();
}

void HostsPanel::add() {
    const auto hosts = rankHostsFrom(name_->text().remove(QLatin1Char(' ')).toStdString());
    if (!hosts.ok()) return runs_.reportProblem(translated(hosts.error()));
    name_->clear();
    isAsked_ = false;  // they are, as soon as they are in the list
    machines_.addHosts(*hosts);
}

void HostsPanel::remove() {
    if (list_->currentItem()) machines_.removeHost(list_->currentItem()->text(kName));
}

void HostsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!isAsked_) ask();
}

}  // namespace gatelab
