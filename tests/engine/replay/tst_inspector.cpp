// SPDX-License-Identifier: GPL-3.0-or-later
// Looking inside a network: the replay is the model, the gradient is autograd's, and what cannot be looked into says
// why.
// Holds core/export/inspection_export.cpp, core/replay/gradient_path.cpp, core/replay/opened_network.cpp and
// core/replay/unit_study.cpp.
#include "engine/nn_support.h"
#include "engine/session_support.h"
#include "export/inspection_export.h"
#include "io/hdf5_file.h"
#include "replay/gradient_path.h"
#include "replay/opened_network.h"
#include "replay/replay.h"
#include "replay/unit_study.h"
#include "replay/window_finder.h"
#include "store/film.h"

#include <QFile>
#include <QtTest>

#include <algorithm>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

std::unique_ptr<OpenedNetwork> open(const ExperimentConfig& config) {
    return take(OpenedNetwork::make(take(OpenedNetwork::planFor(config, nullptr))));
}

ExperimentConfig sequences(const char* task, const char* builtin, const char* loss) {
    ExperimentConfig config = smallConfig();
    config.task = task;
    config.builtin = builtin;
    config.builtinLength = 60;
    config.loss = loss;
    config.recipe.clear();
    return config;
}

/// One direction of one layer as its papers write it, with a zero added to each state, whose gradient is that of the
/// state.
struct Written {
    std::vector<at::Tensor> outputs, addedHidden, addedCell;
};
Written writtenLayer(const CellTraits& cell, const std::vector<at::Tensor>& input, const at::Tensor& wi,
                     const at::Tensor& wh, const at::Tensor& bi, const at::Tensor& bh, std::int64_t size,
                     bool reversed) {
    const auto time = static_cast<std::int64_t>(input.size());
    Written out;
    const auto zeros = [&] { return at::zeros({1, size}, at::kDouble).requires_grad_(true); };
    for (std::int64_t t = 0; t < time; ++t)
        out.outputs.emplace_back(), out.addedHidden.push_back(zeros()), out.addedCell.push_back(zeros());
    at::Tensor h = at::zeros({1, size}, at::kDouble), c = at::zeros({1, size}, at::kDouble);
    for (std::int64_t i = 0; i < time; ++i) {
        const auto t = static_cast<std::size_t>(reversed ? time - 1 - i : i);
        const at::Tensor x = at::matmul(input[t], wi.t()) + bi, r = at::matmul(h, wh.t()) + bh;
        const auto part = [&](const at::Tensor& all, std::int64_t k) { return all.slice(1, k * size, (k + 1) * size); };
        if (cell.cellState) {
            const at::Tensor s = x + r;
            c = at::sigmoid(part(s, 1)) * c + at::sigmoid(part(s, 0)) * at::tanh(part(s, 2)) + out.addedCell[t];
            h = at::sigmoid(part(s, 3)) * at::tanh(c);
        } else if (cell.key == "gru") {
            const at::Tensor reset = at::sigmoid(part(x, 0) + part(r, 0)), z = at::sigmoid(part(x, 1) + part(r, 1));
            h = (1 - z) * at::tanh(part(x, 2) + reset * part(r, 2)) + z * h;
        } else {
            h = cell.key == "rnn-tanh" ? at::tanh(x + r) : at::relu(x + r);
        }
        h = h + out.addedHidden[t];
        out.outputs[t] = h;
    }
    return out;
}

/// Norms of the gradients with respect to these.
std::vector<double> normsOf(const at::Tensor& loss, const std::vector<at::Tensor>& places) {
    std::vector<double> norms;
    for (const at::Tensor& gradient : torch::autograd::grad({loss}, places, {}, true, false, true))
        norms.push_back(gradient.defined() ? gradient.norm().item<double>() : 0);
    return norms;
}

double gap(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, std::isfinite(a[i] - b[i]) ? std::abs(a[i] - b[i]) : INFINITY);
    return worst;
}

void networks() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<int>("layers");
    QTest::addColumn<bool>("both");
    for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu"})
        for (const int layers : {1, 2})
            for (const bool both : {false, true})
                QTest::addRow("%s, %d, %s", cell, layers, both ? "both" : "one way") << cell << layers << both;
}

}  // namespace

class TestInspector : public QObject {
    Q_OBJECT
    std::shared_ptr<Engine> engine_;

    static ExperimentConfig fetched() {
        QFETCH(QString, cell);
        QFETCH(int, layers);
        QFETCH(bool, both);
        ExperimentConfig config = smallConfig();
        config.cell = cell.toStdString();
        config.layers = layers;
        config.bidirectional = both;
        config.hiddenSize = 5;
        return config;
    }

private Q_SLOTS:
    void initTestCase() { engine_ = take(openEngine()); }

    void theReplayIsTheModel_data() { networks(); }
    void theReplayIsTheModel() {
        const ExperimentConfig config = fetched();
        const auto net = open(config);
        const GateView view = take(replayWindow(*net, {WindowPart::Validation, 3, {}}));
        QVERIFY2(view.outputGap < GateView::kMaxGap, qPrintable(QString::number(view.outputGap)));
        QCOMPARE(view.layers.size(), static_cast<std::size_t>(config.layers));
        for (const LayerTracks& layer : view.layers) {
            QCOMPARE(layer.size(), config.bidirectional ? 2U : 1U);
            for (const DirectionTracks& direction : layer) {
                std::string keys;
                for (const GateTrack& track : direction) {
                    keys += track.key;
                    QCOMPARE(track.units, 5);
                    QCOMPARE(track.values.size(), static_cast<std::size_t>(5 * config.lookback));
                }
                QCOMPARE(keys, std::string(config.cell == "lstm" ? "ifgoch" : config.cell == "gru" ? "rznh" : "h"));
            }
        }
        if (config.cell != "lstm") return;
        // The equation of the cell, with the numbers that are shown.
        for (std::int64_t t = 1; t < config.lookback; ++t)
            for (std::int64_t u = 0; u < 5; ++u) {
                const auto at = [&](const char* key, std::int64_t step) {
                    return static_cast<double>(view.find(0, 0, key)->at(step, u));
                };
                QVERIFY(std::abs(at("c", t) - at("f", t) * at("c", t - 1) - at("i", t) * at("g", t)) < 1e-6);
                QVERIFY(std::abs(at("h", t) - at("o", t) * std::tanh(at("c", t))) < 1e-6);
            }
    }

    // By another row than the one that computes: the own kernel records as well, and would agree with itself to the
    // last bit.
    void theReplayIsAnotherRowThanTheModels() {
        ExperimentConfig config = smallConfig();
        config.implementation = "native";
        config.hiddenSize = 32;
        config.lookback = 32;
        for (const char* cell : {"lstm", "gru"}) {
            config.cell = cell;
            const auto net = open(config);
            QCOMPARE(std::string(net->model().implementation(0).key), std::string("native"));
            double widest = 0;
            for (std::int64_t window = 0; window < 5; ++window)
                for (const bool isOff : {false, true}) {
                    const GateView view = take(
                        replayWindow(*net, {WindowPart::Validation, window,
                                            isOff ? std::vector<UnitPlace>{{0, 0, 1}} : std::vector<UnitPlace>{}}));
                    QVERIFY2(view.outputGap < GateView::kMaxGap, qPrintable(QString::number(view.outputGap)));
                    widest = std::max(widest, view.outputGap);
                }
            QVERIFY2(widest > 0, cell);
        }
    }

    void theGradientIsAutograds_data() { networks(); }
    void theGradientIsAutograds() {
        ExperimentConfig config = fetched();
        config.precision = "fp64";
        config.anchor = "none";
        const auto net = open(config);
        const GradientView view = take(gradientPath(*net, {WindowPart::Validation, 3, {}}));
        const Batch batch = take(net->window(WindowPart::Validation, 3));
        const CellTraits& cell = cellTraits(config.cell);
        const auto weight = [&](std::string name) { return net->model().parameters().find(name)->value; };
        std::vector<at::Tensor> sequence = batch.input.unbind(0);
        std::vector<std::vector<Written>> layers;
        for (std::int64_t l = 0; l < config.layers; ++l) {
            std::vector<Written> directions;
            for (int d = 0; d < (config.bidirectional ? 2 : 1); ++d) {
                const std::string end = "_l" + std::to_string(l) + (d == 1 ? "_reverse" : "");
                directions.push_back(writtenLayer(cell, sequence, weight("rnn.weight_ih" + end),
                                                  weight("rnn.weight_hh" + end), weight("rnn.bias_ih" + end),
                                                  weight("rnn.bias_hh" + end), 5, d == 1));
            }
            for (std::size_t t = 0; t < sequence.size(); ++t)
                sequence[t] = directions.size() == 1 ? directions[0].outputs[t]
                                                     : at::cat({directions[0].outputs[t], directions[1].outputs[t]}, 1);
            layers.push_back(std::move(directions));
        }
        const std::vector<Written>& top = layers.back();
        const at::Tensor features =
            top.size() == 1 ? top[0].outputs.back() : at::cat({top[0].outputs.back(), top[1].outputs.front()}, 1);
        const at::Tensor output = at::matmul(features, weight("head.weight").t()) + weight("head.bias");
        const at::Tensor loss = (output - batch.target.flatten(1)).square().mean();
        QVERIFY(std::abs(loss.item<double>() - view.window.loss) < 1e-10);
        for (std::size_t l = 0; l < layers.size(); ++l)
            for (std::size_t d = 0; d < layers[l].size(); ++d) {
                QVERIFY(gap(view.layers[l][d].hidden, normsOf(loss, layers[l][d].addedHidden)) < 1e-10);
                if (cell.cellState)
                    QVERIFY(gap(view.layers[l][d].cell, normsOf(loss, layers[l][d].addedCell)) < 1e-10);
                else
                    QVERIFY(view.layers[l][d].cell.empty());
                QVERIFY(*std::ranges::max_element(view.layers[l][d].hidden) > 0);
            }
    }

    void everyTaskIsLookedInto_data() {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("builtin");
        QTest::addColumn<QString>("loss");
        QTest::newRow("text, unequal lengths") << "classification"
                                               << "grammar"
                                               << "cross-entropy";
        QTest::newRow("a label per step") << "labelling"
                                          << "copy"
                                          << "cross-entropy";
        QTest::newRow("a number") << "regression"
                                  << "adding"
                                  << "mse";
    }
    void everyTaskIsLookedInto() {
        QFETCH(QString, task);
        QFETCH(QString, builtin);
        QFETCH(QString, loss);
        ExperimentConfig config = sequences(qPrintable(task), qPrintable(builtin), qPrintable(loss));
        config.bidirectional = true;
        const auto net = open(config);
        for (const std::int64_t number : {0, 1, 2}) {
            const GateView view = take(replayWindow(*net, {WindowPart::Train, number, {}}));
            QVERIFY(view.outputGap < GateView::kMaxGap);
            const SequenceSet::Item& item =
                net->plan().data.sequences->items[static_cast<std::size_t>(view.window.sequence)];
            QCOMPARE(view.window.steps, item.steps);
            QCOMPARE(view.find(0, 0, "h")->values.size(), static_cast<std::size_t>(item.steps * config.hiddenSize));
            const GradientView gradient = take(gradientPath(*net, {WindowPart::Train, number, {}}));
            QCOMPARE(gradient.layers[0][1].hidden.size(), static_cast<std::size_t>(item.steps));
            const NudgePath nudge = take(nudgePath(*net, {WindowPart::Train, number, {}}, {}));
            QVERIFY(*std::ranges::max_element(nudge.moved) > 0);
            QVERIFY(task == "regression" || view.window.probabilities.size() % net->plan().shape.classes == 0);
        }
    }

    void unitsThatAreOffDoNothing() {
        ExperimentConfig config = smallConfig();
        config.layers = 2;
        const auto net = open(config);
        WindowRequest request{WindowPart::Validation, 0, {{0, 0, 2}, {1, 0, 5}}};
        const GateView whole = take(replayWindow(*net, {WindowPart::Validation, 0, {}})),
                       cut = take(replayWindow(*net, request));
        for (std::int64_t t = 0; t < config.lookback; ++t) {
            QCOMPARE(cut.find(0, 0, "h")->at(t, 2), 0.0F);
            QCOMPARE(cut.find(1, 0, "h")->at(t, 5), 0.0F);
        }
        QVERIFY(cut.window.answer != whole.window.answer);
        QVERIFY(!whole.whole);
        QVERIFY(cut.whole);
        QCOMPARE(cut.whole->loss, whole.window.loss);
        QCOMPARE(cut.whole->answer, whole.window.answer);
        QVERIFY(cut.outputGap < GateView::kMaxGap);
        request.off = {{0, 0, 8}};
        QVERIFY(!replayWindow(*net, request).ok());
        // The same as a network whose weights from that unit are zero.
        const auto zeroed = open(config);
        copyWeights(net->model(), zeroed->model());
        const at::NoGradGuard noGrad;
        zeroed->model().parameters().find("rnn.weight_hh_l0")->value.select(1, 2).zero_();
        zeroed->model().parameters().find("rnn.weight_ih_l1")->value.select(1, 2).zero_();
        zeroed->model().parameters().find("rnn.weight_hh_l1")->value.select(1, 5).zero_();
        zeroed->model().parameters().find("head.weight")->value.select(1, 5).zero_();
        QVERIFY(gap(take(replayWindow(*zeroed, {WindowPart::Validation, 0, {}})).window.answer, cut.window.answer) <
                1e-5);
    }

    void windowsAreFoundByTheirError() {
        const auto net = open(smallConfig());
        const FoundWindow hardest = take(findWindow(*net, WindowKind::Hardest, WindowPart::Validation, {}));
        const FoundWindow typical = take(findWindow(*net, WindowKind::Typical, WindowPart::Validation, {}));
        QCOMPARE(hardest.looked, hardest.windows);
        std::vector<double> losses;
        for (std::int64_t w = 0; w < hardest.windows; ++w)
            losses.push_back(take(replayWindow(*net, {WindowPart::Validation, w, {}})).window.loss);
        QCOMPARE(hardest.window, std::int64_t(std::ranges::max_element(losses) - losses.begin()));
        const double median = losses[static_cast<std::size_t>(typical.window)];
        const auto below = std::ranges::count_if(losses, [&](double loss) { return loss < median; });
        QVERIFY(std::abs(below - static_cast<std::int64_t>(losses.size() / 2)) <= 1);
        QVERIFY(
            findWindow(*net, WindowKind::Hardest, WindowPart::Validation, [](double) { return false; }).error().code ==
            ErrorCode::Cancelled);
    }

    void unitsAreStudiedOverManyWindows() {
        ExperimentConfig config = smallConfig();
        const auto net = open(config);
        UnitQuestion question;
        question.units = {3};
        question.threshold = 0;
        question.maxWindows = 100000;
        const UnitAnswer answer = take(studyUnits(*net, question, {}));
        QCOMPARE(answer.correlation.size(), static_cast<std::size_t>(config.hiddenSize) * answer.columns.size());
        // Counted by hand.
        double on = 0, steps = 0;
        std::int64_t longest = 0;
        for (std::int64_t w = 0; w < answer.windows; ++w) {
            const GateView view = take(replayWindow(*net, {WindowPart::Validation, w, {}}));
            for (std::int64_t t = 0, run = 0; t < view.window.steps; ++t) {
                const bool isOn = view.find(0, 0, "h")->at(t, 3) > 0;
                on += isOn, steps += 1;
                run = isOn ? run + 1 : 0;
                longest = std::max(longest, run);
            }
        }
        QVERIFY(std::abs(answer.share - on / steps) < 1e-9);
        QCOMPARE(answer.matches.empty() ? 0 : answer.matches.front().steps, longest);
        for (const double value : answer.correlation) QVERIFY(!(std::abs(value) > 1 + 1e-9));
        QCOMPARE(answer.contrast.size(), answer.correlation.size());
        question.key = "z";
        QVERIFY(!studyUnits(*net, question, {}).ok());
    }

    /// Of the adding task: the mean of a gate where the marker is 1, less its mean where it is 0, counted by hand.
    void contrastIsADifferenceOfMeans() {
        ExperimentConfig config = sequences("regression", "adding-30", "mse");
        config.cell = "lstm", config.hiddenSize = 5;
        const auto net = open(config);
        UnitQuestion question;
        question.key = "i";
        const UnitAnswer answer = take(studyUnits(*net, question, {}));
        const auto marker = static_cast<std::size_t>(
            std::distance(answer.columns.begin(), std::ranges::find(answer.columns, std::string("marker"))));
        QVERIFY(marker < answer.columns.size());
        std::vector<double> one(5), zero(5);
        double ones = 0, zeros = 0;
        for (std::int64_t w = 0; w < answer.windows; ++w) {
            const GateView view = take(replayWindow(*net, {WindowPart::Validation, w, {}}));
            for (std::int64_t t = 0; t < view.window.steps; ++t) {
                const double mark = view.window.input[static_cast<std::size_t>(t * view.window.columns) + marker];
                ones += mark == 1, zeros += mark == 0;
                for (std::int64_t unit = 0; unit < 5; ++unit) {
                    const double gate = view.find(0, 0, "i")->at(t, unit);
                    (mark == 1 ? one : zero)[static_cast<std::size_t>(unit)] += mark == 1 || mark == 0 ? gate : 0;
                }
            }
        }
        QVERIFY(ones > 0 && zeros > 0);
        for (std::size_t unit = 0; unit < 5; ++unit) {
            const double wanted = one[unit] / ones - zero[unit] / zeros;
            QVERIFY(std::abs(answer.contrast[unit * answer.columns.size() + marker] - wanted) < 1e-6);
        }
    }

    /// The share of the linear path in a nudge is what is left when every unit is held at 0.
    void aNudgeTellsTheShareOfTheLinearPath() {
        ExperimentConfig config = smallConfig();
        QVERIFY(!config.linearPath);
        const auto plain = take(nudgePath(*open(config), {WindowPart::Validation, 0, {}}, {}));
        QVERIFY(plain.linear.empty() && !plain.moved.empty());
        config.linearPath = true;
        const auto both = take(nudgePath(*open(config), {WindowPart::Validation, 0, {}}, {}));
        QCOMPARE(both.linear.size(), both.moved.size());
        // It starts at zero: whatever moves the answer now is the network's.
        for (const double moved : both.linear) QCOMPARE(moved, 0.0);
        QVERIFY(std::ranges::any_of(both.moved, [](double moved) { return moved > 1e-6; }));
    }

    void memoryIsWhereTheGradientFalls() {
        GradientTrack track;
        track.hidden = {1e-9, 1e-5, 2e-3, 1e-1, 1};
        measureMemory(track, false);
        QCOMPARE(track.memory, 2);
        QVERIFY(!track.pastWindow);
        measureMemory(track, true);  // read from the end: the largest gradient is at the first step that is read
        QCOMPARE(track.memory, 4);
        QVERIFY(track.pastWindow);
        track.hidden = {0.5, 0.5, 1};
        measureMemory(track, false);
        QCOMPARE(track.memory, 2);
        QVERIFY(track.pastWindow);
    }

    void aKeptRunIsLookedIntoAndExported() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        auto record = take(workspace->createRun(smallConfig(), {}, "test"));
        const auto run = record->folder();
        QVERIFY(engine_->inspect({run, nullptr, "best"}).error().code == ErrorCode::NotFound);
        runToEnd(*engine_, smallConfig(), std::move(record));
        const auto inspector = take(engine_->inspect({run, nullptr, "best"}));
        const GateView view = take(inspector->gates({WindowPart::Test, 1, {}}));
        // The window's forecast is the one that the run's forecast has.
        ForecastRequest request;
        request.runFolder = run;
        const ForecastSet set = take(engine_->forecast(request, {}));
        const auto width = static_cast<std::ptrdiff_t>(view.window.answer.size());
        QVERIFY(gap(view.window.answer, {set.forecast.begin() + width, set.forecast.begin() + 2 * width}) < 1e-4);
        QVERIFY(gap(view.window.truth, {set.truth.begin() + width, set.truth.begin() + 2 * width}) < 1e-9);

        const auto path = std::filesystem::path(folder.filePath("gates.h5").toStdString());
        QVERIFY(exportGates(view, inspector->run(), path).ok());
        auto file = take(Hdf5Reader::open(path));
        const std::vector<double> forget = take(file.read("/layer1/forward/f"));
        const GateTrack& track = *view.find(0, 0, "f");
        QVERIFY(
            std::ranges::equal(forget, track.values, [](double a, float b) { return a == static_cast<double>(b); }));
        const auto csv = std::filesystem::path(folder.filePath("gates.csv").toStdString());
        QVERIFY(exportGates(view, inspector->run(), csv).ok());
        QFile text(QString::fromStdString(csv.string()));
        QVERIFY(text.open(QIODevice::ReadOnly));
        QCOMPARE(text.readAll().count('\n'), 1 + 6 * 16 * 8);
        QVERIFY(!exportGates(view, inspector->run(), folder.filePath("gates.txt").toStdString()).ok());
        const GradientView gradient = take(inspector->gradient({WindowPart::Test, 1, {}}, {}));
        QVERIFY(exportGradient(gradient, inspector->run(), folder.filePath("gradient.h5").toStdString()).ok());
        QVERIFY(exportGradient(gradient, inspector->run(), folder.filePath("gradient.csv").toStdString()).ok());

        QVERIFY(!inspector->gates({WindowPart::Test, 100000, {}}).ok());
        QVERIFY(!inspector->gates({WindowPart::Test, -1, {}}).ok());
        QCOMPARE(inspector->use("12345").error().code, ErrorCode::NotFound);
        QCOMPARE(inspector->use("film").error().code, ErrorCode::NotFound);
        QVERIFY(inspector->use("last").ok());
        // A frame whose weights are no numbers changes nothing.
        const auto net = open(smallConfig());
        net->model().parameters().find("head.bias")->value.detach().fill_(NAN);
        TensorFile broken = net->model().parameters().save();
        QVERIFY(FilmStore(run).add(std::move(broken), {7, 0, 1, 0, 1}, 1 << 20).ok());
        QCOMPARE(inspector->use("film:7").error().code, ErrorCode::NonFinite);
        QCOMPARE(inspector->weights().name, std::string("last"));
        QVERIFY(inspector->gates({WindowPart::Test, 1, {}}).ok());
    }

    void aTrainingIsFilmedWithoutBeingChanged() {
        const QTemporaryDir folder;
        const auto workspace = openWorkspace(folder);
        ExperimentConfig config = smallConfig();
        config.epochs = 6;
        const auto train = [&](bool filmed) {
            auto record = take(workspace->createRun(config, {}, filmed ? "filmed" : "plain"));
            const auto run = record->folder();
            auto session = take(engine_->start({config, nullptr, std::move(record), {}}));
            if (filmed) session->control().film({1e-9, 0, std::int64_t{1} << 30});
            session->wait();
            return run;
        };
        const auto plain = train(false), filmed = train(true);
        QVERIFY(FilmStore(plain).frames().empty());
        const auto frames = FilmStore(filmed).frames();
        QVERIFY(!frames.empty());
        const auto inspector = take(engine_->inspect({filmed, nullptr, "film"}));
        QCOMPARE(inspector->weights().step, frames.back().step);
        // The last weights of both are the same bits: nothing of the training was touched.
        const GateView last = take(take(engine_->inspect({filmed, nullptr, "last"}))->gates({})),
                       other = take(take(engine_->inspect({plain, nullptr, "last"}))->gates({}));
        QVERIFY(last.find(0, 0, "c")->values == other.find(0, 0, "c")->values);
        QVERIFY(inspector->use("film:" + std::to_string(frames.front().step)).ok());
        QVERIFY(take(inspector->gates({})).find(0, 0, "c")->values != last.find(0, 0, "c")->values);
    }

    void aFilmKeepsWithinItsLimitWithEndsAndEvenSteps() {
        const QTemporaryDir folder;
        const FilmStore film(folder.path().toStdString());
        const TensorFile weights = open(smallConfig())->model().parameters().save();
        QVERIFY(film.add(weights, {10, 0, 1, 0, 1}, 0).ok());
        const std::int64_t one = film.frames().front().bytes;
        for (std::int64_t step = 20; step <= 400; step += 10)
            QVERIFY(film.add(weights, {step, 0, 1, 0.02, 4}, 8 * one + one / 2).ok());
        const auto frames = film.frames();
        QCOMPARE(frames.size(), 8U);
        QCOMPARE(frames.front().step, 10);
        QCOMPARE(frames.back().step, 400);
        std::int64_t widest = 0;
        for (std::size_t i = 1; i < frames.size(); ++i) widest = std::max(widest, frames[i].step - frames[i - 1].step);
        QVERIFY2(widest <= 160, qPrintable(QString::number(widest)));
        QCOMPARE(take(film.newestFacts()).share(), 0.005);
        QVERIFY(film.cutAfter(200).ok());
        QVERIFY(film.frames().back().step <= 200);
        QVERIFY(!film.load(11).ok());
    }

    void aWindowOfMissingValuesSaysWhere() {
        auto set = std::make_shared<SequenceSet>(
            *take(OpenedNetwork::planFor(sequences("regression", "adding", "mse"), nullptr)).data.sequences);
        for (SequenceSet::Item& item : set->items) item.values[4] = NAN;
        const auto data = std::make_shared<const Dataset>(Dataset{nullptr, set});
        auto plan = OpenedNetwork::planFor(sequences("regression", "adding", "mse"), data);
        if (!plan.ok()) QSKIP("such data are refused before a network reads them");
        const auto net = take(OpenedNetwork::make(std::move(*plan)));
        const auto view = replayWindow(*net, {WindowPart::Train, 0, {}});
        QVERIFY(view.ok()
                    ? std::isfinite(view->window.loss)
                    : QString::fromStdString(view.error().message).contains(QStringLiteral("missing or not finite")));
    }
};

QTEST_GUILESS_MAIN(TestInspector)
#include "tst_inspector.moc"
