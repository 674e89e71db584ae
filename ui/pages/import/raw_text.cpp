// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/raw_text.h"

#include "common/texts.h"

#include <QScrollBar>
#include <QTextCursor>
#include <algorithm>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxLeft = 64;              // more than the lines that are shown
constexpr auto kMarks = std::string_view("#;%/");  // what comments begin with

}  // namespace

RawText::RawText(Theme& theme, QWidget* parent) : QPlainTextEdit(parent), theme_(theme) {
    setReadOnly(true);
    setLineWrapMode(NoWrap);
    setFrameShape(NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setAccessibleName(tr("First lines of the file"));
    QFont mono;
    mono.setFamilies(
        {QStringLiteral("DejaVu Sans Mono"), QStringLiteral("monospace"), QStringLiteral("WenQuanYi Micro Hei Mono")});
    mono.setPixelSize(qRound(12 * theme.textScale()));
    setFont(mono);
    setProperty("mono", true);
    setStyleSheet(
        QStringLiteral(
            "QPlainTextEdit { font-family: 'DejaVu Sans Mono'; font-size: %1px; border: 0; background: transparent; }")
            .arg(mono.pixelSize()));
    connect(horizontalScrollBar(), &QScrollBar::rangeChanged, this, &RawText::fit);
    fit();
}

void RawText::setVisibleLines(int count) {
    most_ = count;
    fit();
}

/// As tall as its lines, and the bar below them where one is longer than there is room for.
void RawText::fit() {
    const QScrollBar& across = *horizontalScrollBar();
    const int lines = std::clamp(static_cast<int>(lines_.size()), 1, most_);
    setFixedHeight(lines * (fontMetrics().lineSpacing() + 1) + qRound(2 * document()->documentMargin()) +
                   (across.maximum() > across.minimum() ? across.sizeHint().height() : 0));
}

void RawText::setLines(const std::vector<std::string>& lines) {
    lines_ = lines;
    render();
    fit();
}

void RawText::setReport(const ReadReport* report) {
    skip_ = 0;
    header_ = report != nullptr;
    hasComments_ = false;
    left_.clear();
    if (report == nullptr) return render();
    for (const auto& guess : report->guesses) {
        if (guess.key == "csv_skip_lines") skip_ = std::strtoll(guess.value.c_str(), nullptr, 10);
        if (guess.key == "csv_header") header_ = guess.value != "none";
        if (guess.key == "csv_comment") hasComments_ = guess.value != "none";
    }
    for (const auto& row : report->account.leftOut(kMaxLeft)) left_.push_back(row.line);
    render();
}

std::vector<RawText::Part> RawText::partsOfLines() const {
    std::vector<Part> parts;
    bool found = !header_;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const auto line = static_cast<std::int64_t>(i);
        const std::size_t start = lines_[i].find_first_not_of(" \t");
        // Comments above the table that are not left out name its columns, the first of them; units may follow.
        const bool isComment =
            hasComments_ && start != std::string::npos && kMarks.find(lines_[i][start]) != std::string_view::npos;
        const bool isLeft = std::ranges::find(left_, line + 1) != left_.end();
        const bool names = header_ && !isLeft && (isComment || line >= skip_);
        parts.push_back(!found && names ? Part::Header : isLeft || (line < skip_ && !names) ? Part::Left : Part::Rest);
        found = found || parts.back() == Part::Header;
    }
    return parts;
}

void RawText::render() {
    clear();
    QTextCursor cursor(document());
    const auto& palette = theme_.palette();
    const std::vector<Part> parts = partsOfLines();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        QTextCharFormat number;
        number.setForeground(palette.muted);
        cursor.insertText(QStringLiteral("%1  ").arg(i + 1, 3), number);
        QTextCharFormat text;
        if (parts[i] == Part::Left) {
            text.setForeground(palette.muted);
            text.setFontStrikeOut(true);
        } else if (parts[i] == Part::Header) {
            text.setFontWeight(QFont::Bold);
        }
        cursor.insertText(fromUtf8(lines_[i]), text);
        if (parts[i] != Part::Rest)
            cursor.insertText(QLatin1String("   ") + (parts[i] == Part::Left ? tr("skipped") : tr("header")), number);
        if (i + 1 < lines_.size()) cursor.insertBlock();
    }
    moveCursor(QTextCursor::Start);
}

}  // namespace gatelab
