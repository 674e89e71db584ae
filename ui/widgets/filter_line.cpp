// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/filter_line.h"

#include "common/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QScrollBar>
#include <QStringListModel>

namespace gatelab {

namespace {

bool isWordLetter(QChar c) { return c.isLetterOrNumber() || c == '_'; }

}  // namespace

FilterLine::FilterLine(const QStringList& words, const QStringList& behind, QWidget* parent)
    : QLineEdit(parent),
      words_(words),
      behind_(behind),
      completer_(new QCompleter(new QStringListModel(words, this), this)) {
    // Not setCompleter(): that one completes whole lines.
    completer_->setWidget(this);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->setFilterMode(Qt::MatchContains);
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &FilterLine::insert);
    connect(this, &QLineEdit::textEdited, this, &FilterLine::offer);
    setClearButtonEnabled(true);
}

void FilterLine::setProblem(const QString& problem) {
    setStyleProperty(this, "invalid", !problem.isEmpty());
    setToolTip(problem);
    setAccessibleDescription(problem);
}

std::pair<int, int> FilterLine::word() const {
    const QString line = text();
    int first = cursorPosition(), last = first;
    while (first > 0 && isWordLetter(line[first - 1])) --first;
    while (last < line.size() && isWordLetter(line[last])) ++last;
    return {first, last};
}

void FilterLine::offer() {
    const auto [first, last] = word();
    const QString typed = text().mid(first, cursorPosition() - first);
    const bool isBehind = isBehindWord(first);
    auto* list = static_cast<QStringListModel*>(completer_->model());
    if (const QStringList& offered = isBehind ? behind_ : words_; list->stringList() != offered)
        list->setStringList(offered);
    completer_->setCompletionPrefix(typed);
    const bool complete = completer_->completionCount() == 1 && completer_->currentCompletion() == typed;
    if ((typed.size() < 2 && !isBehind) || completer_->completionCount() == 0 || complete)
        return completer_->popup()->hide();
    QRect below = cursorRect();
    below.setWidth(completer_->popup()->sizeHintForColumn(0) +
                   completer_->popup()->verticalScrollBar()->sizeHint().width() + 16);
    completer_->complete(below);
}

bool FilterLine::isBehindWord(int place) const {
    const QString before = text().left(place);
    if (before.isEmpty() || !before.back().isSpace()) return false;
    qsizetype last = before.size();
    while (last > 0 && before[last - 1].isSpace()) --last;
    qsizetype first = last;
    while (first > 0 && isWordLetter(before[first - 1])) --first;
    return words_.contains(before.mid(first, last - first), Qt::CaseInsensitive);
}

void FilterLine::insert(const QString& completion) {
    const auto [first, last] = word();
    setText(text().left(first) + completion + text().mid(last));
    setCursorPosition(first + static_cast<int>(completion.size()));
}

}  // namespace gatelab
