// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/run_columns.h"

#include "base/words/edit_distance.h"
#include "baselines/baselines.h"
#include "common/field_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "config/architecture.h"
#include "config/choices.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "models/chart_table.h"
#include "run/selection_score.h"
#include "runs/machines.h"
#include "runs/run_actions.h"
#include "store/imported_run.h"
#include "store/record/run_ending.h"
#include "verdict/run_groups.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>

namespace gatelab {

namespace {

using Kind = RunColumn::Kind;
using Group = RunColumn::Group;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

QString say(const char* source) { return QCoreApplication::translate("RunColumns", source); }

/// A mean of whole numbers has one digit.
QString formatMeanCount(double value) {
    const double rounded = std::abs(value) < 1000 ? std::round(value * 10) / 10 : std::round(value);
    return rounded == std::floor(rounded) && std::abs(rounded) < 1e15 ? formatCount(static_cast<qint64>(rounded))
                                                                      : QString::number(rounded, 'f', 1);
}

/// Settings that are numbers; texts and lists give none.
double fieldNumber(const RunSummary& run, const Field& field) {
    if (!hasSettings(run)) return kNaN;
    const FieldValue value = fieldValue(run.config, field);
    if (const auto* on = std::get_if<bool>(&value)) return *on ? 1 : 0;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return kNaN;
}

double valueOf(const std::map<std::string, double>& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? kNaN : found->second;
}

double lastValue(const RunSummary& run, MetricId id) { return valueOf(run.lastValues, metric(id).key); }

bool isLossCurve(MetricId id) { return id == MetricId::TrainLoss || id == MetricId::ValidationLoss; }

/// Runs by which the usual columns are chosen.
constexpr std::size_t kLookedAt = 100;

/// Layers whose curves have columns of their own.
constexpr std::uint16_t kColumnLayers = 4;

QString metricName(const MetricChannelId& channel) {
    const Metric& row = metric(channel.metric);
    const QString name = translated(row.label), unit = translated(row.unit);
    const QString label =
        unit.isEmpty() || unit == name ? name : say(QT_TRANSLATE_NOOP("RunColumns", "%1, %2")).arg(name, unit);
    return row.perLayer
               ? say(QT_TRANSLATE_NOOP("RunColumns", "layer %1: %2")).arg(QString::number(channel.layer + 1), label)
               : label;
}

/// The chart that draws it.
QString chartName(const Metric& row) {
    const ChartRow* chart = chartOf(row.id).first;
    return chart ? translated(chart->title) : QString();
}

const QString kEpoch = QStringLiteral("epoch");

/// Names besides key and title, by key; in every language of the window.
constexpr std::pair<const char*, const char*> kUsualNames[] = {
    {"learning_rate", "lr"},
    {"learning_rate", "rate"},
    {"hidden_size", "units"},
    {"hidden_size", "hidden"},
    {"hidden_size", "hidden_units"},
    {"bidirectional", "bi"},
    {"batch_size", "batch"},
    {"time", "s/run"},
    {"time", "seconds"},
    {"best_validation", "score"},
};

/// "val loss", "val_accuracy" as other programs call them.
QString unabbreviated(const QString& name) {
    static const QRegularExpression kShort(QStringLiteral("^val([ _])"));
    return QString(name).replace(kShort, QStringLiteral("validation\\1"));
}

/// "val_loss at epoch 10", "train loss at step 500": a metric of one word or two.
const QRegularExpression& atStepWords() {
    static const QRegularExpression words(QStringLiteral("(\\w+(?: loss| accuracy)?) at (epoch|step) (\\d+)"));
    return words;
}

QString atStepKey(const QRegularExpressionMatch& match) {
    QString metric = unabbreviated(match.captured(1)).replace(QLatin1Char(' '), QLatin1Char('_'));
    return metric + QLatin1Char('@') + (match.captured(2) == kEpoch ? kEpoch : QString()) + match.captured(3);
}

/// Of what the run itself allocated where that is known, else of the process.
double peakMemory(const RunSummary& run) {
    for (const MetricId id : {MetricId::GpuPeak, MetricId::EnginePeak, MetricId::ProcessMemory})
        if (const double value = lastValue(run, id); !std::isnan(value)) return value;
    return kNaN;
}

}  // namespace

const TestScore* testScore(const RunSummary& run, const char* metric) {
    const TestScore* found = nullptr;
    for (const TestScore& score : *run.scores) {
        if (score.method != "model" || score.metric != metric) continue;
        found = &score;
        if (score.scale == "standardised") break;
    }
    return found;
}

QStringList tagsIn(const QString& text) {
    static const QRegularExpression between(QStringLiteral("[\\s,;\uff0c\uff1b\u3001]+"));
    return text.split(between, Qt::SkipEmptyParts);
}

QString lossName(const ExperimentConfig& config) {
    const Choice* loss = findChoice(lossChoices(), config.loss);
    return loss ? translated(loss->label) : fromUtf8(config.loss);
}

QString bestValidationName(const ExperimentConfig& config) {
    const SelectionScore judged = selectionScore(config);
    return judged.curve == MetricId::ValidationLoss ? translated(Text{"Scores", findScore(judged.score)->name})
                                                    : lossName(config);
}

ShortResult shortResult(const RunSummary& run) {
    if (const SelectionScore judged = selectionScore(run.config);
        judged.curve == MetricId::ValidationLoss && run.bestEpoch >= 0 && hasSettings(run))
        return {formatNumber(judged.perCurve * run.bestValidation), bestValidationName(run.config)};
    const double accuracy = valueOf(run.keptValues, metric(MetricId::ValidationAccuracy).key);
    if (!std::isnan(accuracy)) return {formatNumber(accuracy), say(QT_TRANSLATE_NOOP("RunColumns", "accuracy"))};
    if (run.bestEpoch >= 0)
        return {formatNumber(run.bestValidation), hasSettings(run) ? lossName(run.config) : QString()};
    const TestScore* tested = testScore(run, "accuracy");
    return tested
               ? ShortResult{formatNumber(tested->value), say(QT_TRANSLATE_NOOP("RunColumns", "test accuracy")), true}
               : ShortResult{QStringLiteral("-"), {}};
}

QString bestValidationText(const RunSummary& run) {
    if (run.bestEpoch >= 0 && !hasSettings(run)) return formatNumber(run.bestValidation);
    if (run.bestEpoch < 0) return QStringLiteral("-");
    return QStringLiteral("%1 %2").arg(formatNumber(selectionScore(run.config).perCurve * run.bestValidation),
                                       bestValidationName(run.config));
}

bool haveSameMeasure(const std::vector<const RunSummary*>& runs) {
    return std::all_of(runs.begin(), runs.end(), [&](const RunSummary* run) {
        return run == runs.front() || sameMeasure(runs.front()->config, run->config);
    });
}

QString runStateText(const RunSummary& run) {
    if (!run.problem.empty()) return say(QT_TRANSLATE_NOOP("RunColumns", "damaged"));
    if (QString atCluster = clusterStateOf(run.id); !atCluster.isEmpty()) return atCluster;
    if (stoppedByHand(run)) return say(QT_TRANSLATE_NOOP("RunColumns", "stopped"));
    return endedEarly(run) ? say(QT_TRANSLATE_NOOP("RunColumns", "ended early")) : stateLabel(run.state);
}

QString RunColumn::head() const {
    const Field* field = group == Group::Settings ? findField(key.toStdString()) : nullptr;
    QString word = field ? settingWord(*field) : label;
    return word.isEmpty() ? word : word.replace(0, 1, word.at(0).toUpper());
}

QString RunColumn::format(double value) const {
    if (std::isnan(value)) return QStringLiteral("-");
    switch (kind) {
        case Kind::Count:
            return formatMeanCount(value);
        case Kind::Duration:
            return formatDuration(value);
        case Kind::Time:
            return formatMoment(value);
        case Kind::Bytes:
            return formatBytes(value);
        default:
            return group == Group::Settings ? formatSetting(value) : formatNumber(value);
    }
}

RunColumns::RunColumns() {
    addFigures();
    addScores();
    addSettings();
    addMetrics();
}

void RunColumns::addFigures() {
    const auto text = [this](const char* key, const char* label, std::function<QString(const RunSummary&)> value) {
        columns_.push_back({QString::fromLatin1(key), say(label), Kind::Text, Group::Figures, {}, std::move(value)});
    };
    const auto number = [this](const char* key, const char* label, Kind kind,
                               std::function<double(const RunSummary&)> value) {
        columns_.push_back({QString::fromLatin1(key), say(label), kind, Group::Figures, std::move(value)});
    };
    text("name", QT_TRANSLATE_NOOP("RunColumns", "Run"), [](const RunSummary& run) { return shownRunName(run); });
    columns_.back().raw = [](const RunSummary& run) { return fromUtf8(run.name); };
    number("best_validation", QT_TRANSLATE_NOOP("RunColumns", "Best validation"), Kind::Number,
           [](const RunSummary& run) { return run.bestEpoch >= 0 ? run.bestValidation : kNaN; });
    columns_.back().sense = MetricSense::LowerIsBetter;
    columns_.back().isLoss = true;
    columns_.back().help = say(QT_TRANSLATE_NOOP(
        "RunColumns", "Lowest validation loss, prepared scale. Comparable within one loss and data."));
    number("best_epoch", QT_TRANSLATE_NOOP("RunColumns", "Best epoch"), Kind::Count,
           [](const RunSummary& run) { return run.bestEpoch >= 0 ? static_cast<double>(run.bestEpoch) : kNaN; });
    number("time", QT_TRANSLATE_NOOP("RunColumns", "Time"), Kind::Duration,
           [](const RunSummary& run) { return run.seconds; });
    columns_.back().sense = MetricSense::LowerIsBetter;
    number("peak_memory", QT_TRANSLATE_NOOP("RunColumns", "Peak memory, MiB"), Kind::Number, peakMemory);
    columns_.back().sense = MetricSense::LowerIsBetter;
    columns_.back().unit = translated(metric(MetricId::EnginePeak).unit);
    number("steps", QT_TRANSLATE_NOOP("RunColumns", "Steps"), Kind::Count,
           [](const RunSummary& run) { return static_cast<double>(run.step); });
    text("state", QT_TRANSLATE_NOOP("RunColumns", "State"), runStateText);
    number("started", QT_TRANSLATE_NOOP("RunColumns", "Started"), Kind::Time,
           [](const RunSummary& run) { return run.created; });
    text("model", QT_TRANSLATE_NOOP("RunColumns", "Model"), [](const RunSummary& run) {
        return hasSettings(run) ? translated(modelName(run.config)) : QStringLiteral("-");
    });
    text("data", QT_TRANSLATE_NOOP("RunColumns", "Data"), [](const RunSummary& run) { return fromUtf8(run.dataName); });
    text("tags", QT_TRANSLATE_NOOP("RunColumns", "Tags"), [](const RunSummary& run) { return fromUtf8(run.tags); });
    columns_.back().words = tagsIn;
    columns_.back().help =
        say(QT_TRANSLATE_NOOP("RunColumns", "Words, split by spaces or commas. Filter: tags = paper."));
    text("note", QT_TRANSLATE_NOOP("RunColumns", "Note"), [](const RunSummary& run) { return fromUtf8(run.note); });
    number("starred", QT_TRANSLATE_NOOP("RunColumns", "Starred"), Kind::Count,
           [](const RunSummary& run) { return run.starred ? 1.0 : 0.0; });
    columns_.back().isFlag = true;
    columns_.back().text = [](const RunSummary& run) { return run.starred ? QStringLiteral("★") : QString(); };
    number("archived", QT_TRANSLATE_NOOP("RunColumns", "Archived"), Kind::Count,
           [](const RunSummary& run) { return run.archived ? 1.0 : 0.0; });
    columns_.back().isFlag = true;
    number("colour", QT_TRANSLATE_NOOP("RunColumns", "Colour"), Kind::Count,
           [](const RunSummary& run) { return static_cast<double>(run.colour + 1); });
    number("size", QT_TRANSLATE_NOOP("RunColumns", "Size"), Kind::Bytes,
           [](const RunSummary& run) { return static_cast<double>(run.bytes); });
}

void RunColumns::addScores() {
    for (const Score& score : gatelab::scores()) {
        const QString title = score.isShare ? say(QT_TRANSLATE_NOOP("RunColumns", "Test %1"))
                                            : say(QT_TRANSLATE_NOOP("RunColumns", "Test %1, standardised"));
        RunColumn column{QStringLiteral("test_") + QString::fromLatin1(score.key),
                         title.arg(translated(Text{"Scores", score.name})), Kind::Number, Group::Figures};
        column.number = [metric = score.key](const RunSummary& run) {
            const TestScore* found = testScore(run, metric);
            return found ? found->value : kNaN;
        };
        if (!score.isShare) {
            // Sequences have one scale only: their own.
            column.text = [metric = score.key](const RunSummary& run) {
                const TestScore* found = testScore(run, metric);
                const QString value = formatNumber(found ? found->value : kNaN);
                return found && found->scale == "original"
                           ? say(QT_TRANSLATE_NOOP("RunColumns", "%1 (original scale)")).arg(value)
                           : value;
            };
            column.help = say(QT_TRANSLATE_NOOP("RunColumns", "Test part, standardised by the training part."));
        } else
            column.help = say(QT_TRANSLATE_NOOP("RunColumns", "On the test part."));
        column.section = say(QT_TRANSLATE_NOOP("RunColumns", "Test scores"));
        column.sense = score.better == Score::Better::Higher  ? MetricSense::HigherIsBetter
                       : score.better == Score::Better::Lower ? MetricSense::LowerIsBetter
                                                              : MetricSense::Neutral;
        columns_.push_back(std::move(column));
    }
}

void RunColumns::addSettings() {
    for (const Field& field : fields()) {
        const QString key = QString::fromLatin1(field.key);
        if (find(key)) continue;  // the run's own name, not the one asked for
        const FieldValue usual = fieldValue(ExperimentConfig{}, field);
        RunColumn column{key, translated(field.label), Kind::Number, Group::Settings};
        column.help = translated(field.help);
        column.section = translated(groupLabel(field.group));
        column.text = [&field](const RunSummary& run) {
            return hasSettings(run) ? displayValue(field, fieldValue(run.config, field)) : QStringLiteral("-");
        };
        if (std::holds_alternative<std::string>(usual) || std::holds_alternative<std::vector<std::string>>(usual)) {
            column.kind = Kind::Text;
            column.raw = [&field](const RunSummary& run) {
                return hasSettings(run) ? fromUtf8(formatFieldValue(fieldValue(run.config, field))) : QString();
            };
        } else {
            if (!std::holds_alternative<double>(usual)) column.kind = Kind::Count;
            column.isFlag = std::holds_alternative<bool>(usual);
            column.number = [&field](const RunSummary& run) { return fieldNumber(run, field); };
        }
        columns_.push_back(std::move(column));
    }
}

void RunColumns::addMetrics() {
    const auto forCurves = [](const auto& act) {
        for (const Metric& row : metrics())
            for (std::uint16_t layer = 0; layer < (row.perLayer ? kColumnLayers : 1); ++layer)
                act(row, MetricChannelId{row.id, layer});
    };
    const auto add = [this](const QString& key, const QString& title, const Metric& row, const MetricChannelId& channel,
                            Group group, LazyValue<CurveValues> RunSummary::*values) {
        if (find(key)) return;
        columns_.push_back(
            {key, title.arg(metricName(channel)), Kind::Number, group,
             [curve = channelKey(channel), values](const RunSummary& run) { return valueOf(run.*values, curve); }});
        columns_.back().sense = row.sense;
        columns_.back().isLoss = isLossCurve(row.id);
        columns_.back().section = chartName(row);
        columns_.back().unit = translated(row.unit);
    };
    forCurves([&](const Metric& row, const MetricChannelId& channel) {
        const bool isMean = row.summary == MetricSummary::Mean || row.summary == MetricSummary::Rate;
        const QString title = isMean                               ? say(QT_TRANSLATE_NOOP("RunColumns", "Mean %1"))
                              : row.summary == MetricSummary::Most ? say(QT_TRANSLATE_NOOP("RunColumns", "Most %1"))
                                                                   : say(QT_TRANSLATE_NOOP("RunColumns", "Last %1"));
        add(QString::fromStdString(channelKey(channel)), title, row, channel, Group::Metrics, &RunSummary::lastValues);
    });
    forCurves([&](const Metric& row, const MetricChannelId& channel) {
        if (row.sense == MetricSense::Neutral) return;
        add(QStringLiteral("best_") + QString::fromStdString(channelKey(channel)),
            say(QT_TRANSLATE_NOOP("RunColumns", "Best %1")), row, channel, Group::Best, &RunSummary::bestValues);
    });
}

const RunColumn* RunColumns::findOrAdd(const QString& key) {
    if (const RunColumn* known = find(key)) return known;
    const qsizetype mark = key.indexOf(QLatin1Char('@'));
    const auto channel = mark < 0 ? std::nullopt : findChannel(key.left(mark).toStdString());
    bool number = false;
    QString place = key.mid(mark + 1);
    const bool isEpoch = place.startsWith(kEpoch);
    if (isEpoch) place.remove(0, kEpoch.size());
    const qint64 step = place.toLongLong(&number);
    if (!channel || !number || step < 0) return nullptr;
    auto at = std::make_shared<AtStep>(AtStep{channelKey(*channel), step, isEpoch, {}});
    const QString title = isEpoch ? say(QT_TRANSLATE_NOOP("RunColumns", "%1 at epoch %2"))
                                  : say(QT_TRANSLATE_NOOP("RunColumns", "%1 at step %2"));
    RunColumn column{key, title.arg(metricName(*channel), formatCount(step)), Kind::Number, Group::AtStep};
    column.number = [at](const RunSummary& run) {
        const auto found = at->values.find(run.id);
        return found == at->values.end() ? kNaN : found->second;
    };
    column.sense = metric(channel->metric).sense;
    column.isLoss = isLossCurve(channel->metric);
    column.atStep = at;
    column.section = chartName(metric(channel->metric));
    columns_.push_back(std::move(column));
    return &columns_.back();
}

std::vector<const RunColumn*> RunColumns::addAtSteps(const QString& expression) {
    std::vector<const RunColumn*> added;
    static const QRegularExpression kMarked(QStringLiteral("(\\w+@(?:epoch)?\\d+)"));
    for (auto each = kMarked.globalMatch(expression.toLower()); each.hasNext();)
        if (const RunColumn* column = findOrAdd(each.next().captured(1))) added.push_back(column);
    for (auto each = atStepWords().globalMatch(expression.toLower()); each.hasNext();)
        if (const RunColumn* column = findOrAdd(atStepKey(each.next()))) added.push_back(column);
    return added;
}

const RunColumn* RunColumns::find(const QString& key) const {
    const auto found =
        std::find_if(columns_.begin(), columns_.end(), [&](const RunColumn& column) { return column.key == key; });
    return found == columns_.end() ? nullptr : &*found;
}

const RunColumn* RunColumns::named(const QString& words) const {
    const QString title = words.simplified();
    if (const auto at = atStepWords().match(title.toLower()); at.hasMatch() && at.capturedLength() == title.size())
        return find(atStepKey(at));
    if (const QString whole = unabbreviated(title.toLower()); whole != title.toLower())
        if (const RunColumn* column = named(whole)) return column;
    if (const RunColumn* column = find(QString(title).replace(QLatin1Char(' '), QLatin1Char('_')).toLower()))
        return column;
    const auto by = [&](auto isNamed) {
        const auto found = std::ranges::find_if(columns_, isNamed);
        return found == columns_.end() ? nullptr : &*found;
    };
    if (const RunColumn* column =
            by([&](const RunColumn& column) { return column.label.compare(title, Qt::CaseInsensitive) == 0; }))
        return column;
    const QString key = QString(title).replace(QLatin1Char(' '), QLatin1Char('_'));
    return by([&](const RunColumn& column) {
        const QStringList names = namesOf(column);
        return names.contains(title, Qt::CaseInsensitive) || names.contains(key, Qt::CaseInsensitive);
    });
}

QStringList RunColumns::namesOf(const RunColumn& column) {
    QStringList names{column.key, column.label};
    const Field* field = column.group == Group::Settings ? findField(column.key.toStdString()) : nullptr;
    if (field) names << settingWord(*field);
    for (const auto& [key, name] : kUsualNames)
        if (column.key == QLatin1String(key)) names << QLatin1String(name);
    // The score of the board is that of the kept weights.
    static const QString kBest = QStringLiteral("best_validation_");
    if (column.key.startsWith(kBest)) names << QStringLiteral("val. ") + column.key.mid(kBest.size());
    names.removeDuplicates();
    return names;
}

QStringList RunColumns::like(const QString& key) const {
    std::vector<std::pair<std::size_t, QString>> near;
    for (const RunColumn& column : columns_) {
        const std::size_t steps = editDistance(key.toLower().toStdString(), column.key.toStdString());
        if (steps <= std::max<std::size_t>(2, static_cast<std::size_t>(key.size()) / 3) ||
            (key.size() > 2 && column.key.contains(key.toLower())))
            near.emplace_back(steps, column.key);
    }
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QStringList keys;
    for (const auto& [steps, found] : near) keys << found;
    return keys;
}

std::vector<const RunColumn*> RunColumns::matching(const QString& words) const {
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<const RunColumn*> found;
    for (const RunColumn& column : columns_) {
        const QString words = QStringList{column.label, column.section, column.key}.join(QLatin1Char(' '));
        if (std::all_of(wanted.begin(), wanted.end(),
                        [&](const QString& word) { return words.contains(word, Qt::CaseInsensitive); }))
            found.push_back(&column);
    }
    std::stable_partition(found.begin(), found.end(), [start = words.trimmed()](const RunColumn* column) {
        return column->label.startsWith(start, Qt::CaseInsensitive);
    });
    return found;
}

QStringList RunColumns::usual(std::span<const RunSummary> runs) {
    bool forecasts = false, classes = false, tags = false;
    std::set<std::string> losses, bits;  // of texts by characters or by words
    for (const RunSummary& run : runs.first(std::min(runs.size(), kLookedAt))) {
        (isForecast(*run.config) ? forecasts : classes) = true;
        if (const std::string judged = selectionScore(run.config).score; judged.starts_with("bits_per_"))
            bits.insert(judged);
        tags = tags || !run.tags.empty();
        losses.insert(run.config->loss);
    }
    QStringList keys{QStringLiteral("name"), QStringLiteral("best_validation")};
    if (losses.size() > 1) keys << QStringLiteral("loss");
    keys << QStringLiteral("best_epoch");
    for (const std::string& score : bits) keys << QStringLiteral("test_") + fromUtf8(score);
    if (classes) keys << QStringLiteral("test_accuracy") << QStringLiteral("test_f1");
    if (forecasts || !classes) keys << QStringLiteral("test_mse");
    keys << QStringLiteral("samples_per_second") << QStringLiteral("time") << QStringLiteral("state")
         << QStringLiteral("started");
    if (tags) keys << QStringLiteral("tags");
    return keys;
}

}  // namespace gatelab
