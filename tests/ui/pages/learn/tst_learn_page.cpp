// SPDX-License-Identifier: GPL-3.0-or-later
// The Learn page: it says what it waits for, and shows the inside of a real small network.
// Holds ui/pages/learn/film/film_bar.cpp, ui/pages/learn/film/film_curve.cpp, ui/pages/learn/gates/gate_canvas.cpp,
// ui/pages/learn/gates/ablation_box.cpp, ui/pages/learn/gates/gate_painter.cpp,
// ui/pages/learn/gates/microscope_view.cpp,
// ui/pages/learn/gates/network_inspection.cpp, ui/pages/learn/gates/unit_panel.cpp,
// ui/pages/learn/gradient/gradient_view.cpp and ui/pages/learn/learn_bar.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "pages/learn/film/film_bar.h"
#include "pages/learn/film/film_curve.h"
#include "pages/learn/film/gif_file.h"
#include "pages/learn/gates/gate_canvas.h"
#include "pages/learn/gates/microscope_view.h"
#include "pages/learn/gates/unit_order.h"
#include "pages/learn/gates/unit_panel.h"
#include "pages/learn/gradient/gradient_view.h"
#include "pages/learn/learn_bar.h"
#include "pages/learn/learn_page.h"
#include "store/film.h"
#include "support/whole_program.h"
#include "widgets/empty_state.h"
#include "widgets/key_values.h"
#include "widgets/labels/wrapped_label.h"

#include <QAbstractButton>
#include <QBuffer>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImageReader>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace gatelab;

namespace {

constexpr int kPatience = 60000;

ExperimentConfig small() {
    ExperimentConfig config;
    config.builtin = "sine-mix";
    config.builtinLength = 600;
    config.lookback = 24;
    config.horizon = 4;
    config.hiddenSize = 6;
    config.layers = 2;
    config.epochs = 2;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

/// Whether a label inside says it.
bool says(const QWidget& widget, const QString& words) {
    return std::ranges::any_of(widget.findChildren<QLabel*>(), [&](const QLabel* label) {
        const auto* wrapped = qobject_cast<const WrappedLabel*>(label);
        return (wrapped ? wrapped->accessibleName() : label->text()).contains(words);
    });
}

GateTrack track(const std::string& key, std::int64_t units, std::vector<float> values) {
    return {key, units, std::move(values)};
}

}  // namespace

class TestLearnPage : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    static LearnPage& learn(test::WholeProgram& program) {
        program.window->showPlace({QStringLiteral("learn"), QStringLiteral("microscope")});
        return *qobject_cast<LearnPage*>(program.window->page(QStringLiteral("learn")));
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    /// By a click, as by a place that is asked for.
    void theRightColumnComesWithTheView() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("column")));
        LearnPage& page = learn(program);
        page.showPlace({{}, QStringLiteral("lessons")});
        QVERIFY(page.inspector() == nullptr);
        QSignalSpy changed(&page, &LearnPage::inspectorChanged);
        const auto buttons = page.findChildren<QAbstractButton*>();
        const auto microscope = std::ranges::find(buttons, QStringLiteral("Microscope"), &QAbstractButton::text);
        QVERIFY(microscope != buttons.end());
        (*microscope)->click();
        QVERIFY(page.inspector() != nullptr);
        QCOMPARE(changed.count(), 1);
    }

    void unitsStandInTheOrderThatIsAsked() {
        // unit 0 is still, 1 swings, 2 swings the other way and less, 3 as 1 but less still
        const GateTrack h = track(
            "h", 4,
            {0.2F, 0.9F, -0.5F, 0.1F, 0.2F, -0.9F, 0.5F, -0.1F, 0.2F, 0.99F, -0.5F, 0.12F, 0.2F, -0.9F, 0.5F, -0.1F});
        QCOMPARE(unitOrder(h, UnitSort::Number), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(unitOrder(h, UnitSort::Activity), (std::vector<int>{1, 2, 3, 0}));
        QCOMPARE(unitOrder(h, UnitSort::Saturation).front(), 1);
        const auto like = unitOrder(h, UnitSort::Similarity);
        QCOMPARE(like[0], 1);
        QCOMPARE(like[1], 3);  // it moves with unit 1; unit 2 against it
        QCOMPARE(unitOrder(h, UnitSort::WithInput, {-1, 1, -1, 1}).front(), 2);
        QVERIFY(trackRange(h).diverging());
        QVERIFY(!trackRange(track("f", 1, {0.5F})).diverging());
        // One unit far beyond the others does not make them white.
        const GateTrack c = track("c", 4, {0.5F, -1, 0.8F, -14, -0.2F, 0.9F, 0.1F, -13});
        QCOMPARE(trackRange(c).high, 14.0);
        QCOMPARE(colourRange(c).high, 2.0);
        QCOMPARE(colourRange(c).low, -2.0);
        QCOMPARE(colourRange(h).high, 1.0);
        QCOMPARE(colourRange(track("f", 1, {0.5F})).low, 0.0);
        QCOMPARE(colourRange(track("c", 2, {0.5F, 0.6F})).high, static_cast<double>(0.6F));
    }

    void aGifIsReadBackAsItWas() {
        std::vector<QImage> frames;
        for (int i = 0; i < 3; ++i) {
            QImage image(321, 123, QImage::Format_RGB32);
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    image.setPixel(x, y, qRgb((x * 7 + y * 13 + i * 40) % 6 * 51, (x * y + i) % 5 * 51, 102));
            frames.push_back(std::move(image));
        }
        QByteArray bytes = gifOf(frames, 5);
        QBuffer buffer(&bytes);
        QImageReader reader(&buffer, "gif");
        if (!QImageReader::supportedImageFormats().contains("gif")) QSKIP("Qt reads no GIF here");
        for (const QImage& frame : frames) {
            const QImage back = reader.read().convertToFormat(QImage::Format_RGB32);
            QCOMPARE(back.size(), frame.size());
            QCOMPARE(back, frame);
        }
        QVERIFY(gifOf({}, 5).isEmpty());
    }

    void withoutARunItSaysWhatToDo() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("none")));
        QTRY_VERIFY(program.runs.workspace());
        LearnPage& page = learn(program);
        auto* empty = page.findChild<EmptyState*>();
        QVERIFY(empty->isVisible());
        QTRY_VERIFY(std::ranges::any_of(empty->findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text().contains(QStringLiteral("No network has been trained yet"));
        }));
        QSignalSpy asked(&page, &Page::placeAsked);
        empty->findChild<QPushButton*>()->click();
        QCOMPARE(asked.value(0).value(0).value<Place>().page, QStringLiteral("train"));
    }

    void theInsideOfARunIsShownAndAsked() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("run")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.start({small(), nullptr});
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
        LearnPage& page = learn(program);
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
        QVERIFY(page.look().gates()->outputGap < GateView::kMaxGap);
        GateCanvas& canvas = page.microscope().canvas();
        QVERIFY(canvas.isVisible());
        QCOMPARE(canvas.order().size(), 6U);

        // A picture for a file has the key of every row's colours, however low the rows are on the screen.
        const auto hues = [](const QImage& image, const QRect& where) {
            std::set<QRgb> found;
            for (int y = where.top(); y <= where.bottom(); ++y)
                for (int x = where.left(); x <= where.right(); ++x)
                    if (image.pixelColor(x, y).hsvSaturation() > 80) found.insert(image.pixel(x, y));
            return found.size();
        };
        program.window->resize(1000, 560);
        QCoreApplication::processEvents();
        const QImage picture = canvas.picture();
        const QRect left(0, picture.height() / 2, 2 * 150, picture.height() / 2);
        QVERIFY2(hues(picture, left) > 60, qPrintable(QString::number(hues(picture, left))));

        // The keyboard reads the numbers.
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Home);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(canvas.cursorStep(), 1);
        QVERIFY2(canvas.accessibleDescription().contains(QStringLiteral("Forget gate")),
                 qPrintable(canvas.accessibleDescription()));
        QTest::keyClick(&canvas, Qt::Key_Down);
        QCOMPARE(canvas.chosenUnits().size(), 1U);
        for (int i = 0; i < 3; ++i) QTest::keyClick(&canvas, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(canvas.marked(), (std::pair<int, int>{1, 4}));

        // Units that stay on in the marked steps.
        auto* panel = page.inspector()->findChild<UnitPanel*>();
        panel->findChild<QDoubleSpinBox*>()->setValue(-2);
        QCOMPARE(panel->unitsOn().size(), 6U);
        panel->findChild<QDoubleSpinBox*>()->setValue(2);
        QVERIFY(panel->unitsOn().empty());

        // Switched off, the forecast is another one; on again, the same.
        const auto before = page.look().gates();
        auto* off = [&]() -> QPushButton* {
            for (auto* button : panel->findChildren<QPushButton*>())
                if (button->isCheckable()) return button;
            return nullptr;
        }();
        off->click();
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != before, kPatience);
        QVERIFY(page.look().gates()->window.answer != before->window.answer);
        QVERIFY(page.look().gates()->whole);
        QCOMPARE(page.look().gates()->whole->answer, before->window.answer);
        // Of another window, too, the effect is told against its own loss.
        const auto one = page.look().gates();
        page.look().setWindow(page.look().window().part, 3);
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != one, kPatience);
        const double loss = page.look().gates()->window.loss, with = page.look().gates()->whole->loss;
        QVERIFY(loss != with);
        QVERIFY(says(*panel, QStringLiteral("%1 instead of %2").arg(formatNumber(loss, 4), formatNumber(with, 4))));
        page.look().setWindow(page.look().window().part, 0);
        off->click();
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates()->window.answer == before->window.answer, kPatience);

        // Over the whole part, with what the sentence is about; it leaves when other units are chosen.
        auto* measure = panel->findChild<QPushButton*>(QStringLiteral("measure-part"));
        auto* told = panel->findChild<WrappedLabel*>(QStringLiteral("part-effect"));
        measure->click();
        QTRY_VERIFY_WITH_TIMEOUT(told->fullText().contains(QStringLiteral("windows:")), kPatience);
        QVERIFY2(told->fullText().startsWith(QStringLiteral("unit ")), qPrintable(told->fullText()));
        QTest::keyClick(&canvas, Qt::Key_Up);
        QVERIFY(told->fullText().isEmpty());
        measure->click();
        measure->click();  // stopped
        QTRY_VERIFY_WITH_TIMEOUT(measure->text() == QStringLiteral("Measure over the whole part"), kPatience);
        QVERIFY(told->fullText().isEmpty());
        // Switched off, the sentence of the window is of the units that are chosen.
        off->click();
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates()->whole != nullptr, kPatience);
        QTest::keyClick(&canvas, Qt::Key_Down);
        QCOMPARE(page.look().window().off, (std::vector<UnitPlace>{{0, 0, canvas.unit()}}));
        off->click();
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates()->whole == nullptr, kPatience);

        // Units have names, those of the weights that are shown.
        QTRY_VERIFY_WITH_TIMEOUT(page.look().names() != nullptr, kPatience);
        QCOMPARE(page.look().names()->units, std::int64_t(6));
        auto* names = panel->findChild<KeyValueList*>(QStringLiteral("unit-names"));
        QTRY_COMPARE_WITH_TIMEOUT(names->value(QStringLiteral("Unit")), QString::number(canvas.unit() + 1), kPatience);
        QCOMPARE(names->value(QStringLiteral("Forget gate")).startsWith(QStringLiteral("no simple name")),
                 !page.look().names()->find("f", canvas.unit())->isSimple());

        // Another window, by its error.
        page.look().find(WindowKind::Hardest);
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates()->window.window != 0, kPatience);
        QCOMPARE(page.findChild<QSpinBox*>()->value(), static_cast<int>(page.look().window().window) + 1);

        // The gradient.
        page.showPlace({{}, QStringLiteral("gradient")});
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gradient() != nullptr, kPatience);
        QCOMPARE(page.look().gradient()->layers.size(), 2U);
        QVERIFY(page.gradient().isVisible());
        // One name for each layer, however many lines it has; what their strokes mean is said.
        QCOMPARE(page.gradient().chart().textSummary().count(QStringLiteral("layer 1")), 1);
        QVERIFY(says(page.gradient(), QStringLiteral("dashes: |dL/dc|")));
        page.showPlace({{}, QStringLiteral("microscope")});
        if (qEnvironmentVariableIsSet("GATELAB_PICTURES"))
            program.window->grab().save(qEnvironmentVariable("GATELAB_PICTURES"));
    }

    /// However low the window: each unit has its pixels, and the key of colours its place.
    void rowsOfUnitsAreHighEnough() {
        Theme theme;
        auto view = std::make_shared<GateView>();
        view->window.steps = 10, view->window.columns = 1;
        view->window.input.assign(10, 0.5);
        DirectionTracks tracks;
        for (const char* key : {"i", "f", "g", "o", "c", "h"}) {
            GateTrack track{key, 40, {}};
            track.values.assign(400, 0.5F);
            tracks.push_back(std::move(track));
        }
        view->layers = {{tracks}};
        auto run = std::make_shared<InspectedRun>();
        run->config.cell = "lstm";
        GatePainter painter(theme);
        painter.view = view, painter.run = run;
        painter.size = QSize(1000, 300);
        painter.sort(UnitSort::Number, 0);
        int maps = 0;
        for (const GatePainter::Row& row : painter.rows()) {
            if (row.kind != GatePainter::Row::Kind::Track) continue;
            ++maps;
            QVERIFY(row.plot.height() >= 40 * GatePainter::kUnitHeight);
        }
        QCOMPARE(maps, 6);
        QVERIFY(painter.leastHeight() > 6 * 40 * GatePainter::kUnitHeight);
        painter.lines = true;
        QVERIFY(painter.leastHeight() < 6 * 40 * GatePainter::kUnitHeight);
    }

    void whatCannotBeShownIsSaidInItsPlace() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("refused")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.start({small()});
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
        LearnPage& page = learn(program);
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
        QSignalSpy banner(&page, &Page::problem);
        page.look().setWindow(WindowPart::Validation, 100000);
        QTRY_VERIFY_WITH_TIMEOUT(!page.look().refusal().isEmpty(), kPatience);
        QVERIFY(!page.look().gates());
        QVERIFY(!page.microscope().canvas().isVisible());
        QVERIFY(says(page.microscope(), QStringLiteral("there is no window")));
        page.showPlace({{}, QStringLiteral("gradient")});
        QTRY_VERIFY_WITH_TIMEOUT(!page.look().gradient() && !page.look().busy(), kPatience);
        QVERIFY(banner.isEmpty());
        page.showPlace({{}, QStringLiteral("microscope")});
        page.look().setWindow(WindowPart::Validation, 1);
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
        QVERIFY(page.look().refusal().isEmpty());
        QVERIFY(page.microscope().canvas().isVisible());
    }

    void anyOfItsWeightsStandBesideARun() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("beside")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.start({small()});
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
        LearnPage& page = learn(program);
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
        auto* box = [&]() -> QComboBox* {
            for (auto* one : page.findChildren<QComboBox*>())
                if (one->accessibleName() == QLatin1String("Compare with")) return one;
            return nullptr;
        }();
        QTRY_VERIFY_WITH_TIMEOUT(box->findText(QStringLiteral("its weights of step"), Qt::MatchStartsWith) > 0,
                                 kPatience);
        const int index = box->findText(QStringLiteral("its weights of step"), Qt::MatchStartsWith);
        const QString name = box->itemText(index);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
        const auto canvases = page.microscope().findChildren<GateCanvas*>();
        QCOMPARE(canvases.size(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(canvases[0]->isVisible() && canvases[1]->isVisible(), kPatience);
        Q_EMIT program.runs.runsChanged();  // the list is made anew, what was chosen stays
        QCOMPARE(box->currentText(), name);
    }

    /// The page has looked at no run, or at another one.
    void theGradientOfAPlaceIsDrawnBesideAnother() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("place")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        QStringList ids;
        for (const char* cell : {"lstm", "gru"}) {
            QSignalSpy finished(&program.runs, &RunController::runFinished);
            ExperimentConfig config = small();
            config.cell = cell;
            program.runs.start({config, nullptr});
            QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty() && !program.runs.active(), kPatience);
            ids << program.runs.current()->id;
        }
        LearnPage& page = learn(program);
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
        LearnPlace place;
        place.view = QStringLiteral("gradient");
        place.run = ids[0];
        page.openPlace(place);
        page.findChild<LearnBar*>()->chooseBeside({ids[1], QStringLiteral("best")});
        QTRY_VERIFY_WITH_TIMEOUT(says(page, QStringLiteral("LSTM layer 1: the gradient reaches back")) &&
                                     says(page, QStringLiteral("GRU layer 2: the gradient reaches back")),
                                 kPatience);
        // A run that is chosen from outside is opened here, also over the lessons.
        program.window->showPlace({QStringLiteral("learn"), {}, ids[1]});
        QCOMPARE(program.window->shownPage(), QStringLiteral("learn"));
        QCOMPARE(page.chosenRun(), ids[1]);
        QTRY_VERIFY_WITH_TIMEOUT(page.gradient().isVisible(), kPatience);
        page.showPlace({{}, QStringLiteral("lessons")});
        program.window->showPlace({QStringLiteral("learn"), {}, ids[0]});
        QCOMPARE(page.chosenRun(), ids[0]);
        QTRY_VERIFY_WITH_TIMEOUT(page.microscope().isVisible(), kPatience);
    }

    void aRunThatTrainsIsFollowed() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("live")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        LearnPage& page = learn(program);
        ExperimentConfig config = small();
        config.epochs = 100000;
        program.runs.start({config, nullptr});
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr, kPatience);
        const auto first = page.look().gates()->weights.step;
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates()->weights.step > first, kPatience);
        QVERIFY(page.look().film().size() >= 1);
        // The film stands beside the loss, and a frame of it is chosen by a click on the curve.
        QTRY_VERIFY_WITH_TIMEOUT(page.look().film().size() >= 2, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(page.filmBar().curve().hasLoss(), kPatience);
        QVERIFY(page.filmBar().isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!page.filmBar().curve().reading().isEmpty(), kPatience);
        page.showPlace({{}, QStringLiteral("gradient")});  // of each view of a network
        QVERIFY(page.filmBar().isVisible());
        page.showPlace({{}, QStringLiteral("lessons")});
        QVERIFY(!page.filmBar().isVisible());
        page.showPlace({{}, QStringLiteral("microscope")});
        program.window->showPage(QStringLiteral("data"));  // nobody looks: no more copies
        program.runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program.runs.active(), kPatience);
        // Of the kept run, too; what is shown of it is what it keeps.
        program.window->showPage(QStringLiteral("learn"));
        QTRY_VERIFY_WITH_TIMEOUT(page.look().gates() != nullptr && page.look().film().size() >= 2, kPatience);
        QCOMPARE(page.look().weights(), QStringLiteral("best"));
        QTRY_VERIFY_WITH_TIMEOUT(page.look().names() != nullptr, kPatience);
        FilmCurve& curve = page.filmBar().curve();
        const std::int64_t last = page.look().film().back();
        QTest::mouseClick(&curve, Qt::LeftButton, {}, QPoint(curve.width() - 9, curve.height() / 2));
        QTRY_COMPARE_WITH_TIMEOUT(page.look().gates()->weights.step, last, kPatience);
        const auto film = page.look().film();
        const std::int64_t before = *std::prev(std::ranges::find(film, last));
        QTest::keyClick(&curve, Qt::Key_Left);
        QTRY_COMPARE_WITH_TIMEOUT(page.look().gates()->weights.step, before, kPatience);
    }
};

QTEST_MAIN(TestLearnPage)
#include "tst_learn_page.moc"
