// SPDX-License-Identifier: GPL-3.0-or-later
// Networks of every kind are carried off in every form, and computed there as the run computes them.
// Holds core/export/run_export.cpp, core/export/network/portable_network.cpp, core/export/network/onnx_network.cpp,
// core/export/network/onnx_layers.cpp, core/export/network/onnx_graph.cpp, core/export/network/c_network.cpp,
// core/export/network/c_layers.cpp, core/export/network/c_answers.cpp,
// core/export/network/onnx_distributions.cpp,
// core/export/network/check_windows.cpp, core/export/network/export_check.cpp,
// core/export/network/pytorch_script.cpp and core/export/network/libtorch_program.cpp.
#include "config/setting_predicates.h"
#include "engine/export/onnx_interpreter.h"
#include "engine/export/random_networks.h"
#include "export/network/onnx_network.h"
#include "export/network/told_distribution.h"
#include "export/run_export.h"
#include "io/file_io.h"
#include "nn/distribution_heads.h"
#include "session/outer_program.h"
#include "store/run_weights.h"
#include "store/saved_preparation_file.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace gatelab::testing;

namespace {

constexpr std::size_t kNetworks = 40;
constexpr double kFloat = 1e-5, kBytes = 0.5;

/// Largest difference of a file's answers from the run's, in parts of the targets' scale.
double difference(const OnnxInterpreter& model, const PortableNetwork& network, const CheckWindows& check) {
    double worst = 0;
    for (const CheckWindows::Window& window : check.windows) {
        at::Tensor rows = at::tensor(window.rows).view({1, window.steps, -1});
        if (network.tokens > 0) rows = rows.squeeze(2).to(at::kLong);
        const auto out = model.run({{network.tokens > 0 ? "tokens" : "rows", rows}});
        at::Tensor answer;
        std::vector<at::Tensor> parts;
        for (const char* name : {"forecast", "scale", "freedom", "size"})
            if (out.contains(name)) parts.push_back(out.at(name).unsqueeze(-1));
        if (parts.size() > 1)
            parts.push_back(out.at("quantiles")), answer = at::cat(parts, 3);
        else if (out.contains("quantiles"))
            answer = out.at("quantiles");
        else if (out.contains("deviation"))
            answer = at::stack({out.at("forecast"), out.at("deviation")}, 3);
        else
            answer = out.begin()->second;
        answer = answer.flatten().to(at::kDouble);
        for (std::size_t i = 0; i < window.answers.size(); ++i) {
            const auto number = static_cast<std::int64_t>(i);
            const double off =
                std::abs(answer[number].item<double>() - window.answers[i]) - network.answerSlack(number);
            const double relative = off / network.answerScale(number);
            if (std::isnan(relative) || relative > worst) worst = relative;  // a NaN stays: nothing is above it
        }
    }
    return worst;
}

}  // namespace

class TestRunExport : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::shared_ptr<Engine> engine_;
    std::shared_ptr<Workspace> workspace_;
    std::vector<DrawnRun> runs_;

    Result<RunExport> exported(const DrawnRun& run, ExportKind kind, const QString& name, bool int8 = false) {
        RunExportRequest request;
        request.runFolder = run.folder;
        request.kind = kind;
        request.path = folder_.filePath(name).toStdString();
        request.int8 = int8;
        return exportRun(request, [this]() -> Result<std::shared_ptr<Engine>> { return engine_; }, {});
    }
    /// Every network in this form; those that it cannot be are refused in words. Gives the largest difference, in
    /// parts of the targets' scale or, where it is more than that, of the size of the answers.
    double all(ExportKind kind, const char* suffix, std::size_t atMost, double limit, bool int8 = false) {
        double worst = 0;
        std::size_t done = 0;
        QString absent;
        for (std::size_t i = 0; i < runs_.size() && done < atMost; ++i) {
            const auto made = exported(runs_[i], kind, QString("net%1%2").arg(i).arg(suffix), int8);
            if (!made.ok() && made.error().code == ErrorCode::Unsupported) continue;
            if (!made.ok()) qWarning("%s: %s", runs_[i].what.c_str(), made.error().message.c_str());
            if (!made.ok()) return HUGE_VAL;
            if (!made->check->done) {
                absent = QString::fromStdString(exportCheckPhrase(*made->check).english());
                break;
            }
            double size = 1;
            if (made->check->relative > limit) {
                size = sizeOfAnswers(runs_[i]);
                qInfo("%s: %g, answers of %g times the scale", runs_[i].what.c_str(), made->check->relative, size);
            }
            worst = std::max(worst, made->check->relative / size);
            ++done;
        }
        note_ = absent;
        qInfo("%s: %zu networks, largest difference %.3g of the targets' scale", exportKind(kind).key, done, worst);
        return worst;
    }
    QString note_;

    /// How far the answers go from the middle of the targets, in parts of their scale; 1 where they stay within it. The
    /// run's own floats are rounded by that size, so nothing can be nearer to it than a few of their steps.
    double sizeOfAnswers(const DrawnRun& run) {
        const PortableNetwork network = take(readPortableNetwork(run.folder));
        double most = 1;
        for (const CheckWindows::Window& window :
             take(makeCheckWindows(*engine_, run.folder, network, 100, {})).windows)
            for (std::size_t i = 0; network.isForecast() && i < window.answers.size(); ++i) {
                const auto& column =
                    network.targets[i / static_cast<std::size_t>(network.told()) % network.targets.size()].column;
                most = std::max(most, std::abs(window.answers[i] - column.offset) / column.scale);
            }
        return most;
    }

    /// A run of a few steps on counts of a swinging rate, up to `most`.
    DrawnRun runOfCounts(const std::string& loss, const std::string& anchor, bool recursive, double most) {
        const QString path = folder_.filePath(QString("counts%1.csv").arg(most));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) qFatal("no file of counts");
        file.write("y\n");
        for (int t = 0; t < 300; ++t)
            file.write(
                QByteArray::number(std::floor(most / 2 * (1 + std::sin(t / 4.0)) * ((t * 7919 % 1009) / 1009.0))) +
                "\n");
        file.close();
        ExperimentConfig config = smallConfig();
        config.epochs = 1;
        config.maxSteps = 4;
        config.dataPath = path.toStdString();
        config.targets = {"y"}, config.inputs = {"y"};
        config.loss = loss;
        config.anchor = anchor;
        config.linearPath = anchor != "none";
        config.decoder = recursive ? "recursive" : "direct";
        config.quantiles = {"0.05", "0.25", "0.5", "0.75", "0.95"};
        auto record = take(workspace_->createRun(config, {}, loss));
        const DrawnRun run{record->folder(), config, {}};
        runToEnd(*engine_, config, std::move(record));
        return run;
    }

private Q_SLOTS:
    void initTestCase() {
        engine_ = take(openEngine());
        workspace_ = openWorkspace(folder_);
        runs_ = drawnRuns(*engine_, *workspace_, kNetworks);
        QCOMPARE(runs_.size(), kNetworks);
        for (const char* cell : {"lstm", "gru", "rnn-tanh", "rnn-relu", "slstm", "lru", "minlstm", "mingru"})
            QVERIFY2(std::ranges::any_of(runs_, [&](const DrawnRun& run) { return run.config.cell == cell; }), cell);
        for (const bool both : {true, false})
            QVERIFY(std::ranges::any_of(runs_, [&](const DrawnRun& run) { return run.config.bidirectional == both; }));
    }

    void onnxIsTheRun() {
        double worst = 0;
        for (const DrawnRun& run : runs_) {
            const PortableNetwork network = take(readPortableNetwork(run.folder));
            const CheckWindows check = take(makeCheckWindows(*engine_, run.folder, network, 8, {}));
            QVERIFY2(!check.madeUp && !check.windows.empty(), run.what.c_str());
            const std::string bytes = take(onnxNetwork(network));
            const OnnxInterpreter model(bytes);
            const double off = difference(model, network, check);
            QVERIFY2(off < kFloat, (run.what + ": " + std::to_string(off)).c_str());
            worst = std::max(worst, off);
            QCOMPARE(model.facts.at("run"), run.folder.filename().string());
            QVERIFY(model.facts.at("settings").find("\"learning_rate\"") != std::string::npos);
            QVERIFY(!model.facts.at("data_sha256").empty());
        }
        qInfo("by the formulas of the standard: %.3g", worst);
    }

    /// Rows in pieces, with the states handed on, are the window at once.
    void statesGoOn() {
        std::size_t streaming = 0;
        for (const DrawnRun& run : runs_) {
            const PortableNetwork network = take(readPortableNetwork(run.folder));
            const auto bytes = onnxStreamingNetwork(network);
            QCOMPARE(bytes.ok(), network.streams());
            if (!bytes.ok()) continue;
            ++streaming;
            const CheckWindows check = take(makeCheckWindows(*engine_, run.folder, network, 1, {}));
            const OnnxInterpreter model(*bytes), whole(take(onnxNetwork(network)));
            const std::string name = model.inputs().front();
            QCOMPARE(name, std::string(network.tokens > 0 ? "tokens" : "rows"));
            at::Tensor rows = at::tensor(check.windows[0].rows).view({1, check.windows[0].steps, -1});
            if (network.tokens > 0) rows = rows.squeeze(2).to(at::kLong);
            OnnxInterpreter::Values state, out;
            for (const auto& layer : network.layers) {
                state["h" + std::to_string(layer.index)] = at::zeros({1, 1, layer.outputs});
                state["c" + std::to_string(layer.index)] =
                    at::zeros({1, 1, network.cell().cellParts() * network.config.hiddenSize});
            }
            for (const auto& [begin, end] : {std::pair{std::int64_t{0}, std::int64_t{3}}, {3, 4}, {4, rows.size(1)}}) {
                OnnxInterpreter::Values given = state;
                given[name] = rows.slice(1, begin, end);
                out = model.run(given);
                for (auto& [key, value] : state)
                    if (out.contains("next_" + key)) value = out.at("next_" + key);
            }
            for (const auto& [key, value] : whole.run({{name, rows}})) {
                // Labels are of the steps of the last piece.
                const at::Tensor wanted = isLabelling(network.config) ? value.slice(1, 4) : value;
                QVERIFY2(at::allclose(out.at(key), wanted, 1e-5, 1e-5), run.what.c_str());
            }
        }
        QVERIFY(streaming >= 5);
    }

    void onnxruntimeComputesTheSame() {
        const double worst = all(ExportKind::Onnx, ".onnx", kNetworks, kFloat);
        if (!note_.isEmpty()) QSKIP(qPrintable(note_));
        QVERIFY2(worst < kFloat, qPrintable(QString::number(worst)));
    }

    void cComputesTheSame() {
        const double worst = all(ExportKind::C, ".c", kNetworks, kFloat);
        if (!note_.isEmpty()) QSKIP(qPrintable(note_));
        QVERIFY2(worst < kFloat, qPrintable(QString::number(worst)));
        const double bytes = all(ExportKind::C, "_int8.c", kNetworks, kBytes, true);
        QVERIFY2(bytes > worst && bytes < kBytes, qPrintable(QString::number(bytes)));
    }

    /// The file is a program that checks itself, in C and in C++.
    void cFilesCheckThemselves() {
        std::size_t tried = 0;
        for (std::size_t i = 0; i < runs_.size() && tried < 6; ++i) {
            const QString file = folder_.filePath(QString("self%1.c").arg(i)), program = folder_.filePath("self");
            const auto made = exported(runs_[i], ExportKind::C, QString("self%1.c").arg(i));
            if (!made.ok()) {
                QCOMPARE(made.error().code, ErrorCode::Unsupported);
                continue;
            }
            if (!made->check->done) QSKIP(exportCheckPhrase(*made->check).english().c_str());
            ++tried;
            for (const std::vector<std::string>& words :
                 {std::vector<std::string>{"cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"},
                  {"c++", "-x", "c++", "-Wall", "-Wextra", "-Werror"}}) {
                std::vector<std::string> command = words;
                for (const QString& more :
                     {QString("-DGATELAB_SELF_TEST"), file, QString("-o"), program, QString("-lm")})
                    command.push_back(more.toStdString());
                const auto compiled = askProgram(command);
                if (!compiled.ok()) continue;
                QVERIFY2(compiled->code == 0, (runs_[i].what + compiled->err).c_str());
                const ProgramAnswer answer = take(askProgram({program.toStdString()}));
                QVERIFY2(answer.code == 0 && answer.out.find("right") != std::string::npos,
                         (runs_[i].what + answer.out).c_str());
            }
        }
        QVERIFY(tried > 0);
    }

    void pytorchComputesTheSame() {
        const std::size_t count = qEnvironmentVariableIsSet("GATELAB_ALL_NETWORKS") ? kNetworks : 6;
        const double worst = all(ExportKind::PyTorch, ".py", count, 1e-6);
        if (!note_.isEmpty()) QSKIP(qPrintable(note_));
        QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    }

    void libtorchComputesTheSame() {
        const std::size_t count = qEnvironmentVariableIsSet("GATELAB_ALL_NETWORKS") ? 8 : 1;
        const double worst = all(ExportKind::LibTorch, "-torch", count, 1e-6);
        if (!note_.isEmpty()) QSKIP(qPrintable(note_));
        QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    }

    void whatCannotGoIsRefused() {
        ExperimentConfig config = smallConfig();
        config.epochs = 1;
        config.maxSteps = 2;
        config.recipe = {"fill(method=linear)", "difference", "standardise"};
        auto record = take(workspace_->createRun(config, {}, "differences"));
        const DrawnRun run{record->folder(), config, {}};
        runToEnd(*engine_, config, std::move(record));
        const auto made = exported(run, ExportKind::Onnx, "refused.onnx");
        QCOMPARE(made.error().code, ErrorCode::Unsupported);
        QVERIFY2(made.error().message.find("the recipe's step 'difference") != std::string::npos,
                 made.error().message.c_str());
        QVERIFY(!QFile::exists(folder_.filePath("refused.onnx")));
        const auto slstm = std::ranges::find_if(runs_, [](const DrawnRun& one) { return one.config.cell == "slstm"; });
        const auto c = exported(*slstm, ExportKind::C, "refused.c");
        QVERIFY2(c.error().message.find("this network's cell is sLSTM") != std::string::npos,
                 c.error().message.c_str());
    }

    /// Parameters and quantiles of Student's t and of counts, in each form that can be computed here: with every frame,
    /// straight and step by step, and with large counts.
    void distributionsAreTheRun_data() {
        QTest::addColumn<QString>("loss");
        QTest::addColumn<QString>("anchor");
        QTest::addColumn<bool>("recursive");
        QTest::addColumn<double>("most");
        for (const char* loss : {"student-t", "negative-binomial"}) {
            QTest::addRow("%s", loss) << loss << "none" << false << 6.0;
            QTest::addRow("%s, last value", loss) << loss << "last" << false << 6.0;
            QTest::addRow("%s, RevIN", loss) << loss << "revin" << false << 6.0;
            QTest::addRow("%s, step by step", loss) << loss << "none" << true << 6.0;
            QTest::addRow("%s, large", loss) << loss << "none" << false << 4000.0;
        }
    }
    void distributionsAreTheRun() {
        QFETCH(QString, loss);
        QFETCH(QString, anchor);
        QFETCH(bool, recursive);
        QFETCH(double, most);
        const DrawnRun run = runOfCounts(loss.toStdString(), anchor.toStdString(), recursive, most);
        const PortableNetwork network = take(readPortableNetwork(run.folder));
        const bool isStudent = loss == "student-t";
        QCOMPARE(network.told(), isStudent ? 8 : 7);
        const CheckWindows check = take(makeCheckWindows(*engine_, run.folder, network, 20, {}));
        const OnnxInterpreter model(take(onnxNetwork(network)));
        QVERIFY(model.facts.contains("quantile_levels"));
        const double off = difference(model, network, check);
        QVERIFY2(off < kFloat, qPrintable(QString::number(off)));
        // What the run tells not is held by its quantiles: they are those of the parameters.
        const at::Tensor rows = at::tensor(check.windows[0].rows).view({1, check.windows[0].steps, -1});
        const auto out = model.run({{"rows", rows}});
        const double mean = out.at("forecast").flatten()[0].item<double>(),
                     form = out.at(isStudent ? "freedom" : "size").flatten()[0].item<double>();
        for (std::int64_t q = 0; q < 5; ++q) {
            const double level = toldLevels(run.config)[static_cast<std::size_t>(q)],
                         told = out.at("quantiles").flatten()[q].item<double>();
            if (isStudent) {
                const double scale = out.at("scale").flatten()[0].item<double>();
                QVERIFY(form >= 2 && std::abs(told - mean - scale * studentQuantile(level, form)) < 1e-4 * scale);
            } else {
                QVERIFY(told >= 0 && mean > 0 && form > 0);
                QVERIFY(std::abs(told - negativeBinomialQuantile(level, mean, mean + mean * mean / form)) <= 1);
            }
        }
        for (const auto& [kind, int8] : {std::pair{ExportKind::Onnx, false}, std::pair{ExportKind::C, false},
                                         std::pair{ExportKind::C, true}, std::pair{ExportKind::PyTorch, false}}) {
            if (int8 && recursive) continue;
            const auto made = exported(run, kind, "distribution" + QString(exportKind(kind).suffix), int8);
            QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
            qInfo("%s: %s", exportKind(kind).key, exportCheckPhrase(*made->check).english().c_str());
            if (made->check->done) QVERIFY(made->check->relative < (int8 ? kBytes : kFloat));
        }
    }
    void distributionsInALibtorchProgram() {
        for (const char* loss : {"student-t", "negative-binomial"}) {
            const auto made =
                exported(runOfCounts(loss, "revin", false, 6), ExportKind::LibTorch, "distribution-torch");
            QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
            qInfo("%s", exportCheckPhrase(*made->check).english().c_str());
            if (!made->check->done) QSKIP(exportCheckPhrase(*made->check).english().c_str());
            QVERIFY(made->check->relative < kFloat);
            if (!qEnvironmentVariableIsSet("GATELAB_ALL_NETWORKS")) break;  // a minute of compiling each
        }
    }
    /// Only parameters that the run does not tell, and counts, may be off.
    void slackIsWhereItMustBe() {
        const PortableNetwork network =
            take(readPortableNetwork(runOfCounts("negative-binomial", "none", false, 6).folder));
        QCOMPARE(network.answerSlack(0), 0.0);
        QVERIFY(std::isinf(network.answerSlack(1)));
        for (std::int64_t i = 2; i < 7; ++i) QCOMPARE(network.answerSlack(i), 1.0);
        QCOMPARE(network.answerSlack(7), 0.0);
        const PortableNetwork student = take(readPortableNetwork(runOfCounts("student-t", "none", false, 6).folder));
        QCOMPARE(student.answerSlack(3), 0.0);
    }

    /// Quantiles that are added up, of odd and even numbers and with an anchor, in each form that can be computed here.
    void risingQuantilesAreTheRun() {
        for (const bool even : {false, true}) {
            ExperimentConfig config = smallConfig();
            config.epochs = 1;
            config.maxSteps = 4;
            config.loss = "rising-quantiles";
            config.quantiles = {"0.05", "0.25", "0.5", "0.75", "0.95"};
            if (even) config.quantiles.erase(config.quantiles.begin() + 2), config.anchor = "revin";
            auto record = take(workspace_->createRun(config, {}, "rising"));
            const DrawnRun run{record->folder(), config, {}};
            runToEnd(*engine_, config, std::move(record));
            const PortableNetwork network = take(readPortableNetwork(run.folder));
            const CheckWindows check = take(makeCheckWindows(*engine_, run.folder, network, 8, {}));
            const OnnxInterpreter model(take(onnxNetwork(network)));
            const double off = difference(model, network, check);
            QVERIFY2(off < kFloat, qPrintable(QString::number(off)));
            QVERIFY(model.facts.contains("quantile_levels"));
            for (const ExportKind kind : {ExportKind::C, ExportKind::PyTorch}) {
                const RunExport made = take(exported(
                    run, kind,
                    even ? "even" + QString(exportKind(kind).suffix) : "odd" + QString(exportKind(kind).suffix)));
                qInfo("%s: %s", exportKind(kind).key, exportCheckPhrase(*made.check).english().c_str());
                if (made.check->done) QVERIFY(made.check->relative < kFloat);
            }
        }
    }

    /// A file whose answers are not the run's is an error, and does not stay.
    void whatComputesSomethingElseIsRemoved() {
        const QString liar = folder_.filePath("liar");
        const auto lies = [&](const QByteArray& program) {
            QFile file(liar);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(
                "#!/bin/sh\n[ \"$1\" = --version ] && { echo liar 1; exit 0; }\n"
                "while [ \"$1\" != -o ]; do shift; done\n"
                "printf '#!/bin/sh\\n" +
                program + "\\n' > \"$2\"\nchmod +x \"$2\"\n");
            file.close();
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        };
        ExperimentConfig config = smallConfig();
        config.epochs = 1;
        config.maxSteps = 2;
        auto record = take(workspace_->createRun(config, {}, "lied about"));
        const DrawnRun run{record->folder(), config, {}};
        runToEnd(*engine_, config, std::move(record));
        const QByteArray before = qgetenv("CC");
        qputenv("CC", liar.toUtf8());
        lies("yes 1000000 | head -n 50000");
        const auto other = exported(run, ExportKind::C, "lied.c");
        lies("echo 1 2 3");
        const auto fewer = exported(run, ExportKind::C, "lied.c");
        before.isNull() ? qunsetenv("CC") : qputenv("CC", before);
        QVERIFY(!other.ok() && !fewer.ok());
        QVERIFY2(other.error().message.find("computes something else than the run") != std::string::npos &&
                     other.error().message.find("removed") != std::string::npos,
                 other.error().message.c_str());
        QVERIFY2(fewer.error().message.find("as many numbers") != std::string::npos, fewer.error().message.c_str());
        QVERIFY(!QFile::exists(folder_.filePath("lied.c")));
    }

    /// Neither does one whose answers are no numbers.
    void whatIsNoNumberIsRemoved() {
        const QString liar = folder_.filePath("python");
        QFile file(liar);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho gatelab-check 100 nan nan PyTorch 0\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const DrawnRun run = runOfCounts("student-t", "none", false, 6);
        const QByteArray before = qgetenv("GATELAB_PYTHON");
        qputenv("GATELAB_PYTHON", liar.toUtf8());
        const auto made = exported(run, ExportKind::PyTorch, "lied.py");
        before.isNull() ? qunsetenv("GATELAB_PYTHON") : qputenv("GATELAB_PYTHON", before);
        QVERIFY(!made.ok());
        QVERIFY2(made.error().message.find("removed") != std::string::npos, made.error().message.c_str());
        QVERIFY(!QFile::exists(folder_.filePath("lied.py")));
    }

    /// A package that is there and cannot be loaded says nothing of the file: that stays, not checked.
    void aBrokenPackageRefusesNothing() {
        const QString broken = folder_.filePath("python-broken");
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho 'ImportError: libcufile.so.0: cannot open shared object file' >&2\nexit 1\n");
        file.close();
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        const DrawnRun run = runOfCounts("student-t", "none", false, 6);
        const QByteArray before = qgetenv("GATELAB_PYTHON");
        qputenv("GATELAB_PYTHON", broken.toUtf8());
        const auto made = exported(run, ExportKind::PyTorch, "unchecked.py");
        before.isNull() ? qunsetenv("GATELAB_PYTHON") : qputenv("GATELAB_PYTHON", before);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
        const std::string said = exportCheckPhrase(*made->check).english();
        QVERIFY2(!made->check->done && said.find("cannot load torch (ImportError: libcufile.so.0") != std::string::npos,
                 said.c_str());
        QVERIFY(QFile::exists(folder_.filePath("unchecked.py")));
    }

    void stopsWhenAsked() {
        RunExportRequest request;
        request.runFolder = runs_.front().folder;
        request.path = folder_.filePath("stopped.onnx").toStdString();
        const auto made = exportRun(
            request, [this]() -> Result<std::shared_ptr<Engine>> { return engine_; }, [](double) { return false; });
        QCOMPARE(made.error().code, ErrorCode::Cancelled);
        QVERIFY(!QFile::exists(folder_.filePath("stopped.onnx")));
    }

    void curvesAndTraces() {
        const RunExport events = take(exported(runs_.front(), ExportKind::TensorBoard, "board"));
        QVERIFY(events.files.front().filename().string().starts_with("events.out.tfevents."));
        QVERIFY(!events.check);
        const auto trace = exported(runs_.front(), ExportKind::Perfetto, "trace.pftrace");
        QVERIFY2(!trace.ok() && trace.error().message.find("no timeline yet") != std::string::npos,
                 trace.ok() ? "" : trace.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestRunExport)
#include "tst_run_export.moc"
