// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a network about a whole part of the data: what its units are called, and what happens without them.
// Holds core/replay/unit_naming.cpp and core/replay/ablation.cpp.
#include "engine/nn_support.h"
#include "engine/session_support.h"
#include "inspect/part_questions.h"
#include "replay/ablation.h"
#include "replay/opened_network.h"
#include "replay/replay.h"
#include "replay/unit_naming.h"

#include <QtTest>

#include <cmath>
#include <numbers>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

std::unique_ptr<OpenedNetwork> open(const ExperimentConfig& config, std::shared_ptr<const Dataset> data = nullptr) {
    return take(OpenedNetwork::make(take(OpenedNetwork::planFor(config, data))));
}

/// Hourly values of a day's sine, highest at 6:00, for 50 days.
std::shared_ptr<const Dataset> daily() {
    constexpr std::int64_t kHour = 3'600'000'000;
    auto series = std::make_shared<Series>();
    series->name = "daily", series->source = "daily.csv";
    series->time.name = "time", series->time.stepMicros = kHour;
    Channel channel;
    channel.name = "load";
    for (std::int64_t row = 0; row < 1200; ++row) {
        series->time.values.push_back(row * kHour);
        channel.values.append(std::sin(2 * std::numbers::pi * static_cast<double>(row % 24) / 24));
    }
    series->channels.push_back(std::move(channel));
    auto data = std::make_shared<Dataset>();
    data->series = std::move(series);
    return data;
}

/// All weights 0 but what makes h of unit 0 a monotone function of the input and the gate i of all units still.
void setWeights(OpenedNetwork& net, double inputToCandidate) {
    const at::NoGradGuard noGrad;
    for (const Parameter& one : net.model().parameters().all()) {
        at::Tensor value = one.value.detach();
        value.zero_();
        const std::int64_t hidden = net.plan().config.hiddenSize;
        if (one.name.ends_with("weight_ih_l0")) value[2 * hidden][0] = inputToCandidate;
        if (one.name.ends_with("bias_ih_l0")) value.narrow(0, hidden, hidden).fill_(-20);  // forgets at once
    }
}

}  // namespace

class TestPartQuestions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A unit that passes the input on follows the last value; one that never changes has no name.
    void aUnitHasTheNameOfWhatItFollows() {
        ExperimentConfig config = smallConfig();
        config.cell = "lstm";
        config.builtin = "mackey-glass";
        const auto net = open(config);
        setWeights(*net, 0.1);
        UnitNames names = take(nameUnits(*net, {}, {}));
        QCOMPARE(names.units, config.hiddenSize);
        const UnitName* first = names.find("h", 0);
        QVERIFY(first != nullptr && first->isSimple());
        QCOMPARE(first->what.english(), std::string("follows the last value"));
        QVERIFY(first->figure > 0.99 && first->figure <= 1);
        QVERIFY(first->phrase().english().starts_with("follows the last value, 0.9") ||
                first->phrase().english().starts_with("follows the last value, 1"));
        QVERIFY(std::isnan(names.find("h", 1)->figure));
        QCOMPARE(names.find("h", 1)->phrase().english(), std::string("no simple name"));
        QVERIFY(names.find("z", 0) == nullptr && names.find("h", 99) == nullptr);
        setWeights(*net, -0.1);
        names = take(nameUnits(*net, {}, {}));
        QCOMPARE(names.find("h", 0)->what.english(), std::string("goes against the last value"));
        QCOMPARE(nameUnits(*net, {}, [](double) { return false; }).error().code, ErrorCode::Cancelled);
        UnitNamesQuestion nowhere;
        nowhere.layer = 7;
        QVERIFY(!nameUnits(*net, nowhere, {}).ok());
    }

    /// A leaky mean of what was read follows the hour better than the value itself, late by up to
    /// atan(0.88 sin w / (1 - 0.88 cos w)) / w = 3.8 hours with w = 2 pi / 24: the series is highest at 6:00.
    void thePhaseOfTheDayIsTold() {
        ExperimentConfig config = smallConfig();
        config.cell = "lstm";
        config.targets = {"load"};
        const auto net = open(config, daily());
        setWeights(*net, 0.1);
        const at::NoGradGuard noGrad;
        // Keeps 0.88 of what was
        for (const Parameter& one : net->model().parameters().all())
            if (one.name.ends_with("bias_ih_l0"))
                one.value.detach().narrow(0, config.hiddenSize, config.hiddenSize).fill_(2);
        const UnitNames names = take(nameUnits(*net, {}, {}));
        const UnitName* cell = names.find("c", 0);
        QCOMPARE(cell->what.english(), std::string("follows the hour"));
        QVERIFY2(cell->figure > UnitName::kLeast, qPrintable(QString::number(cell->figure)));
        const std::string hour = cell->detail.english();
        QVERIFY2(hour == "highest at 8:00" || hour == "highest at 9:00" || hour == "highest at 10:00", hour.c_str());
    }

    void marksAreInputsByName() {
        ExperimentConfig config = smallConfig();
        config.task = "regression", config.builtin = "adding-30", config.builtinLength = 60, config.loss = "mse";
        config.recipe.clear();
        config.cell = "lstm";
        const auto net = open(config);
        setWeights(*net, 0);
        const at::NoGradGuard noGrad;
        for (const Parameter& one : net->model().parameters().all())
            if (one.name.ends_with("weight_ih_l0")) one.value.detach()[0][1] = 3;  // gate i of unit 0 reads the marker
        const UnitNames names = take(nameUnits(*net, {}, {}));
        QCOMPARE(names.find("i", 0)->what.english(), std::string("follows the mark"));
        QVERIFY(names.find("i", 0)->figure > 0.9);
    }

    void withoutAUnitTheLossOfThePartIsTheMeanOfItsWindows() {
        ExperimentConfig config = smallConfig();
        const auto net = open(config);
        AblationQuestion question;
        question.off = {{0, 0, 2}};
        const TensorFile weights = net->model().parameters().save();
        const Ablation answer = take(ablatePart(*net, weights, question, {}));
        QCOMPARE(answer.windows, net->windows(WindowPart::Validation));
        double loss = 0, without = 0;
        for (std::int64_t w = 0; w < answer.windows; ++w) {
            const GateView view = take(replayWindow(*net, {WindowPart::Validation, w, question.off}));
            without += view.window.loss, loss += view.whole->loss;
        }
        const auto windows = static_cast<double>(answer.windows);
        QVERIFY2(std::abs(answer.loss - loss / windows) < 1e-5 * answer.loss, qPrintable(QString::number(answer.loss)));
        QVERIFY(std::abs(answer.without - without / windows) < 1e-5 * answer.loss);
        QVERIFY(answer.blocks >= Ablation::kMinBlocks && answer.low <= answer.change() &&
                answer.change() <= answer.high);
        QVERIFY(answer.phrase().english().find("95 % interval") != std::string::npos);
        const auto stopped = ablatePart(*net, weights, question, [](double share) { return share < 0.6; });
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }

    /// Student's t by hand: three blocks of equal length.
    void theIntervalIsThatOfTheBlocks() {
        ExperimentConfig config = smallConfig();
        const auto net = open(config);
        const TensorFile weights = net->model().parameters().save();
        AblationQuestion question;
        question.off = {{0, 0, 0}};
        const Ablation answer = take(ablatePart(*net, weights, question, {}));
        std::vector<double> changes;
        for (std::int64_t b = 0; b < answer.blocks; ++b) {
            double sum = 0;
            const std::int64_t first = answer.windows * b / answer.blocks,
                               end = answer.windows * (b + 1) / answer.blocks;
            for (std::int64_t w = first; w < end; ++w) {
                const GateView view = take(replayWindow(*net, {WindowPart::Validation, w, question.off}));
                sum += view.window.loss - view.whole->loss;
            }
            changes.push_back(sum / static_cast<double>(end - first));
        }
        const auto count = static_cast<double>(changes.size());
        double mean = 0, squares = 0;
        for (const double change : changes) mean += change / count;
        for (const double change : changes) squares += (change - mean) * (change - mean);
        // 0.975 quantiles of Student's t with 2, 3, 4, 5, 6 degrees of freedom, from tables
        const double t[] = {4.3027, 3.1824, 2.7764, 2.5706, 2.4469};
        QVERIFY2(changes.size() >= 3 && changes.size() <= 7, qPrintable(QString::number(changes.size())));
        const double half = t[changes.size() - 3] * std::sqrt(squares / (count - 1) / count);
        QVERIFY(std::abs(answer.high - answer.low - 2 * half) < 1e-3 * half + 1e-7);
    }

    /// With every weight into gate i zero, it stands at its mean already: holding it changes nothing, and the weights
    /// are those from before.
    void aHeldGateStandsAtItsMean() {
        ExperimentConfig config = smallConfig();
        config.cell = "lstm";
        const auto net = open(config);
        setWeights(*net, 0.4);
        const at::NoGradGuard noGrad;
        for (const Parameter& one : net->model().parameters().all())
            if (one.name.starts_with("head") && one.value.dim() == 2) one.value.detach().fill_(0.5);
        const TensorFile weights = net->model().parameters().save();
        AblationQuestion question;
        question.off = {{0, 0, 0}};
        question.gate = "i";
        Ablation answer = take(ablatePart(*net, weights, question, {}));
        QVERIFY2(std::abs(answer.change()) < 1e-6, qPrintable(QString::number(answer.change())));
        QVERIFY(answer.loss > 0);
        for (const Parameter& one : net->model().parameters().all())
            if (one.name.ends_with("weight_ih_l0")) one.value.detach()[0][0] = 4;  // now it reads the input
        const TensorFile reading = net->model().parameters().save();
        answer = take(ablatePart(*net, reading, question, {}));
        QVERIFY2(std::abs(answer.change()) > 1e-5, qPrintable(QString::number(answer.change())));
        for (const Parameter& one : net->model().parameters().all())
            QVERIFY(at::equal(one.value.detach(), take(fromRawTensor(reading.tensors.at(one.name)))));
        question.gate = "g";
        QVERIFY(!ablatePart(*net, reading, question, {}).ok());
        QVERIFY(!ablatePart(*net, reading, {}, {}).ok());
    }
};

QTEST_GUILESS_MAIN(TestPartQuestions)
#include "tst_part_questions.moc"
