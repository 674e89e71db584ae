// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/finding_list.h"

#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

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

}  // namespace

FindingList::FindingList(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) { makeColumn(this, {}, 6); }

void FindingList::setLines(std::vector<FindingLine> lines) {
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    while (QLayoutItem* item = layout->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();  // its own button may have changed the findings
        delete item;
    }
    for (const auto& line : lines) layout->addWidget(makeLine(line));
}

QWidget* FindingList::makeLine(const FindingLine& line) {
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
    grid->addWidget(note, 1, 1, 1, 2);
    const auto addLink = [&](const QString& text, const std::function<void()>& run) {
        auto* button = makeButton({}, text, this, run, box);
        button->setFlat(true);
        button->setProperty("link", true);
        grid->addWidget(button, 0, 2, Qt::AlignTop);
    };
    if (line.fix)
        addLink(line.button, line.fix);
    else if (line.show)
        addLink(tr("Show"), line.show);
    return box;
}

}  // namespace gatelab
