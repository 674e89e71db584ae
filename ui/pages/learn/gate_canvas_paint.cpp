// SPDX-License-Identifier: GPL-3.0-or-later
// What a GateCanvas draws: the picture, once, and the cursor with its values over it.
#include "pages/learn/gate_canvas.h"

#include "common/texts.h"
#include "data/row_time.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace gatelab {

namespace {

constexpr int kLabels = 192, kValues = 140, kAxis = 32, kTop = 6, kGap = 8, kSmall = 80, kTokenRow = 24,
              kAnswerRow = 44, kLabelRow = 44;
constexpr std::size_t kMostClasses = 4;  // with their probability
constexpr int kColours = 256;

std::array<QRgb, kColours> ramp(const std::array<QColor, 9>& stops) {
    std::array<QRgb, kColours> colours{};
    for (int i = 0; i < kColours; ++i)
        colours[static_cast<std::size_t>(i)] = heatColour(stops, i / double(kColours - 1)).rgb();
    return colours;
}

/// Least and most of some values; equal ones are set apart.
std::pair<double, double> ends(const std::vector<const std::vector<double>*>& all) {
    double low = INFINITY, high = -INFINITY;
    for (const auto* values : all)
        for (const double value : *values)
            if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    if (!(low <= high)) return {0, 1};
    if (low == high) return {low - 0.5, high + 0.5};
    const double pad = 0.06 * (high - low);
    return {low - pad, high + pad};
}

/// Every `width`-th value from `first` on.
std::vector<double> columnOf(const std::vector<double>& values, std::int64_t width, std::int64_t column) {
    std::vector<double> one;
    for (auto at = static_cast<std::size_t>(column); at < values.size(); at += static_cast<std::size_t>(width))
        one.push_back(values[at]);
    return one;
}

}  // namespace

double GateCanvas::xOf(double step) const {
    const double left = scaled(kLabels), right = std::max<double>(left + 40, area().width() - scaled(kValues));
    return left + (right - left) * step / static_cast<double>(shownSteps());
}

std::vector<GateCanvas::Row> GateCanvas::rows() const {
    std::vector<Row> all;
    const DirectionTracks* some = tracks();
    if (some == nullptr) return all;
    const double left = xOf(0), right = xOf(static_cast<double>(shownSteps()));
    double y = scaled(kTop);
    const auto add = [&](Row::Kind kind, const GateTrack* track, double height) {
        all.push_back({kind, track, QRectF(left, y, right - left, height)});
        y += height + scaled(kGap);
    };
    if (!run_->tokens.empty())
        add(Row::Kind::Tokens, nullptr, scaled(kTokenRow));
    else
        add(Row::Kind::Input, nullptr, scaled(kSmall));
    if (!view_->window.past.empty())
        add(Row::Kind::Target, nullptr, scaled(kSmall));
    else if (hasLabelPerStep())
        add(Row::Kind::Labels, nullptr, scaled(kLabelRow));
    else if (classes() > 0 || !view_->window.answer.empty())
        add(Row::Kind::Answer, nullptr, scaled(kAnswerRow));
    const auto count = static_cast<double>(some->size());
    const double room = (area().height() - scaled(kAxis) - y - scaled(kGap) * (count - 1)) / count;
    for (const GateTrack& track : *some) add(Row::Kind::Track, &track, std::max<double>(scaled(36), room));
    return all;
}

QImage GateCanvas::heat(const GateTrack& track) const {
    const TrackRange range = trackRange(track);
    const bool tide = palette_ == HeatPalette::Tide || (palette_ == HeatPalette::Fitting && range.diverging());
    const auto colours = ramp(tide ? theme_->palette().tide : theme_->palette().gate);
    const auto units = static_cast<int>(track.units), time = static_cast<int>(steps());
    QImage image(time, units, QImage::Format_RGB32);
    const float low = static_cast<float>(range.low),
                scale = static_cast<float>((kColours - 1) / (range.high - range.low));
    for (int row = 0; row < units; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(row));
        const float* value = track.values.data() + order_[static_cast<std::size_t>(row)];
        for (int t = 0; t < time; ++t, value += units)
            line[t] = colours[static_cast<std::size_t>(std::clamp((*value - low) * scale, 0.0F, float(kColours - 1)))];
    }
    return image;
}

QString GateCanvas::timeText(int step) const {
    if (!view_ || !run_) return {};
    if (view_->window.firstRow >= 0 && run_->time.known()) {
        QString time = fromUtf8(rowTime(run_->time, view_->window.firstRow + step));
        return time.left(16).replace(QLatin1Char('T'), QLatin1Char(' '));
    }
    return tr("step %1").arg(step + 1);
}

void GateCanvas::polyline(QPainter& painter, const QRectF& plot, const std::vector<double>& values, std::int64_t first,
                          double low, double high) const {
    QPolygonF line;
    const auto flush = [&] {
        if (line.size() > 1)
            painter.drawPolyline(line);
        else if (line.size() == 1)
            painter.drawPoint(line.front());
        line.clear();
    };
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double step = static_cast<double>(first) + static_cast<double>(i);
        if (!std::isfinite(values[i]) || step >= static_cast<double>(shownSteps()))
            flush();
        else
            line << QPointF(xOf(step + 0.5), plot.bottom() - (values[i] - low) / (high - low) * plot.height());
    }
    flush();
}

void GateCanvas::paintScale(QPainter& painter, const Row& row, const TrackRange& range, double y) const {
    const bool tide = palette_ == HeatPalette::Tide || (palette_ == HeatPalette::Fitting && range.diverging());
    const auto colours = ramp(tide ? theme_->palette().tide : theme_->palette().gate);
    const QFont letters = font(kSmallestLetters);
    const QFontMetrics metrics(letters);
    const QString low = formatNumber(range.low, 2), high = formatNumber(range.high, 2);
    const int width = scaled(64), bar = scaled(8), x = scaled(12) + metrics.horizontalAdvance(low) + scaled(4);
    if (y + bar + 2 > row.plot.bottom()) return;
    painter.setFont(letters);
    painter.setPen(theme_->palette().muted);
    painter.drawText(QPointF(scaled(12), y + bar), low);
    painter.drawText(QPointF(x + width + scaled(4), y + bar), high);
    for (int i = 0; i < width; ++i)
        painter.fillRect(QRect(x + i, qRound(y), 1, bar),
                         QColor(colours[static_cast<std::size_t>(i * (kColours - 1) / std::max(1, width - 1))]));
    painter.setPen(theme_->palette().border);
    painter.drawRect(QRectF(x - 0.5, qRound(y) - 0.5, width + 1, bar + 1));
}

double GateCanvas::paintLabel(QPainter& painter, double x, const QRectF& plot, double width, const QString& name,
                              const QStringList& below) const {
    painter.setPen(theme_->palette().text);
    painter.setFont(font(14, 600));
    double y = plot.top() + painter.fontMetrics().ascent();
    painter.drawText(QPointF(x, y), painter.fontMetrics().elidedText(name, Qt::ElideRight, qRound(width)));
    painter.setPen(theme_->palette().muted);
    painter.setFont(font(kSmallestLetters));
    for (const QString& line : below) {
        y += painter.fontMetrics().height() + 1;
        if (y > plot.bottom() + 4) break;
        painter.drawText(QPointF(x, y), painter.fontMetrics().elidedText(line, Qt::ElideRight, qRound(width)));
    }
    return y;
}

int GateCanvas::keyHeight() const {
    return QFontMetrics(font(14, 600)).ascent() + QFontMetrics(font(kSmallestLetters)).height() + scaled(20);
}

void GateCanvas::paintTokens(QPainter& painter, const Row& row) const {
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Tokens"), {});
    painter.setPen(theme_->palette().text);
    const double width = xOf(1) - xOf(0);
    const auto every = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(scaled(12) / width)));
    const double room = width * static_cast<double>(every);
    const auto word = [&](std::int64_t t) {
        const auto token = static_cast<std::size_t>(view_->window.input[static_cast<std::size_t>(t)]);
        const QString name = token < run_->tokens.size() ? fromUtf8(run_->tokens[token]) : QString::number(token);
        return name == QLatin1String(" ") ? QStringLiteral("␣") : name;
    };
    double widest = 0;
    const QFontMetricsF large(font(14));
    for (std::int64_t t = 0; t < steps(); t += every) widest = std::max(widest, large.horizontalAdvance(word(t)));
    painter.setFont(font(widest + scaled(8) <= room ? 14 : kSmallestLetters));
    for (std::int64_t t = 0; t < steps(); t += every) {
        QString shown = word(t);
        if (shown.size() > 1) shown = painter.fontMetrics().elidedText(shown, Qt::ElideRight, qRound(room) - 2);
        painter.drawText(QRectF(xOf(static_cast<double>(t)), row.plot.top(), room, row.plot.height()), Qt::AlignCenter,
                         shown);
    }
}

void GateCanvas::paintInputs(QPainter& painter, const Row& row) const {
    std::vector<std::vector<double>> columns;
    const std::int64_t width = view_->window.columns;
    const std::int64_t most = column_ >= 0 ? 1 : std::min<std::int64_t>(width, 8);
    for (std::int64_t k = 0; k < most; ++k)
        columns.push_back(columnOf(view_->window.input, width, column_ >= 0 ? column_ : k));
    std::vector<const std::vector<double>*> all;
    for (const auto& column : columns) all.push_back(&column);
    const auto [low, high] = ends(all);
    const auto name = [&](std::size_t k) {
        return k < run_->inputs.size() ? fromUtf8(run_->inputs[k]) : QString::number(k + 1);
    };
    const QString what = column_ >= 0 ? name(static_cast<std::size_t>(column_))
                         : width == 1 ? name(0)
                                      : tr("%n column(s)", nullptr, static_cast<int>(width));
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Input x"),
               {what, tr("as the network reads it"),
                most < width && column_ < 0 ? tr("the first %1 are drawn").arg(most) : QString()});
    const QRectF plot =
        columns.size() == 1 ? row.plot : row.plot.adjusted(0, QFontMetrics(font(kSmallestLetters)).height() + 2, 0, 0);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t k = columns.size(); k-- > 0;) {
        QColor colour = columns.size() == 1 ? theme_->palette().text : theme_->runColour(static_cast<int>(k));
        painter.setPen(QPen(colour, 1.2));
        polyline(painter, plot, columns[k], 0, low, high);
    }
    if (columns.size() > 1) {  // above the lines: which colour is which
        painter.setFont(font(kSmallestLetters));
        double x = row.plot.left() + scaled(4);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const QString text = name(k);
            const double wide = painter.fontMetrics().horizontalAdvance(text) + scaled(6);
            if (x + wide > row.plot.right()) break;
            const QRectF box(x, row.plot.top(), wide, painter.fontMetrics().height());
            painter.setPen(theme_->runColour(static_cast<int>(k)));
            painter.drawText(box, Qt::AlignCenter, text);
            x += wide + scaled(6);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void GateCanvas::paintTargets(QPainter& painter, const Row& row) const {
    const auto targets = static_cast<std::int64_t>(std::max<std::size_t>(1, run_->targets.size()));
    const std::vector<double> past = columnOf(view_->window.past, targets, 0),
                              truth = columnOf(view_->window.truth, targets, 0),
                              answer = columnOf(view_->window.answer, targets, 0);
    const std::vector<double> before =
        view_->whole ? columnOf(view_->whole->answer, targets, 0) : std::vector<double>();
    const auto [low, high] = ends({&past, &truth, &answer, &before});
    const QString name = run_->targets.empty() ? QString() : fromUtf8(run_->targets.front());
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Target and forecast"),
               {run_->unit.empty() ? name : tr("%1, %2").arg(name, fromUtf8(run_->unit)),
                before.empty() ? tr("line: observed, dashes: forecast") : tr("dots: with all units on")});
    painter.fillRect(QRectF(xOf(static_cast<double>(steps())), row.plot.top(),
                            row.plot.right() - xOf(static_cast<double>(steps())), row.plot.height()),
                     theme_->palette().raised);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_->palette().text, 1.2));
    std::vector<double> observed = past;
    observed.insert(observed.end(), truth.begin(), truth.end());
    polyline(painter, row.plot, observed, 0, low, high);
    QPen dots(theme_->palette().muted, 2);
    dots.setDashPattern({1, 1.5});
    painter.setPen(dots);
    polyline(painter, row.plot, before, steps(), low, high);
    QPen forecast(theme_->runColour(0), 2);
    forecast.setDashPattern({3, 2});
    painter.setPen(forecast);
    polyline(painter, row.plot, answer, steps(), low, high);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

std::size_t GateCanvas::classes() const {
    return view_ && run_ && !view_->window.probabilities.empty() ? std::max<std::size_t>(1, run_->classes.size()) : 0;
}

bool GateCanvas::hasLabelPerStep() const {
    return classes() > 0 && run_->config.task == "labelling" &&
           view_->window.probabilities.size() >= classes() * static_cast<std::size_t>(steps());
}

QString GateCanvas::className(std::int32_t number) const {
    const auto place = static_cast<std::size_t>(number);
    return number < 0                     ? QStringLiteral("?")
           : place < run_->classes.size() ? fromUtf8(run_->classes[place])
                                          : QString::number(number);
}

std::int32_t GateCanvas::likeliest(std::size_t step) const {
    const auto first = view_->window.probabilities.begin() + static_cast<std::ptrdiff_t>(step * classes());
    return static_cast<std::int32_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(classes())) - first);
}

/// The likeliest classes with their probability as bars, or the numbers of a regression; what it was with all units on
/// is a mark in the bar.
void GateCanvas::paintAnswer(QPainter& painter, const Row& row) const {
    const WindowView& window = view_->window;
    const WindowView* whole = view_->whole.get();
    const bool hasMark = whole && (classes() == 0 || whole->probabilities.size() == window.probabilities.size());
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Answer"),
               {classes() == 0 ? QString()
                : hasMark      ? tr("mark: with all units on")
                               : tr("probability of each class")});
    painter.setFont(font(kSmallestLetters));
    if (classes() == 0) {
        QStringList parts;
        for (std::size_t k = 0; k < window.answer.size() && k < kMostClasses; ++k) {
            QString text = formatNumber(window.answer[k], 4);
            if (k < window.truth.size()) text = tr("%1, true %2").arg(text, formatNumber(window.truth[k], 4));
            if (hasMark && k < whole->answer.size())
                text = tr("%1, with all units on %2").arg(text, formatNumber(whole->answer[k], 4));
            parts << text;
        }
        painter.setPen(theme_->palette().text);
        painter.drawText(row.plot, Qt::AlignLeft | Qt::AlignVCenter, parts.join(QStringLiteral("  ·  ")));
        return;
    }
    std::vector<std::size_t> order(classes());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t k) { return window.probabilities[k]; });
    const std::int32_t truth = window.labels.empty() ? -1 : window.labels.front();
    const std::size_t shown = std::min(order.size(), kMostClasses);
    // The true class is always among them.
    if (const auto at = std::ranges::find(order, static_cast<std::size_t>(std::max(0, truth)));
        truth >= 0 && at != order.end() && at - order.begin() >= static_cast<std::ptrdiff_t>(shown))
        std::iter_swap(at, order.begin() + static_cast<std::ptrdiff_t>(shown) - 1);
    const double wide = (row.plot.width() - scaled(12) * static_cast<double>(shown - 1)) / static_cast<double>(shown),
                 bar = scaled(12);
    for (std::size_t i = 0; i < shown; ++i) {
        const std::size_t k = order[i];
        const double left = row.plot.left() + static_cast<double>(i) * (wide + scaled(12)),
                     top = row.plot.bottom() - bar;
        const QString name = static_cast<std::int32_t>(k) == truth ? tr("%1 (true)").arg(className(truth))
                                                                   : className(static_cast<std::int32_t>(k));
        const QString value = formatNumber(window.probabilities[k], 3);
        painter.setPen(theme_->palette().text);
        const double room = wide - painter.fontMetrics().horizontalAdvance(value) - scaled(6);
        const QRectF text(left, row.plot.top(), wide, top - row.plot.top());
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, qRound(room)));
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, value);
        painter.fillRect(QRectF(left, top, wide, bar), theme_->palette().raised);
        painter.fillRect(QRectF(left, top, wide * window.probabilities[k], bar), theme_->runColour(0));
        if (!hasMark) continue;
        const double x = left + wide * whole->probabilities[k];
        painter.fillRect(QRectF(x - 1.5, top - 2, 3, bar + 4), theme_->palette().text);
    }
}

/// A label per step: above the one in the data, below what the network says, in the colour of errors where they differ.
void GateCanvas::paintLabels(QPainter& painter, const Row& row) const {
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Labels"), {tr("above: true, below: answer")});
    const double width = xOf(1) - xOf(0), half = row.plot.height() / 2;
    const auto every = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(scaled(14) / width)));
    for (std::int64_t t = 0; t < steps(); ++t) {
        const auto step = static_cast<std::size_t>(t);
        const std::int32_t truth = step < view_->window.labels.size() ? view_->window.labels[step] : -1,
                           answer = likeliest(step);
        const QRectF cell(xOf(static_cast<double>(t)), row.plot.top(), width * static_cast<double>(every), half),
            below = cell.translated(0, half);
        const bool isWrong = truth >= 0 && truth != answer;
        if (isWrong)
            painter.fillRect(QRectF(below.left(), below.top(), std::max(1.0, width - 1), half),
                             theme_->palette().errorTint);
        if (t % every != 0) continue;
        painter.setFont(font(kSmallestLetters, 400));
        painter.setPen(theme_->palette().text);
        const auto fitted = [&](std::int32_t label) {
            return painter.fontMetrics().elidedText(className(label), Qt::ElideRight, qRound(cell.width()));
        };
        painter.drawText(cell, Qt::AlignCenter, fitted(truth));
        painter.setFont(font(kSmallestLetters, isWrong ? 700 : 400));
        painter.setPen(isWrong ? theme_->palette().error : theme_->palette().text);
        painter.drawText(below, Qt::AlignCenter, fitted(answer));
    }
}

void GateCanvas::paintLines(QPainter& painter, const Row& row, const TrackRange& range) const {
    painter.fillRect(
        QRectF(row.plot.left(), row.plot.top(), xOf(static_cast<double>(steps())) - row.plot.left(), row.plot.height()),
        theme_->palette().surface);
    painter.setPen(theme_->palette().grid);
    for (const double level : {range.low, (range.low + range.high) / 2, range.high}) {
        const double y =
            qRound(row.plot.bottom() - (level - range.low) / (range.high - range.low) * row.plot.height()) + 0.5;
        painter.drawLine(QPointF(row.plot.left(), y), QPointF(xOf(static_cast<double>(steps())), y));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
        std::vector<double> values;
        for (std::int64_t t = 0; t < steps(); ++t) values.push_back(static_cast<double>(row.track->at(t, chosen_[k])));
        painter.setPen(QPen(theme_->runColour(static_cast<int>(k)), 1.6));
        polyline(painter, row.plot, values, 0, range.low, range.high);
        if (values.empty()) continue;
        const QPointF end(
            xOf(static_cast<double>(steps()) - 0.5),
            row.plot.bottom() - (values.back() - range.low) / (range.high - range.low) * row.plot.height());
        Theme::drawMarker(painter, end, static_cast<int>(k), theme_->runColour(static_cast<int>(k)), 7);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Which unit has which colour, as far as there is room.
void GateCanvas::paintUnitKey(QPainter& painter, const Row& row, double y) const {
    painter.setFont(font(kSmallestLetters));
    const QFontMetrics metrics = painter.fontMetrics();
    const double left = scaled(12), right = scaled(kLabels - 8), mark = scaled(14);
    double x = left;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
        const QString name = QString::number(chosen_[k] + 1);
        const double width = mark + metrics.horizontalAdvance(name) + scaled(8);
        if (x > left && x + width > right) x = left, y += metrics.height();
        if (y + metrics.height() > row.plot.bottom() + 4) break;
        const auto slot = static_cast<int>(k);
        Theme::drawMarker(painter, {x + scaled(5), y + metrics.height() / 2.0}, slot, theme_->runColour(slot), 7);
        painter.setPen(theme_->palette().muted);
        painter.drawText(QPointF(x + mark, y + metrics.ascent()), name);
        x += width;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void GateCanvas::paintTrack(QPainter& painter, const Row& row) const {
    const QuantityWords words = quantityWords(row.track->key, run_->config.cell);
    const double below = paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), words.name, {words.formula});
    const TrackRange range = trackRange(*row.track);
    if (lines_) {
        paintUnitKey(painter, row, below + scaled(6));
        return paintLines(painter, row, range);
    }
    paintScale(painter, row, range, below + scaled(6));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QRectF plot(row.plot.left(), row.plot.top(), xOf(static_cast<double>(steps())) - row.plot.left(),
                      row.plot.height());
    painter.drawImage(plot, heat(*row.track));
}

void GateCanvas::paintAxis(QPainter& painter) const {
    const double y = area().height() - scaled(kAxis) + 0.5;
    painter.setPen(theme_->palette().axis);
    painter.drawLine(QPointF(xOf(0), y), QPointF(xOf(static_cast<double>(shownSteps())), y));
    painter.setFont(font(kSmallestLetters));
    const int label = painter.fontMetrics().horizontalAdvance(timeText(0)) + scaled(24);
    const int most = std::max(1, static_cast<int>((xOf(static_cast<double>(shownSteps())) - xOf(0)) / label));
    const auto every = std::max<std::int64_t>(1, (shownSteps() + most - 1) / most);
    for (std::int64_t t = 0; t < shownSteps(); t += every) {
        const double x = qRound(xOf(static_cast<double>(t) + 0.5)) + 0.5;
        painter.setPen(theme_->palette().axis);
        painter.drawLine(QPointF(x, y), QPointF(x, y + 4));
        painter.setPen(theme_->palette().muted);
        const QRectF box(x - label / 2.0, y + 5, label, scaled(kAxis) - 6);
        painter.drawText(box.left() < xOf(0) - 20 ? box.translated(xOf(0) - 20 - box.left(), 0) : box,
                         Qt::AlignHCenter | Qt::AlignTop, timeText(static_cast<int>(t)));
    }
}

void GateCanvas::paintStatic(QPainter& painter) {
    painter.fillRect(QRect(QPoint(), area()), theme_->palette().surface);
    if (!view_ || !run_) return;
    for (const Row& row : rows()) {
        switch (row.kind) {
            case Row::Kind::Tokens:
                paintTokens(painter, row);
                break;
            case Row::Kind::Input:
                paintInputs(painter, row);
                break;
            case Row::Kind::Target:
                paintTargets(painter, row);
                break;
            case Row::Kind::Answer:
                paintAnswer(painter, row);
                break;
            case Row::Kind::Labels:
                paintLabels(painter, row);
                break;
            case Row::Kind::Track:
                paintTrack(painter, row);
                break;
        }
    }
    paintAxis(painter);
}

void GateCanvas::paintCursor(QPainter& painter) const {
    const std::vector<Row> all = rows();
    if (all.empty()) return;
    const double top = all.front().plot.top(), bottom = height() - scaled(kAxis);
    if (markFirst_ >= 0) {
        const int first = std::min(markFirst_, markLast_), last = std::max(markFirst_, markLast_);
        QColor tint = theme_->palette().accent;
        tint.setAlpha(36);
        painter.fillRect(QRectF(xOf(first), top, xOf(last + 1) - xOf(first), bottom - top), tint);
    }
    if (!lines_ && !order_.empty()) {
        const auto place = static_cast<double>(std::ranges::find(order_, unit_) - order_.begin());
        for (const Row& row : all) {
            if (row.kind != Row::Kind::Track) continue;
            const double unit = row.plot.height() / static_cast<double>(order_.size()),
                         y = row.plot.top() + place * unit;
            const QRectF box(row.plot.left(), y, xOf(static_cast<double>(steps())) - row.plot.left(),
                             std::max(2.0, unit));
            painter.setPen(theme_->palette().text);
            painter.drawRect(box.adjusted(-1.5, -1.5, 0.5, 0.5));
            painter.setPen(theme_->palette().surface);
            painter.drawRect(box.adjusted(-0.5, -0.5, -0.5, -0.5));
        }
    }
    if (cursor_ >= 0) {
        const double x = qRound(xOf(cursor_ + 0.5)) + 0.5;
        painter.setPen(theme_->palette().text);
        painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        painter.setPen(theme_->palette().surface);
        painter.drawLine(QPointF(x + 1, top), QPointF(x + 1, bottom));
        painter.setFont(font(kSmallestLetters, 500));
        const QString text = timeText(cursor_);
        const double width = painter.fontMetrics().horizontalAdvance(text) + 12,
                     left = std::clamp<double>(x - width / 2, 0, this->width() - width);
        const QRectF chip(left, bottom + 4, width, painter.fontMetrics().height() + 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_->palette().text);
        painter.drawRoundedRect(chip, 3, 3);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(theme_->palette().surface);
        painter.drawText(chip, Qt::AlignCenter, text);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme_->palette().accent, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

/// The formula of a state with the numbers at the cursor; empty where they are not all there.
QString GateCanvas::filledIn(const std::string& key) const {
    const std::string& cell = run_->config.cell;
    const auto at = [&](const char* quantity, int step) {
        const GateTrack* track = view_->find(layer_, direction_, quantity);
        if (track == nullptr || unit_ >= track->units) return std::nan("");
        return step < 0 || step >= steps() ? 0.0 : static_cast<double>(track->at(step, unit_));
    };
    const int before = direction_ == 0 ? cursor_ - 1 : cursor_ + 1;
    const auto number = [](double value) { return formatNumber(value, 2); };
    if (cell == "lstm" && key == "c")
        return QStringLiteral("%1 × %2 + %3 × %4")
            .arg(number(at("f", cursor_)), number(at("c", before)), number(at("i", cursor_)), number(at("g", cursor_)));
    if (cell == "lstm" && key == "h" && run_->config.projectionSize == 0)
        return QStringLiteral("%1 × %2").arg(number(at("o", cursor_)), number(std::tanh(at("c", cursor_))));
    if (cell == "gru" && key == "h")
        return QStringLiteral("%1 × %2 + %3 × %4")
            .arg(number(1 - at("z", cursor_)), number(at("n", cursor_)), number(at("z", cursor_)),
                 number(at("h", before)));
    return {};
}

void GateCanvas::paintValues(QPainter& painter) const {
    if (cursor_ < 0) return;
    const double x = xOf(static_cast<double>(shownSteps())) + scaled(12), room = width() - x - 2;
    const bool inside = cursor_ < steps();
    for (const Row& row : rows()) {
        QString value;
        QStringList below;
        if (row.kind == Row::Kind::Track && inside && unit_ < row.track->units) {
            value = QStringLiteral("%1 %2").arg(fromUtf8(row.track->key),
                                                formatNumber(static_cast<double>(row.track->at(cursor_, unit_)), 3));
            below << quantityWords(row.track->key, run_->config.cell).meaning << filledIn(row.track->key)
                  << tr("unit %1").arg(unit_ + 1);
        } else if (row.kind == Row::Kind::Input && inside) {
            value = formatNumber(
                view_->window.input[static_cast<std::size_t>(cursor_ * view_->window.columns + std::max(0, column_))],
                4);
            below << (column_ < 0 && view_->window.columns > 1 && !run_->inputs.empty() ? fromUtf8(run_->inputs.front())
                                                                                        : QString());
        } else if (row.kind == Row::Kind::Target) {
            const auto targets = std::max<std::size_t>(1, run_->targets.size());
            const auto step = static_cast<std::size_t>(inside ? cursor_ : cursor_ - steps());
            const std::vector<double>& values = inside ? view_->window.past : view_->window.truth;
            if (step * targets < values.size()) value = formatNumber(values[step * targets], 4);
            if (!inside && step * targets < view_->window.answer.size())
                below << tr("forecast %1").arg(formatNumber(view_->window.answer[step * targets], 4));
        } else if (row.kind == Row::Kind::Labels && inside) {
            const auto step = static_cast<std::size_t>(cursor_);
            const std::int32_t answer = likeliest(step);
            const std::size_t place = step * classes() + static_cast<std::size_t>(answer);
            value = tr("%1: %2").arg(className(answer), formatNumber(view_->window.probabilities[place], 3));
            if (step < view_->window.labels.size()) below << tr("true: %1").arg(className(view_->window.labels[step]));
        } else if (row.kind == Row::Kind::Tokens && inside) {
            const auto token = static_cast<std::size_t>(view_->window.input[static_cast<std::size_t>(cursor_)]);
            value = token < run_->tokens.size() ? fromUtf8(run_->tokens[token]) : QString::number(token);
        }
        below.removeAll(QString());
        if (!value.isEmpty()) paintLabel(painter, x, row.plot, room, value, below);
    }
}

void GateCanvas::paintEvent(QPaintEvent*) {
    const qreal ratio = devicePixelRatioF();
    if (isOld_ || still_.size() != size() * ratio) {
        still_ = QPixmap(size() * ratio);
        still_.setDevicePixelRatio(ratio);
        QPainter painter(&still_);
        paintStatic(painter);
        isOld_ = false;
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, still_);
    if (!view_ || !run_) return;
    paintCursor(painter);
    paintValues(painter);
}

QImage GateCanvas::picture() {
    pictureSize_ = size();
    double needed = scaled(kAxis);
    for (const Row& row : rows())
        if (row.kind == Row::Kind::Track)
            needed += keyHeight() + scaled(kGap);
        else
            needed = std::max(needed, row.plot.bottom() + scaled(kGap) + scaled(kAxis));
    pictureSize_.setHeight(std::max(height(), static_cast<int>(std::ceil(needed))));
    QImage image(pictureSize_ * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    QPainter painter(&image);
    paintStatic(painter);
    pictureSize_ = QSize();
    return image;
}

}  // namespace gatelab
