// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/glossary_words.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "config/field.h"
#include "pages/learn/lessons/glossary_card.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QTabBar>

#include <algorithm>

namespace gatelab {

namespace {

constexpr const char* kHelps = "glossaryCursor";  // property: the cursor of help was put here
constexpr int kDrag = 4;                          // pixels; more is no click

/// The setting whose row of a form the widget stands in; null: none.
const Field* settingOf(const QWidget& widget) {
    for (const QWidget* at = &widget; at && !at->isWindow(); at = at->parentWidget())
        if (const Field* field = findField(at->objectName().toStdString())) return field;
    return nullptr;
}

/// Whether a click on it does something else.
bool isTaken(const QLabel& label) {
    if (label.textInteractionFlags().testFlag(Qt::TextSelectableByMouse)) return true;
    for (const QWidget* at = &label; at; at = at->parentWidget()) {
        if (qobject_cast<const QAbstractButton*>(at) || qobject_cast<const QAbstractItemView*>(at) ||
            qobject_cast<const QMenu*>(at) || qobject_cast<const QTabBar*>(at) ||
            qobject_cast<const GlossaryCard*>(at) ||
            (at->testAttribute(Qt::WA_SetCursor) && at->cursor().shape() == Qt::PointingHandCursor))
            return true;
        if (at->isWindow()) break;
    }
    return false;
}

}  // namespace

GlossaryWords::GlossaryWords(Theme& theme, QString language, QWidget* window, QObject* parent)
    : QObject(parent), theme_(theme), language_(std::move(language)), window_(window) {
    qApp->installEventFilter(this);
}

void GlossaryWords::read() {
    if (std::exchange(isRead_, true)) return;
    glossary_ = shippedGlossary();
    for (const GlossaryEntry& entry : glossary_.entries) {
        const QString key = fromUtf8(entry.key);
        const auto add = [&](QString term) {
            term = term.section(QLatin1Char('('), 0, 0).section(QStringLiteral("（"), 0, 0).trimmed().toLower();
            if (!term.isEmpty()) terms_.emplace_back(term, key);
        };
        add(fromUtf8(entry.term.en));
        add(fromUtf8(entry.term.zh));
    }
    std::ranges::stable_sort(terms_, std::greater<>(), [](const auto& term) { return term.first.size(); });
}

QString GlossaryWords::termIn(const QString& text) {
    if (text.isEmpty() || text.size() > kMaxLetters) return {};
    read();
    const QString whole = QString(text).remove(QLatin1Char('&')).toLower();
    const auto isWord = [&](qsizetype at) {
        return at >= 0 && at < whole.size() && whole[at].isLetterOrNumber() && whole[at].unicode() < 0x2e80;
    };
    for (const auto& [term, key] : terms_)
        for (qsizetype at = whole.indexOf(term); at >= 0; at = whole.indexOf(term, at + 1)) {
            qsizetype end = at + term.size();
            if (end < whole.size() && whole[end] == QLatin1Char('s')) ++end;  // of several
            const bool isLatin = term.front().unicode() < 0x2e80;
            if (!isLatin || (!isWord(at - 1) && !isWord(end))) return key;
        }
    return {};
}

QString GlossaryWords::termOf(const QLabel& label) {
    if (label.text().contains(QLatin1Char('<')) || isTaken(label)) return {};
    if (const Field* field = settingOf(label)) {
        read();
        if (const GlossaryEntry* entry = glossary_.ofSetting(field->key)) return fromUtf8(entry->key);
    }
    return termIn(label.text());
}

void GlossaryWords::open(const QLabel& label, const QString& key, const QPoint& at) {
    auto* card = new GlossaryCard(theme_, glossary_, language_, key, false, window_);
    if (const Field* field = settingOf(label)) card->addNote(fieldToolTip(*field));
    connect(card, &GlossaryCard::allAsked, this, &GlossaryWords::allAsked);
    card->openAt(at);
}

bool GlossaryWords::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Enter:
        case QEvent::Leave:
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonRelease:
            break;
        default:
            return false;
    }
    auto* label = qobject_cast<QLabel*>(watched);
    if (label == nullptr || label->window() != window_) return false;
    if (event->type() == QEvent::Enter) {
        if (!label->testAttribute(Qt::WA_SetCursor) && !termOf(*label).isEmpty()) {
            label->setCursor(Qt::WhatsThisCursor);
            label->setProperty(kHelps, true);
        }
    } else if (event->type() == QEvent::Leave) {
        if (label->property(kHelps).toBool()) label->unsetCursor(), label->setProperty(kHelps, false);
    } else if (auto* mouse = static_cast<QMouseEvent*>(event); mouse->button() == Qt::LeftButton) {
        const QPoint at = mouse->globalPosition().toPoint();
        if (event->type() == QEvent::MouseButtonPress)
            pressed_ = at;
        else if ((at - pressed_).manhattanLength() < kDrag && label->rect().contains(label->mapFromGlobal(at)))
            if (const QString key = termOf(*label); !key.isEmpty()) open(*label, key, at);
    }
    return false;
}

}  // namespace gatelab
