// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_palette.h"

#include "theme.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {
constexpr QSize kSize{520, 420};

/// How well a name answers what is typed: 0 it is its own name, 1 that has these words, 2 it begins so, 3 all else. The own name stands behind the last "menu: ".
int rankOf(const QString& name, const QString& typed) {
    const QString own = name.section(QStringLiteral(": "), -1);
    if (own.compare(typed, Qt::CaseInsensitive) == 0) return 0;
    const QLatin1Char gap(' ');
    if ((gap + own + gap).contains(gap + typed + gap, Qt::CaseInsensitive)) return 1;
    return own.startsWith(typed, Qt::CaseInsensitive) ? 2 : 3;
}

/// In the order of the menus until something is typed.
std::pair<int, PaletteEntry::Kind> rankOf(const PaletteEntry& entry, const QString& typed) {
    if (typed.isEmpty()) return {0, PaletteEntry::Kind::Command};
    return {std::min(rankOf(entry.name, typed), rankOf(entry.english, typed)), entry.kind};
}
}  // namespace

CommandPalette::CommandPalette(Theme& theme, std::vector<PaletteEntry> entries, QWidget* window)
    : QDialog(window, Qt::Dialog | Qt::FramelessWindowHint), theme_(&theme), entries_(std::move(entries)), search_(new QLineEdit(this)), list_(new QListWidget(this)) {
    setWindowTitle(tr("Find a command"));
    auto* layout = new QVBoxLayout(this);
    search_->setPlaceholderText(tr("Type a command or a setting"));
    search_->addAction(theme.icon(QStringLiteral("search"), theme.palette().muted), QLineEdit::LeadingPosition);
    search_->installEventFilter(this);
    list_->setAccessibleName(tr("Commands"));
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // long names are cut in the middle: what tells them apart stands at the end
    list_->setTextElideMode(Qt::ElideMiddle);
    layout->addWidget(search_);
    layout->addWidget(list_);
    resize(kSize);
    move(window->mapToGlobal(QPoint((window->width() - kSize.width()) / 2, 80)));
    connect(search_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(search_, &QLineEdit::returnPressed, this, &CommandPalette::runChosen);
    connect(list_, &QListWidget::itemActivated, this, &CommandPalette::runChosen);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::runChosen);
    filter({});
}

void CommandPalette::filter(const QString& text) {
    list_->clear();
    const auto words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const QString typed = words.join(QLatin1Char(' '));
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const QString all = QStringList{entries_[i].name, entries_[i].words, entries_[i].english}.join(QLatin1Char(' '));
        if (std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); })) found.push_back(i);
    }
    std::ranges::stable_sort(found, {}, [&](std::size_t i) { return rankOf(entries_[i], typed); });
    for (const std::size_t i : found) {
        const PaletteEntry& entry = entries_[i];
        auto* item = new QListWidgetItem(entry.icon, entry.keys.isEmpty() ? entry.name : QStringLiteral("%1    %2").arg(entry.name, entry.keys), list_);
        item->setData(Qt::UserRole, static_cast<qulonglong>(i));
        if (!entry.run) item->setFlags(Qt::NoItemFlags);
    }
    if (list_->count() == 0) (new QListWidgetItem(tr("Nothing has these words."), list_))->setFlags(Qt::NoItemFlags);
    int first = 0;
    while (first + 1 < list_->count() && !list_->item(first)->flags().testFlag(Qt::ItemIsEnabled)) ++first;
    list_->setCurrentRow(first);
}

void CommandPalette::runChosen() {
    const auto* item = list_->currentItem();
    if (!item || !item->flags().testFlag(Qt::ItemIsEnabled)) return;
    const auto run = entries_[item->data(Qt::UserRole).toULongLong()].run;
    accept();
    QTimer::singleShot(0, parentWidget(), run);
}

/// A style sheet draws no border of a dialogue.
void CommandPalette::paintEvent(QPaintEvent* event) {
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(theme_->palette().strong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

/// Arrow keys move the choice while the cursor stays in the search line.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace gatelab
