// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/report/svg_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace gatelab {

namespace {

constexpr double kWidth = 720, kHeight = 260, kLeft = 66, kRight = 24, kTop = 10, kBottom = 44, kPad = 0.04;
constexpr double kFewDecades = 2.5, kSomeTicks = 5;

std::string rounded(double value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

/// What is drawn, and where it goes.
class Frame {
public:
    explicit Frame(const ReportChart& chart) : isLog_(chart.isLog) {
        for (const ReportLine& line : chart.lines) include(line.x, line.y);
        for (const ReportBand& band : chart.bands) include(band.x, band.low), include(band.x, band.high);
        widen(x0_, x1_, 0);
        widen(y0_, y1_, kPad);
    }
    [[nodiscard]] double x(double value) const {
        return kLeft + (value - x0_) / (x1_ - x0_) * (kWidth - kLeft - kRight);
    }
    /// NaN: it is not drawn.
    [[nodiscard]] double y(double value) const {
        const double height = up(value);
        return std::isfinite(height) ? kHeight - kBottom - (height - y0_) / (y1_ - y0_) * (kHeight - kBottom - kTop)
                                     : std::nan("");
    }
    [[nodiscard]] double left() const { return x0_; }
    [[nodiscard]] double right() const { return x1_; }
    [[nodiscard]] double low() const { return isLog_ ? std::pow(10, y0_) : y0_; }
    [[nodiscard]] double high() const { return isLog_ ? std::pow(10, y1_) : y1_; }

private:
    [[nodiscard]] double up(double value) const {
        return !isLog_ ? value : value > 0 ? std::log10(value) : std::nan("");
    }
    void include(const std::vector<double>& xs, const std::vector<double>& ys) {
        for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) {
            const double height = up(ys[i]);
            if (!std::isfinite(height) || !std::isfinite(xs[i])) continue;
            x0_ = std::min(x0_, xs[i]), x1_ = std::max(x1_, xs[i]);
            y0_ = std::min(y0_, height), y1_ = std::max(y1_, height);
        }
    }
    static void widen(double& low, double& high, double share) {
        if (!(high >= low)) low = 0, high = 1;
        if (high - low <= 1e-12 * std::max(std::abs(high), std::abs(low)) || high == low) low -= 0.5, high += 0.5;
        const double pad = share * (high - low);
        low -= pad, high += pad;
    }
    static constexpr double kNone = std::numeric_limits<double>::infinity();
    double x0_ = kNone, x1_ = -kNone, y0_ = kNone, y1_ = -kNone;
    bool isLog_;
};

/// "M120 44l10-3": tenths of a unit, relative to the last point. NaN lifts the pen.
class Pen {
public:
    void to(double x, double y) {
        if (std::isnan(y)) {
            isDown_ = false;
            return;
        }
        const long toX = std::lround(x * 10), toY = std::lround(y * 10);
        char text[48];
        if (!isDown_)
            std::snprintf(text, sizeof text, "M%ld %ld", toX, toY);
        else if (toX == x_ && toY == y_)
            return;
        else if (toX == x_)
            std::snprintf(text, sizeof text, "v%ld", toY - y_);
        else if (toY == y_)
            std::snprintf(text, sizeof text, "h%ld", toX - x_);
        else
            std::snprintf(text, sizeof text, toY < y_ ? "l%ld%ld" : "l%ld %ld", toX - x_, toY - y_);
        path_ += text;
        isDown_ = true, x_ = toX, y_ = toY;
    }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
    long x_ = 0, y_ = 0;
    bool isDown_ = false;
};

/// One pixel column: its smallest and largest value in the order in which they came; a gap in it lifts the pen behind
/// it.
std::size_t drawColumn(Pen& pen, const std::vector<double>& xs, const std::vector<double>& ys, std::size_t from) {
    const auto column = std::lround(std::floor(xs[from]));
    std::size_t low = from, high = from, at = from;
    bool hasGap = false;
    for (; at < xs.size() && std::lround(std::floor(xs[at])) == column; ++at) {
        hasGap |= std::isnan(ys[at]);
        if (std::isnan(ys[at])) continue;
        if (std::isnan(ys[low]) || ys[at] < ys[low]) low = at;
        if (std::isnan(ys[high]) || ys[at] > ys[high]) high = at;
    }
    pen.to(xs[std::min(low, high)], ys[std::min(low, high)]);
    pen.to(xs[std::max(low, high)], ys[std::max(low, high)]);
    if (hasGap) pen.to(0, std::nan(""));
    return at;
}

std::string linePath(const Frame& frame, const std::vector<double>& xs, const std::vector<double>& ys) {
    std::vector<double> placedX, placedY;
    for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) {
        if (!std::isfinite(xs[i])) continue;
        placedX.push_back(frame.x(xs[i]));
        placedY.push_back(frame.y(ys[i]));
    }
    Pen pen;
    if (placedX.size() <= 2 * static_cast<std::size_t>(kWidth)) {
        for (std::size_t i = 0; i < placedX.size(); ++i) pen.to(placedX[i], placedY[i]);
        return pen.path();
    }
    for (std::size_t i = 0; i < placedX.size();) i = drawColumn(pen, placedX, placedY, i);
    return pen.path();
}

/// There along the upper edge, and back along the lower one; where one of them is missing the band is cut.
std::string bandPath(const Frame& frame, const ReportBand& band) {
    std::string path;
    const std::size_t count = std::min({band.x.size(), band.low.size(), band.high.size()});
    for (std::size_t from = 0; from < count;) {
        const auto isWhole = [&](std::size_t i) {
            return std::isfinite(frame.y(band.low[i])) && std::isfinite(frame.y(band.high[i]));
        };
        std::size_t to = from;
        while (to < count && isWhole(to)) ++to;
        Pen pen;
        for (std::size_t i = from; i < to; ++i) pen.to(frame.x(band.x[i]), frame.y(band.high[i]));
        for (std::size_t i = to; i > from; --i) pen.to(frame.x(band.x[i - 1]), frame.y(band.low[i - 1]));
        if (to > from) path += pen.path() + "z";
        from = to + 1;
    }
    return path;
}

/// Ticks are round: "0.2", "1000", "1e-05".
std::string tickText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", std::abs(value) < 1e-12 ? 0.0 : value);
    return text;
}

std::string axes(const Frame& frame, const ReportChart& chart, const std::function<std::string(const Phrase&)>& say) {
    std::string svg;
    for (const double tick : axisTicks(frame.low(), frame.high(), chart.isLog)) {
        const std::string y = rounded(frame.y(tick), 1);
        svg += "<path class=\"grid\" d=\"M" + rounded(kLeft, 0) + ' ' + y + "H" + rounded(kWidth - kRight, 0) +
               "\"/><text class=\"end\" x=\"" + rounded(kLeft - 6, 0) + "\" y=\"" + rounded(frame.y(tick) + 4, 1) +
               "\">" + tickText(tick) + "</text>";
    }
    const auto below = [&](double x, const std::string& text) {
        svg += "<text class=\"mid\" x=\"" + rounded(frame.x(x), 1) + "\" y=\"" + rounded(kHeight - kBottom + 16, 0) +
               "\">" + text + "</text>";
    };
    for (const ReportTick& tick : chart.ticks) below(tick.x, escapedHtml(tick.text));
    if (chart.ticks.empty())
        for (const double tick : axisTicks(frame.left(), frame.right(), false)) below(tick, tickText(tick));
    svg += "<text class=\"mid\" x=\"" + rounded((kLeft + kWidth - kRight) / 2, 0) + "\" y=\"" +
           rounded(kHeight - 8, 0) + "\">" + escapedHtml(say(chart.x)) +
           "</text><text class=\"mid\" transform=\"translate(12," + rounded((kHeight - kBottom + kTop) / 2, 0) +
           ")rotate(-90)\">" + escapedHtml(say(chart.y)) + "</text>";
    return svg;
}

/// Bytes of the character at `i` that are valid UTF-8; 0: none.
std::size_t characterBytes(const std::string& text, std::size_t i) {
    const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
    const unsigned first = byte(i);
    const std::size_t bytes = first < 0x80                    ? 1
                              : first >= 0xC2 && first < 0xE0 ? 2
                              : first >= 0xE0 && first < 0xF0 ? 3
                              : first >= 0xF0 && first < 0xF5 ? 4
                                                              : 0;
    for (std::size_t k = 1; k < bytes; ++k)
        if ((byte(i + k) & 0xC0) != 0x80) return 0;
    const unsigned second = byte(i + 1);
    const bool isOverlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool isOutside = (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
    return isOverlong || isOutside ? 0 : bytes;
}

}  // namespace

std::string colourClass(int colour) {
    constexpr int kColours = 10;
    return colour == ReportLine::kInk ? "ink" : colour < 0 ? "mute" : "c" + std::to_string(colour % kColours);
}

std::vector<double> axisTicks(double low, double high, bool isLog) {
    std::vector<double> ticks;
    if (isLog) {
        const double decades = std::log10(high / low);
        const auto step = static_cast<int>(std::max(1.0, std::ceil(decades / (2 * kSomeTicks))));
        const std::array<double, 3> parts{1, 2, 5};
        for (int power = static_cast<int>(std::floor(std::log10(low))); std::pow(10, power) <= high; power += step)
            for (const double part : parts) {
                const double tick = part * std::pow(10, power);
                if ((part == 1 || decades < kFewDecades) && tick >= low && tick <= high) ticks.push_back(tick);
            }
        if (!ticks.empty()) return ticks;
    }
    const double raw = (high - low) / kSomeTicks;
    const double power = std::pow(10, std::floor(std::log10(raw))), lead = raw / power;
    const double step = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
    for (double k = std::ceil(low / step); k * step <= high + 1e-9 * step; ++k) ticks.push_back(k * step);
    if (ticks.empty()) ticks.push_back(low);
    return ticks;
}

std::string svgChart(const ReportChart& chart, const std::function<std::string(const Phrase&)>& say) {
    const Frame frame(chart);
    std::string svg = "<svg role=\"img\" aria-label=\"" + escapedHtml(say(chart.title)) + "\" viewBox=\"0 0 " +
                      rounded(kWidth, 0) + ' ' + rounded(kHeight, 0) + "\">" + axes(frame, chart, say);
    for (std::size_t i = chart.bands.size(); i > 0; --i)
        svg += "<path class=\"band " + colourClass(chart.bands[i - 1].colour) + "\" transform=\"scale(.1)\" d=\"" +
               bandPath(frame, chart.bands[i - 1]) + "\"/>";
    for (const ReportLine& line : chart.lines)
        svg += std::string("<path class=\"line") + (line.isDashed ? " dash " : " ") + colourClass(line.colour) +
               "\" transform=\"scale(.1)\" d=\"" + linePath(frame, line.x, line.y) + "\"/>";
    return svg + "</svg>";
}

std::string escapedHtml(const std::string& text) {
    std::string safe;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = characterBytes(text, i);
        const char c = text[i];
        if (bytes == 0 || (bytes == 1 && static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t'))
            safe += "\xEF\xBF\xBD";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '&')
            safe += "&amp;";
        else if (c == '"')
            safe += "&quot;";
        else
            safe.append(text, i, bytes);
        i += std::max<std::size_t>(1, bytes);
    }
    return safe;
}

}  // namespace gatelab
