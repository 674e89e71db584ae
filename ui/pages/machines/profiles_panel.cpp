// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/machines/profiles_panel.h"

#include "common/texts.h"
#include "runs/machines.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kMostNodes = 10000, kMostProcessors = 1024, kListWidth = 200;

std::string textOf(const QLineEdit* line) { return line->text().trimmed().toStdString(); }

std::vector<std::string> wordsOf(const QLineEdit* line, QChar between) {
    std::vector<std::string> words;
    for (const QString& word : line->text().split(between, Qt::SkipEmptyParts))
        if (!word.trimmed().isEmpty()) words.push_back(word.trimmed().toStdString());
    return words;
}

}  // namespace

ProfilesPanel::ProfilesPanel(Theme& theme, Machines& machines, QWidget* parent)
    : QWidget(parent),
      machines_(machines),
      list_(new QListWidget),
      name_(new QLineEdit),
      partition_(new QLineEdit),
      time_(new QLineEdit),
      memory_(new QLineEdit),
      modules_(new QLineEdit),
      container_(new QLineEdit),
      program_(new QLineEdit),
      lines_(new QLineEdit),
      nodes_(new QSpinBox),
      processors_(new QSpinBox),
      problem_(makeLabel({}, "error")),
      empty_(new WrappedLabel("note")),
      save_(makeButton(theme.icon(QStringLiteral("save")), tr("Save profile"), this,
                       [this] { machines_.putProfile(edited()); })),
      remove_(makeButton(theme.icon(QStringLiteral("trash")), tr("Remove"), this,
                         [this] { machines_.removeProfile(fromUtf8(shown_.name)); })) {
    list_->setAccessibleName(tr("Profiles"));
    list_->setFixedWidth(qRound(kListWidth * theme.textScale()));
    auto* make = makeButton(theme.icon(QStringLiteral("plus")), tr("New"), this, [this] {
        isNew_ = true;
        list_->setCurrentRow(-1);
        showProfile({});
        name_->setFocus();
    });
    problem_->setWordWrap(true);
    for (QPushButton* button : {save_, remove_, make}) button->setAutoDefault(false);
    auto* form = new QFormLayout;
    addEditor(form);
    empty_->setFullText(
        tr("A profile says what a job asks its cluster for: partition, time limit, nodes. Name one and save it; then "
           "Cluster in \"Where it runs\" on Model offers it."));
    auto* right = makeColumn(nullptr, {}, 8);
    right->addWidget(empty_);
    right->addLayout(form);
    right->addWidget(problem_);
    right->addStretch();
    right->addLayout(makeRow({spring(), remove_, save_}));
    auto* left = makeColumn(nullptr, {}, 8, {{list_, 1}, make});
    auto* row = makeRow(this, {}, 16);
    row->addLayout(left);
    row->addLayout(right, 1);
    connect(list_, &QListWidget::currentRowChanged, this, [this](int chosen) {
        if (chosen < 0 || chosen >= std::ssize(machines_.profiles())) return;
        isNew_ = false;
        showProfile(machines_.profiles()[static_cast<std::size_t>(chosen)]);
    });
    connect(&machines_, &Machines::changed, this, &ProfilesPanel::fill);
    showProfile({});
    fill();
}

void ProfilesPanel::addEditor(QFormLayout* form) {
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto add = [this, form](const QString& label, QLineEdit* line, const QString& example) {
        line->setPlaceholderText(example);
        line->setAccessibleName(label);
        form->addRow(label, line);
        connect(line, &QLineEdit::textChanged, this, &ProfilesPanel::check);
    };
    add(tr("Name"), name_, QStringLiteral("fast"));
    add(tr("Partition"), partition_, tr("the cluster's own choice"));
    add(tr("Time limit"), time_, tr("30 (minutes), 2:00:00 or 1-12"));
    nodes_->setRange(1, kMostNodes);
    nodes_->setAccessibleName(tr("Nodes"));
    form->addRow(tr("Nodes"), nodes_);
    processors_->setRange(0, kMostProcessors);
    processors_->setSpecialValueText(tr("not said"));
    processors_->setAccessibleName(tr("Processors"));
    form->addRow(tr("Processors"), processors_);
    add(tr("Memory"), memory_, QStringLiteral("8G"));
    add(tr("Modules"), modules_, QStringLiteral("gcc/12, cuda"));
    add(tr("Container"), container_, QStringLiteral("apptainer exec rnn.sif"));
    add(tr("Program"), program_, tr("where it is here"));
    add(tr("Options"), lines_, QStringLiteral("--gres=gpu:1; --account=x"));
    for (QSpinBox* box : {nodes_, processors_}) connect(box, &QSpinBox::valueChanged, this, &ProfilesPanel::check);
}

void ProfilesPanel::fill() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const ClusterProfile& one : machines_.profiles()) {
        list_->addItem(fromUtf8(one.name));
        if (one.name == textOf(name_)) {
            list_->setCurrentRow(list_->count() - 1);
            shown_ = one;
            isNew_ = false;
        }
    }
    if (list_->currentRow() < 0 && list_->count() > 0 && !isNew_ && edited() == ClusterProfile()) {
        list_->setCurrentRow(0);
        showProfile(machines_.profiles().front());
    }
    empty_->setVisible(machines_.profiles().empty());
    check();
}

void ProfilesPanel::showProfile(const ClusterProfile& profile) {
    shown_ = profile;
    const auto joined = [](const std::vector<std::string>& words, const char* between) {
        return toStringList(words).join(QLatin1String(between));
    };
    name_->setText(fromUtf8(profile.name));
    partition_->setText(fromUtf8(profile.partition));
    time_->setText(fromUtf8(profile.time));
    nodes_->setValue(static_cast<int>(profile.nodes));
    processors_->setValue(static_cast<int>(profile.cpusPerTask));
    memory_->setText(fromUtf8(profile.memory));
    modules_->setText(joined(profile.modules, ", "));
    container_->setText(fromUtf8(profile.container));
    program_->setText(fromUtf8(profile.program));
    lines_->setText(joined(profile.lines, "; "));
    check();
}

ClusterProfile ProfilesPanel::edited() const {
    ClusterProfile profile = shown_;
    profile.name = textOf(name_);
    profile.partition = textOf(partition_);
    profile.time = textOf(time_);
    profile.nodes = nodes_->value();
    profile.cpusPerTask = processors_->value();
    profile.memory = textOf(memory_);
    profile.modules = wordsOf(modules_, QLatin1Char(','));
    profile.container = textOf(container_);
    profile.program = textOf(program_);
    profile.lines = wordsOf(lines_, QLatin1Char(';'));
    return profile;
}

void ProfilesPanel::check() {
    const ClusterProfile profile = edited();
    const auto usable = checkProfile(profile);
    const bool isEmpty = profile.name.empty();
    problem_->setText(usable.ok() || isEmpty ? QString() : translated(usable.error()));
    save_->setEnabled(usable.ok());
    remove_->setEnabled(std::ranges::find(machines_.profiles(), shown_.name, &ClusterProfile::name) !=
                        machines_.profiles().end());
}

}  // namespace gatelab
