// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/member_box.h"

#include "common/texts.h"

#include <QCompleter>
#include <QEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kShownAtOnce = 20, kNameWidth = 16;

}  // namespace

MemberBox::MemberBox(QWidget* parent) : QComboBox(parent) {
    setEditable(true);
    setInsertPolicy(NoInsert);
    setMaxVisibleItems(kShownAtOnce);
    setMinimumContentsLength(kNameWidth);
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setProperty("compact", true);
    setAccessibleName(tr("Series to look at"));
    setToolTip(tr("Which of the series is looked at; write a part of its name to find it"));
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    connect(this, &QComboBox::activated, this, &MemberBox::choose);
    // What is no name goes back to the one that is shown.
    connect(lineEdit(), &QLineEdit::editingFinished, this, [this] {
        const int found = findText(lineEdit()->text().trimmed(), Qt::MatchFixedString);
        if (found >= 0 && found != currentIndex()) return choose(found);
        lineEdit()->setText(itemText(currentIndex()));
    });
    lineEdit()->installEventFilter(this);
    hide();
}

/// What is written takes the place of the name that stands there; a click sets the cursor after the focus.
bool MemberBox::eventFilter(QObject* watched, QEvent* event) {
    if (watched == lineEdit() && event->type() == QEvent::FocusIn)
        QMetaObject::invokeMethod(lineEdit(), &QLineEdit::selectAll, Qt::QueuedConnection);
    return QComboBox::eventFilter(watched, event);
}

void MemberBox::setSeries(SeriesPtr all) {
    const QString before = isMany() ? currentText() : QString();
    all_ = std::move(all);
    members_ = all_ ? membersOf(*all_) : std::vector<SeriesMember>();
    shown_ = all_;
    {
        const QSignalBlocker quiet(this);
        clear();
        QStringList names;
        for (const SeriesMember& member : members_) names << fromUtf8(member.name);
        addItems(names);
        setCurrentIndex(members_.empty() ? -1 : std::max(0, findText(before)));
    }
    if (isMany()) shown_ = memberSeries(*all_, members_[static_cast<std::size_t>(currentIndex())]);
}

std::int64_t MemberBox::firstRow() const {
    return isMany() ? members_[static_cast<std::size_t>(currentIndex())].begin : 0;
}

std::int64_t MemberBox::endRow() const {
    return isMany() ? members_[static_cast<std::size_t>(currentIndex())].end : all_ ? all_->rows() : 0;
}

bool MemberBox::showRow(std::int64_t row) {
    if (!isMany() || (row >= firstRow() && row < endRow())) return false;
    const auto found = std::ranges::find_if(
        members_, [row](const SeriesMember& member) { return row >= member.begin && row < member.end; });
    if (found == members_.end()) return false;
    choose(static_cast<int>(found - members_.begin()));
    return true;
}

void MemberBox::showName(const QString& name) {
    if (const int found = findText(name); isMany() && found >= 0 && found != currentIndex()) choose(found);
}

void MemberBox::choose(int number) {
    if (!isMany() || number < 0) return;
    {
        const QSignalBlocker quiet(this);
        setCurrentIndex(number);
    }
    shown_ = memberSeries(*all_, members_[static_cast<std::size_t>(number)]);
    Q_EMIT chosen();
}

}  // namespace gatelab
