// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/gate_painter.h"

#include "common/texts.h"
#include "config/setting_predicates.h"
#include "data/row_time.h"
#include "pages/learn/gates/quantity_words.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

namespace gatelab {

namespace {

constexpr int kLabels = 192, kValues = 140, kAxis = 32, kTop = 6, kGap = 8, kSmall = 80, kTokenRow = 24,
              kAnswerRow = 44, kLabelRow = 44;
constexpr std::size_t kMaxClasses = 4;  // with their probability
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

double GatePainter::bottom() const { return size.height() - scaled(kAxis); }
int GatePainter::scaled(int px) const { return qRound(px * zoom * theme_.textScale()); }
QFont GatePainter::font(int px, int weight) const { return theme_.font(qRound(px * zoom), weight); }

const DirectionTracks* GatePainter::tracks() const {
    if (!view || layer >= static_cast<int>(view->layers.size())) return nullptr;
    const LayerTracks& directions = view->layers[static_cast<std::size_t>(layer)];
    return direction < static_cast<int>(directions.size()) ? &directions[static_cast<std::size_t>(direction)] : nullptr;
}

/// All heat maps have the units in the order of one: the cell state where there is one, else the hidden state.
const GateTrack* GatePainter::orderTrack() const {
    const DirectionTracks* all = tracks();
    if (all == nullptr) return nullptr;
    const auto found = std::ranges::find_if(*all, [](const GateTrack& track) { return track.key == "c"; });
    return found != all->end() ? &*found : &all->back();
}

std::int64_t GatePainter::steps() const { return view ? view->window.steps : 0; }

std::int64_t GatePainter::shownSteps() const {
    if (!view || !run || view->window.past.empty()) return std::max<std::int64_t>(1, steps());
    return steps() + std::min<std::int64_t>(run->config.horizon, std::max<std::int64_t>(1, steps() / 2));
}

void GatePainter::sort(UnitSort sort, int by) {
    order.clear();
    const GateTrack* track = orderTrack();
    if (track == nullptr) return;
    std::vector<double> input;
    if (sort == UnitSort::WithInput && by >= 0 && by < view->window.columns)
        for (std::int64_t t = 0; t < steps(); ++t)
            input.push_back(view->window.input[static_cast<std::size_t>(t * view->window.columns + by)]);
    order = unitOrder(*track, sort, input);
    std::erase_if(chosen, [&](int unit) { return unit >= track->units; });
}

double GatePainter::xOf(double step) const {
    const double left = scaled(kLabels), right = std::max<double>(left + 40, size.width() - scaled(kValues));
    return left + (right - left) * step / static_cast<double>(shownSteps());
}

int GatePainter::stepAt(double x) const {
    const double left = xOf(0), right = xOf(static_cast<double>(shownSteps()));
    if (!view || x < left || x >= right) return -1;
    return static_cast<int>((x - left) / (right - left) * static_cast<double>(shownSteps()));
}

std::vector<GatePainter::Row> GatePainter::rows() const {
    std::vector<Row> all;
    const DirectionTracks* some = tracks();
    if (some == nullptr) return all;
    const double left = xOf(0), right = xOf(static_cast<double>(shownSteps()));
    double y = scaled(kTop);
    const auto add = [&](Row::Kind kind, const GateTrack* track, double height) {
        all.push_back({kind, track, QRectF(left, y, right - left, height)});
        y += height + scaled(kGap);
    };
    if (!run->tokens.empty())
        add(Row::Kind::Tokens, nullptr, scaled(kTokenRow));
    else
        add(Row::Kind::Input, nullptr, scaled(kSmall));
    if (!view->window.past.empty())
        add(Row::Kind::Target, nullptr, scaled(kSmall));
    else if (hasLabelPerStep())
        add(Row::Kind::Labels, nullptr, scaled(kLabelRow));
    else if (classes() > 0 || !view->window.answer.empty())
        add(Row::Kind::Answer, nullptr, scaled(kAnswerRow));
    const auto count = static_cast<double>(some->size());
    const double room = (size.height() - scaled(kAxis) - y - scaled(kGap) * (count - 1)) / count;
    for (const GateTrack& track : *some) add(Row::Kind::Track, &track, std::max(leastHeight(track), room));
    return all;
}

double GatePainter::leastHeight(const GateTrack& track) const {
    const int units = lines ? 0 : std::min(static_cast<int>(track.units), kWithHeight);
    return std::max(keyHeight(), kUnitHeight * units);
}

int GatePainter::leastHeight() const {
    GatePainter own(*this);
    own.size = QSize(size.width(), 0);
    const std::vector<Row> all = own.rows();
    return static_cast<int>(std::ceil(all.empty() ? scaled(202) : all.back().plot.bottom())) + scaled(kAxis);
}

QImage GatePainter::heat(const GateTrack& track) const {
    const TrackRange range = colourRange(track);
    const bool tide = palette == HeatPalette::Tide || (palette == HeatPalette::Fitting && range.diverging());
    const auto colours = ramp(tide ? theme_.palette().tide : theme_.palette().gate);
    const auto units = static_cast<int>(track.units), time = static_cast<int>(steps());
    QImage image(time, units, QImage::Format_RGB32);
    const float low = static_cast<float>(range.low),
                scale = static_cast<float>((kColours - 1) / (range.high - range.low));
    for (int row = 0; row < units; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(row));
        const float* value = track.values.data() + order[static_cast<std::size_t>(row)];
        for (int t = 0; t < time; ++t, value += units)
            line[t] = colours[static_cast<std::size_t>(std::clamp((*value - low) * scale, 0.0F, float(kColours - 1)))];
    }
    return image;
}

QString GatePainter::timeText(int step) const {
    if (!view || !run) return {};
    if (view->window.firstRow >= 0 && run->time.known()) {
        QString time = fromUtf8(rowTime(run->time, view->window.firstRow + step));
        return time.left(16).replace(QLatin1Char('T'), QLatin1Char(' '));
    }
    return tr("step %1").arg(step + 1);
}

void GatePainter::polyline(QPainter& painter, const QRectF& plot, const std::vector<double>& values, std::int64_t first,
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

void GatePainter::paintScale(QPainter& painter, const Row& row, double y) const {
    const TrackRange range = colourRange(*row.track);
    const bool isCut = range.high < trackRange(*row.track).high;  // there is more beyond
    const bool tide = palette == HeatPalette::Tide || (palette == HeatPalette::Fitting && range.diverging());
    const auto colours = ramp(tide ? theme_.palette().tide : theme_.palette().gate);
    const QFont letters = font(kSmallestLetters);
    const QFontMetrics metrics(letters);
    const QString low = (isCut ? QStringLiteral("≤ ") : QString()) + formatNumber(range.low, 2),
                  high = (isCut ? QStringLiteral("≥ ") : QString()) + formatNumber(range.high, 2);
    const int width = scaled(64), bar = scaled(8), x = scaled(12) + metrics.horizontalAdvance(low) + scaled(4);
    if (y + bar + 2 > row.plot.bottom()) return;
    painter.setFont(letters);
    painter.setPen(theme_.palette().muted);
    painter.drawText(QPointF(scaled(12), y + bar), low);
    painter.drawText(QPointF(x + width + scaled(4), y + bar), high);
    for (int i = 0; i < width; ++i)
        painter.fillRect(QRect(x + i, qRound(y), 1, bar),
                         QColor(colours[static_cast<std::size_t>(i * (kColours - 1) / std::max(1, width - 1))]));
    painter.setPen(theme_.palette().border);
    painter.drawRect(QRectF(x - 0.5, qRound(y) - 0.5, width + 1, bar + 1));
}

double GatePainter::paintLabel(QPainter& painter, double x, const QRectF& plot, double width, const QString& name,
                               const QStringList& below) const {
    painter.setPen(theme_.palette().text);
    painter.setFont(font(14, 600));
    double y = plot.top() + painter.fontMetrics().ascent();
    painter.drawText(QPointF(x, y), painter.fontMetrics().elidedText(name, Qt::ElideRight, qRound(width)));
    painter.setPen(theme_.palette().muted);
    painter.setFont(font(kSmallestLetters));
    for (const QString& line : below) {
        y += painter.fontMetrics().height() + 1;
        if (y > plot.bottom() + 4) break;
        painter.drawText(QPointF(x, y), painter.fontMetrics().elidedText(line, Qt::ElideRight, qRound(width)));
    }
    return y;
}

int GatePainter::keyHeight() const {
    return QFontMetrics(font(14, 600)).ascent() + QFontMetrics(font(kSmallestLetters)).height() + scaled(20);
}

void GatePainter::paintTokens(QPainter& painter, const Row& row) const {
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Tokens"), {});
    painter.setPen(theme_.palette().text);
    const double width = xOf(1) - xOf(0);
    const auto every = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(scaled(12) / width)));
    const double room = width * static_cast<double>(every);
    const auto word = [&](std::int64_t t) {
        const auto token = static_cast<std::size_t>(view->window.input[static_cast<std::size_t>(t)]);
        const QString name = token < run->tokens.size() ? fromUtf8(run->tokens[token]) : QString::number(token);
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

void GatePainter::paintInputs(QPainter& painter, const Row& row) const {
    std::vector<std::vector<double>> columns;
    const std::int64_t width = view->window.columns;
    const std::int64_t most = column >= 0 ? 1 : std::min<std::int64_t>(width, 8);
    for (std::int64_t k = 0; k < most; ++k)
        columns.push_back(columnOf(view->window.input, width, column >= 0 ? column : k));
    std::vector<const std::vector<double>*> all;
    for (const auto& values : columns) all.push_back(&values);
    const auto [low, high] = ends(all);
    const auto name = [&](std::size_t k) {
        return k < run->inputs.size() ? fromUtf8(run->inputs[k]) : QString::number(k + 1);
    };
    const QString what = column >= 0  ? name(static_cast<std::size_t>(column))
                         : width == 1 ? name(0)
                                      : tr("%n column(s)", nullptr, static_cast<int>(width));
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Input x"),
               {what, tr("as the network reads it"),
                most < width && column < 0 ? tr("the first %1 are drawn").arg(most) : QString()});
    const QRectF plot =
        columns.size() == 1 ? row.plot : row.plot.adjusted(0, QFontMetrics(font(kSmallestLetters)).height() + 2, 0, 0);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t k = columns.size(); k-- > 0;) {
        QColor colour = columns.size() == 1 ? theme_.palette().text : theme_.runColour(static_cast<int>(k));
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
            painter.setPen(theme_.runColour(static_cast<int>(k)));
            painter.drawText(box, Qt::AlignCenter, text);
            x += wide + scaled(6);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void GatePainter::paintTargets(QPainter& painter, const Row& row) const {
    const auto targets = static_cast<std::int64_t>(std::max<std::size_t>(1, run->targets.size()));
    const std::vector<double> past = columnOf(view->window.past, targets, 0),
                              truth = columnOf(view->window.truth, targets, 0),
                              answer = columnOf(view->window.answer, targets, 0);
    const std::vector<double> before = view->whole ? columnOf(view->whole->answer, targets, 0) : std::vector<double>();
    const auto [low, high] = ends({&past, &truth, &answer, &before});
    const QString name = run->targets.empty() ? QString() : fromUtf8(run->targets.front());
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Target and forecast"),
               {run->unit.empty() ? name : tr("%1, %2").arg(name, fromUtf8(run->unit)),
                before.empty() ? tr("line: observed, dashes: forecast") : tr("dots: with all units on")});
    painter.fillRect(QRectF(xOf(static_cast<double>(steps())), row.plot.top(),
                            row.plot.right() - xOf(static_cast<double>(steps())), row.plot.height()),
                     theme_.palette().raised);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_.palette().text, 1.2));
    std::vector<double> observed = past;
    observed.insert(observed.end(), truth.begin(), truth.end());
    polyline(painter, row.plot, observed, 0, low, high);
    QPen dots(theme_.palette().muted, 2);
    dots.setDashPattern({1, 1.5});
    painter.setPen(dots);
    polyline(painter, row.plot, before, steps(), low, high);
    QPen forecast(theme_.runColour(0), 2);
    forecast.setDashPattern({3, 2});
    painter.setPen(forecast);
    polyline(painter, row.plot, answer, steps(), low, high);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

std::size_t GatePainter::classes() const {
    return view && run && !view->window.probabilities.empty() ? std::max<std::size_t>(1, run->classes.size()) : 0;
}

bool GatePainter::hasLabelPerStep() const {
    return classes() > 0 && isLabelling(run->config) &&
           view->window.probabilities.size() >= classes() * static_cast<std::size_t>(steps());
}

QString GatePainter::className(std::int32_t number) const {
    const auto place = static_cast<std::size_t>(number);
    return number < 0                    ? QStringLiteral("?")
           : place < run->classes.size() ? fromUtf8(run->classes[place])
                                         : QString::number(number);
}

std::int32_t GatePainter::likeliest(std::size_t step) const {
    const auto first = view->window.probabilities.begin() + static_cast<std::ptrdiff_t>(step * classes());
    return static_cast<std::int32_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(classes())) - first);
}

/// The likeliest classes with their probability as bars, or the numbers of a regression; what it was with all units on
/// is a mark in the bar.
void GatePainter::paintAnswer(QPainter& painter, const Row& row) const {
    const WindowView& window = view->window;
    const WindowView* whole = view->whole.get();
    const bool hasMark = whole && (classes() == 0 || whole->probabilities.size() == window.probabilities.size());
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Answer"),
               {classes() == 0 ? QString()
                : hasMark      ? tr("mark: with all units on")
                               : tr("probability of each class")});
    painter.setFont(font(kSmallestLetters));
    if (classes() == 0) {
        QStringList parts;
        for (std::size_t k = 0; k < window.answer.size() && k < kMaxClasses; ++k) {
            QString text = formatNumber(window.answer[k], 4);
            if (k < window.truth.size()) text = tr("%1, true %2").arg(text, formatNumber(window.truth[k], 4));
            if (hasMark && k < whole->answer.size())
                text = tr("%1, with all units on %2").arg(text, formatNumber(whole->answer[k], 4));
            parts << text;
        }
        painter.setPen(theme_.palette().text);
        painter.drawText(row.plot, Qt::AlignLeft | Qt::AlignVCenter, parts.join(QStringLiteral("  ·  ")));
        return;
    }
    std::vector<std::size_t> ranked(classes());
    std::iota(ranked.begin(), ranked.end(), std::size_t{0});
    std::ranges::stable_sort(ranked, std::greater<>(), [&](std::size_t k) { return window.probabilities[k]; });
    const std::int32_t truth = window.labels.empty() ? -1 : window.labels.front();
    const std::size_t shown = std::min(ranked.size(), kMaxClasses);
    // The true class is always among them.
    if (const auto at = std::ranges::find(ranked, static_cast<std::size_t>(std::max(0, truth)));
        truth >= 0 && at != ranked.end() && at - ranked.begin() >= static_cast<std::ptrdiff_t>(shown))
        std::iter_swap(at, ranked.begin() + static_cast<std::ptrdiff_t>(shown) - 1);
    const double wide = (row.plot.width() - scaled(12) * static_cast<double>(shown - 1)) / static_cast<double>(shown),
                 bar = scaled(12);
    for (std::size_t i = 0; i < shown; ++i) {
        const std::size_t k = ranked[i];
        const double left = row.plot.left() + static_cast<double>(i) * (wide + scaled(12)),
                     top = row.plot.bottom() - bar;
        const QString name = static_cast<std::int32_t>(k) == truth ? tr("%1 (true)").arg(className(truth))
                                                                   : className(static_cast<std::int32_t>(k));
        const QString value = formatNumber(window.probabilities[k], 3);
        painter.setPen(theme_.palette().text);
        const double room = wide - painter.fontMetrics().horizontalAdvance(value) - scaled(6);
        const QRectF text(left, row.plot.top(), wide, top - row.plot.top());
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight, qRound(room)));
        painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, value);
        painter.fillRect(QRectF(left, top, wide, bar), theme_.palette().raised);
        painter.fillRect(QRectF(left, top, wide * window.probabilities[k], bar), theme_.runColour(0));
        if (!hasMark) continue;
        const double x = left + wide * whole->probabilities[k];
        painter.fillRect(QRectF(x - 1.5, top - 2, 3, bar + 4), theme_.palette().text);
    }
}

/// A label per step: above the one in the data, below what the network says, in the colour of errors where they differ.
void GatePainter::paintLabels(QPainter& painter, const Row& row) const {
    paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), tr("Labels"), {tr("above: true, below: answer")});
    const double width = xOf(1) - xOf(0), half = row.plot.height() / 2;
    const auto every = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(scaled(14) / width)));
    for (std::int64_t t = 0; t < steps(); ++t) {
        const auto step = static_cast<std::size_t>(t);
        const std::int32_t truth = step < view->window.labels.size() ? view->window.labels[step] : -1,
                           answer = likeliest(step);
        const QRectF cell(xOf(static_cast<double>(t)), row.plot.top(), width * static_cast<double>(every), half),
            below = cell.translated(0, half);
        const bool isWrong = truth >= 0 && truth != answer;
        if (isWrong)
            painter.fillRect(QRectF(below.left(), below.top(), std::max(1.0, width - 1), half),
                             theme_.palette().errorTint);
        if (t % every != 0) continue;
        painter.setFont(font(kSmallestLetters, 400));
        painter.setPen(theme_.palette().text);
        const auto fitted = [&](std::int32_t label) {
            return painter.fontMetrics().elidedText(className(label), Qt::ElideRight, qRound(cell.width()));
        };
        painter.drawText(cell, Qt::AlignCenter, fitted(truth));
        painter.setFont(font(kSmallestLetters, isWrong ? 700 : 400));
        painter.setPen(isWrong ? theme_.palette().error : theme_.palette().text);
        painter.drawText(below, Qt::AlignCenter, fitted(answer));
    }
}

void GatePainter::paintLines(QPainter& painter, const Row& row, const TrackRange& range) const {
    painter.fillRect(
        QRectF(row.plot.left(), row.plot.top(), xOf(static_cast<double>(steps())) - row.plot.left(), row.plot.height()),
        theme_.palette().surface);
    painter.setPen(theme_.palette().grid);
    for (const double level : {range.low, (range.low + range.high) / 2, range.high}) {
        const double y =
            qRound(row.plot.bottom() - (level - range.low) / (range.high - range.low) * row.plot.height()) + 0.5;
        painter.drawLine(QPointF(row.plot.left(), y), QPointF(xOf(static_cast<double>(steps())), y));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        std::vector<double> values;
        for (std::int64_t t = 0; t < steps(); ++t) values.push_back(static_cast<double>(row.track->at(t, chosen[k])));
        painter.setPen(QPen(theme_.runColour(static_cast<int>(k)), 1.6));
        polyline(painter, row.plot, values, 0, range.low, range.high);
        if (values.empty()) continue;
        const QPointF end(
            xOf(static_cast<double>(steps()) - 0.5),
            row.plot.bottom() - (values.back() - range.low) / (range.high - range.low) * row.plot.height());
        Theme::drawMarker(painter, end, static_cast<int>(k), theme_.runColour(static_cast<int>(k)), 7);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// Which unit has which colour, as far as there is room.
void GatePainter::paintUnitKey(QPainter& painter, const Row& row, double y) const {
    painter.setFont(font(kSmallestLetters));
    const QFontMetrics metrics = painter.fontMetrics();
    const double left = scaled(12), right = scaled(kLabels - 8), mark = scaled(14);
    double x = left;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
        const QString name = QString::number(chosen[k] + 1);
        const double width = mark + metrics.horizontalAdvance(name) + scaled(8);
        if (x > left && x + width > right) x = left, y += metrics.height();
        if (y + metrics.height() > row.plot.bottom() + 4) break;
        const auto slot = static_cast<int>(k);
        Theme::drawMarker(painter, {x + scaled(5), y + metrics.height() / 2.0}, slot, theme_.runColour(slot), 7);
        painter.setPen(theme_.palette().muted);
        painter.drawText(QPointF(x + mark, y + metrics.ascent()), name);
        x += width;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void GatePainter::paintTrack(QPainter& painter, const Row& row) const {
    const QuantityWords words = quantityWords(row.track->key, run->config.cell);
    const double below = paintLabel(painter, scaled(12), row.plot, scaled(kLabels - 20), words.name, {words.formula});
    if (lines) {
        paintUnitKey(painter, row, below + scaled(6));
        return paintLines(painter, row, trackRange(*row.track));
    }
    paintScale(painter, row, below + scaled(6));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QRectF plot(row.plot.left(), row.plot.top(), xOf(static_cast<double>(steps())) - row.plot.left(),
                      row.plot.height());
    painter.drawImage(plot, heat(*row.track));
}

void GatePainter::paintAxis(QPainter& painter) const {
    const double y = size.height() - scaled(kAxis) + 0.5;
    painter.setPen(theme_.palette().axis);
    painter.drawLine(QPointF(xOf(0), y), QPointF(xOf(static_cast<double>(shownSteps())), y));
    painter.setFont(font(kSmallestLetters));
    const QFontMetrics metrics = painter.fontMetrics();
    const int label = std::max(metrics.horizontalAdvance(timeText(0)),
                               metrics.horizontalAdvance(timeText(static_cast<int>(shownSteps()) - 1))) +
                      scaled(24);
    double taken = -INFINITY;
    const int most = std::max(1, static_cast<int>((xOf(static_cast<double>(shownSteps())) - xOf(0)) / label));
    const auto every = std::max<std::int64_t>(1, (shownSteps() + most - 1) / most);
    for (std::int64_t t = 0; t < shownSteps(); t += every) {
        const double x = qRound(xOf(static_cast<double>(t) + 0.5)) + 0.5;
        painter.setPen(theme_.palette().axis);
        painter.drawLine(QPointF(x, y), QPointF(x, y + 4));
        painter.setPen(theme_.palette().muted);
        QRectF box(x - label / 2.0, y + 5, label, scaled(kAxis) - 6);
        box.moveLeft(std::max(box.left(), xOf(0) - 20));  // which may reach into the next one
        if (box.left() < taken) continue;
        taken = box.right() - scaled(12);
        painter.drawText(box, Qt::AlignHCenter | Qt::AlignTop, timeText(static_cast<int>(t)));
    }
}

void GatePainter::paint(QPainter& painter) const {
    painter.fillRect(QRect(QPoint(), size), theme_.palette().surface);
    if (!view || !run) return;
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

QImage GatePainter::picture(const QSize& least) const {
    GatePainter own(*this);
    own.size = QSize(least.width(), std::max(least.height(), leastHeight()));
    QImage image(own.size * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    QPainter painter(&image);
    own.paint(painter);
    return image;
}

}  // namespace gatelab
