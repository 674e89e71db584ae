// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/place_form.h"

#include "common/responder.h"
#include "common/texts.h"
#include "config/field.h"
#include "form/host_choice.h"
#include "runs/machines.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"
#include "widgets/list_box.h"
#include "widgets/segments.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kLabelWidth = 72, kFewestRanks = 2;

int highest(const char* key) { return static_cast<int>(findField(key)->range.high); }

/// What is written in it stays where the keyboard is.
void showText(QLineEdit& line, const QString& text) {
    if (!line.hasFocus() && line.text() != text) line.setText(text);
}

}  // namespace

PlaceForm::PlaceForm(Theme& theme, Machines& machines, bool hasThreads, QWidget* parent)
    : QWidget(parent),
      machines_(machines),
      parts_(new Segments({tr("Threads"), tr("Ranks"), tr("Hosts"), tr("Cluster")})),
      threads_(new QSpinBox),
      ranks_(new QSpinBox),
      hosts_(new QLineEdit),
      program_(new QLineEdit),
      profile_(new ListBox),
      choice_(new HostChoice),
      note_(new WrappedLabel("note")),
      problem_(new WrappedLabel("error")),
      hasThreads_(hasThreads) {
    parts_->setAccessibleName(tr("Where it runs"));
    parts_->setCompact(true);
    parts_->setFolding();
    threads_->setRange(0, highest("threads"));
    threads_->setSpecialValueText(tr("all cores"));
    ranks_->setRange(kFewestRanks, highest("ranks"));
    hosts_->setPlaceholderText(QStringLiteral("h1:4,user@h2"));
    hosts_->setToolTip(tr("Names as your ssh knows them, each with its number of ranks; they come to one rank here"));
    program_->setPlaceholderText(tr("where it is here"));
    program_->setToolTip(tr("Path of gatelab-worker on the hosts"));
    auto* profiles = new QWidget;
    makeRow(profiles, {}, 6,
            {{profile_, 1},
             makeIconButton(theme.icon(QStringLiteral("edit")), tr("Machines, profiles and jobs"), this,
                            [this] { responderOf(*this).ask(QStringLiteral("machines")); })});
    threadsLine_ = line(tr("Threads"), threads_);
    ranksLine_ = line(tr("Ranks"), ranks_);
    hostsLine_ = line(tr("Hosts"), hosts_);
    programLine_ = line(tr("Program"), program_);
    profileLine_ = line(tr("Profile"), profiles);
    profile_->setAccessibleName(tr("Profile"));
    makeColumn(this, {}, 6,
               {parts_, threadsLine_, ranksLine_, choice_, hostsLine_, programLine_, profileLine_, note_, problem_});
    setFocusProxy(parts_);
    connect(parts_, &Segments::chosen, this, [this](int part) {
        choose(part);
        Q_EMIT edited();
    });
    for (QSpinBox* box : {threads_, ranks_}) {
        box->setKeyboardTracking(false);
        connect(box, &QSpinBox::valueChanged, this, &PlaceForm::edited);
    }
    for (QLineEdit* text : {hosts_, program_}) connect(text, &QLineEdit::textEdited, this, &PlaceForm::edited);
    connect(hosts_, &QLineEdit::textEdited, choice_, &HostChoice::showText);
    connect(choice_, &HostChoice::edited, this, [this](const QString& text) {
        hosts_->setText(text);
        Q_EMIT edited();
    });
    connect(profile_, &QComboBox::activated, this, [this] {
        chosenProfile_ = profile_->currentData().toString();
        Q_EMIT edited();
    });
    connect(&machines_, &Machines::changed, this, &PlaceForm::fillKnown);
    fillKnown();
    choose(Here);
    setNote({}, false);
}

QWidget* PlaceForm::line(const QString& name, QWidget* editor) {
    auto* whole = new QWidget;
    auto* label = new QLabel(name);
    label->setBuddy(editor);
    label->setMinimumWidth(kLabelWidth);
    makeRow(whole, {}, 8, {label, {editor, 1}});
    if (editor->accessibleName().isEmpty()) editor->setAccessibleName(name);
    return whole;
}

void PlaceForm::choose(int part) {
    parts_->setCurrent(part);
    threadsLine_->setVisible(part == Here && hasThreads_);
    ranksLine_->setVisible(part == Ranks);
    choice_->setVisible(part == Hosts && !machines_.hosts().names.empty());
    hostsLine_->setVisible(part == Hosts);
    programLine_->setVisible(part == Hosts);
    profileLine_->setVisible(part == Cluster);
}

void PlaceForm::fillKnown() {
    choice_->setNames(toStringList(machines_.hosts().names));
    choice_->setVisible(parts_->current() == Hosts && !machines_.hosts().names.empty());
    QStringList names, before;
    for (const ClusterProfile& one : machines_.profiles()) names << fromUtf8(one.name);
    for (int i = 0; i < profile_->count(); ++i) before << profile_->itemText(i);
    const QSignalBlocker quiet(profile_);
    if (names != before) {  // an open list stays open
        profile_->clear();
        for (const QString& name : names) profile_->addItem(name, name);
    }
    const int found = profile_->findData(chosenProfile_);
    profile_->setCurrentIndex(std::max(found, 0));
    profile_->setEnabled(profile_->count() > 0);
}

void PlaceForm::showPlace(const PlaceChoice& place, std::int64_t ranks, std::int64_t threads) {
    const QSignalBlocker quietThreads(threads_), quietRanks(ranks_);
    if (!threads_->hasFocus()) threads_->setValue(static_cast<int>(threads));
    if (!ranks_->hasFocus()) ranks_->setValue(static_cast<int>(ranks));
    showText(*hosts_, place.hosts);
    choice_->showText(place.hosts);
    showText(*program_, place.program);
    chosenProfile_ = place.profile;
    fillKnown();
    choose(place.kind == PlaceChoice::Kind::Hosts     ? Hosts
           : place.kind == PlaceChoice::Kind::Cluster ? Cluster
           : ranks > 1                                ? Ranks
                                                      : Here);
}

PlaceChoice PlaceForm::place() const {
    PlaceChoice place;
    place.kind = parts_->current() == Hosts     ? PlaceChoice::Kind::Hosts
                 : parts_->current() == Cluster ? PlaceChoice::Kind::Cluster
                                                : PlaceChoice::Kind::Here;
    place.hosts = hosts_->text();
    place.program = program_->text();
    place.profile = profile_->currentData().toString();
    return place;
}

std::int64_t PlaceForm::ranks() const { return parts_->current() == Ranks ? ranks_->value() : 1; }
std::int64_t PlaceForm::threads() const { return threads_->value(); }

void PlaceForm::setNote(const QString& text, bool isProblem) {
    for (WrappedLabel* label : {note_, problem_}) {
        const bool isIts = (label == problem_) == isProblem && !text.isEmpty();
        label->setFullText(isIts ? text : QString());
        label->setVisible(isIts);
    }
}

}  // namespace gatelab
