// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "inspect/inspection.h"
#include "pages/learn/gates/unit_order.h"

#include <QCoreApplication>
#include <QImage>
#include <QRectF>

#include <memory>
#include <vector>

namespace gatelab {

/// Colours of a heat map: those of the quantity (Gate from 0 to 1, Tide about 0), or one for all.
enum class HeatPalette { Fitting, Gate, Tide };

/// Draws the gates of one direction of one layer over one window: inputs, target and answer above (of a class its
/// probability, of a label per step a row of them), a heat map or lines per quantity below, all on one time axis.
class GatePainter {
    Q_DECLARE_TR_FUNCTIONS(GatePainter)
public:
    static constexpr int kSmallestLetters = 12;
    /// Of a unit of a heat map, px; of more units than these all together have the height of so many.
    static constexpr int kUnitHeight = 6, kWithHeight = 128;
    /// One band of the picture.
    struct Row {
        enum class Kind { Tokens, Input, Target, Answer, Labels, Track } kind = Kind::Track;
        const GateTrack* track = nullptr;
        QRectF plot;
    };
    explicit GatePainter(const Theme& theme) : theme_(theme) {}

    std::shared_ptr<const GateView> view;  ///< null: nothing is drawn
    std::shared_ptr<const InspectedRun> run;
    int layer = 0, direction = 0;
    int column = -1;  ///< the input that is drawn; -1: all
    HeatPalette palette = HeatPalette::Fitting;
    bool lines = false;              ///< the chosen units as lines instead of heat maps
    double zoom = 1;                 ///< of letters and all that is measured by them
    std::vector<int> order, chosen;  ///< units
    QSize size;

    void paint(QPainter& painter) const;
    /// At least so high that the key of colours of every row is there.
    [[nodiscard]] QImage picture(const QSize& least) const;
    /// Puts the units into an order; `by`: the input that counts for UnitSort::WithInput.
    void sort(UnitSort sort, int by);
    /// Null: there are none of this place.
    [[nodiscard]] const DirectionTracks* tracks() const;
    [[nodiscard]] std::vector<Row> rows() const;
    /// In which each unit of a heat map has its kUnitHeight and each row its name, formula and key of colours.
    [[nodiscard]] int leastHeight() const;
    [[nodiscard]] double bottom() const;  ///< of the rows; below is the axis
    [[nodiscard]] std::int64_t steps() const;
    [[nodiscard]] std::int64_t shownSteps() const;  ///< with the part of the answer that lies after the window
    [[nodiscard]] double xOf(double step) const;
    [[nodiscard]] int stepAt(double x) const;  ///< -1: beside the steps
    [[nodiscard]] int scaled(int px) const;
    [[nodiscard]] QFont font(int px, int weight = 400) const;
    [[nodiscard]] QString timeText(int step) const;
    [[nodiscard]] std::size_t classes() const;  ///< 0: the answer is no class
    [[nodiscard]] QString className(std::int32_t number) const;
    /// The class with the largest probability, for a label per step that of a step.
    [[nodiscard]] std::int32_t likeliest(std::size_t step) const;
    /// A name with lines below it, beside a row; gives where they end.
    double paintLabel(QPainter& painter, double x, const QRectF& plot, double width, const QString& name,
                      const QStringList& below) const;

private:
    [[nodiscard]] int keyHeight() const;  ///< where a row's name, formula and key end below its top
    [[nodiscard]] double leastHeight(const GateTrack& track) const;
    [[nodiscard]] const GateTrack* orderTrack() const;
    [[nodiscard]] QImage heat(const GateTrack& track) const;
    [[nodiscard]] bool hasLabelPerStep() const;
    void paintTokens(QPainter& painter, const Row& row) const;
    void paintInputs(QPainter& painter, const Row& row) const;
    void paintTargets(QPainter& painter, const Row& row) const;
    void paintAnswer(QPainter& painter, const Row& row) const;
    void paintLabels(QPainter& painter, const Row& row) const;
    void paintTrack(QPainter& painter, const Row& row) const;
    void paintLines(QPainter& painter, const Row& row, const TrackRange& range) const;
    void paintUnitKey(QPainter& painter, const Row& row, double y) const;
    void paintScale(QPainter& painter, const Row& row, double y) const;
    void paintAxis(QPainter& painter) const;
    void polyline(QPainter& painter, const QRectF& plot, const std::vector<double>& values, std::int64_t first,
                  double low, double high) const;

    const Theme& theme_;
};

}  // namespace gatelab
