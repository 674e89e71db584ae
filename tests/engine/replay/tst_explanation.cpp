// SPDX-License-Identifier: GPL-3.0-or-later
// Why a network answers as it does: integrated gradients and permutation importance.
// Holds core/replay/attribution.cpp, core/replay/importance.cpp and core/inspect/explanation.cpp.
#include "base/numeric/gauss_legendre.h"
#include "engine/nn_support.h"
#include "engine/session_support.h"
#include "engine/word_series.h"
#include "replay/attribution.h"
#include "replay/importance.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <numeric>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

std::unique_ptr<OpenedNetwork> open(const ExperimentConfig& config, std::shared_ptr<const Dataset> data = nullptr,
                                    bool exact = true) {
    TrainPlan plan = take(OpenedNetwork::planFor(config, data));
    if (exact) plan.dtype = at::kDouble;
    return take(OpenedNetwork::make(std::move(plan)));
}

/// Noise A, noise B and y, which is A two rows before plus noise: at lag 3 of the forecast of the next row.
std::shared_ptr<const Dataset> threeColumns() {
    constexpr std::size_t kRows = 1500;
    auto series = std::make_shared<Series>();
    series->name = "three", series->source = "three.csv";
    Rng rng(7, RandomPurpose::Test);
    std::vector<double> a, b, y;
    for (std::size_t row = 0; row < kRows; ++row) {
        a.push_back(rng.normal()), b.push_back(rng.normal());
        y.push_back((row < 3 ? 0.0 : a[row - 3]) + 0.3 * rng.normal());
    }
    for (const auto& [name, values] : {std::pair("A", &a), std::pair("B", &b), std::pair("y", &y)}) {
        Channel channel;
        channel.name = name;
        for (const double value : *values) channel.values.append(value);
        series->channels.push_back(std::move(channel));
    }
    auto data = std::make_shared<Dataset>();
    data->series = std::move(series);
    return data;
}

ExperimentConfig linearConfig() {
    ExperimentConfig config = smallConfig();
    config.targets = {"y"};
    config.recipe.clear();
    config.lookback = 8, config.horizon = 1;
    config.linearPath = true;
    return config;
}

/// The linear path alone answers: `each` gets the weight of step and column.
template <class Each>
void setLinear(OpenedNetwork& net, Each each) {
    const at::NoGradGuard noGrad;
    const std::int64_t columns = net.plan().shape.inputs;
    for (const Parameter& one : net.model().parameters().all()) {
        at::Tensor value = one.value.detach();
        value.zero_();
        if (one.name != "linear.weight") continue;
        for (std::int64_t i = 0; i < value.size(1); ++i) value.select(1, i).fill_(each(i / columns, i % columns));
    }
}

const ImportanceRow& rowOf(const Importance& answer, const std::string& name) {
    const auto found = std::ranges::find_if(answer.rows, [&](const auto& row) { return row.name.english() == name; });
    if (found == answer.rows.end()) throw std::runtime_error("no row " + name);
    return *found;
}

}  // namespace

class TestExplanation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// x^k integrates to 1 / (k + 1) up to degree 63.
    void theRuleIsExactForPolynomials() {
        const Quadrature rule = gaussLegendre(32);
        QCOMPARE(rule.nodes.size(), std::size_t{32});
        for (const int k : {0, 1, 2, 31, 63}) {
            double sum = 0;
            for (std::size_t i = 0; i < rule.nodes.size(); ++i) sum += rule.weights[i] * std::pow(rule.nodes[i], k);
            QVERIFY2(std::abs(sum - 1.0 / (k + 1)) < 1e-14, qPrintable(QString::number(sum * (k + 1))));
        }
        QVERIFY(std::ranges::is_sorted(rule.nodes) && rule.nodes.front() > 0 && rule.nodes.back() < 1);
        QCOMPARE(gaussLegendre(1).nodes.front(), 0.5);
    }

    /// Of a linear network each share is weight x (value - mean of the training windows).
    void aLinearNetworkIsKnownByHand() {
        const auto net = open(linearConfig(), threeColumns());
        const auto weight = [](std::int64_t step, std::int64_t column) {
            return 0.1 * static_cast<double>(step + 1) * (column == 0 ? 1 : -0.5);
        };
        setLinear(*net, weight);
        AttributionQuestion question;
        question.window = 5;
        const Attribution answer = take(attributeAnswer(*net, question, {}));
        QCOMPARE(answer.columns, (std::vector<std::string>{"A", "B", "y"}));
        std::vector<double> mean(24, 0.0);
        const std::vector<std::int64_t> numbers = spreadNumbers(net->windows(WindowPart::Train), answer.training);
        for (const std::int64_t number : numbers) {
            const at::Tensor one = take(net->window(WindowPart::Train, number)).input.contiguous();
            for (std::size_t i = 0; i < 24; ++i)
                mean[i] += one.const_data_ptr<double>()[i] / static_cast<double>(numbers.size());
        }
        for (std::size_t i = 0; i < 24; ++i) {
            const auto at = static_cast<std::int64_t>(i);
            const double byHand = weight(at / 3, at % 3) * (answer.window.input[i] - mean[i]);
            QVERIFY2(std::abs(answer.values[i] - byHand) < 1e-12, qPrintable(QString::number(answer.values[i])));
        }
        QVERIFY(answer.gap() < 1e-12);
        QVERIFY(answer.proof().english().find("Change of the answer") == 0);
        QVERIFY(answer.rest.empty() && answer.attention.empty());
    }

    /// Words of one column are one, as they are read once more ahead of time; as 0 and 1 and through a table.
    void wordsOfAColumnAreOne_data() {
        QTest::addColumn<QString>("as");
        for (const char* as : {kAsOneHot, kAsEmbedding}) QTest::newRow(as) << QString::fromLatin1(as);
    }
    void wordsOfAColumnAreOne() {
        QFETCH(const QString, as);
        const QTemporaryDir folder;
        const auto net = open(withWords(smallConfig(), folder.filePath("words.csv").toStdString(), qPrintable(as)));
        QCOMPARE(net->model().embeds(), as == QLatin1String(kAsEmbedding));
        const std::vector<ColumnTogether> together = columnsTogether(*net);
        std::size_t inputs = 0;
        std::vector<std::string> names;
        for (const ColumnTogether& one : together) names.push_back(one.name), inputs += one.inputs.size();
        std::ranges::sort(names);
        const std::string ahead = " +" + std::to_string(net->plan().config.horizon);
        QCOMPARE(names, (std::vector<std::string>{"kind, \"of\" day", "temp", "weekday", "weekday" + ahead}));
        QCOMPARE(inputs, net->plan().prepared->inputs.size());
        const Attribution answer = take(attributeAnswer(*net, {}, {}));
        QCOMPARE(answer.columns.size(), together.size());
        QCOMPARE(answer.values.size(), together.size() * static_cast<std::size_t>(answer.window.steps));
        QVERIFY(answer.gap() < 1e-6);
        const Importance importance = take(measureImportance(*net, {}, {}));
        QCOMPARE(std::ranges::count(importance.rows, ImportanceRow::Kind::Column, &ImportanceRow::kind),
                 std::ssize(together));
        QCOMPARE(rowOf(importance, "weekday").columns.size(), std::size_t{7});
    }

    void theSharesOfEveryCellAddUp_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("anchor");
        QTest::addColumn<QString>("pooling");
        for (const char* cell : {"lstm", "gru", "rnn-tanh"})
            for (const char* anchor : {"none", "last", "revin"})
                QTest::addRow("%s, %s", cell, anchor) << cell << anchor << "last";
        QTest::newRow("attention") << "lstm"
                                   << "none"
                                   << "attention";
    }
    void theSharesOfEveryCellAddUp() {
        QFETCH(const QString, cell);
        QFETCH(const QString, anchor);
        QFETCH(const QString, pooling);
        ExperimentConfig config = smallConfig();
        config.cell = cell.toStdString(), config.anchor = anchor.toStdString();
        config.pooling = pooling.toStdString();
        config.layers = 2;
        const auto net = open(config);
        AttributionQuestion question;
        question.window = 3, question.step = 2;
        const Attribution answer = take(attributeAnswer(*net, question, {}));
        QVERIFY2(answer.gap() < 1e-10, qPrintable(QString::number(answer.gap())));
        QVERIFY(std::abs(answer.change()) > 1e-4);
        QCOMPARE(answer.rest.size(), std::size_t{anchor == "none" ? 0U : anchor == "last" ? 1U : 2U});
        QCOMPARE(answer.attention.size(), std::size_t{pooling == "attention" ? 16U : 0U});
        if (!answer.attention.empty())
            QVERIFY(std::abs(std::accumulate(answer.attention.begin(), answer.attention.end(), 0.0) - 1) < 1e-12);
        QVERIFY(!answer.soWhat().english().empty());
        QCOMPARE(attributeAnswer(*net, question, [](double share) { return share < 0.5; }).error().code,
                 ErrorCode::Cancelled);
        question.step = 99;
        QVERIFY(!attributeAnswer(*net, question, {}).ok());
    }

    /// The logit of the likeliest class, or of the one that was asked for.
    void aClassIsExplainedByItsLogit() {
        ExperimentConfig config = smallConfig();
        config.task = "classification", config.builtin = "temporal-order", config.builtinLength = 60;
        config.loss = "cross-entropy";
        config.recipe.clear();
        const auto net = open(config);
        AttributionQuestion question;
        const Attribution likeliest = take(attributeAnswer(*net, question, {}));
        const auto& shares = likeliest.window.probabilities;
        QCOMPARE(likeliest.question.label, std::ranges::max_element(shares) - shares.begin());
        QVERIFY(likeliest.gap() < 1e-10);
        question.label = (likeliest.question.label + 1) % static_cast<std::int64_t>(shares.size());
        const Attribution other = take(attributeAnswer(*net, question, {}));
        QVERIFY(std::abs(likeliest.answer - other.answer -
                         std::log(shares[static_cast<std::size_t>(likeliest.question.label)] /
                                  shares[static_cast<std::size_t>(question.label)])) < 1e-10);
        const Importance whole = take(measureImportance(*net, {WindowPart::Validation}, {}));
        QVERIFY(whole.isEntropy && whole.error > 0);
    }

    void whereTheSharesDoNotAddUpTheAnswerIsRefused() {
        ExperimentConfig config = smallConfig();
        config.pooling = "max";
        const auto net = open(config);
        const at::NoGradGuard noGrad;
        for (const Parameter& one : net->model().parameters().all()) one.value.detach().mul_(4);  // many corners
        bool isRefused = false;
        for (std::int64_t window = 0; window < 20 && !isRefused; ++window) {
            AttributionQuestion question;
            question.window = window * 4;
            const auto answer = attributeAnswer(*net, question, {});
            isRefused = !answer.ok();
            if (!isRefused) continue;
            QCOMPARE(answer.error().code, ErrorCode::Unsupported);
            QVERIFY(answer.error().message.find("add up") != std::string::npos);
            QVERIFY(answer.error().message.find("pooling by the largest") != std::string::npos);
        }
        QVERIFY(isRefused);
    }

    /// A steep network has no corner: it takes more nodes, and is explained.
    void whereTheAnswerTurnsSharplyMoreNodesAreTaken() {
        int most = 0, explained = 0;
        for (const int steep : {4, 8, 12, 16}) {
            const auto net = open(smallConfig());
            const at::NoGradGuard noGrad;
            for (const Parameter& one : net->model().parameters().all()) one.value.detach().mul_(steep);
            for (std::int64_t window = 0; window < 4; ++window) {
                AttributionQuestion question;
                question.window = window * 7;
                const auto answer = attributeAnswer(*net, question, {});
                if (!answer.ok()) QVERIFY(answer.error().message.find("corner") == std::string::npos);
                if (!answer.ok()) continue;
                ++explained;
                most = std::max(most, answer->nodes);
                QVERIFY(answer->gap() <= Attribution::kMaxGap);
            }
        }
        qInfo("%d explained, at most %d nodes", explained, most);
        QVERIFY(explained > 0 && most > Attribution::kNodes);
    }

    /// What makes no difference is not what makes the forecasts better by its absence.
    void whatMisleadsIsNamedApart() {
        Importance answer;
        const auto row = [&](const char* name, double ratio, double low, double high) {
            ImportanceRow one;
            one.name = Phrase(std::string(name));
            one.ratio = ratio, one.low = low, one.high = high;
            answer.rows.push_back(one);
        };
        row("A", 2, 1.9, 2.1), row("B", 0.97, 0.969, 0.973), row("C", 1, 0.99, 1.01);
        const std::string told = answer.soWhat().english();
        QVERIFY2(told.find("The error falls without B") != std::string::npos, told.c_str());
        QVERIFY2(told.find("No difference without C:") != std::string::npos, told.c_str());
    }

    /// Error without A: that of two independent draws (2 + 0.09) in parts of 0.09.
    void whatMattersIsFound() {
        const auto net = open(linearConfig(), threeColumns(), false);
        setLinear(*net, [](std::int64_t step, std::int64_t column) {
            return step == 5 && column == 0 ? 1.0 : column == 1 ? 0.002 : 0.0;
        });
        const ImportanceQuestion question;
        const Importance answer = take(measureImportance(*net, question, {}));
        const ImportanceRow &a = rowOf(answer, "A"), &b = rowOf(answer, "B");
        QVERIFY2(a.ratio > 18 && a.ratio < 29 && a.low > 15, qPrintable(QString::number(a.ratio)));
        QVERIFY(a.matters());
        QVERIFY2(std::abs(b.ratio - 1) < 0.005 && !b.matters(), qPrintable(QString::number(b.ratio)));
        QCOMPARE(rowOf(answer, "y").ratio, 1.0);
        for (int lag = 1; lag <= 8; ++lag) {
            const ImportanceRow& row = rowOf(answer, "lag " + std::to_string(lag));
            QVERIFY2(lag == 3 ? row.ratio > 18 : std::abs(row.ratio - 1) < 0.005, qPrintable(QString::number(lag)));
        }
        const std::string said = answer.soWhat().english();
        QVERIFY2(said.find("without A") != std::string::npos && said.find("lag 3") != std::string::npos &&
                     said.find("B, y") != std::string::npos,
                 said.c_str());
        const Importance again = take(measureImportance(*net, question, {}));
        for (std::size_t i = 0; i < answer.rows.size(); ++i) QCOMPARE(again.rows[i].ratio, answer.rows[i].ratio);
        QCOMPARE(measureImportance(*net, question, [](double share) { return share < 0.5; }).error().code,
                 ErrorCode::Cancelled);
    }

    /// A column and its copy are exchanged together as well; lags of long windows come in blocks.
    void columnsThatGoTogetherAreAGroup() {
        const auto data = threeColumns();
        auto series = std::make_shared<Series>(*data->series);
        Channel copy = series->channels.front();
        copy.name = "A2";
        series->channels.push_back(std::move(copy));
        auto both = std::make_shared<Dataset>();
        both->series = std::move(series);
        ExperimentConfig config = linearConfig();
        config.lookback = 20;
        const auto net = open(config, both, false);
        setLinear(*net, [](std::int64_t step, std::int64_t column) {
            return step == 17 && (column == 0 || column == 3) ? 0.5 : 0.0;
        });
        const Importance answer = take(measureImportance(*net, {}, {}));
        const auto groups = answer.of(ImportanceRow::Kind::Group);
        QCOMPARE(groups.size(), std::size_t{1});
        QCOMPARE(groups.front()->name.english(), std::string("A, A2"));
        QVERIFY(groups.front()->ratio > 18 && rowOf(answer, "A").ratio < 10);
        QVERIFY(rowOf(answer, "lags 2 to 3").ratio > 18);
        QVERIFY(rowOf(answer, "lags 16 to 20").ratio == 1);
    }

    void aRowHasItsWindow() {
        InspectedRun run;
        run.config.lookback = 10;
        run.firstRows = {{{0, 1, 2}, {20, 21}, {40}}};
        const WindowOfRow found = take(windowOfRow(run, 32));
        QVERIFY(found.part == WindowPart::Validation && found.window == 1);
        QCOMPARE(windowOfRow(run, 5).error().code, ErrorCode::NotFound);
        run.firstRows = {};
        QCOMPARE(windowOfRow(run, 5).error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestExplanation)
#include "tst_explanation.moc"
