// SPDX-License-Identifier: GPL-3.0-or-later
// The lower half of the start page: own data, built-in series, recent files, looks.
#include "common/language.h"
#include "common/list_text.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/choices.h"
#include "data/readers.h"
#include "pages/model/ready_menu.h"
#include "pages/start/drop_zone.h"
#include "pages/start/start_page.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/card.h"
#include "widgets/segments.h"

#include <QApplication>
#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace gatelab {

namespace {
constexpr int kMostRecent = 6;
constexpr const char* kExamples[] = {"sine-mix", "lorenz", "mackey-glass", "adding", "copy", "grammar"};

/// "CSV, HDF5, ...": the names of the formats that can be read.
QString formats() {
    QStringList names;
    for (const auto& reader : readers()) names << translated(reader.label);
    return listText(names);
}
}  // namespace

QWidget* StartPage::makeCards() {
    cards_ = new QWidget;
    auto* row = new QHBoxLayout(cards_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    lessonCard_ = makeLessonCard();
    recentCard_ = makeRecentCard();
    for (auto* card : {lessonCard_, makeDataCard(), makeBuiltinCard(), recentCard_}) row->addWidget(card, 1);
    connect(&runs_, &RunController::runsChanged, this, &StartPage::showLessonCard);
    showLessonCard();
    return cards_;
}

Card* StartPage::makeLessonCard() {
    auto* card = new Card(tr("A 30-second lesson"));
    auto* text = makeLabel(
        tr("What does a gate do? You predict, a small network learns in front of you, and you see who was right."),
        "muted");
    text->setWordWrap(true);
    card->body()->addWidget(text);
    auto* more = makeLabel(tr("More lessons follow: forgetting, vanishing gradients, overfitting, learning rates and "
                              "others, each with its experiment."),
                           "muted");
    more->setWordWrap(true);
    card->body()->addWidget(more);
    card->body()->addStretch();
    auto* start = new QPushButton(theme_.icon(QStringLiteral("book")), tr("Start the first lesson"), card);
    connect(start, &QPushButton::clicked, this, [this] {
        Q_EMIT placeAsked({QStringLiteral("learn"), QStringLiteral("lessons"), {}, QStringLiteral("gate")});
    });
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(start);
    buttons->addStretch();
    card->body()->addLayout(buttons);
    return card;
}

/// Who has never trained begins with a lesson, and has no files that were opened before.
void StartPage::showLessonCard() {
    const bool isNew = runs_.runs().empty();
    lessonCard_->setVisible(isNew);
    recentCard_->setVisible(!isNew || !preferences_.recentFiles().isEmpty());
}

Card* StartPage::makeDataCard() {
    auto* card = new Card(tr("Open my data"));
    auto* zone = new DropZone(theme_, tr("Drop a file here"),
                              tr("%1. Nothing is asked first; every guess can be changed.").arg(formats()), card);
    connect(zone, &DropZone::clicked, this, [this] { Q_EMIT commandAsked(QStringLiteral("open")); });
    card->body()->addWidget(zone, 1);
    auto* open = new QPushButton(theme_.icon(QStringLiteral("open")), tr("Open"), card);
    open->setToolTip(tr("Open data (Ctrl+O)"));
    connect(open, &QPushButton::clicked, this, [this] { Q_EMIT commandAsked(QStringLiteral("open")); });
    auto* ready = new QPushButton(theme_.icon(QStringLiteral("file")), tr("Ready-made experiment"), card);
    ready->setProperty("menu", true);
    ready->setToolTip(tr("Data, network and training in one: with built-in data, or with a file of an archive"));
    auto* readyMenu = new ReadyMenu(ready);
    connect(readyMenu, &ReadyMenu::chosen, this,
            [this](const QString& key) { Q_EMIT commandAsked(Command(QStringLiteral("ready"), {}, key)); });
    ready->setMenu(readyMenu);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(ready);
    buttons->addStretch();
    card->body()->addLayout(buttons);
    return card;
}

QPushButton* StartPage::makeEntry(const QString& icon, const QString& text, const QString& note, const QString& help) {
    auto* entry = new QPushButton(theme_.icon(icon, Ink::Muted), text);
    entry->setFlat(true);
    entry->setProperty("link", true);
    entry->setToolTip(help);
    entry->setAccessibleDescription(note);
    return entry;
}

Card* StartPage::makeBuiltinCard() {
    auto* card = new Card(tr("Built-in series"));
    for (const char* key : kExamples) {
        const Choice* choice = findChoice(builtinChoices(), key);
        if (!choice) continue;
        auto* entry = makeEntry(QStringLiteral("series"), translated(choice->label), {}, translated(choice->help));
        connect(entry, &QPushButton::clicked, this, [this, key] { experiment_.openBuiltin(QString::fromLatin1(key)); });
        card->body()->addWidget(entry, 0, Qt::AlignLeft);
    }
    card->body()->addStretch();
    return card;
}

Card* StartPage::makeRecentCard() {
    auto* card = new Card(tr("Recent"));
    recent_ = new QVBoxLayout;
    recent_->setSpacing(4);
    card->body()->addLayout(recent_);
    card->body()->addStretch();
    auto* open = new QPushButton(theme_.icon(QStringLiteral("open")), tr("Open a workspace"), card);
    connect(open, &QPushButton::clicked, this, [this] { Q_EMIT commandAsked(QStringLiteral("workspace")); });
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addStretch();
    card->body()->addLayout(buttons);
    fillRecent();
    return card;
}

void StartPage::fillRecent() {
    while (QLayoutItem* item = recent_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto files = preferences_.recentFiles().mid(0, kMostRecent);
    if (files.isEmpty()) {
        auto* none = makeLabel(tr("Files you open are listed here."), "muted");
        none->setWordWrap(true);
        recent_->addWidget(none);
    }
    for (const auto& path : files) {
        auto* entry = makeEntry(QStringLiteral("table"), QFileInfo(path).fileName(), path, path);
        connect(entry, &QPushButton::clicked, this, [this, path] { Q_EMIT pathChosen(path); });
        recent_->addWidget(entry, 0, Qt::AlignLeft);
    }
}

QWidget* StartPage::makeLooks() {
    auto* looks = new QWidget;
    auto* row = new QHBoxLayout(looks);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(makeLabel(tr("Language"), "muted", looks));
    auto* languages = new Segments({}, looks);
    languages->setCompact(true);
    const auto choices = Language::choices();
    for (std::size_t i = 0; i < choices.size(); ++i) {
        languages->add(choices[i].name);
        if (choices[i].code == language_.code()) languages->setCurrent(static_cast<int>(i));
    }
    connect(languages, &Segments::chosen, this, [this, choices](int index) {
        const QString code = choices[static_cast<std::size_t>(index)].code;
        preferences_.setLanguage(code);
        language_.set(code);
    });
    row->addWidget(languages);
    row->addSpacing(16);
    row->addWidget(makeLabel(tr("Appearance"), "muted", looks));
    const std::vector<AppearanceChoice> choicesOfLook = appearanceChoices();
    QStringList names;
    for (const AppearanceChoice& choice : choicesOfLook) names << choice.label;
    auto* appearances = new Segments(names, looks);
    appearances->setCompact(true);
    for (std::size_t i = 0; i < choicesOfLook.size(); ++i)
        if (choicesOfLook[i].value == theme_.appearance()) appearances->setCurrent(static_cast<int>(i));
    connect(appearances, &Segments::chosen, this, [this, choicesOfLook](int index) {
        const Appearance chosen = choicesOfLook[static_cast<std::size_t>(index)].value;
        preferences_.setAppearance(chosen);
        theme_.setAppearance(chosen);
    });
    row->addWidget(appearances);
    row->addStretch();
    auto* again = new QCheckBox(tr("Show this page at the start"), looks);
    again->setChecked(preferences_.showStart());
    connect(again, &QCheckBox::toggled, this, [this](bool on) { preferences_.setShowStart(on); });
    row->addWidget(again);
    return looks;
}

}  // namespace gatelab
