// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/unit_order.h"
#include "run/inspection.h"

#include <QImage>
#include <QPixmap>
#include <QWidget>

#include <memory>
#include <vector>

namespace gatelab {

/// Colours of a heat map: those of the quantity (Gate from 0 to 1, Tide about 0), or one for all.
enum class HeatPalette { Fitting, Gate, Tide };

/// The gates of one direction of one layer over one window: inputs, target and answer above (of a class its
/// probability, of a label per step a row of them), a heat map or lines per quantity below, all on one time axis with
/// one cursor. The values under the cursor stand at the right. Arrow keys move cursor and unit, Shift with Left and
/// Right marks a range of steps, a click chooses a unit, with Ctrl it adds one to the lines. The picture is drawn once;
/// a move of the cursor draws only what lies over it. GUI thread.
class GateCanvas : public QWidget {
    Q_OBJECT
public:
    explicit GateCanvas(Theme& theme, QWidget* parent = nullptr);

    /// Null views: nothing is shown.
    void setView(std::shared_ptr<const GateView> view, std::shared_ptr<const InspectedRun> run);
    void setPlace(int layer, int direction);
    void setSort(UnitSort sort, int column);
    void setPalette(HeatPalette palette);
    void setLines(bool on);        ///< the chosen units as lines instead of heat maps
    void setColumn(int column);    ///< the input that is drawn; -1: all
    void setCursorStep(int step);  ///< -1: none
    void setChosenUnits(std::vector<int> units);
    void setMarked(int first, int last);  ///< -1, -1: none
    void setZoom(double zoom);            ///< of letters and all that is measured by them; before a class above 1
    [[nodiscard]] int cursorStep() const { return cursor_; }
    [[nodiscard]] int unit() const { return unit_; }
    [[nodiscard]] const std::vector<int>& chosenUnits() const { return chosen_; }
    [[nodiscard]] const std::vector<int>& order() const { return order_; }
    [[nodiscard]] std::pair<int, int> marked() const { return {markFirst_, markLast_}; }
    /// The values at the cursor in words, one quantity a line, for screen readers and copying.
    [[nodiscard]] QString reading() const;
    /// The picture without cursor, for files: high enough for the key of colours of every row.
    [[nodiscard]] QImage picture();
    [[nodiscard]] int smallestLetters() const { return font(kSmallestLetters).pixelSize(); }  ///< drawn, px
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorMoved(int step);
    void unitsChosen();
    void rangeMarked(int first, int last);
    void walkAsked(int step, int unit);  ///< by the menu, a double click or Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr int kSmallestLetters = 12;
    /// One band of the picture.
    struct Row {
        enum class Kind { Tokens, Input, Target, Answer, Labels, Track } kind = Kind::Track;
        const GateTrack* track = nullptr;
        QRectF plot;
    };
    [[nodiscard]] int scaled(int px) const;
    [[nodiscard]] QFont font(int px, int weight = 400) const;
    /// Of what is drawn: the widget, or a picture.
    [[nodiscard]] QSize area() const { return pictureSize_.isValid() ? pictureSize_ : size(); }
    /// Where a row's name, formula and key end below its top.
    [[nodiscard]] int keyHeight() const;
    [[nodiscard]] const DirectionTracks* tracks() const;
    [[nodiscard]] const GateTrack* orderTrack() const;
    [[nodiscard]] std::vector<Row> rows() const;
    [[nodiscard]] std::int64_t steps() const;
    [[nodiscard]] std::int64_t shownSteps() const;  ///< with the part of the answer that lies after the window
    [[nodiscard]] double xOf(double step) const;
    [[nodiscard]] int stepAt(double x) const;
    [[nodiscard]] QString filledIn(const std::string& key) const;
    void sortAgain();
    void changed();
    [[nodiscard]] QImage heat(const GateTrack& track) const;
    [[nodiscard]] QString timeText(int step) const;
    [[nodiscard]] std::size_t classes() const;  ///< 0: the answer is no class
    [[nodiscard]] bool hasLabelPerStep() const;
    [[nodiscard]] QString className(std::int32_t number) const;
    /// The class with the largest probability, for a label per step that of a step.
    [[nodiscard]] std::int32_t likeliest(std::size_t step) const;
    void paintStatic(QPainter& painter);
    void paintTokens(QPainter& painter, const Row& row) const;
    void paintInputs(QPainter& painter, const Row& row) const;
    void paintTargets(QPainter& painter, const Row& row) const;
    void paintAnswer(QPainter& painter, const Row& row) const;
    void paintLabels(QPainter& painter, const Row& row) const;
    void paintTrack(QPainter& painter, const Row& row) const;
    /// A name with lines below it, at the left of a row; gives where they end.
    double paintLabel(QPainter& painter, double x, const QRectF& plot, double width, const QString& name,
                      const QStringList& below) const;
    void paintLines(QPainter& painter, const Row& row, const TrackRange& range) const;
    void paintUnitKey(QPainter& painter, const Row& row, double y) const;
    void paintScale(QPainter& painter, const Row& row, const TrackRange& range, double y) const;
    void paintAxis(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;
    void paintValues(QPainter& painter) const;
    void polyline(QPainter& painter, const QRectF& plot, const std::vector<double>& values, std::int64_t first,
                  double low, double high) const;

    Theme* theme_;
    std::shared_ptr<const GateView> view_;
    std::shared_ptr<const InspectedRun> run_;
    int layer_ = 0, direction_ = 0, column_ = -1, sortColumn_ = 0, cursor_ = -1, unit_ = 0, markFirst_ = -1,
        markLast_ = -1;
    UnitSort sort_ = UnitSort::Activity;
    HeatPalette palette_ = HeatPalette::Fitting;
    bool lines_ = false, marking_ = false;
    double zoom_ = 1;
    QSize pictureSize_;  ///< while one is drawn
    std::vector<int> order_, chosen_;
    QPixmap still_;
    bool isOld_ = true;
};

/// The name of a quantity in the window's language, its formula, and what its value says; `cell` is the
/// configuration's.
struct QuantityWords {
    QString name, formula, meaning;
};
QuantityWords quantityWords(const std::string& key, const std::string& cell);

}  // namespace gatelab
