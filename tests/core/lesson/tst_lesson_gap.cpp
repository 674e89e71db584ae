// SPDX-License-Identifier: GPL-3.0-or-later
// The distance from what a learner drew to what came, told as one number.
#include "lesson/lesson_gap.h"

#include "lesson/rich_text.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

std::string words(const MeasuredGap& gap) { return gap.words.english(); }

FigureSource early(double value) {
    return [value](const FigureCall& call) -> Result<double> { return call.name == "early" ? value : std::nan(""); };
}

}  // namespace

class TestLessonGap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRatioSaysHowManyTimes() {
        const std::vector<DrawnPoint> drawn{{1, 0.12}, {2, 0.5}};
        const LessonGap gap{"early(rnn)", "drawn(1)", "ratio", "early(lstm)", "percent"};
        const MeasuredGap less = measuredGap(gap, gapSource(early(6e-6), drawn, {}), drawn, {}, false);
        QVERIFY(less.isLess && std::abs(less.gap - 20000) < 1);
        QCOMPARE(words(less), std::string("20000 times less"));
        QCOMPARE(less.beside, 6e-6);
        const MeasuredGap more = measuredGap(gap, gapSource(early(0.36), drawn, {}), drawn, {}, false);
        QCOMPARE(words(more), std::string("3.0 times more"));
        const MeasuredGap same = measuredGap(gap, gapSource(early(0.125), drawn, {}), drawn, {}, false);
        QCOMPARE(words(same), std::string("as you drew it"));
        const SeenSequence byHand{{}, {}, {}, 0.0459, 0.0464};
        QCOMPARE(
            words(measuredGap({"hand", "constant", "ratio", "", ""}, gapSource({}, drawn, byHand), drawn, {}, false)),
            std::string("about the same"));
        // What was not drawn, or not measured, is told nothing of.
        QVERIFY(words(measuredGap(gap, gapSource(early(0.5), {}, {}), {}, {}, false)).empty());
        QVERIFY(words(measuredGap(gap, gapSource(early(std::nan("")), drawn, {}), drawn, {}, false)).empty());
    }

    /// Of a series with hours the widest step has one; without them the sentence that tells it is left out.
    void theHourOfThePeakIsToldWhereItIsKnown() {
        constexpr std::int64_t kHour = 3600000000;
        SeenSequence seen{{{"own", {0.2, 0.9, 0.4}}}};
        const LessonText text{"Widest at {{row_peak(own)|steps}}. That is at {{row_clock(own)|clock}}. So it is.",
                              "第 {{row_peak(own)|steps}} 步。那是 {{row_clock(own)|clock}}。就是这样。"};
        const LessonText without = withoutUnknownHours(text, gapSource({}, {}, seen));
        QCOMPARE(without.en, std::string("Widest at {{row_peak(own)|steps}}. So it is."));
        QCOMPARE(without.zh, std::string("第 {{row_peak(own)|steps}} 步。就是这样。"));
        seen.times = {29 * kHour, 29 * kHour + kHour / 2, 30 * kHour};
        const FigureSource timed = gapSource({}, {}, seen);
        QCOMPARE(withoutUnknownHours(text, timed).en, text.en);
        QCOMPARE(figureWords(*sumValue("row_clock(own)", timed), "clock"), std::string("5:30"));
        seen.times = {-7 * kHour, -6 * kHour, -5 * kHour};  // before 1970
        QCOMPARE(*sumValue("row_clock(own)", gapSource({}, {}, seen)), 18.0);
        seen.times = {0, 24 * kHour, 48 * kHour};  // days have no hour
        QVERIFY(std::isnan(*sumValue("row_clock(own)", gapSource({}, {}, seen))));
    }

    /// A gate that hardly moves has no widest step: its range is told in place of one.
    void aFlatRowHasNoWidestStep() {
        const std::vector<double> flat{0.77, 0.8, 0.78}, moves{0.77, 0.83, 0.78};
        const LessonText text{"Widest at {{row_peak(own)|steps}}. So it is.",
                              "第 {{row_peak(own)|steps}} 步。就是这样。"};
        const LessonGap shift{"row_peak(own)", "drawn_peak", "shift", {}, {}};
        const std::vector<DrawnPoint> drawn{{3, 0.9}};
        const FigureSource still = gapSource({}, drawn, {{{"own", flat}}}),
                           other = gapSource({}, drawn, {{{"own", moves}}});
        QVERIFY(std::isnan(*sumValue("row_peak(own)", still)));
        QCOMPARE(words(measuredGap(shift, still, drawn, flat, false)), std::string("it hardly moves: 0.77 to 0.80"));
        QCOMPARE(withoutUnknownHours(text, still).en, std::string("So it is."));
        QCOMPARE(words(measuredGap(shift, other, drawn, moves, false)), std::string("one step beside it"));
        QCOMPARE(withoutUnknownHours(text, other).en, text.en);
        QCOMPARE(withoutUnknownHours(text, gapSource({}, {}, {})).en, text.en);  // not trained yet
    }

    void sumsAskForRowsAndDrawings() {
        const std::vector<DrawnPoint> drawn{{1, 0.2}, {2, 0.4}, {3, 0.9}};
        const FigureSource figures = gapSource({}, drawn, {{{"lstm", {0.0, 1.0, 0.5}}}, {2}});
        const auto value = [&](const char* sum) { return *sumValue(sum, figures); };
        QCOMPARE(value("row(lstm, 2) - row(lstm, 3)"), 0.5);
        QCOMPARE(value("row(lstm, 1, 3)"), 0.5);
        QCOMPARE(value("row_peak(lstm)"), 2.0);
        QCOMPARE(value("drawn(1, 2)"), 0.3);
        QCOMPARE(value("drawn_peak"), 3.0);
        QCOMPARE(value("row(lstm, mark) - drawn(mark)"), 0.6);
        QCOMPARE(value("at_marks(lstm) - elsewhere(lstm)"), 0.75);
        QVERIFY(std::isnan(value("row(rnn, 1)")) && std::isnan(value("drawn(7)")) && std::isnan(value("early(rnn)")));
        const LessonGap shift{"row_peak(lstm)", "drawn_peak", "shift", {}, {}};
        QCOMPARE(words(measuredGap(shift, figures, drawn, {}, false)), std::string("one step beside it"));
        const LessonGap difference{"row(lstm, 3)", "drawn(3)", "difference", {}, {}};
        QCOMPARE(words(measuredGap(difference, figures, drawn, {}, false)), std::string("0.400 less"));
        // Of what the row spans this is nothing, and of it there is more to say than digits.
        QCOMPARE(words(measuredGap(difference, figures, drawn, {-30.0, 30.0}, false)), std::string("as you drew it"));
        const LessonGap shares{"row(lstm, 3)", "drawn(3)", "difference", {}, "percent"};
        QCOMPARE(words(measuredGap(shares, figures, drawn, {}, false)), std::string("40 percentage points less"));
    }

    /// Of the sequence that is shown, all of its steps, and of step 0 beside it.
    void figuresAreOfWhatIsShown() {
        std::vector<double> row(32, 0.1);
        row[0] = 0.9, row[3] = 0.8, row[20] = 0.5;
        SeenSequence seen{{{"lstm", row}, {"lstm@0", {0.2, 0.2, 0.2}}}, {2}};
        seen.here = {{"lstm", {{"loss", 0.01}, {"factor", 0.98}}}, {"lstm@0", {{"factor", 0.9}}}};
        const FigureSource figures = gapSource({}, {}, seen);
        const auto value = [&](const char* sum) { return *sumValue(sum, figures); };
        QCOMPARE(value("row_peak(lstm)"), 1.0);
        QCOMPARE(value("row(lstm@0, 1)"), 0.2);
        QCOMPARE(value("at_marks(lstm@0)"), 0.2);
        QCOMPARE(value("here(lstm, factor) - here(lstm@0, factor)"), 0.98 - 0.9);
        QCOMPARE(value("here(lstm, loss)"), 0.01);
        QVERIFY(std::isnan(value("here(rnn, loss)")) && std::isnan(value("here(lstm, f)")));
    }

    /// Who has drawn nothing reads no dash: the sentences that ask for it go, what was measured stays.
    void withoutADrawingNoSentenceAsksForOne() {
        const LessonText left = withoutDrawing(
            {"You drew {{drawn(1)}}, it is {{row(lstm, 1)}}: {{gap}}. It ends at 0.5 + {{validation(lstm)}}. "
             "(Your {{hand}}.) The average gets {{constant}}.",
             "你画的是 {{drawn(1)}}：{{gap}}。它得 {{validation(lstm)}}。"});
        QCOMPARE(left.en, std::string("It ends at 0.5 + {{validation(lstm)}}. The average gets {{constant}}."));
        QCOMPARE(left.zh, std::string("它得 {{validation(lstm)}}。"));
    }

    /// Where a reader from the end knows its answer, beside a click; and the window that suffices, beside an edge.
    void clicksAndEdgesHaveTheirGap() {
        SeenSequence seen{{{"both", {0.8, 0.8, 0.2, 0.1, 0.3, 0.2}}}, {2}};
        seen.known = {{"both", 2}, {"both@0", 0}};
        seen.enough = 24;
        const std::vector<DrawnPoint> click{{5, 1}}, edge{{1, 6}};
        const LessonGap known{"known(both)", "drawn_peak", "shift", {}, {}};
        const MeasuredGap late = measuredGap(known, gapSource({}, click, seen), click, {}, false);
        QCOMPARE(late.measure, 2.0);
        QCOMPARE(words(late), std::string("3 steps beside it"));
        const LessonGap never{"known(both@0)", "drawn_peak", "shift", {}, {}};
        QVERIFY(words(measuredGap(never, gapSource({}, click, seen), click, {}, false)).empty());
        const LessonGap enough{"enough", "drawn(1)", "difference", {}, "steps"};
        const MeasuredGap more = measuredGap(enough, gapSource({}, edge, seen), edge, {}, false);
        QVERIFY(more.measure == 24 && more.gap == 18 && !more.isLess);
        QVERIFY(words(measuredGap(enough, gapSource({}, edge, {}), edge, {}, false)).empty());
        QVERIFY(checkGapCall({"known", {"both"}}, {"both"}).ok() && checkGapCall({"enough", {}}, {"both"}).ok());
        QVERIFY(!checkGapCall({"known", {"other"}}, {"both"}).ok());
    }

    /// A line that repeats the last value comes one step behind, whatever its level.
    void aLineThatFollowsIsLate() {
        std::vector<double> truth, late;
        std::vector<DrawnPoint> drawn;
        for (int step = 0; step < 40; ++step) {
            truth.push_back(std::sin(0.7 * step) + std::sin(2.1 * step));
            late.push_back((step > 0 ? truth[static_cast<std::size_t>(step - 1)] : 0) + 0.1);
            drawn.push_back({step + 1, 0.9 * truth.back()});
        }
        const FigureSource figures = gapSource({}, drawn, {{{"lstm", late}}, {}, truth});
        QCOMPARE(*sumValue("lag(lstm)", figures), 1.0);
        QCOMPARE(*sumValue("drawn_lag", figures), 0.0);
        QCOMPARE(words(measuredGap({"lag(lstm)", "drawn_lag", "shift", {}, {}}, figures, drawn, {}, false)),
                 std::string("one step beside it"));
        std::vector<DrawnPoint> flat = drawn;
        for (DrawnPoint& point : flat) point.value = 0.5;
        QVERIFY(std::isnan(*sumValue("drawn_lag", gapSource({}, flat, {{}, {}, truth}))));
        QVERIFY(std::isnan(*sumValue("lag(lstm)", gapSource({}, drawn, {{{"lstm", late}}, {}}))));
    }

    /// A hit is a click where the gate moved; the whole are all steps that were clicked or moved.
    void hitsCountBothWays() {
        std::vector<double> row(33, 0.02);
        row[4] = 0.7, row[12] = 0.6;
        const LessonGap gap{{}, {}, "hits", {}, {}};
        const auto told = [&](const std::vector<DrawnPoint>& clicks, const std::vector<double>& of, bool isLow) {
            return words(measuredGap(gap, {}, clicks, of, isLow));
        };
        QCOMPARE(told({{5, 1}, {13, 1}, {33, 1}}, row, false), std::string("2 of 3"));
        QCOMPARE(told({{5, 1}}, row, false), std::string("1 of 2"));
        QCOMPARE(told({{7, 1}}, row, false), std::string("0 of 3"));
        std::vector<double> closing(33, 0.97);
        closing[4] = 0.3;
        QCOMPARE(told({{5, 1}}, closing, true), std::string("1 of 1"));
        // A gate that hardly moves has no such steps.
        QVERIFY(movedSteps(std::vector<double>{0.4, 0.5, 0.45}, false).empty());
        QVERIFY(movedSteps({}, false).empty());
        QVERIFY(told({}, row, false).empty());
    }

    void callsAreChecked() {
        const std::vector<std::string> runs{"lstm"};
        const auto isRight = [&](const FigureCall& call) { return checkGapCall(call, runs).ok(); };
        QVERIFY(isRight({"drawn", {}}) && isRight({"drawn", {"3"}}) && isRight({"row", {"lstm", "3", "9"}}));
        QVERIFY(!isRight({"drawn", {"0"}}) && !isRight({"drawn", {"1", "2", "3"}}) && !isRight({"row", {"lstm"}}) &&
                !isRight({"row", {"3"}}) && !isRight({"gap", {"1"}}));
        QVERIFY(isRight({"row", {"lstm", "mark"}}) && isRight({"at_marks", {"lstm"}}) && !isRight({"elsewhere", {}}) &&
                !isRight({"at_marks", {"lstm", "1"}}));
        QVERIFY(isRight({"here", {"lstm@0", "factor"}}) && isRight({"row", {"lstm@0", "1"}}));
        QVERIFY(!isRight({"here", {"lstm"}}) && !isRight({"here", {"lstm", "speed"}}) &&
                !isRight({"here", {"a", "f"}}));
        QVERIFY(isGapWord("row") && !isBareGapWord("row") && isBareGapWord("gap") && !isGapWord("early"));
    }
};

QTEST_APPLESS_MAIN(TestLessonGap)
#include "tst_lesson_gap.moc"
