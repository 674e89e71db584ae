// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/config/choices.cpp, core/config/config_check.cpp, core/config/field.cpp and core/config/fields.cpp.
#include "config/choices.h"
#include "config/config_check.h"
#include "config/config_io.h"
#include "config/field.h"
#include "config/switches.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace gatelab;

namespace {

/// A value of this field that is allowed and is not the default.
FieldValue otherValue(const Field& field, const FieldValue& value) {
    if (const bool* on = std::get_if<bool>(&value)) return !*on;
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole) < field.range.high ? *whole + 1 : *whole - 1;
    if (const auto* real = std::get_if<double>(&value)) return *real / 3 + std::min(field.range.high / 7, 0.0123456789);
    if (std::holds_alternative<std::string>(value)) {
        if (std::string_view(field.key) == "resample_by") return std::string("sum, näme=last");
        if (field.choices.empty()) return std::string("näme, with \"quotes\" \\ 序列");
        for (const auto& choice : field.choices)
            if (std::get<std::string>(value) != choice.key) return std::string(choice.key);
    }
    return std::vector<std::string>{"a,b", "c(d=1,e=2)", "f \"g\"", "序列", "back\\slash", "open("};
}

}  // namespace

class TestConfig : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysAndFlagsAreUnique() {
        std::set<std::string> keys, flags;
        for (const Field& field : fields()) {
            QVERIFY2(keys.insert(field.key).second, field.key);
            QVERIFY2(flags.insert(fieldFlag(field)).second, field.key);
            QVERIFY2(!field.label.isEmpty() && !field.help.isEmpty(), field.key);
            QCOMPARE(findField(field.key), &field);
        }
        QVERIFY(!findField("no_such_field"));
    }

    void everyMemberHasOneRow() {
        // A member without a row would keep its default through this loop; the sizes of the types tell when one was
        // forgotten.
        ExperimentConfig changed;
        std::size_t bytes = 0;
        for (const Field& field : fields()) {
            QVERIFY2(setFieldValue(changed, field, otherValue(field, fieldValue(changed, field))).ok(), field.key);
            bytes +=
                std::visit([](auto member) { return sizeof(std::declval<ExperimentConfig>().*member); }, field.member);
        }
        QVERIFY2(sizeof(ExperimentConfig) - bytes <= 8 * 24,
                 qPrintable(QString("%1 of %2 bytes have a row").arg(bytes).arg(sizeof(ExperimentConfig))));
        QCOMPARE(differingKeys(ExperimentConfig{}, changed).size(), fields().size());
    }

    void defaultsAreInRange() {
        for (const Field& field : fields()) {
            const auto problem = checkFieldValue(field, fieldValue(ExperimentConfig{}, field));
            QVERIFY2(!problem, field.key);
        }
        QVERIFY(!hasErrors(checkConfig(ExperimentConfig{})));
        // A network that cannot learn is told so, but may be tried.
        ExperimentConfig zeros;
        zeros.initialisation = "zeros";
        const auto reported = checkConfig(zeros);
        QVERIFY(!hasErrors(reported) && std::ranges::any_of(reported, [](const ConfigFinding& finding) {
            return finding.key == "initialisation" && finding.severity == Severity::Warning;
        }));
    }

    void textRoundTrip() {
        for (const Field& field : fields()) {
            const FieldValue other = otherValue(field, fieldValue(ExperimentConfig{}, field));
            const auto parsed = parseFieldValue(field, formatFieldValue(other));
            QVERIFY2(parsed.ok(),
                     qPrintable(QString("%1: %2").arg(field.key, QString::fromStdString(formatFieldValue(other)))));
            QVERIFY2(*parsed == other, field.key);
        }
    }

    void jsonRoundTrip() {
        ExperimentConfig changed;
        for (const Field& field : fields())
            QVERIFY(setFieldValue(changed, field, otherValue(field, fieldValue(changed, field))).ok());
        const auto read = configFromJson(configToJson(changed));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message.c_str());
        QCOMPARE(differingKeys(read->config, changed).size(), std::size_t{0});
        QVERIFY(read->warnings.empty());
    }

    void jsonOddities() {
        QVERIFY(!configFromJson("").ok());
        QVERIFY(!configFromJson("[1]").ok());
        QVERIFY(!configFromJson("{}").ok());
        QCOMPARE(configFromJson("{\"gatelab\": 99}").error().code, ErrorCode::Unsupported);
        QVERIFY(!configFromJson("{\"gatelab\": 1, \"epochs\": \"many\"}").ok());
        QVERIFY(!configFromJson("{\"gatelab\": 1, \"epochs\": 0}").ok());
        QVERIFY(!configFromJson("{\"gatelab\": 1, \"cell\": \"transformer\"}").ok());
        const auto unknown = configFromJson("{\"gatelab\": 1, \"future\": 3, \"learning_rate\": 1}");
        QVERIFY(unknown.ok());
        QCOMPARE(unknown->warnings.size(), std::size_t{1});
        QCOMPARE(unknown->config.learningRate, 1.0);
        // Beyond 2^63, where it would turn negative
        QCOMPARE(configFromJson("{\"gatelab\": 18446744073709551615}").error().code, ErrorCode::Unsupported);
        QVERIFY(!configFromJson("{\"gatelab\": 1, \"threads\": 18446744073709551615}").ok());
        for (const Field& field : fields())
            if (std::holds_alternative<std::int64_t ExperimentConfig::*>(field.member))
                QVERIFY2(
                    !configFromJson("{\"gatelab\": 1, \"" + std::string(field.key) + "\": 18446744073709551615}").ok(),
                    field.key);
    }

    void jsonCutAnywhere() {
        const std::string whole = configToJson({});
        for (std::size_t size = 0; size + 2 < whole.size(); ++size)
            QVERIFY(!configFromJson(std::string_view(whole).substr(0, size)).ok());
    }

    void badTextIsRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("word") << "epochs"
                              << "ten";
        QTest::newRow("fraction") << "epochs"
                                  << "1.5";
        QTest::newRow("overflow") << "epochs"
                                  << "99999999999999999999";
        QTest::newRow("zero") << "batch_size"
                              << "0";
        QTest::newRow("nan") << "learning_rate"
                             << "nan";
        QTest::newRow("inf") << "learning_rate"
                             << "inf";
        QTest::newRow("negative") << "learning_rate"
                                  << "-1";
        QTest::newRow("rest") << "learning_rate"
                              << "1e-3x";
        QTest::newRow("empty") << "learning_rate"
                               << "";
        QTest::newRow("choice") << "cell"
                                << "LSTM";
        QTest::newRow("bool") << "bidirectional"
                              << "maybe";
    }
    void badTextIsRefused() {
        QFETCH(QString, key);
        QFETCH(QString, text);
        const auto parsed = parseFieldValue(*findField(key.toStdString()), text.toStdString());
        QVERIFY(!parsed.ok());
        QVERIFY(!parsed.error().message.empty());
    }

    void aNumberThatIsTooLargeIsSaidToBe() {
        for (const auto& [key, text] :
             {std::pair("learning_rate", "1e400"), std::pair("learning_rate", "+1e-400"), std::pair("epochs", "1e400"),
              std::pair("epochs", "1e20"), std::pair("epochs", "99999999999999999999")}) {
            const auto refused = parseFieldValue(*findField(key), text);
            QVERIFY2(!refused && refused.error().message.find("too large or too small") != std::string::npos, text);
        }
    }

    void wholeNumbersInOtherSpellings() {
        QCOMPARE(std::get<std::int64_t>(*parseFieldValue(*findField("epochs"), " 1e3 ")), std::int64_t{1000});
        QCOMPARE(std::get<double>(*parseFieldValue(*findField("learning_rate"), "+3e-4")), 3e-4);
    }

    void contradictionsAreFound_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("projection of a GRU") << "projection_size" << QStringList{"cell=gru", "projection_size=4"};
        QTest::newRow("projection too wide") << "projection_size" << QStringList{"projection_size=32"};
        QTest::newRow("peephole of a GRU") << "peephole" << QStringList{"cell=gru", "peephole=true"};
        QTest::newRow("carried and shuffled") << "carry_state" << QStringList{"carry_state=true"};
        QTest::newRow("carried between sequences")
            << "carry_state"
            << QStringList{"carry_state=true", "shuffle=false", "task=classification", "loss=cross-entropy"};
        QTest::newRow("class loss") << "loss" << QStringList{"task=classification"};
        QTest::newRow("quantile") << "quantiles" << QStringList{"loss=pinball", "quantiles=0.5,1.5"};
        QTest::newRow("quantile of a normal distribution")
            << "quantiles" << QStringList{"loss=gaussian-nll", "quantiles=0"};
        QTest::newRow("falling quantiles") << "quantiles" << QStringList{"loss=pinball", "quantiles=0.9,0.1"};
        QTest::newRow("device") << "device" << QStringList{"device=gpu"};
        QTest::newRow("device index") << "device" << QStringList{"device=cuda:x"};
        QTest::newRow("cpu tf32") << "precision" << QStringList{"device=cpu", "precision=tf32"};
        QTest::newRow("column") << "targets" << QStringList{"targets=no such"};
        QTest::newRow("too short") << "lookback" << QStringList{"lookback=200"};
    }
    void contradictionsAreFound() {
        QFETCH(QString, key);
        QFETCH(QStringList, settings);
        ExperimentConfig config;
        for (const QString& setting : settings) {
            const Field* field = findField(setting.section('=', 0, 0).toStdString());
            const auto value = parseFieldValue(*field, setting.section('=', 1).toStdString());
            QVERIFY(value.ok() && setFieldValue(config, *field, *value).ok());
        }
        const auto findings = checkConfig(config, {.rows = 200, .columns = {"a", "b"}});
        QVERIFY(std::any_of(findings.begin(), findings.end(), [&](const ConfigFinding& f) {
            return f.severity == Severity::Error && f.key == key.toStdString();
        }));
    }

    void cudnnRefusesLongSequences() {
        ExperimentConfig config;
        config.lookback = kMaxCudnnSteps + 1;
        const auto isRefused = [&config](const char* device, const char* implementation) {
            config.device = device, config.implementation = implementation;
            return std::ranges::any_of(checkConfig(config), [](const ConfigFinding& f) {
                return f.severity == Severity::Error && f.message.english().find("cuDNN") != std::string::npos;
            });
        };
        QVERIFY(isRefused("cuda:0", "auto") && isRefused("cuda:0", "library"));
        QVERIFY(!isRefused("cuda:0", "cell") && !isRefused("cpu", "auto") && !isRefused("auto", "auto"));
        QVERIFY(isRefused("cuda:0", "cudnn-tuned") && !isRefused("cuda:0", "persistent"));
        config.cell = "slstm";
        QVERIFY(!isRefused("cuda:0", "auto"));  // goes step by step
        config.cell = "lstm";
        config.lookback = kMaxCudnnSteps;
        QVERIFY(!isRefused("cuda:0", "auto"));
    }

    void choicesAreUnique() {
        for (const Field& field : fields()) {
            std::set<std::string> keys;
            for (const Choice& choice : field.choices) QVERIFY(keys.insert(choice.key).second);
        }
    }
};

QTEST_APPLESS_MAIN(TestConfig)
#include "tst_config.moc"
