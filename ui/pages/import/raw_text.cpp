// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/raw_text.h"

#include "common/texts.h"

#include <QTextCursor>

namespace gatelab {

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
    setVisibleLines(6);
}

void RawText::setVisibleLines(int count) { setFixedHeight(count * (fontMetrics().lineSpacing() + 1) + 30); }

void RawText::setLines(const std::vector<std::string>& lines) {
    lines_ = lines;
    render();
}

void RawText::setReport(const ReadReport& report) {
    skip_ = 0;
    header_ = true;
    for (const auto& guess : report.guesses) {
        if (guess.key == "csv_skip_lines") skip_ = std::strtoll(guess.value.c_str(), nullptr, 10);
        if (guess.key == "csv_header") header_ = guess.value != "none";
    }
    render();
}

void RawText::render() {
    clear();
    QTextCursor cursor(document());
    const auto& palette = theme_.palette();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        QTextCharFormat number;
        number.setForeground(palette.muted);
        cursor.insertText(QStringLiteral("%1  ").arg(i + 1, 3), number);
        QTextCharFormat text;
        const auto line = static_cast<std::int64_t>(i);
        if (line < skip_) {
            text.setForeground(palette.muted);
            text.setFontStrikeOut(true);
        } else if (header_ && line == skip_) {
            text.setFontWeight(QFont::Bold);
        }
        cursor.insertText(fromUtf8(lines_[i]), text);
        if (line < skip_ || (header_ && line == skip_))
            cursor.insertText(QLatin1String("   ") + (line < skip_ ? tr("skipped") : tr("header")), number);
        if (i + 1 < lines_.size()) cursor.insertBlock();
    }
    moveCursor(QTextCursor::Start);
}

}  // namespace gatelab
