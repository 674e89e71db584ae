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
/// How a line goes: Across (to either side) and Up from edge to edge, Straight from the right edge to the left one of
/// another row; AcrossUp turns once, UpAcross the other way round; Past goes up on the right of the box between; Bus
/// goes along the bottom.
enum class Way { Across, Straight, Up, Down, AcrossUp, AcrossDown, UpAcross, Past, Bus };
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

constexpr BoxPlace kSlstm[] = {{"c0", 0, 0}, {"fc", 1, 0},    {"c", 3, 0},     {"f", 1, 1},     {"i", 2, 1},
                               {"ig", 3, 1}, {"m0", 0, 2},    {"a", 1, 2},     {"m", 2, 2},     {"g", 3, 2},
                               {"o", 4, 2},  {"net.f", 1, 3}, {"net.i", 2, 3}, {"net.g", 3, 3}, {"net.o", 4, 3},
                               {"h0", 0, 3}, {"x", 0, 4}};
constexpr LinePlace kSlstmLines[] = {
    {"x", "net.f", Way::Bus},  {"x", "net.i", Way::Bus},  {"x", "net.g", Way::Bus},  {"x", "net.o", Way::Bus},
    {"h0", "net.f", Way::Bus}, {"h0", "net.i", Way::Bus}, {"h0", "net.g", Way::Bus}, {"h0", "net.o", Way::Bus},
    {"m0", "a", Way::Across},  {"net.f", "a", Way::Up},   {"a", "m", Way::Across},   {"net.i", "m", Way::Up},
    {"m", "i", Way::Up},       {"net.i", "i", Way::Past}, {"net.g", "g", Way::Up},   {"net.o", "o", Way::Up},
    {"i", "f", Way::Across},   {"f", "fc", Way::Up},      {"c0", "fc", Way::Across}, {"i", "ig", Way::Across},
    {"g", "ig", Way::Up},      {"fc", "c", Way::Across},  {"ig", "c", Way::Up}};
constexpr BoxPlace kMinLstm[] = {{"h0", 0, 0}, {"fh", 1, 0},    {"h", 5, 0},     {"i", 2.5, 1}, {"ig", 4, 1},
                                 {"f", 1, 2},  {"net.f", 1, 3}, {"net.i", 2, 3}, {"g", 4, 3},   {"x", 0, 4}};
constexpr LinePlace kMinLstmLines[] = {
    {"x", "net.f", Way::Bus},      {"x", "net.i", Way::Bus},  {"x", "g", Way::Bus},     {"net.f", "f", Way::Up},
    {"net.i", "f", Way::UpAcross}, {"f", "i", Way::UpAcross}, {"f", "fh", Way::Up},     {"h0", "fh", Way::Across},
    {"i", "ig", Way::Across},      {"g", "ig", Way::Up},      {"fh", "h", Way::Across}, {"ig", "h", Way::AcrossUp}};
constexpr BoxPlace kMinGru[] = {{"h0", 0, 0}, {"zh", 4, 0}, {"h", 5, 0},     {"n", 3, 1},
                                {"nn", 5, 1}, {"z", 4, 2},  {"net.z", 4, 3}, {"x", 0, 4}};
constexpr LinePlace kMinGruLines[] = {{"x", "net.z", Way::Bus},   {"x", "n", Way::Bus},      {"net.z", "z", Way::Up},
                                      {"z", "zh", Way::Up},       {"h0", "zh", Way::Across}, {"n", "nn", Way::Across},
                                      {"z", "nn", Way::AcrossUp}, {"zh", "h", Way::Across},  {"nn", "h", Way::Up}};
constexpr BoxPlace kLru[] = {{"c0", 0, 0}, {"turned", 1, 0}, {"c", 3, 0},  {"j0", 0, 1}, {"turned.j", 1, 1},
                             {"j", 2, 1},  {"kv", 2, 2},     {"ku", 3, 2}, {"o", 4, 2},  {"v", 2, 3},
                             {"u", 3, 3},  {"net.o", 4, 3},  {"x", 0, 4}};
constexpr LinePlace kLruLines[] = {{"x", "u", Way::Bus},
                                   {"x", "v", Way::Bus},
                                   {"x", "net.o", Way::Bus},
                                   {"u", "ku", Way::Up},
                                   {"v", "kv", Way::Up},
                                   {"net.o", "o", Way::Up},
                                   {"c0", "turned", Way::Across},
                                   {"j0", "turned", Way::Straight},
                                   {"c0", "turned.j", Way::Straight},
                                   {"j0", "turned.j", Way::Across},
                                   {"turned", "c", Way::Across},
                                   {"turned.j", "j", Way::Across},
                                   {"ku", "c", Way::Up},
                                   {"kv", "j", Way::Up}};

struct CellSlots {
    std::string_view cell;
    std::span<const BoxPlace> boxes;
    std::span<const LinePlace> lines;
    double right, rows, stateRow;  ///< the last column, how many rows, and which of them h leaves by
};
constexpr CellSlots kCells[] = {{"lstm", kLstm, kLstmLines, 6, 5, 2},
                                {"gru", kGru, kGruLines, 6, 5, 0},
                                {"rnn-tanh", kRnn, kRnnLines, 4.6, 2, 0},
                                {"rnn-relu", kRnn, kRnnLines, 4.6, 2, 0},
                                {"lstm-diagonal", kLstm, kLstmLines, 6, 5, 2},
                                {"slstm", kSlstm, kSlstmLines, 6, 5, 2},
                                {"minlstm", kMinLstm, kMinLstmLines, 6, 5, 0},
                                {"mingru", kMinGru, kMinGruLines, 6, 5, 0},
                                {"lru", kLru, kLruLines, 6, 5, 2}};

/// Where the columns and rows of a cell stand in the area of its drawing (px).
class DrawingGrid {
public:
    DrawingGrid(const CellSlots& cell, const QRectF& area, double gap, QSizeF largest)
        : area_(area), gap_(gap), right_(cell.right), rows_(cell.rows) {
        const double column = (area.width() + gap) / (right_ + 1), row = (area.height() + gap) / rows_;
        size_ = QSizeF(std::min(column - gap, largest.width()), std::min(row - gap, largest.height()));
    }
    /// The box at this place; fractions lie between two columns.
    [[nodiscard]] QRectF at(double column, double row) const {
        const double spread = (area_.width() - size_.width()) / right_;  // the outer ones stand at the edges
        const double down = rows_ > 1 ? (area_.height() - size_.height()) / (rows_ - 1) : 0;
        return QRectF(QPointF(area_.left() + column * spread, area_.top() + row * down), size_);
    }
    /// Height at which a bus runs: along the last row.
    [[nodiscard]] double bus() const { return at(0, rows_ - 1).center().y(); }
    [[nodiscard]] double gap() const { return gap_; }
    /// Where a bus that begins in a row above goes down: beside the first column.
    [[nodiscard]] double junction() const { return at(0, 0).right() + gap_ / 2; }

private:
    QRectF area_;
    double gap_, right_, rows_;
    QSizeF size_;  ///< of every box
};

/// From the edge of box a to that of box b.
QPolygonF linePoints(Way way, const QRectF& a, const QRectF& b, const DrawingGrid& grid) {
    const QPointF from = a.center(), to = b.center();
    QPolygonF points;
    switch (way) {
        case Way::Across:
            if (from.x() < to.x())
                points << QPointF(a.right(), from.y()) << QPointF(b.left(), from.y());
            else
                points << QPointF(a.left(), from.y()) << QPointF(b.right(), from.y());
            break;
        case Way::Straight:
            points << QPointF(a.right(), from.y()) << QPointF(b.left(), to.y());
            break;
        case Way::Past: {
            const double side = a.right() + grid.gap() / 2, end = to.y() + b.height() / 4;  // what leaves b is above
            points << QPointF(a.right(), from.y()) << QPointF(side, from.y()) << QPointF(side, end)
                   << QPointF(b.right(), end);
            break;
        }
        case Way::Up:
            points << QPointF(from.x(), a.top()) << QPointF(from.x(), b.bottom());
            break;
        case Way::Down:
            points << QPointF(from.x(), a.bottom()) << QPointF(from.x(), b.top());
            break;
        case Way::AcrossUp:
            points << QPointF(a.right(), from.y()) << QPointF(to.x(), from.y()) << QPointF(to.x(), b.bottom());
            break;
        case Way::AcrossDown:
            points << QPointF(a.right(), from.y()) << QPointF(to.x(), from.y()) << QPointF(to.x(), b.top());
            break;
        case Way::UpAcross:
            points << QPointF(from.x(), a.top()) << QPointF(from.x(), to.y())
                   << QPointF(from.x() < b.left() ? b.left() : b.right(), to.y());
            break;
        case Way::Bus:
            points << QPointF(a.right(), from.y());
            if (from.y() != grid.bus())
                points << QPointF(grid.junction(), from.y()) << QPointF(grid.junction(), grid.bus());
            points << QPointF(to.x(), grid.bus()) << QPointF(to.x(), b.bottom());
            break;
    }
    return points;
}

bool hasCellState(const CellWalk& walk) { return walk.find("c") != nullptr; }

/// o tanh c: h itself, or what the projection reads.
const char* outputKey(const CellWalk& walk) { return walk.projected ? "m" : "h"; }

/// What the cell computes, then what it hands on: with zoneout, or a unit held at 0, that is a number of its own, else
/// a port for one that stands inside.
std::vector<WalkDrawing::Box> drawnBoxes(const CellWalk& walk, const CellSlots& cell, const DrawingGrid& grid) {
    std::vector<WalkDrawing::Box> boxes;
    for (const BoxPlace& place : cell.boxes) boxes.push_back({place.key, false, grid.at(place.column, place.row)});
    if (hasCellState(walk)) boxes.push_back({outputKey(walk), false, grid.at(5, 2)});
    const auto handOn = [&](const char* inside, const char* handed, double row) {
        const std::string key = walk.find(handed) ? handed : inside;
        boxes.push_back({key, key == inside, grid.at(cell.right, row)});
    };
    if (hasCellState(walk)) handOn("c", "c.kept", 0);
    if (walk.projected) {
        boxes.push_back({"h", false, grid.at(cell.right, cell.stateRow)});
        if (walk.find("h.kept")) boxes.push_back({"h.kept", false, grid.at(cell.right, cell.stateRow + 1)});
    } else {
        handOn("h", "h.kept", cell.stateRow);
    }
    return boxes;
}

/// Which box the number of this box at the right edge comes from; empty: it does not stand there.
std::string sourceKey(const WalkDrawing::Box& box, const CellWalk& walk) {
    if (box.key == "c.kept") return "c";
    if (box.key == "h.kept") return "h";
    if (walk.projected && box.key == "h") return "m";
    return box.isPort ? box.key : std::string();
}

void addLine(WalkDrawing& drawing, const WalkDrawing::Box& from, const WalkDrawing::Box& to, Way way,
             const DrawingGrid& grid) {
    drawing.lines.push_back({from.key, to.key, linePoints(way, from.rect, to.rect, grid)});
}

/// Those whose boxes are both there.
void addLines(WalkDrawing& drawing, std::span<const LinePlace> places, const DrawingGrid& grid) {
    for (const LinePlace& place : places)
        if (const auto* from = drawing.find(place.from), *to = drawing.find(place.to); from && to)
            addLine(drawing, *from, *to, place.way, grid);
}

}  // namespace

const WalkDrawing::Box* WalkDrawing::find(const std::string& key) const {
    const auto found = std::ranges::find_if(boxes, [&](const Box& box) { return box.key == key && !box.isPort; });
    return found != boxes.end() ? &*found : nullptr;
}

WalkDrawing walkDrawing(const CellWalk& walk, const QRectF& area, double gap, QSizeF largest) {
    const auto* cell = std::ranges::find(kCells, walk.cell, &CellSlots::cell);
    if (cell == std::end(kCells)) return {};
    const DrawingGrid grid(*cell, area, gap, largest);
    WalkDrawing drawing;
    drawing.boxes = drawnBoxes(walk, *cell, grid);
    addLines(drawing, cell->lines, grid);
    if (hasCellState(walk)) {
        const char* output = outputKey(walk);
        const bool squeezes = drawing.find("tc") != nullptr;
        const LinePlace places[] = {{squeezes ? "tc" : "c", output, squeezes ? Way::Down : Way::AcrossDown},
                                    {"o", output, Way::Across}};
        addLines(drawing, places, grid);
    }
    for (const WalkDrawing::Box& box : drawing.boxes) {
        const std::string source = sourceKey(box, walk);
        if (source.empty()) continue;
        const bool isBelow = walk.projected && box.key == "h.kept";  // h stands at the right edge, too
        addLine(drawing, *drawing.find(source), box, isBelow ? Way::Down : Way::Across, grid);
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
