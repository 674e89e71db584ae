// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/text_panel.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "common/theme.h"
#include "widgets/card.h"
#include "widgets/layouts.h"
#include "widgets/tables/table_style.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>

#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kShownTokens = 5000;
constexpr int kTableWidth = 260;

}  // namespace

void TokenModel::setLook(const TextLook& look) {
    length_ = static_cast<double>(look.length);
    setRows(look.vocabulary);
}

TokenModel::TableColumns TokenModel::columns() const {
    return {{tr("Token"), [](const TextLook::Token& row) { return fromUtf8(row.name); }, {}, Qt::AlignLeft},
            {tr("Times"), [](const TextLook::Token& row) { return formatCount(row.count); }},
            {tr("Share"), [all = length_](const TextLook::Token& row) {
                 return tr("%1 %").arg(formatNumber(100 * static_cast<double>(row.count) / all, 2));
             }}};
}

TextPanel::TextPanel(QWidget* parent)
    : QWidget(parent),
      job_(new BackgroundJob(this)),
      facts_(makeLabel({}, "note")),
      text_(new QPlainTextEdit),
      table_(new QTableView),
      model_(new TokenModel(this)) {
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setAccessibleName(tr("Beginning of the text"));
    table_->setModel(model_);
    styleTable(*table_);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setAccessibleName(tr("Vocabulary"));
    table_->setFixedWidth(kTableWidth);
    auto* both = makeRow(nullptr, {}, 8);
    both->addWidget(text_, 1);
    both->addWidget(table_);
    auto* column = makeColumn(this, {12, 4, 12, 4}, 4, {facts_});
    column->addLayout(both, 1);
}

QString TextPanel::facts() const { return facts_->text(); }

QString TextPanel::beginning() const { return text_->toPlainText(); }

void TextPanel::setText(SequenceSetPtr set) {
    if (set == set_) return;
    set_ = std::move(set);
    job_->cancel();
    text_->clear();
    facts_->clear();
    model_->setLook({});
    if (!set_) return;
    job_->run<TextLook>([set = set_](const Progress& progress) { return lookAtText(*set, kShownTokens, progress); },
                        [this, set = set_](const TextLook& look) {
                            if (set == set_ && look.length > 0) show(look);
                        });
}

void TextPanel::show(const TextLook& look) {
    const bool areWords = look.tokens == TextTokens::Words;
    const QString length = formatCount(look.length), different = formatCount(std::ssize(look.vocabulary));
    facts_->setText((areWords ? tr("%1 words and marks, %2 different; cut into %3 pieces of %4")
                              : tr("%1 characters, %2 different; cut into %3 pieces of %4"))
                        .arg(length, different, formatCount(look.pieces), formatCount(look.pieceLength)));
    text_->setPlainText(fromUtf8(look.beginning));
    model_->setLook(look);
    fitToContents(*table_);
    Q_EMIT counted();
}

}  // namespace gatelab
