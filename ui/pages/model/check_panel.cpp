// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/check_panel.h"

#include "runs/experiment_model.h"
#include "runs/run_actions.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"
#include "widgets/tables/table_style.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>

#include <utility>

namespace gatelab {

namespace {

constexpr QSize kSize{680, 480};
constexpr int kMaxTrials = 1000;

std::pair<QString, Ink> iconOf(ExperimentCheck::Verdict verdict) {
    switch (verdict) {
        case ExperimentCheck::Verdict::Good:
            return {QStringLiteral("done"), Ink::Success};
        case ExperimentCheck::Verdict::Bad:
        case ExperimentCheck::Verdict::Failed:
            return {QStringLiteral("error"), Ink::Error};
        case ExperimentCheck::Verdict::None:
            break;
    }
    return {QStringLiteral("info"), Ink::Muted};
}

}  // namespace

CheckPanel::CheckPanel(Theme& theme, ExperimentModel& experiment, ExperimentCheck& check, QWidget* parent)
    : QDialog(parent),
      theme_(&theme),
      experiment_(&experiment),
      check_(&check),
      kinds_(new Segments({tr("Run twice and compare"), tr("Kill and resume"), tr("Every switch")})),
      trials_(new QSpinBox),
      what_(makeLabel({}, "note")),
      state_(makeLabel({}, "note")),
      icon_(new QLabel),
      sentence_(makeLabel({}, "title")),
      command_(makeLabel({}, "note")),
      progress_(new QProgressBar),
      table_(new QTableView),
      model_(new QStandardItemModel(this)),
      run_(makeButton({}, {}, this, [this] { check_->running() ? check_->cancel() : start(); })),
      copyCommand_(makeButton(theme.icon(QStringLiteral("copy")), tr("Copy command"), this,
                              [this] { QGuiApplication::clipboard()->setText(ExperimentCheck::command(wanted())); })),
      copyTable_(
          makeButton(theme.icon(QStringLiteral("copy")), tr("Copy table"), this, [this] { copyRows(*table_); })) {
    setWindowTitle(tr("Check this experiment"));
    resize(kSize * theme.textScale());
    auto* column = makeColumn(this, {12, 12, 12, 12}, 12);
    auto* head = makeRow({kinds_});
    trials_->setRange(1, kMaxTrials);
    trials_->setValue(check.wanted().trials);
    trials_->setPrefix(tr("Trials "));
    trials_->setAccessibleName(tr("Trials"));
    head->addWidget(trials_);
    head->addStretch();
    head->addWidget(run_);
    run_->setProperty("primary", true);
    run_->setDefault(true);
    column->addLayout(head);
    for (QLabel* label : {what_, sentence_, command_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    column->addWidget(what_);
    auto* going = new QHBoxLayout;
    progress_->setTextVisible(false);
    going->addWidget(progress_, 1);
    going->addWidget(state_);
    column->addLayout(going);
    column->addLayout(makeRow({{icon_, 0, Qt::AlignTop}, {sentence_, 1}}));
    table_->setModel(model_);
    table_->setAccessibleName(tr("Result of the check"));
    styleTable(*table_);
    table_->setWordWrap(true);  // reasons are sentences
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, table_, &QTableView::resizeRowsToContents);
    column->addWidget(table_, 1);
    column->addStretch();
    auto* foot = makeRow({{command_, 1}});
    for (QPushButton* button : {copyCommand_, copyTable_}) {
        button->setAutoDefault(false);
        foot->addWidget(button);
    }
    copyCommand_->setToolTip(tr("The command that does this without the window"));
    column->addLayout(foot);
    kinds_->setAccessibleName(tr("Kind of check"));
    kinds_->setCurrent(static_cast<int>(check.wanted().kind));
    connect(kinds_, &Segments::chosen, this, &CheckPanel::refresh);
    connect(trials_, &QSpinBox::valueChanged, this, &CheckPanel::refresh);
    connect(check_, &ExperimentCheck::changed, this, &CheckPanel::refresh);
    connect(experiment_, &ExperimentModel::configChanged, this, &CheckPanel::refresh);
    connect(experiment_, &ExperimentModel::findingsChanged, this, &CheckPanel::refresh);
    refresh();
}

ExperimentCheck::Wanted CheckPanel::wanted() const {
    return {static_cast<ExperimentCheck::Kind>(kinds_->current()), experiment_->config(), trials_->value()};
}

void CheckPanel::start() {
    if (run_->isEnabled()) check_->start(wanted());
}

void CheckPanel::refresh() {
    using Kind = ExperimentCheck::Kind;
    const Kind kind = wanted().kind;
    const bool running = check_->running();
    what_->setText(kind == Kind::Repeat ? tr("Trains this experiment twice and compares all bits. Nothing is kept.")
                   : kind == Kind::Resume
                       ? tr("Random small experiments, undisturbed and killed: both must leave the same bits.")
                       : tr("Up to 50 steps with each switch, against none. Nothing is kept."));
    trials_->setVisible(kind == Kind::Resume);
    for (QWidget* widget : {static_cast<QWidget*>(kinds_), static_cast<QWidget*>(trials_)})
        widget->setEnabled(!running);
    const QString unfit = kind == Kind::Resume ? QString() : startObstacle(*experiment_);
    const QString obstacle = running ? QString() : check_->obstacle().isEmpty() ? unfit : check_->obstacle();
    run_->setText(running ? tr("Stop") : tr("Start the check"));
    run_->setIcon(theme_->icon(running ? QStringLiteral("stop") : QStringLiteral("play"), Ink::OnFill));
    run_->setEnabled(obstacle.isEmpty());
    run_->setToolTip(obstacle);
    progress_->setVisible(running);
    progress_->setRange(0, check_->share() < 0 ? 0 : 100);
    if (check_->share() >= 0) progress_->setValue(static_cast<int>(100 * check_->share()));
    state_->setText(running ? tr("checking") : QString());
    state_->setVisible(running);
    // The result of another kind of check says nothing of this one.
    const bool ours = check_->wanted().kind == kind;
    const auto [icon, ink] = iconOf(ours ? check_->verdict() : ExperimentCheck::Verdict::None);
    icon_->setPixmap(theme_->icon(icon, ink).pixmap(16, 16));
    const QString sentence = running                                 ? QString()
                             : ours && !check_->sentence().isEmpty() ? check_->sentence()
                                                                     : obstacle;
    sentence_->setText(sentence);
    icon_->setVisible(!sentence.isEmpty());
    sentence_->setVisible(!sentence.isEmpty());
    command_->setText(ExperimentCheck::command(wanted()));
    fillTable(ours ? check_->table() : ExperimentCheck::Table());
}

void CheckPanel::fillTable(const ExperimentCheck::Table& table) {
    const int had = model_->rowCount(), rows = static_cast<int>(table.rows.size());
    const bool isOther = had > rows || model_->columnCount() != table.heads.size() || had == 0;
    if (isOther) {
        model_->clear();
        model_->setHorizontalHeaderLabels(table.heads);
    }
    for (int row = model_->rowCount(); row < rows; ++row) {
        QList<QStandardItem*> items;
        for (const QString& cell : table.rows[static_cast<std::size_t>(row)]) {
            items << new QStandardItem(cell);
            items.last()->setEditable(false);
            items.last()->setToolTip(cell);
        }
        model_->appendRow(items);
    }
    if (isOther || rows != had) {
        fitToContents(*table_);  // the last takes what is left over and wraps in it
        table_->resizeRowsToContents();
    }
    table_->setVisible(rows > 0);
    copyTable_->setEnabled(rows > 0);
}

}  // namespace gatelab
