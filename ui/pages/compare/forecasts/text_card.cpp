// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/forecasts/text_card.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "session/continue_text.h"
#include "widgets/button.h"
#include "widgets/layouts.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTextCursor>
#include <QTimer>

#include <utility>

namespace gatelab {

namespace {

constexpr int kTickMs = 50, kMostTokens = 100000, kBeginningLines = 2, kTextLines = 8;

/// Of a field that is as high as so many lines of text.
int heightOf(const QPlainTextEdit& field, int lines) {
    return lines * field.fontMetrics().lineSpacing() + 2 * static_cast<int>(field.document()->documentMargin()) + 4;
}

}  // namespace

TextCard::TextCard(QWidget* parent)
    : Card(tr("Go on with a text"), {}, parent),
      beginning_(new QPlainTextEdit),
      text_(new QPlainTextEdit),
      length_(new QSpinBox),
      seed_(new QSpinBox),
      temperature_(new QDoubleSpinBox),
      write_(makeButton({}, tr("Write"), this, &TextCard::write)),
      note_(makeLabel({}, "note")),
      tick_(new QTimer(this)) {
    beginning_->setPlaceholderText(tr("The beginning, or nothing"));
    beginning_->setAccessibleName(tr("Beginning"));
    beginning_->setTabChangesFocus(true);
    beginning_->setFixedHeight(heightOf(*beginning_, kBeginningLines));
    text_->setReadOnly(true);
    text_->setAccessibleName(tr("Text"));
    text_->setMinimumHeight(heightOf(*text_, kTextLines));
    length_->setRange(1, kMostTokens);
    length_->setValue(400);
    length_->setSingleStep(100);
    temperature_->setRange(0, 5);
    temperature_->setDecimals(2);
    temperature_->setSingleStep(0.1);
    temperature_->setValue(0.8);
    seed_->setRange(0, 1'000'000);
    seed_->setValue(1);
    named(length_, tr("Length"), tr("Characters or words to write"));
    named(temperature_, tr("Temperature"),
          tr("Below 1 likelier, above 1 more varied than the network says; 0: always the likeliest"));
    named(seed_, tr("Seed"), tr("The same seed gives the same text"));
    write_->setObjectName(QStringLiteral("write-text"));
    auto* row = makeRow({makeLabel(length_->accessibleName(), "note"),
                         length_,
                         makeLabel(temperature_->accessibleName(), "note"),
                         temperature_,
                         makeLabel(seed_->accessibleName(), "note"),
                         seed_,
                         write_,
                         {note_, 1}});
    body()->addWidget(beginning_);
    body()->addLayout(row);
    body()->addWidget(text_, 1);
    tick_->setInterval(kTickMs);
    connect(tick_, &QTimer::timeout, this, &TextCard::showPieces);
}

void TextCard::setRun(const QString& folder, const QString& name) {
    setTitle(tr("Go on with a text"), name);
    if (folder == folder_) return;
    folder_ = folder;
    delete std::exchange(job_, nullptr);
    tick_->stop();
    text_->clear();
    note_->clear();
    write_->setText(tr("Write"));
    write_->setEnabled(!folder.isEmpty());
}

QString TextCard::text() const { return text_->toPlainText(); }

void TextCard::write() {
    if (job_) return job_->cancel();
    ContinuationRequest request;
    request.runFolder = toPath(folder_);
    request.beginning = beginning_->toPlainText().toStdString();
    request.tokens = length_->value();
    request.temperature = temperature_->value();
    request.seed = static_cast<std::uint64_t>(seed_->value());
    pieces_ = std::make_shared<Guarded<std::string>>();
    text_->setPlainText(beginning_->toPlainText());
    note_->clear();
    write_->setText(tr("Stop"));
    job_ = new BackgroundJob(this);
    job_->run<Result<TextContinuation>>(
        [request, pieces = pieces_](const Progress& progress) {
            return continueText(request, [&](std::string_view piece) {
                pieces->with([&](std::string& all) { all += piece; });
                return report(progress, -1);
            });
        },
        [this](Result<TextContinuation> made) {
            job_->deleteLater();
            job_ = nullptr;
            tick_->stop();
            showPieces();
            write_->setText(tr("Write"));
            if (!made.ok())
                note_->setText(translated(made.error()));
            else if (made->unknown > 0)
                note_->setText((made->ofWords ? tr("%1 of %2 words of the beginning are not known to the run")
                                              : tr("%1 of %2 characters of the beginning are not known to the run"))
                                   .arg(made->unknown)
                                   .arg(made->known + made->unknown));
        });
    tick_->start();
}

void TextCard::showPieces() {
    const std::string more = pieces_ ? pieces_->take() : std::string();
    if (more.empty()) return;
    QTextCursor cursor(text_->document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(fromUtf8(more));
}

}  // namespace gatelab
