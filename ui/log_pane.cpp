// SPDX-License-Identifier: GPL-3.0-or-later
#include "log_pane.h"

#include <QPlainTextEdit>
#include <QTime>
#include <QVBoxLayout>

namespace gatelab {

namespace {
constexpr int kMostLines = 2000;
}

void LogBook::add(const QString& line) {
    lines_.append(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + line);
    if (lines_.size() > kMostLines) lines_.removeFirst();
    ++unread_;
    Q_EMIT added(lines_.constLast());
    Q_EMIT unreadChanged(unread_);
}

void LogBook::markRead() {
    if (unread_ == 0) return;
    unread_ = 0;
    Q_EMIT unreadChanged(0);
}

LogPane::LogPane(LogBook& book, QWidget* parent) : QWidget(parent), text_(new QPlainTextEdit(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 8);
    text_->setReadOnly(true);
    text_->setMaximumBlockCount(kMostLines);
    text_->setAccessibleName(tr("Log"));
    text_->setPlaceholderText(tr("Nothing has happened yet."));
    text_->setPlainText(book.lines().join(QLatin1Char('\n')));
    layout->addWidget(text_);
    connect(&book, &LogBook::added, text_, &QPlainTextEdit::appendPlainText);
}

}  // namespace gatelab
