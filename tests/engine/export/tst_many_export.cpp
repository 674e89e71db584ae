// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of many series and of columns that are known ahead are carried off in every form: with the scale of each
// series, a documented one of a new series, and what is known as a further input.
// Holds core/export/network/series_scales.cpp.
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "engine/export/onnx_interpreter.h"
#include "engine/session_support.h"
#include "export/network/onnx_network.h"
#include "export/run_export.h"
#include "session/outer_program.h"
#include "store/saved_preparation_file.h"

#include <QFile>
#include <QtTest>

#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr int kShops = 6, kDays = 90;
constexpr double kFloat = 1e-5, kBytes = 0.5;

/// Shops of levels from 10 to a million, a price that is known ahead, and a weekday as a word.
QByteArray tableOf(int from, int to) {
    QByteArray text = "shop,day,sold,price,weekday\n";
    for (int s = from; s < to; ++s)
        for (int d = 0; d < kDays + 3 * s; ++d) {
            const double level = std::pow(10, 1 + s % 6), price = 5 + std::sin(0.7 * d + s) + s;
            text += "shop " + QByteArray::number(s) + ",2024-" + QByteArray::number(101 + d / 28).mid(1) + "-" +
                    QByteArray::number(101 + d % 28).mid(1) + "," +
                    QByteArray::number(level * (3 + std::sin(0.9 * d) - 0.2 * price), 'g', 9) + "," +
                    QByteArray::number(price, 'g', 9) + ",w" + QByteArray::number(d % 7) + "\n";
        }
    return text;
}

/// The answer of an ONNX file as CheckWindows has it.
at::Tensor answerOf(const OnnxInterpreter::Values& out) {
    if (out.contains("quantiles")) return out.at("quantiles").flatten().to(at::kDouble);
    return out.at("forecast").flatten().to(at::kDouble);
}

}  // namespace

class TestManyExport : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;

    std::string written(const char* name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
        file.write(text);
        return file.fileName().toStdString();
    }
    ExperimentConfig settings(bool many) const {
        ExperimentConfig config = smallConfig();
        config.dataPath = written(many ? "shops.csv" : "shop.csv", many ? tableOf(0, kShops) : tableOf(0, 1));
        config.csvShape = many ? "together" : "rows";
        config.targets = {"sold"};
        config.inputs = {};
        config.lookback = 12, config.horizon = 3;
        config.epochs = 1, config.maxSteps = 6, config.batchSize = 16;
        config.learningRate = 0.01;
        config.recipe = {"standardise"};
        return config;
    }
    std::filesystem::path trained(const ExperimentConfig& config) {
        auto record = take(workspace_->createRun(config, {}, "shops"));
        const auto folder = record->folder();
        const Received received = runToEnd(*engine_, config, std::move(record));
        const auto* end = received.last<RunEnd>();
        if (end == nullptr || end->state != RunState::Finished)
            qWarning("%s", end != nullptr ? end->why.english().c_str() : "no end");
        return folder;
    }
    Result<RunExport> exported(const std::filesystem::path& run, ExportKind kind, const QString& name, bool int8) {
        RunExportRequest request;
        request.runFolder = run, request.kind = kind, request.int8 = int8;
        request.path = folder_.filePath(name).toStdString();
        return exportRun(request, [this]() -> Result<std::shared_ptr<Engine>> { return engine_; }, {});
    }
    static OnnxInterpreter::Values fed(const PortableNetwork& network, const CheckWindows::Window& window) {
        OnnxInterpreter::Values in{{"rows", at::tensor(window.rows).view({1, window.steps, -1})}};
        if (!network.ahead.empty())
            in["known"] = at::tensor(window.known).view({1, network.aheadRows(), std::ssize(network.known)});
        if (network.isMany()) in["series"] = at::tensor(std::vector<std::int64_t>{window.series}, at::kLong);
        return in;
    }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
    }

    void everyFormIsTheRun_data() {
        QTest::addColumn<bool>("many");
        QTest::addColumn<QStringList>("recipe");
        QTest::addColumn<QString>("anchor");
        QTest::addColumn<QString>("loss");
        QTest::addColumn<QString>("decoder");
        QTest::addColumn<QStringList>("inputs");
        const QString table = QString::fromStdString(categoryStep("weekday", kAsEmbedding, 2)),
                      one = QString::fromStdString(categoryStep("weekday", kAsOneHot));
        const QString known = "known(columns=price)";
        const QStringList all;
        QTest::newRow("many") << true << QStringList{"standardise"} << "none"
                              << "mse"
                              << "direct" << all;
        QTest::newRow("many, quantiles, last value") << true << QStringList{"standardise"} << "last"
                                                     << "pinball"
                                                     << "direct" << all;
        QTest::newRow("many, robust and a range, RevIN") << true << QStringList{"robust", "minmax"} << "revin"
                                                         << "mse"
                                                         << "direct" << all;
        QTest::newRow("many, the target is no input") << true << QStringList{known, "standardise"} << "none"
                                                      << "mse"
                                                      << "direct" << QStringList{"price"};
        QTest::newRow("many, known ahead, step by step") << true << QStringList{"standardise", known} << "none"
                                                         << "mse"
                                                         << "recursive" << all;
        QTest::newRow("many, known words through a table")
            << true << QStringList{table, "known(columns=weekday|price)", "standardise"} << "none"
            << "rising-quantiles"
            << "direct" << all;
        QTest::newRow("many, a fortnight") << true << QStringList{known, "standardise"} << "none"
                                           << "mse"
                                           << "direct" << all;
        QTest::newRow("many, a fortnight step by step, quantiles")
            << true << QStringList{table, "known(columns=weekday|price)", "standardise"} << "none"
            << "pinball"
            << "recursive" << all;
        QTest::newRow("one, known ahead") << false << QStringList{"standardise", known} << "none"
                                          << "mse"
                                          << "direct" << all;
        QTest::newRow("one, known further and nearer than the horizon")
            << false << QStringList{"known(columns=price, rows=5)", "known(columns=weekday, rows=2)", "standardise"}
            << "mean"
            << "mse"
            << "direct" << all;
        QTest::newRow("one, known words through a table")
            << false << QStringList{table, "standardise", "known(columns=weekday)"} << "none"
            << "mse"
            << "direct" << all;
        QTest::newRow("one, known words as columns")
            << false << QStringList{one, "standardise", "known(columns=weekday)"} << "revin"
            << "pinball"
            << "direct" << all;
    }
    void everyFormIsTheRun() {
        QFETCH(bool, many);
        QFETCH(QStringList, recipe);
        QFETCH(QString, anchor);
        QFETCH(QString, loss);
        QFETCH(QString, decoder);
        QFETCH(QStringList, inputs);
        ExperimentConfig config = settings(many);
        config.recipe.clear();
        for (const QString& step : recipe) config.recipe.push_back(step.toStdString());
        for (const QString& input : inputs) config.inputs.push_back(input.toStdString());
        config.anchor = anchor.toStdString(), config.loss = loss.toStdString(), config.decoder = decoder.toStdString();
        config.quantiles = {"0.1", "0.5", "0.9"};
        if (QByteArrayView(QTest::currentDataTag()).contains("fortnight"))
            config.lookback = 28, config.horizon = 14, config.split = "60%/20%/20%";
        const auto run = trained(config);
        const PortableNetwork network = take(readPortableNetwork(run));
        QCOMPARE(network.isMany(), many);
        QCOMPARE(std::ssize(network.series), many ? kShops : 0);
        QCOMPARE(!network.ahead.empty(), recipe.join(' ').contains("known"));
        const CheckWindows check = take(makeCheckWindows(*engine_, run, network, 40, {}));
        QVERIFY(!check.madeUp && check.windows.size() >= 20);
        if (many) QVERIFY(check.windows.front().series != check.windows.back().series);
        const OnnxInterpreter model(take(onnxNetwork(network)));
        for (const CheckWindows::Window& window : check.windows) {
            const at::Tensor answer = answerOf(model.run(fed(network, window)));
            QCOMPARE(answer.numel(), std::ssize(window.answers));
            for (std::int64_t i = 0; i < answer.numel(); ++i) {
                const double off = std::abs(answer[i].item<double>() - window.answers[static_cast<std::size_t>(i)]) /
                                   network.answerScale(i, window.series);
                QVERIFY2(off < kFloat, qPrintable(QString::number(off)));
            }
        }
        for (const auto& [kind, int8] : {std::pair{ExportKind::Onnx, false}, std::pair{ExportKind::C, false},
                                         std::pair{ExportKind::C, true}, std::pair{ExportKind::PyTorch, false}}) {
            const auto made = exported(run, kind, QString(int8 ? "bytes" : "net") + exportKind(kind).suffix, int8);
            QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
            if (qEnvironmentVariableIsSet("GATELAB_SHOW"))
                qInfo("%s: %s", exportKind(kind).key, exportCheckPhrase(*made->check).english().c_str());
            if (made->check->done) QVERIFY(made->check->relative < (int8 ? kBytes : kFloat));
        }
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"},
              {"c++", "-x", "c++", "-Wall", "-Wextra", "-Werror"}}) {
            std::vector<std::string> command = words;
            for (const QString& more : {QString("-DGATELAB_SELF_TEST"), folder_.filePath("net.c"), QString("-o"),
                                        folder_.filePath("self"), QString("-lm")})
                command.push_back(more.toStdString());
            const auto compiled = askProgram(command);
            if (!compiled.ok()) continue;
            QVERIFY2(compiled->code == 0, compiled->err.c_str());
            const ProgramAnswer answer = take(askProgram({folder_.filePath("self").toStdString()}));
            QVERIFY2(answer.code == 0 && answer.out.find("right") != std::string::npos, answer.out.c_str());
        }
    }

    /// A minute of compiling: one that has all of it.
    void aLibtorchProgram() {
        ExperimentConfig config = settings(true);
        config.recipe = {"known(columns=price)", "standardise"};
        const auto made = exported(trained(config), ExportKind::LibTorch, "torch", false);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        if (!made->check->done) QSKIP(exportCheckPhrase(*made->check).english().c_str());
        QVERIFY(made->check->relative < kFloat);
    }

    /// Rows in pieces, with what is known behind each.
    void statesGoOn() {
        ExperimentConfig config = settings(true);
        config.recipe = {"standardise", "known(columns=price)"};
        const auto run = trained(config);
        const PortableNetwork network = take(readPortableNetwork(run));
        QVERIFY(network.streams());
        const CheckWindows::Window window = take(makeCheckWindows(*engine_, run, network, 4, {})).windows.back();
        const OnnxInterpreter model(take(onnxStreamingNetwork(network)));
        const OnnxInterpreter::Values all = fed(network, window);
        const std::int64_t place = network.known.front(), ahead = network.aheadRows();
        const at::Tensor price = at::cat({all.at("rows").slice(2, place, place + 1), all.at("known")}, 1);
        OnnxInterpreter::Values state, out;
        for (const auto& layer : network.layers) {
            state["h" + std::to_string(layer.index)] = at::zeros({1, 1, layer.outputs});
            state["c" + std::to_string(layer.index)] = at::zeros({1, 1, network.config.hiddenSize});
        }
        for (const auto& [begin, end] : {std::pair<std::int64_t, std::int64_t>{0, 5}, {5, 6}, {6, 12}}) {
            OnnxInterpreter::Values given = state;
            given["series"] = all.at("series");
            given["rows"] = all.at("rows").slice(1, begin, end);
            given["known"] = price.slice(1, end, end + ahead);
            out = model.run(given);
            for (auto& [key, value] : state) value = out.at("next_" + key);
        }
        const at::Tensor answer = answerOf(out);
        for (std::int64_t i = 0; i < answer.numel(); ++i)
            QVERIFY(std::abs(answer[i].item<double>() - window.answers[static_cast<std::size_t>(i)]) <
                    kFloat * network.answerScale(i, window.series));
    }

    /// A series that the training did not have, scaled as the file says that it is.
    void aNewSeriesIsScaledByTheRule() {
        ExperimentConfig config = settings(true);
        config.inputs = {"sold"};
        const auto run = trained(config);
        const PortableNetwork network = take(readPortableNetwork(run));
        const OnnxInterpreter model(take(onnxNetwork(network)));
        QCOMPARE(network.scaleRule,
                 std::string("of the first half of its rows, at least 12: offset = mean, scale = standard deviation "
                             "(squares divided by their number); a scale of 0 is 1"));
        QCOMPARE(model.facts.at("scale_rule"), network.scaleRule);
        QCOMPARE(model.facts.at("series").substr(0, 13), std::string("shop 0\nshop 1"));
        ExperimentConfig other = config;
        other.dataPath = written("new.csv", tableOf(9, 11));
        ForecastRequest request;
        request.runFolder = run, request.isOtherData = true;
        request.data = std::make_shared<const Dataset>(take(loadDataset(other)));
        const ForecastSet set = take(engine_->forecast(request, {}));
        const Series& data = *request.data->series;
        const ColumnValues& sold = data.channels[*data.find("sold")].values;
        for (const SeriesMember& member : membersOf(data)) {
            double mean = 0, squares = 0;
            const std::int64_t past = member.rows() / 2;
            const auto at = [&](std::int64_t row) { return sold[static_cast<std::size_t>(row)]; };
            for (std::int64_t row = 0; row < past; ++row) mean += at(member.begin + row) / static_cast<double>(past);
            for (std::int64_t row = 0; row < past; ++row) squares += std::pow(at(member.begin + row) - mean, 2);
            const double scale = std::sqrt(squares / static_cast<double>(past));
            std::size_t tried = 0;
            for (std::size_t w = 0; w < set.originRows.size(); ++w) {
                const std::int64_t origin = set.originRows[w];
                if (origin < member.begin || origin >= member.end) continue;
                std::vector<float> rows;
                for (std::int64_t row = origin - 11; row <= origin; ++row) rows.push_back(static_cast<float>(at(row)));
                const auto out = model.run({{"rows", at::tensor(rows).view({1, 12, 1})},
                                            {"series", at::zeros({1}, at::kLong)},
                                            {"offsets", at::full({1, 1}, mean, at::kDouble)},
                                            {"scales", at::full({1, 1}, scale, at::kDouble)}});
                for (std::int64_t h = 0; h < 3; ++h)
                    QVERIFY(std::abs(out.at("forecast").flatten()[h].item<double>() -
                                     set.forecast[w * 3 + static_cast<std::size_t>(h)]) < kFloat * scale);
                ++tried;
            }
            QVERIFY(tried > 10);
        }
    }

    /// Without the data rows of each series are made up.
    void withoutTheDataRowsAreMadeUp() {
        ExperimentConfig config = settings(true);
        config.recipe = {"known(columns=price)", "standardise"};
        const auto run = trained(config);
        QVERIFY(QFile::remove(QString::fromStdString(config.dataPath)));
        const auto made = exported(run, ExportKind::C, "gone.c", false);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        if (!made->check->done) QSKIP(exportCheckPhrase(*made->check).english().c_str());
        QVERIFY(made->check->relative < kFloat && made->check->windows >= 20);
    }

    void whatIsDamagedIsRefused() {
        const auto run = trained(settings(true));
        SavedPreparation kept = take(readPreparation(run));
        kept.series->members.back().columns.pop_back();
        QVERIFY(writePreparation(run, kept).ok());
        QCOMPARE(readPortableNetwork(run).error().code, ErrorCode::Corrupt);
        kept.series->names.pop_back();
        QVERIFY(writePreparation(run, kept).ok());
        QCOMPARE(readPortableNetwork(run).error().code, ErrorCode::Corrupt);
    }
};

QTEST_GUILESS_MAIN(TestManyExport)
#include "tst_many_export.moc"
