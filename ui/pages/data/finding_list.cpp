// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/finding_list.h"

#include "common/theme.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/folded_label.h"
#include "widgets/layouts.h"

#include <QActionGroup>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

QString iconOf(Tone tone) {
    switch (tone) {
        case Tone::Success:
            return QStringLiteral("done");
        case Tone::Warning:
            return QStringLiteral("warn");
        case Tone::Error:
            return QStringLiteral("error");
        default:
            return QStringLiteral("info");
    }
}

/// Whether a person would see no difference; a drawing may be of other values.
bool readsAs(const FindingLine& one, const FindingLine& other) {
    const auto words = [](const FindingLine& line) {
        QStringList all;
        for (const auto& [word, act] : line.choices) all << word << (act ? QString() : QStringLiteral("now"));
        return all;
    };
    return one.tone == other.tone && one.title == other.title && one.note == other.note && one.button == other.button &&
           one.sentence == other.sentence && one.actHelp == other.actHelp && one.maskHelp == other.maskHelp &&
           !one.act == !other.act && !one.mask == !other.mask && !one.drawing && !other.drawing &&
           words(one) == words(other);
}

int gravity(Tone tone) { return tone == Tone::Error ? 2 : tone == Tone::Warning ? 1 : 0; }

}  // namespace

FindingList::FindingList(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    makeColumn(this, {}, 6);
    // The marks are pictures in the colours of the theme.
    connect(&theme_, &Theme::changed, this, [this] { setLines(std::exchange(lines_, {})); });
}

void FindingList::setLines(std::vector<FindingLine> lines) {
    worst_ = Tone::Neutral;
    for (const FindingLine& line : lines)
        if (gravity(line.tone) > gravity(worst_)) worst_ = line.tone;
    const bool isSame = std::ranges::equal(lines, lines_, readsAs);
    lines_ = std::move(lines);  // what they do may be another thing by now
    if (isSame) return;
    QStringList open;
    for (const FoldedLabel* label : findChildren<FoldedLabel*>())
        if (label->isOpen()) open << label->fullText();
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    while (QLayoutItem* item = layout->takeAt(0)) {
        for (FoldedLabel* gone : item->widget()->findChildren<FoldedLabel*>()) gone->setOpen(false);
        item->widget()->hide();
        item->widget()->deleteLater();  // its own button may have changed the findings
        delete item;
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        QWidget* line = makeLine(i);
        for (FoldedLabel* label : line->findChildren<FoldedLabel*>()) label->setOpen(open.contains(label->fullText()));
        layout->addWidget(line);
    }
}

/// What a column of words is read as, and the like: its words are long and stand below what is said, so that the panel
/// keeps its width.
QWidget* FindingList::makeChoices(std::size_t at, QWidget* box) {
    auto* menu = new QMenu(box);
    auto* one = new QActionGroup(menu);  // what is so now stays marked when it is chosen
    for (std::size_t i = 0; i < lines_[at].choices.size(); ++i) {
        QAction* choice = menu->addAction(lines_[at].choices[i].first, this, [this, at, i] {
            if (const auto act = lines_[at].choices[i].second) act();
        });
        choice->setActionGroup(one);
        choice->setCheckable(true);
        choice->setChecked(!lines_[at].choices[i].second);
    }
    QPushButton* chooser = makeButton(
        {}, lines_[at].button, this, [] {}, box);
    chooser->setMenu(menu);
    return chooser;
}

QWidget* FindingList::makeLine(std::size_t at) {
    const FindingLine& line = lines_[at];
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    auto* icon = new QLabel(box);
    icon->setPixmap(theme_.icon(iconOf(line.tone), toneColour(theme_.palette(), line.tone)).pixmap(14, 14));
    grid->addWidget(icon, 0, 0, Qt::AlignTop);
    auto* title = makeLabel(line.title, "name", box);
    title->setWordWrap(true);
    grid->addWidget(title, 0, 1);
    auto* note = makeLabel(line.note, "note", box);
    note->setWordWrap(true);
    note->setVisible(!line.note.isEmpty());
    grid->addWidget(note, 1, 1, 1, line.mask ? 1 : 2);
    box->setToolTip(line.sentence);
    const auto add = [&](int row, const QString& word, std::function<void()> FindingLine::*act, const QString& help) {
        QPushButton* button = makeButton(
            {}, word, this,
            [this, at, act] {
                if (const auto does = lines_[at].*act) does();
            },
            box);
        button->setToolTip(help);
        grid->addWidget(button, row, 2, Qt::AlignTop | Qt::AlignRight);
    };
    if (line.choices.empty() && line.act)
        add(0, line.button, &FindingLine::act, line.actHelp.isEmpty() ? line.sentence : line.actHelp);
    if (line.mask) add(line.act ? 1 : 0, tr("Mask"), &FindingLine::mask, line.maskHelp);
    if (!line.sentence.isEmpty() && line.sentence != line.title)
        grid->addWidget(new FoldedLabel(theme_, "note", line.sentence, box), 2, 1, 1, 2);
    if (!line.choices.empty()) grid->addWidget(makeChoices(at, box), 3, 1, 1, 2, Qt::AlignLeft);
    for (QPushButton* button : box->findChildren<QPushButton*>()) {
        button->setFlat(true);
        button->setProperty("link", true);
    }
    if (line.drawing) grid->addWidget(line.drawing(box), 4, 1, 1, 2);
    return box;
}

}  // namespace gatelab
