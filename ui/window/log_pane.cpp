// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/log_pane.h"

#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTime>
#include <algorithm>

namespace gatelab {

namespace {
constexpr int kMaxLines = 2000;
}

void LogBook::append(Entry entry) {
    entry.line.prepend(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")));
    entries_.push_back(std::move(entry));
    if (entries_.size() > kMaxLines) {
        // Checkpoints drive nothing else out.
        const auto checkpoint = std::ranges::find(entries_, true, &Entry::isCheckpoint);
        entries_.erase(checkpoint == entries_.end() ? entries_.begin() : checkpoint);
    }
    const Entry& last = entries_.back();
    if (last.isCheckpoint && !showsCheckpoints_) return;
    ++unread_;
    Q_EMIT added(QString(last.line));
    Q_EMIT unreadChanged(unread_);
}

QStringList LogBook::lines() const {
    QStringList shown;
    for (const Entry& entry : entries_)
        if (showsCheckpoints_ || !entry.isCheckpoint) shown << entry.line;
    return shown;
}

void LogBook::setCheckpointsShown(bool on) {
    if (on == showsCheckpoints_) return;
    showsCheckpoints_ = on;
    Q_EMIT checkpointsShownChanged(on);
}

void LogBook::markRead() {
    if (unread_ == 0) return;
    unread_ = 0;
    Q_EMIT unreadChanged(0);
}

LogPane::LogPane(LogBook& book, QWidget* parent) : QWidget(parent), text_(new QPlainTextEdit(this)) {
    auto* layout = makeColumn(this, {12, 4, 12, 8}, 4);
    auto* header = new QHBoxLayout;
    auto* checkpoints = new QCheckBox(tr("Checkpoints"), this);
    checkpoints->setToolTip(tr("Lists every kept checkpoint too."));
    checkpoints->setChecked(book.showsCheckpoints());
    header->addWidget(makeLabel(tr("Log"), "title", this));
    header->addStretch();
    header->addWidget(checkpoints);
    layout->addLayout(header);
    text_->setReadOnly(true);
    text_->setMaximumBlockCount(kMaxLines);
    text_->setAccessibleName(tr("Log"));
    text_->setPlaceholderText(tr("Nothing yet. The log of a kept run is in its details."));
    layout->addWidget(text_);
    const auto fill = [this, &book] {
        text_->setPlainText(book.lines().join(QLatin1Char('\n')));
        text_->moveCursor(QTextCursor::End);
    };
    fill();
    connect(&book, &LogBook::added, text_, &QPlainTextEdit::appendPlainText);
    connect(&book, &LogBook::checkpointsShownChanged, this, fill);
    connect(checkpoints, &QCheckBox::toggled, &book, &LogBook::setCheckpointsShown);
    connect(&book, &LogBook::checkpointsShownChanged, checkpoints, &QCheckBox::setChecked);
}

}  // namespace gatelab
