// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/series_header.h"

#include "common/background_job.h"
#include "common/theme.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gatelab {

namespace {
constexpr int kPadding = 10, kLine = 18, kPicture = 28, kNarrowest = 92, kAir = 4;
constexpr std::size_t kPieces = 72;
}  // namespace

std::vector<SeriesHeader::Piece> SeriesHeader::piecesOf(std::span<const double> values, std::size_t count) {
    count = std::min(count, values.size());
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < count; ++i) {
        Piece piece{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0};
        std::size_t present = 0;
        for (std::size_t k = i * values.size() / count; k < (i + 1) * values.size() / count; ++k) {
            if (!std::isfinite(values[k])) continue;
            piece.least = std::min(piece.least, values[k]), piece.most = std::max(piece.most, values[k]);
            piece.mean += (values[k] - piece.mean) / static_cast<double>(++present);
        }
        pieces.push_back(piece);
    }
    return pieces;
}

SeriesHeader::SeriesHeader(Theme& theme, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), theme_(theme), job_(new BackgroundJob(this)) {
    setSectionsClickable(false);
    setHighlightSections(false);
}

void SeriesHeader::setSeries(SeriesPtr series) {
    series_ = std::move(series);
    courses_.clear();
    viewport()->update();
    if (!series_) return job_->cancel();
    using Courses = std::vector<std::vector<Piece>>;
    job_->run<Courses>(
        [series = series_](const Progress& progress) {
            Courses courses;
            for (const Channel& channel : series->channels) {
                if (!report(progress, -1)) break;
                courses.push_back(piecesOf(channel.values, kPieces));
            }
            return courses;
        },
        [this](Courses courses) {
            courses_ = std::move(courses);
            viewport()->update();
        });
}

QSize SeriesHeader::sectionSizeFromContents(int section) const {
    const QString text = model()->headerData(section, Qt::Horizontal).toString();
    int width = kNarrowest;
    for (const QString& line : text.split(QLatin1Char('\n')))
        width = std::max(width, QFontMetrics(theme_.font(12, 500)).horizontalAdvance(line) + 2 * kPadding + kAir);
    return {width, qRound((2 * kLine + kPicture + 10) * theme_.textScale())};
}

void SeriesHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
    const Palette& palette = theme_.palette();
    painter->save();
    painter->fillRect(rect, palette.surface);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), palette.border);
    const QString text = model()->headerData(section, Qt::Horizontal).toString();
    const int line = qRound(kLine * theme_.textScale());
    const QRect inner = rect.adjusted(kPadding, 4, -kPadding, -6);
    painter->setFont(theme_.font(12, 500));
    painter->setPen(palette.text);
    const QString name =
        painter->fontMetrics().elidedText(text.section(QLatin1Char('\n'), 0, 0), Qt::ElideRight, inner.width());
    painter->drawText(QRect(inner.left(), inner.top(), inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter, name);
    painter->setFont(theme_.font(11));
    painter->setPen(palette.muted);
    painter->drawText(QRect(inner.left(), inner.top() + line, inner.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                      text.section(QLatin1Char('\n'), 1));
    const int channel = section - (series_ && series_->time.known() ? 1 : 0);
    if (channel >= 0 && channel < static_cast<int>(courses_.size()))
        paintCourse(*painter,
                    QRectF(inner.left(), inner.top() + 2 * line + 2, inner.width(), inner.height() - 2 * line - 2),
                    courses_[static_cast<std::size_t>(channel)]);
    painter->restore();
}

void SeriesHeader::paintCourse(QPainter& painter, const QRectF& area, const std::vector<Piece>& pieces) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Piece& piece : pieces) low = std::min(low, piece.least), high = std::max(high, piece.most);
    if (!(low <= high)) return;
    const double spread = high > low ? high - low : 1;
    const double width = area.width() / static_cast<double>(pieces.size());
    const auto y = [&](double value) { return area.bottom() - (value - low) / spread * area.height(); };
    QPolygonF mean;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const double x = area.left() + width * static_cast<double>(i);
        if (!(pieces[i].least <= pieces[i].most)) {
            painter.fillRect(QRectF(x, area.top(), width, area.height()), theme_.palette().warningTint);
            continue;
        }
        painter.fillRect(QRectF(x, y(pieces[i].most), width, std::max(1.0, y(pieces[i].least) - y(pieces[i].most))),
                         theme_.palette().envelope);
        mean << QPointF(x + width / 2, y(pieces[i].mean));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.palette().text, 1));
    painter.drawPolyline(mean);
}

}  // namespace gatelab
