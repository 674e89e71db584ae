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

#include <cmath>
#include <numbers>

namespace gatelab {

namespace {
constexpr int kMaxRecent = 4;
constexpr const char* kExamples[] = {"sine-mix", "lorenz", "mackey-glass", "adding", "copy", "grammar"};

/// "CSV, HDF5, ...": the names of the formats that can be read.
QString formats() {
    QStringList names;
    for (const auto& reader : readers()) names << translated(reader.label);
    return listText(names);
}
}  // namespace

StartCards::StartCards(Theme& theme, ExperimentModel& experiment, Preferences& preferences, QWidget* parent)
    : QWidget(parent), theme_(theme), experiment_(experiment), preferences_(preferences) {
    makeRow(this, {}, 16, {{makeLessonCard(), 1}, {makeDataCard(), 1}, {makeRecentCard(), 1}});
}

Card* StartCards::makeLessonCard() {
    auto* card = new Card(tr("Lessons"));
    auto* text = makeLabel(tr("The same number comes twice. The same forecast?"), "muted");
    text->setWordWrap(true);
    card->body()->addWidget(text);
    card->body()->addWidget(new SineQuestion(theme_, card), 1);
    auto* start = makeButton(
        theme_.icon(QStringLiteral("book")), tr("Open the lessons"), this,
        [this] {
            responderOf(*this).ask(Command::show({QStringLiteral("learn"), QStringLiteral("lessons")}));
        },
        card);
    card->body()->addLayout(makeRow({start, spring()}));
    return card;
}

Card* StartCards::makeDataCard() {
    auto* card = new Card(tr("Open my data"));
    auto* zone =
        new DropZone(theme_, tr("Drop a file here"),
                     tr("CSV, Excel, Parquet, HDF5, netCDF, MATLAB, sound and more. Nothing is asked first; every "
                        "guess can be changed."),
                     card);
    zone->setToolTip(formats());
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

Card* StartCards::makeRecentCard() {
    auto* card = new Card(tr("Recent"));
    recent_ = makeColumn(nullptr, {}, 2);
    card->body()->addLayout(recent_);
    card->body()->addStretch();
    auto* open = makeButton(
        theme_.icon(QStringLiteral("open")), tr("Open a workspace"), this,
        [this] { responderOf(*this).ask(QStringLiteral("workspace")); }, card);
    card->body()->addLayout(makeRow({open, spring()}));
    fillRecent();
    return card;
}

/// What was opened before, and of the built-in series as many as there is room for.
void StartCards::fillRecent() {
    while (QLayoutItem* item = recent_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto files = preferences_.recentFiles().mid(0, kMaxRecent);
    for (const auto& path : files) {
        auto* entry = makeEntry(QStringLiteral("table"), QFileInfo(path).fileName(), path, path, [this, path] {
            responderOf(*this).ask(Command(QStringLiteral("open-path"), {}, path));
        });
        recent_->addWidget(entry, 0, Qt::AlignLeft);
    }
    recent_->addWidget(makeLabel(tr("Built in:"), "muted"));
    auto room = std::max<qsizetype>(2, kMaxRecent - files.size());
    for (const char* key : kExamples) {
        const Choice* choice = findChoice(builtinChoices(), key);
        if (!choice || --room < 0) continue;
        auto* entry = makeEntry(QStringLiteral("series"), translated(choice->label), {}, translated(choice->help),
                                [this, key] { experiment_.openBuiltin(QString::fromLatin1(key)); });
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

void SineQuestion::paintEvent(QPaintEvent*) {
    const Palette& palette = theme_.palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(6, 10, -14, -10);
    // Two periods; the same number rises at one step and falls at another.
    constexpr double kTurns = 2 * 2 * std::numbers::pi, kLevel = 0.35;
    const auto at = [&](double turn) {
        return QPointF(area.left() + area.width() * turn / kTurns,
                       area.center().y() - std::sin(turn) * area.height() / 2);
    };
    painter.setPen(QPen(palette.axis, 1, Qt::DashLine));
    const double y = at(std::asin(kLevel)).y();
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    QPolygonF line;
    for (double turn = 0; turn <= kTurns; turn += 0.05) line << at(turn);
    painter.setPen(QPen(palette.text, 1.5));
    painter.drawPolyline(line);
    const double rising = 2 * std::numbers::pi + std::asin(kLevel), falling = 3 * std::numbers::pi - std::asin(kLevel);
    for (const double turn : {rising, falling}) {
        painter.setPen(QPen(palette.text, 2));
        painter.setBrush(palette.surface);
        painter.drawEllipse(at(turn), 5, 5);
        const QPointF mark = at(turn) + QPointF(turn < falling ? -20 : 20, -16);
        painter.setPen(QPen(palette.accent, 1));
        painter.setBrush(palette.infoTint);
        painter.drawEllipse(mark, 10, 10);
        painter.setFont(theme_.font(12, 600));
        painter.setPen(palette.accent);
        painter.drawText(QRectF(mark.x() - 10, mark.y() - 10, 20, 20), Qt::AlignCenter, QStringLiteral("?"));
    }
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
