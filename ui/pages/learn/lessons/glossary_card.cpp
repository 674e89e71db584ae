// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/glossary_card.h"

#include "base/library_folder.h"
#include "common/texts.h"
#include "lesson/lesson_file.h"
#include "pages/learn/lessons/lesson_words.h"
#include "widgets/button.h"
#include "widgets/card.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kWidth = 360, kLargeWidth = 720, kLargeLetters = 24;

QLabel* wordLabel(const char* role) {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    if (role) label->setProperty("role", role);
    return label;
}

/// Its name in the other language, where that helps: in English to who reads Chinese, both ways before a class.
QString otherName(const GlossaryEntry& entry, const QString& language, bool isLarge) {
    const bool isChinese = language.startsWith(QLatin1String("zh"));
    if (entry.term.en == entry.term.zh || (!isChinese && !isLarge)) return {};
    return fromUtf8(isChinese ? entry.term.en : entry.term.zh);
}

}  // namespace

Glossary shippedGlossary() {
    auto glossary = readGlossary(sharedPlace("glossary.json"));
    return glossary.ok() ? std::move(*glossary) : Glossary{};
}

GlossaryCard::GlossaryCard(Theme& theme, const Glossary& glossary, const QString& language, const QString& key,
                           bool isLarge, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      theme_(theme),
      glossary_(glossary),
      language_(language),
      isLarge_(isLarge),
      term_(wordLabel("question")),
      text_(wordLabel(nullptr)),
      formula_(wordLabel("mono")),
      source_(wordLabel("note")) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("glossary-card"));
    setProperty("card", true);
    if (isLarge) setStyleSheet(QStringLiteral("QLabel, QPushButton { font-size: %1px; }").arg(kLargeLetters));
    setFixedWidth(isLarge ? kLargeWidth : qRound(kWidth * theme.textScale()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    for (QLabel* label : {term_, text_, formula_, source_}) column->addWidget(label);
    text_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(text_, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link.startsWith(QLatin1String("term:"))) show(link.mid(5));
    });
    auto* all = makeButton(QIcon(), tr("All words..."), this, [this] {
        const QString key = key_;
        Q_EMIT allAsked(key);
        close();
    });
    all->setProperty("link", true);
    column->addWidget(all, 0, Qt::AlignLeft);
    show(key);
}

void GlossaryCard::show(const QString& key) {
    const GlossaryEntry* entry = glossary_.find(key.toStdString());
    if (entry == nullptr) return;
    key_ = key;
    const LessonWords words{theme_, glossary_, language_, {}};
    const QString other = otherName(*entry, language_, isLarge_);
    term_->setText(QStringLiteral("%1 <span style=\"color:%2; font-weight:400\">%3</span>")
                       .arg(toHtml(words.simple(entry->term)), theme_.palette().muted.name(), toHtml(other)));
    text_->setText(words.html(entry->text));
    formula_->setText(toHtml(fromUtf8(entry->formula)));
    formula_->setVisible(!entry->formula.empty());
    source_->setText(toHtml(fromUtf8(entry->source)));
    source_->setVisible(!entry->source.empty());
    setAccessibleName(words.simple(entry->term));
    adjustSize();
}

void GlossaryCard::addNote(const QString& html) {
    auto* note = wordLabel(nullptr);
    note->setText(html);
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, note);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, makeLine(this));
}

void GlossaryCard::openAt(const QPoint& at) {
    adjustSize();
    const QScreen* screen = QGuiApplication::screenAt(at);
    const QRect room = screen ? screen->availableGeometry() : QRect(QPoint(), QSize(1280, 720));
    QPoint place = at + QPoint(-24, 14);
    if (place.y() + height() > room.bottom()) place.setY(at.y() - height() - 14);
    place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - width())));
    place.setY(std::max(room.top(), place.y()));
    move(place);
    QFrame::show();
}

GlossaryDialog::GlossaryDialog(Theme& theme, Glossary glossary, const QString& language, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      glossary_(std::move(glossary)),
      language_(language),
      search_(new QLineEdit),
      list_(new QListWidget),
      entry_(wordLabel(nullptr)) {
    setWindowTitle(tr("Glossary"));
    resize(qRound(720 * theme.textScale()), qRound(480 * theme.textScale()));
    auto* row = new QHBoxLayout(this);
    row->setSpacing(12);
    auto* left = new QVBoxLayout;
    search_->setPlaceholderText(tr("Search the words"));
    search_->setClearButtonEnabled(true);
    search_->setAccessibleName(tr("Search the words"));
    left->addWidget(search_);
    list_->setAccessibleName(tr("Words"));
    left->addWidget(list_, 1);
    row->addLayout(left, 2);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    entry_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    entry_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                    Qt::LinksAccessibleByKeyboard);
    entry_->setMargin(8);
    scroll->setWidget(entry_);
    row->addWidget(scroll, 3);
    connect(search_, &QLineEdit::textChanged, this, &GlossaryDialog::fill);
    connect(list_, &QListWidget::currentRowChanged, this, &GlossaryDialog::showEntry);
    connect(entry_, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link.startsWith(QLatin1String("term:"))) choose(link.mid(5));
    });
    fill();
    search_->setFocus();
}

void GlossaryDialog::choose(const QString& key) {
    const auto find = [this, &key] {
        for (int i = 0; i < list_->count(); ++i)
            if (list_->item(i)->data(Qt::UserRole).toString() == key) return list_->setCurrentRow(i), true;
        return false;
    };
    if (find()) return;
    search_->clear();
    find();
}

void GlossaryDialog::fill() {
    const QString wanted = search_->text().trimmed();
    const LessonWords words{theme_, glossary_, language_, {}};
    list_->clear();
    std::vector<const GlossaryEntry*> found;
    for (const GlossaryEntry& entry : glossary_.entries) {
        const auto has = [&wanted](const std::string& text) {
            return fromUtf8(text).contains(wanted, Qt::CaseInsensitive);
        };
        if (wanted.isEmpty() || has(entry.term.en) || has(entry.term.zh) || has(entry.key)) found.push_back(&entry);
    }
    if (found.empty())
        for (const GlossaryEntry& entry : glossary_.entries)
            if (words.plain(entry.text).contains(wanted, Qt::CaseInsensitive)) found.push_back(&entry);
    std::ranges::sort(found, [&words](const GlossaryEntry* a, const GlossaryEntry* b) {
        return QString::localeAwareCompare(words.simple(a->term), words.simple(b->term)) < 0;
    });
    for (const GlossaryEntry* entry : found) {
        auto* item = new QListWidgetItem(words.simple(entry->term), list_);
        item->setData(Qt::UserRole, fromUtf8(entry->key));
    }
    if (list_->count() > 0)
        list_->setCurrentRow(0);
    else
        entry_->setText(toHtml(tr("No word like this is in the glossary.")));
}

void GlossaryDialog::showEntry() {
    const auto* item = list_->currentItem();
    const GlossaryEntry* entry = item ? glossary_.find(item->data(Qt::UserRole).toString().toStdString()) : nullptr;
    if (entry == nullptr) return;
    const LessonWords words{theme_, glossary_, language_, {}};
    const QString other = otherName(*entry, language_, false);
    QString html = QStringLiteral("<p><b>%1</b> &nbsp;<span style=\"color:%2\">%3</span></p><p>%4</p>")
                       .arg(toHtml(words.simple(entry->term)), theme_.palette().muted.name(), toHtml(other),
                            words.html(entry->text));
    if (!entry->formula.empty())
        html +=
            QStringLiteral("<p style=\"font-family:'DejaVu Sans Mono'\">%1</p>").arg(toHtml(fromUtf8(entry->formula)));
    if (!entry->source.empty())
        html += QStringLiteral("<p style=\"color:%1\">%2</p>")
                    .arg(theme_.palette().muted.name(), toHtml(fromUtf8(entry->source)));
    entry_->setText(html);
}

}  // namespace gatelab
