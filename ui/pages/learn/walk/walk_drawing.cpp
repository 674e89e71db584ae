// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_drawing.h"

#include "config/cell_traits.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace gatelab {

namespace {

struct BoxPlace {
    const char* key;
    double column, row;
};
/// How a line goes: Across and Up from edge to edge; AcrossUp turns once, UpAcross the other way round; Bus goes along
/// the bottom.
enum class Way { Across, Up, Down, AcrossUp, AcrossDown, UpAcross, Bus };
struct LinePlace {
    const char *from, *to;
    Way way;
};

constexpr BoxPlace kLstm[] = {{"c0", 0, 0},    {"fc", 1, 0},    {"c", 2.5, 0},   {"ig", 2.5, 1}, {"tc", 5, 1},
                              {"f", 1, 2},     {"i", 2, 2},     {"g", 3, 2},     {"o", 4, 2},    {"net.f", 1, 3},
                              {"net.i", 2, 3}, {"net.g", 3, 3}, {"net.o", 4, 3}, {"h0", 0, 3},   {"x", 0, 4}};
constexpr LinePlace kLstmLines[] = {
    {"x", "net.f", Way::Bus},  {"x", "net.i", Way::Bus},  {"x", "net.g", Way::Bus},    {"x", "net.o", Way::Bus},
    {"h0", "net.f", Way::Bus}, {"h0", "net.i", Way::Bus}, {"h0", "net.g", Way::Bus},   {"h0", "net.o", Way::Bus},
    {"net.f", "f", Way::Up},   {"net.i", "i", Way::Up},   {"net.g", "g", Way::Up},     {"net.o", "o", Way::Up},
    {"c0", "fc", Way::Across}, {"f", "fc", Way::Up},      {"i", "ig", Way::UpAcross},  {"g", "ig", Way::UpAcross},
    {"fc", "c", Way::Across},  {"ig", "c", Way::Up},      {"c", "tc", Way::AcrossDown}};
constexpr BoxPlace kGru[] = {{"h0", 0, 0},    {"zh", 4, 0},    {"h", 5, 0},     {"n", 3, 1}, {"nn", 5, 1},
                             {"r", 1, 2},     {"rh", 2, 2},    {"net.n", 3, 2}, {"z", 4, 2}, {"net.r", 1, 3},
                             {"net.h", 2, 3}, {"net.x", 3, 3}, {"net.z", 4, 3}, {"x", 0, 4}};
constexpr LinePlace kGruLines[] = {
    {"x", "net.r", Way::Bus},   {"x", "net.x", Way::Bus},  {"x", "net.z", Way::Bus},    {"h0", "net.r", Way::Bus},
    {"h0", "net.h", Way::Bus},  {"h0", "net.z", Way::Bus}, {"net.r", "r", Way::Up},     {"net.z", "z", Way::Up},
    {"net.h", "rh", Way::Up},   {"r", "rh", Way::Across},  {"net.x", "net.n", Way::Up}, {"rh", "net.n", Way::Across},
    {"net.n", "n", Way::Up},    {"h0", "zh", Way::Across}, {"z", "zh", Way::Up},        {"n", "nn", Way::Across},
    {"z", "nn", Way::AcrossUp}, {"zh", "h", Way::Across},  {"nn", "h", Way::Up}};
constexpr BoxPlace kRnn[] = {{"h0", 0, 0}, {"net", 1.6, 0}, {"h", 3.2, 0}, {"x", 0, 1}};
constexpr LinePlace kRnnLines[] = {{"h0", "net", Way::Across}, {"x", "net", Way::AcrossUp}, {"net", "h", Way::Across}};

struct CellSlots {
    std::string_view cell;
    std::span<const BoxPlace> boxes;
    std::span<const LinePlace> lines;
    double right, rows, stateRow;  ///< the last column, how many rows, and which of them h leaves by
};
constexpr CellSlots kCells[] = {{"lstm", kLstm, kLstmLines, 6, 5, 2},
                                {"gru", kGru, kGruLines, 6, 5, 0},
                                {"rnn-tanh", kRnn, kRnnLines, 4.6, 2, 0},
                                {"rnn-relu", kRnn, kRnnLines, 4.6, 2, 0}};

}  // namespace

const WalkDrawing::Box* WalkDrawing::find(const std::string& key) const {
    const auto found = std::ranges::find_if(boxes, [&](const Box& box) { return box.key == key && !box.isPort; });
    return found != boxes.end() ? &*found : nullptr;
}

WalkDrawing walkDrawing(const CellWalk& walk, const QRectF& area, double gap, QSizeF largest) {
    const auto* cell = std::ranges::find(kCells, walk.cell, &CellSlots::cell);
    if (cell == std::end(kCells)) return {};
    std::vector<BoxPlace> places(cell->boxes.begin(), cell->boxes.end());
    std::vector<LinePlace> ways(cell->lines.begin(), cell->lines.end());
    const double right = cell->right, rows = cell->rows, stateRow = cell->stateRow;
    const bool hasCell = walk.find("c") != nullptr;
    if (hasCell) {
        const char* shown = walk.projected ? "m" : "h";
        places.push_back({shown, 5, 2});
        ways.push_back({"tc", shown, Way::Down}), ways.push_back({"o", shown, Way::Across});
    }

    WalkDrawing drawing;
    const double column = (area.width() + gap) / (right + 1), row = (area.height() + gap) / rows;
    const QSizeF size(std::min(column - gap, largest.width()), std::min(row - gap, largest.height()));
    const auto rectAt = [&](double c, double r) {
        const double spread = (area.width() - size.width()) / right;  // the outer ones stand at the edges
        const double down = rows > 1 ? (area.height() - size.height()) / (rows - 1) : 0;
        return QRectF(QPointF(area.left() + c * spread, area.top() + r * down), size);
    };
    for (const BoxPlace& place : places) drawing.boxes.push_back({place.key, false, rectAt(place.column, place.row)});
    const auto port = [&](const char* inside, const char* kept, double r) {
        const std::string key = walk.find(kept) ? kept : inside;
        drawing.boxes.push_back({key, key == inside, rectAt(right, r)});
    };
    if (hasCell) port("c", "c.kept", 0);
    if (walk.projected) {
        drawing.boxes.push_back({"h", false, rectAt(right, stateRow)});
        if (walk.find("h.kept")) drawing.boxes.push_back({"h.kept", false, rectAt(right, stateRow + 1)});
    } else {
        port("h", "h.kept", stateRow);
    }

    const double bus = rectAt(0, rows - 1).center().y(), junction = rectAt(0, 0).right() + gap / 2;
    const auto add = [&](const std::string& from, const std::string& to, const QRectF& a, const QRectF& b, Way way) {
        QPolygonF points;
        switch (way) {
            case Way::Across:
                points << QPointF(a.right(), a.center().y()) << QPointF(b.left(), a.center().y());
                break;
            case Way::Up:
                points << QPointF(a.center().x(), a.top()) << QPointF(a.center().x(), b.bottom());
                break;
            case Way::Down:
                points << QPointF(a.center().x(), a.bottom()) << QPointF(a.center().x(), b.top());
                break;
            case Way::AcrossUp:
                points << QPointF(a.right(), a.center().y()) << QPointF(b.center().x(), a.center().y())
                       << QPointF(b.center().x(), b.bottom());
                break;
            case Way::AcrossDown:
                points << QPointF(a.right(), a.center().y()) << QPointF(b.center().x(), a.center().y())
                       << QPointF(b.center().x(), b.top());
                break;
            case Way::UpAcross:
                points << QPointF(a.center().x(), a.top()) << QPointF(a.center().x(), b.center().y())
                       << QPointF(a.center().x() < b.left() ? b.left() : b.right(), b.center().y());
                break;
            case Way::Bus:
                points << QPointF(a.right(), a.center().y());
                if (a.center().y() != bus) points << QPointF(junction, a.center().y()) << QPointF(junction, bus);
                points << QPointF(b.center().x(), bus) << QPointF(b.center().x(), b.bottom());
                break;
        }
        drawing.lines.push_back({from, to, points});
    };
    for (const LinePlace& way : ways)
        if (const auto* from = drawing.find(way.from), *to = drawing.find(way.to); from && to)
            add(way.from, way.to, from->rect, to->rect, way.way);
    for (const WalkDrawing::Box& box : drawing.boxes) {
        if (box.key == "h.kept" && walk.projected) {
            add("h", box.key, drawing.find("h")->rect, box.rect, Way::Down);
            continue;
        }
        if (!box.isPort && box.key != "c.kept" && box.key != "h.kept" && !(walk.projected && box.key == "h")) continue;
        const std::string from = box.key == "c.kept"                ? "c"
                                 : box.key == "h.kept"              ? "h"
                                 : walk.projected && box.key == "h" ? "m"
                                                                    : box.key;
        add(from, box.key, drawing.find(from)->rect, box.rect, Way::Across);
    }
    return drawing;
}

std::vector<WalkStage> walkStages(const std::string& cell) {
    if (!cellTraits(cell).gates.empty()) {
        std::vector<WalkStage> all;
        for (int stage = 0; stage < kWalkStages; ++stage) all.push_back(static_cast<WalkStage>(stage));
        return all;
    }
    return {WalkStage::Inputs,     WalkStage::Sums,     WalkStage::Hidden,
            WalkStage::HiddenBack, WalkStage::SumsBack, WalkStage::InputsBack};
}

}  // namespace gatelab
