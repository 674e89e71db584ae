// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/start/start_cards.h"

#include "common/language.h"
#include "common/list_text.h"
#include "common/preferences.h"
#include "common/responder.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/choices.h"
#include "data/readers.h"
#include "pages/model/presets.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QApplication>
#include <QCheckBox>
#include <QFileInfo>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace gatelab {

namespace {
constexpr int kMaxRecent = 6;
constexpr const char* kExamples[] = {"sine-mix", "lorenz", "mackey-glass", "adding", "copy", "grammar"};

/// "CSV, HDF5, ...": the names of the formats that can be read.
QString formats() {
    QStringList names;
    for (const auto& reader : readers()) names << translated(reader.label);
    return listText(names);
}
}  // namespace

StartCards::StartCards(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
                       QWidget* parent)
    : QWidget(parent), theme_(theme), experiment_(experiment), runs_(runs), preferences_(preferences) {
    auto* row = makeRow(this, {}, 16);
    lessonCard_ = makeLessonCard();
    recentCard_ = makeRecentCard();
    for (auto* card : {lessonCard_, makeDataCard(), makeBuiltinCard(), recentCard_}) row->addWidget(card, 1);
    connect(&runs_, &RunController::runsChanged, this, &StartCards::showLessonCard);
    showLessonCard();
}

Card* StartCards::makeLessonCard() {
    auto* card = new Card(tr("A 30-second lesson"));
    auto* text = makeLabel(tr("What does a gate do? Predict, watch a network learn, compare."), "muted");
    text->setWordWrap(true);
    card->body()->addWidget(text);
    auto* more = makeLabel(tr("Then: forgetting, vanishing gradients, overfitting, learning rates."), "muted");
    more->setWordWrap(true);
    card->body()->addWidget(more);
    card->body()->addStretch();
    auto* start = makeButton(
        theme_.icon(QStringLiteral("book")), tr("Start the first lesson"), this,
        [this] {
            responderOf(*this).ask(
                Command::show({QStringLiteral("learn"), QStringLiteral("lessons"), {}, QStringLiteral("gate")}));
        },
        card);
    card->body()->addLayout(makeRow({start, spring()}));
    return card;
}

/// Who has never trained begins with a lesson, and has no files that were opened before.
void StartCards::showLessonCard() {
    const bool isNew = runs_.runs().empty();
    lessonCard_->setVisible(isNew);
    recentCard_->setVisible(!isNew || !preferences_.recentFiles().isEmpty());
}

Card* StartCards::makeDataCard() {
    auto* card = new Card(tr("Open my data"));
    auto* zone = new DropZone(theme_, tr("Drop a file here"),
                              tr("%1. Nothing is asked first; every guess can be changed.").arg(formats()), card);
    connect(zone, &DropZone::clicked, this, [this] { responderOf(*this).ask(QStringLiteral("open")); });
    card->body()->addWidget(zone, 1);
    auto* open = makeButton(
        theme_.icon(QStringLiteral("open")), tr("Open"), this,
        [this] { responderOf(*this).ask(QStringLiteral("open")); }, card);
    open->setToolTip(tr("Open data (Ctrl+O)"));
    auto* ready = new QPushButton(theme_.icon(QStringLiteral("file")), tr("Ready-made experiment"), card);
    ready->setProperty("menu", true);
    ready->setToolTip(tr("Data, network and training in one"));
    ready->setMenu(new ReadyMenu(ready));
    card->body()->addLayout(makeRow({open, ready, spring()}));
    return card;
}

QPushButton* StartCards::makeEntry(const QString& icon, const QString& text, const QString& note, const QString& help,
                                   const std::function<void()>& act) {
    auto* entry = makeButton(theme_.icon(icon, Ink::Muted), text, this, act);
    entry->setFlat(true);
    entry->setProperty("link", true);
    entry->setToolTip(help);
    entry->setAccessibleDescription(note);
    return entry;
}

Card* StartCards::makeBuiltinCard() {
    auto* card = new Card(tr("Built-in series"));
    for (const char* key : kExamples) {
        const Choice* choice = findChoice(builtinChoices(), key);
        if (!choice) continue;
        auto* entry = makeEntry(QStringLiteral("series"), translated(choice->label), {}, translated(choice->help),
                                [this, key] { experiment_.openBuiltin(QString::fromLatin1(key)); });
        card->body()->addWidget(entry, 0, Qt::AlignLeft);
    }
    card->body()->addStretch();
    return card;
}

Card* StartCards::makeRecentCard() {
    auto* card = new Card(tr("Recent"));
    recent_ = makeColumn(nullptr, {}, 4);
    card->body()->addLayout(recent_);
    card->body()->addStretch();
    auto* open = makeButton(
        theme_.icon(QStringLiteral("open")), tr("Open a workspace"), this,
        [this] { responderOf(*this).ask(QStringLiteral("workspace")); }, card);
    card->body()->addLayout(makeRow({open, spring()}));
    fillRecent();
    return card;
}

void StartCards::fillRecent() {
    while (QLayoutItem* item = recent_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto files = preferences_.recentFiles().mid(0, kMaxRecent);
    if (files.isEmpty()) {
        auto* none = makeLabel(tr("Files you open are listed here."), "muted");
        none->setWordWrap(true);
        recent_->addWidget(none);
    }
    for (const auto& path : files) {
        auto* entry = makeEntry(QStringLiteral("table"), QFileInfo(path).fileName(), path, path, [this, path] {
            responderOf(*this).ask(Command(QStringLiteral("open-path"), {}, path));
        });
        recent_->addWidget(entry, 0, Qt::AlignLeft);
    }
}

QWidget* makeStartLooks(Theme& theme, Language& language, Preferences& preferences) {
    auto* looks = new QWidget;
    auto* row = makeRow(looks, {}, 8, {makeLabel(StartCards::tr("Language"), "muted", looks)});
    auto* languages = new Segments({}, looks);
    languages->setCompact(true);
    const auto choices = Language::choices();
    for (std::size_t i = 0; i < choices.size(); ++i) {
        languages->add(choices[i].name);
        if (choices[i].code == language.code()) languages->setCurrent(static_cast<int>(i));
    }
    QObject::connect(languages, &Segments::chosen, looks, [&language, &preferences, choices](int index) {
        const QString code = choices[static_cast<std::size_t>(index)].code;
        preferences.setLanguage(code);
        language.set(code);
    });
    row->addWidget(languages);
    row->addSpacing(16);
    row->addWidget(makeLabel(StartCards::tr("Appearance"), "muted", looks));
    const std::vector<AppearanceChoice> choicesOfLook = appearanceChoices();
    QStringList names;
    for (const AppearanceChoice& choice : choicesOfLook) names << choice.label;
    auto* appearances = new Segments(names, looks);
    appearances->setCompact(true);
    for (std::size_t i = 0; i < choicesOfLook.size(); ++i)
        if (choicesOfLook[i].value == theme.appearance()) appearances->setCurrent(static_cast<int>(i));
    QObject::connect(appearances, &Segments::chosen, looks, [&theme, &preferences, choicesOfLook](int index) {
        const Appearance chosen = choicesOfLook[static_cast<std::size_t>(index)].value;
        preferences.setAppearance(chosen);
        theme.setAppearance(chosen);
    });
    row->addWidget(appearances);
    row->addStretch();
    auto* again = new QCheckBox(StartCards::tr("Show this page at the start"), looks);
    again->setChecked(preferences.showStart());
    QObject::connect(again, &QCheckBox::toggled, looks, [&preferences](bool on) { preferences.setShowStart(on); });
    row->addWidget(again);
    return looks;
}

DropZone::DropZone(Theme& theme, const QString& clause, const QString& text, QWidget* parent)
    : QFrame(parent), theme_(theme) {
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(clause);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch();
    auto* icon = new QLabel(this);
    icon->setPixmap(theme.icon(QStringLiteral("table"), Ink::Muted).pixmap(20, 20));
    icon->setAlignment(Qt::AlignCenter);
    layout->addWidget(icon);
    auto* title = makeLabel(clause, "name", this);
    title->setAlignment(Qt::AlignCenter);
    layout->addWidget(title);
    auto* note = makeLabel(text, "note", this);
    note->setAlignment(Qt::AlignCenter);
    note->setWordWrap(true);
    layout->addWidget(note);
    layout->addStretch();
}

void DropZone::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.palette().axis, 1, Qt::DashLine));
    painter.setBrush(theme_.palette().bg);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

void DropZone::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) Q_EMIT clicked();
}

}  // namespace gatelab
