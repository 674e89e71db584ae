// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_palette.h"

#include "theme.h"
#include "window_actions.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace gatelab {

namespace {
constexpr QSize kSize{520, 420};

QString plainText(const QAction* action) {
    QString text = action->text().section(QLatin1Char('\t'), 0, 0);
    return text.remove(QLatin1Char('&')).remove(QLatin1String("..."));
}
}  // namespace

CommandPalette::CommandPalette(Theme& theme, WindowActions& actions, QWidget* window)
    : QDialog(window, Qt::Dialog | Qt::FramelessWindowHint), actions_(actions), search_(new QLineEdit(this)), list_(new QListWidget(this)) {
    setWindowTitle(tr("Find a command"));
    auto* layout = new QVBoxLayout(this);
    search_->setPlaceholderText(tr("Type a command"));
    search_->addAction(theme.icon(QStringLiteral("search"), theme.palette().muted), QLineEdit::LeadingPosition);
    search_->installEventFilter(this);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
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
    for (auto* action : actions_.all()) {
        const QString name = plainText(action);
        bool fits = action->isEnabled() && action->objectName() != QLatin1String("palette");
        for (const auto& word : words) fits = fits && name.contains(word, Qt::CaseInsensitive);
        if (!fits) continue;
        const QString keys = WindowActions::shortcutText(action);
        auto* item = new QListWidgetItem(action->icon(), keys.isEmpty() ? name : QStringLiteral("%1    %2").arg(name, keys), list_);
        item->setData(Qt::UserRole, QVariant::fromValue(static_cast<QObject*>(action)));
    }
    list_->setCurrentRow(0);
}

void CommandPalette::runChosen() {
    const auto* item = list_->currentItem();
    if (!item) return;
    auto* action = qobject_cast<QAction*>(item->data(Qt::UserRole).value<QObject*>());
    accept();
    QTimer::singleShot(0, action, &QAction::trigger);
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
