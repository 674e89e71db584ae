// SPDX-License-Identifier: GPL-3.0-or-later
// "data inspect": what was understood of a file before anything is trained on it; "data convert" writes it; "data look"
// is in look/data_look.cpp.
#include "io/json/json.h"
#include "worker/commands.h"
#include "worker/look/data_look.h"
#include "worker/look/kept_columns.h"
#include "worker/look/named_data.h"
#include "worker/look/text_report.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/finding_hint.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/padded.h"
#include "worker/sudden_end.h"

#include "app/experiment_data.h"
#include "app/kept_data.h"
#include "config/choices.h"
#include "config/field.h"
#include "data/doctor.h"
#include "data/findings/remedy.h"
#include "data/many/many_series.h"
#include "data/readers.h"
#include "data/recipe/categories.h"
#include "data/resample/event_rows.h"
#include "data/row_time.h"
#include "data/sequences/running_text.h"
#include "data/shapes/shape_choice.h"
#include "data/tables/file_part.h"
#include "data/time_step.h"
#include "export/raw_export.h"
#include "export/sequence_export.h"
#include "export/series_export.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

struct DataOptions {
    const CLI::App* command = nullptr;
    ExperimentOptions experiment;
    std::vector<std::filesystem::path> files;  ///< that are read, of "convert" with the one that is written
    std::filesystem::path out;                 ///< empty for "inspect"
    std::filesystem::path folder;              ///< of its tables' cells
    bool json = false, raw = false, shapes = false, reasons = false;
    std::size_t head = 0;  ///< lines to show instead; 0: none
};

/// What the values of one column say; NaN: it has none.
struct ColumnFigures {
    std::int64_t missing = 0;
    double first = std::numeric_limits<double>::quiet_NaN(), last = first, sum = first;
    void add(double value) {
        if (std::isnan(value)) {
            ++missing;
            return;
        }
        sum = std::isnan(first) ? value : sum + value;
        if (std::isnan(first)) first = value;
        last = value;
    }
};

/// Everything that is told of a file, for people and for programs.
struct Facts {
    ReadReport report;
    std::vector<ReadColumn> columns;
    std::map<std::string, ColumnFigures> figures;  ///< of the columns of values
    std::vector<std::string> timeColumns;
    std::string first, last;
    std::int64_t stepMicros = 0;
    bool isSteady = true;                    ///< nearly all rows keep that step
    std::vector<ToldFinding> doubts;         ///< about the values: what the doctor finds
    std::vector<SeriesMember> members = {};  ///< of many series
    Phrase many = {};                        ///< how many they are; empty: one
    std::map<std::string, Json> words = {};  ///< of the columns of words
    bool areEvents = false;                  ///< the rows, which keep no step then
};

/// What the doctor finds, also with the windows that a run would have.
void addDoubts(const Series& series, const ExperimentConfig& config, const ExperimentOptions& options, Facts& facts) {
    const auto add = [&](const std::vector<DataFinding>& findings, const ExperimentConfig& with) {
        for (ToldFinding& told : toldFindings(findings, series, with)) facts.doubts.push_back(std::move(told));
    };
    add(examineAs(series, config), config);
    std::vector<DataFinding> ofRun = examineExperiment(series, config);
    std::erase_if(ofRun, [](const DataFinding& finding) { return finding.code == "few-windows"; });
    add(ofRun, config);
    if (!fewWindows(series, config)) return;
    const ExperimentConfig windowed = withUsualWindows(series, config, options);
    if (const auto few = fewWindows(series, windowed)) add({*few}, windowed);
}

void addSeries(const Series& series, const ExperimentConfig& config, const ExperimentOptions& options, Facts& facts) {
    facts.columns = series.report.columns;
    for (const Category& category : categoriesOf(series))
        for (const std::size_t c : category.channels)
            facts.words[category.column].push_back(series.channels[c].name.substr(category.column.size() + 1));
    for (const Channel& channel : series.channels) {
        ColumnFigures& figures = facts.figures[channel.name];
        for (const double value : channel.values) figures.add(value);
    }
    addDoubts(series, config, options, facts);
    facts.members = membersOf(series), facts.many = describeMembers(series);
    if (!series.time.known()) return;
    for (const ReadColumn& column : facts.columns)
        if (column.role == ReadColumn::Role::Time) facts.timeColumns.push_back(column.name);
    const TimeExtent all = timeExtent(series.time);
    facts.first = rowTime(series.time, all.first), facts.last = rowTime(series.time, all.last);
    for (std::string* text : {&facts.first, &facts.last}) std::ranges::replace(*text, ' ', 'T');
    facts.stepMicros = series.time.stepMicros;
    const bool isOne = facts.members.empty();
    facts.isSteady = !isOne || hasSteadyStep(series.time);
    facts.areEvents = isOne && gatelab::areEvents(series.time);
}

/// The values of all sequences one after the other.
void addSequences(const SequenceSet& set, Facts& facts) {
    const std::size_t channels = set.channelNames.size();
    for (const std::string& name : set.channelNames) facts.columns.push_back({.name = name});
    std::vector<ColumnFigures*> figures;
    for (const std::string& name : set.channelNames) figures.push_back(&facts.figures[name]);
    for (const SequenceSet::Item& item : set.items)
        for (std::size_t i = 0; i < item.values.size(); ++i) figures[i % channels]->add(item.values[i]);
}

Facts factsOf(const Dataset& data, const ExperimentConfig& config, const ExperimentOptions& options) {
    Facts facts{data.series ? data.series->report : data.sequences->report, {}, {}, {}, {}, {}, 0, true, {}};
    if (data.series)
        addSeries(*data.series, config, options, facts);
    else
        addSequences(*data.sequences, facts);
    return facts;
}

/// "semicolon ;", and the next best reading where there was one.
std::string guessText(const ReadGuess& guess) {
    return plainText(guess.shown) + (guess.certain            ? std::string()
                                     : guess.runnerUp.empty() ? " (a guess)"
                                                              : " (a guess; it could also be " + guess.runnerUp + ")");
}

Json jsonOf(const std::vector<ReadCandidate>& candidates) {
    Json all = Json::array();
    for (const ReadCandidate& one : candidates)
        all.push_back({{"value", one.value}, {"score", one.score}, {"reason", one.reason.english()}});
    return all;
}

Json jsonOf(const Facts& facts) {
    const ReadAccount& account = facts.report.account;
    Json left = Json::array(), guesses = Json::array(), columns = Json::array(), warnings = Json::array();
    for (const auto& row : account.leftOut()) left.push_back({{"line", row.line}, {"why", row.why.english()}});
    for (const ReadGuess& guess : facts.report.guesses)
        if (guess.key != "series")
            guesses.push_back({{"what", guess.key},
                               {"value", guess.value},
                               {"certain", guess.certain},
                               {"other", guess.runnerUp.empty() ? Json() : Json(guess.runnerUp)},
                               {"candidates", jsonOf(guess.candidates)}});
    for (const ReadColumn& column : facts.columns) {
        const auto found = facts.figures.find(column.name);
        const bool isValue = column.role == ReadColumn::Role::Value && found != facts.figures.end();
        const ColumnFigures figures = isValue ? found->second : ColumnFigures{};
        columns.push_back({{"name", column.name},
                           {"kind", keyOf(column.kind)},
                           {"role", keyOf(column.role)},
                           {"missing", isValue ? figures.missing : column.missing},
                           {"first", number(figures.first)},
                           {"last", number(figures.last)},
                           {"sum", number(figures.sum)}});
        if (const auto words = facts.words.find(column.name); words != facts.words.end())
            columns.back()["words"] = words->second;
    }
    for (const ReadWarning& warning : facts.report.warnings)
        warnings.push_back((warning.line > 0 ? "line " + std::to_string(warning.line) + ": " : "") +
                           warning.message.english());
    Json remedies = Json::array();
    for (const ToldFinding& doubt : facts.doubts) {
        warnings.push_back(doubt.text.english());
        if (!doubt.hint.empty()) remedies.push_back({{"warning", warnings.back()}, {"flags", bareFlags(doubt.hint)}});
    }
    Json members = Json::array();
    for (const SeriesMember& member : facts.members)
        members.push_back({{"name", member.name}, {"rows", member.rows()}});
    const auto text = [](const std::string& time) { return time.empty() ? Json() : Json(time); };
    Json json{{"rows_in_file", account.rowsInFile},
              {"rows_read", account.rowsRead},
              {"left_out", left},
              {"guesses", guesses},
              {"time",
               {{"columns", facts.timeColumns},
                {"first", text(facts.first)},
                {"last", text(facts.last)},
                {"step_seconds", facts.stepMicros > 0 ? Json(static_cast<double>(facts.stepMicros) / 1e6) : Json()}}},
              {"columns", columns},
              {"warnings", warnings},
              {"remedies", remedies}};
    if (!members.empty()) json["series"] = members;
    return json;
}

void printMore(std::int64_t all, std::int64_t shown) {
    if (all > shown) std::printf("  ... and %lld more (--json names all)\n", static_cast<long long>(all - shown));
}

void printColumns(const Facts& facts) {
    constexpr std::size_t kMaxShown = 40;
    std::printf("\n%-28s %-8s %-14s %9s %14s %14s %16s\n", "column", "kind", "role", "missing", "first", "last", "sum");
    for (std::size_t c = 0; c < std::min(kMaxShown, facts.columns.size()); ++c) {
        const ReadColumn& column = facts.columns[c];
        const auto found = facts.figures.find(column.name);
        const bool isValue = column.role == ReadColumn::Role::Value && found != facts.figures.end();
        const ColumnFigures figures = isValue ? found->second : ColumnFigures{};
        std::printf("%s %-8s %-14s %9lld %14s %14s %16s\n", padded(column.name, 28).c_str(), keyOf(column.kind),
                    keyOf(column.role), static_cast<long long>(isValue ? figures.missing : column.missing),
                    figureText(figures.first, 8).c_str(), figureText(figures.last, 8).c_str(),
                    figureText(figures.sum, 10).c_str());
    }
    printMore(static_cast<std::int64_t>(facts.columns.size()), kMaxShown);
}

/// Seconds; of the calendar's steps, which have no fixed length, the words.
std::string stepText(std::int64_t micros) {
    constexpr std::int64_t kShortestMonth = INT64_C(28) * 86'400'000'000;
    return micros < kShortestMonth ? figureText(static_cast<double>(micros) / 1e6, 9) + " s"
                                   : plainText(shownStep(micros));
}

/// `text`: a running text, which is no table; null: none.
void printFacts(const Facts& facts, bool withReasons, const SequenceSet* text) {
    constexpr std::int64_t kMaxShown = 20;
    const ReadAccount& account = facts.report.account;
    std::printf("%lld rows in the file, %lld read, %lld left out\n", static_cast<long long>(account.rowsInFile),
                static_cast<long long>(account.rowsRead), static_cast<long long>(account.left()));
    for (const auto& row : account.leftOut(kMaxShown))
        std::printf("  line %lld: %s\n", static_cast<long long>(row.line), plainText(row.why).c_str());
    printMore(account.left(), kMaxShown);
    if (!facts.many.empty()) std::printf("\n%s\n", plainText(facts.many).c_str());
    if (text != nullptr)
        printText(*text);
    else if (facts.first.empty())
        std::printf("\ntime: none, the rows are counted\n");
    else
        std::printf("\ntime: %s to %s%s\n", facts.first.c_str(), facts.last.c_str(),
                    facts.areEvents        ? ", a row whenever something happens"
                    : facts.stepMicros > 0 ? ((facts.isSteady ? ", a row every " : ", most often a row every ") +
                                              stepText(facts.stepMicros))
                                                 .c_str()
                                           : "");
    if (text == nullptr) printColumns(facts);
    if (!facts.report.guesses.empty()) std::printf("\n");
    for (const ReadGuess& guess : facts.report.guesses) {
        if (guess.key == "series") continue;  // told above
        const Field* field = findField(guess.key);
        std::printf("%-28s %s\n", field != nullptr ? field->label.source : guess.key.c_str(), guessText(guess).c_str());
        for (const ReadCandidate& one : withReasons ? guess.candidates : std::vector<ReadCandidate>())
            std::printf("  %4.2f %s %s\n", one.score, padded(one.value, 21).c_str(), plainText(one.reason).c_str());
    }
    const auto warnings = static_cast<std::int64_t>(facts.report.warnings.size());
    if (warnings > 0) std::printf("\n");
    for (std::int64_t i = 0; i < std::min(kMaxShown, warnings); ++i) {
        const ReadWarning& warning = facts.report.warnings[static_cast<std::size_t>(i)];
        std::printf("warning: %s%s\n", warning.line > 0 ? ("line " + std::to_string(warning.line) + ": ").c_str() : "",
                    saidWithFlags(warning.message).c_str());
    }
    printMore(warnings, kMaxShown);
    for (const ToldFinding& doubt : facts.doubts)
        std::printf("warning: %s%s\n", plainText(doubt.text).c_str(), doubt.hint.c_str());
}

/// `config`: how the file was read.
Result<Dataset> readNamed(const DataOptions& options, ExperimentConfig& config) {
    auto given = options.experiment.config();
    if (!given.ok()) return given.error();
    config = std::move(*given);
    return worker::readNamed(options.files, config, chosenReading(options.experiment));
}

/// As .ts, which has a file for each part.
int convertSequences(const SequenceSet& set, const DataOptions& options) {
    const auto files = sequenceFilesFor(set, options.out);
    std::error_code unknown;
    for (const std::filesystem::path& file : files)
        if (std::filesystem::exists(file, unknown))
            return fail({ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Files", "'%1' is there already; choose another name, or remove it first"),
                          {file.string()}}},
                        options.json);
    if (auto written = exportSequences(set, options.out); !written.ok()) return fail(written.error(), options.json);
    for (const std::filesystem::path& file : files) std::printf("%s\n", file.c_str());
    std::printf("%zu sequences, %zu channels, %zu classes\n", set.items.size(), set.channelNames.size(),
                set.classNames.size());
    return kDone;
}

int convert(const DataOptions& options) {
    ExperimentConfig config;
    const auto data = readNamed(options, config);
    if (!data.ok()) return fail(data.error(), options.json);
    if (!data->series) return convertSequences(*data->sequences, options);
    std::error_code unknown;
    if (std::filesystem::exists(options.out, unknown))
        return fail({ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Files", "'%1' is there already; choose another name, or remove it first"),
                      {options.out.string()}}},
                    options.json);
    if (auto written = exportSeries(*data->series, options.out); !written.ok())
        return fail(written.error(), options.json);
    const std::size_t many = membersOf(*data->series).size();
    std::printf("%s: %lld rows, %zu columns%s%s\n", options.out.c_str(), static_cast<long long>(data->series->rows()),
                data->series->channels.size() - (many > 0 ? 1 : 0),
                many == 0                           ? ""
                : options.out.extension() == ".npy" ? " of each series, without their names"
                                                    : " beside the names of the series",
                !data->series->time.known()         ? ""
                : options.out.extension() == ".npy" ? ", without their times"
                                                    : " and their times");
    if (const std::int64_t left = data->series->report.account.left(); left > 0)
        std::printf("%lld rows were left out; data inspect says which, and why\n", static_cast<long long>(left));
    for (const SkippedColumn& column : data->series->report.skippedColumns)
        std::printf("column '%s' was not written, as it %s; data convert --raw keeps its cells\n",
                    shown(column.name).c_str(),
                    column.reason == SkippedColumn::Reason::Empty  ? "is empty"
                    : column.reason == SkippedColumn::Reason::Time ? "holds times beside those of the rows"
                                                                   : "holds words that are no numbers");
    return kDone;
}

/// The cells of all files; of what cannot be read the others are written all the same.
int convertRaw(const DataOptions& options) {
    const auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    if (options.folder.empty())
        return fail({ErrorCode::InvalidInput, GATELAB_TEXT("Training",
                                                           "--raw writes into a folder: name it with "
                                                           "--out-dir")},
                    options.json);
    int code = kDone;
    std::set<std::filesystem::path> names;
    for (const std::filesystem::path& named : options.files) {
        const auto files = meantFiles(named.string());
        if (!files.ok()) code = fail(files.error(), options.json);
        for (const std::filesystem::path& file : files.ok() ? *files : std::vector<std::filesystem::path>()) {
            // The second file of a name goes into a folder called as its own.
            const bool isFirst = names.insert(file.filename()).second;
            const auto written = exportRawTables(
                file, *config, isFirst ? options.folder : options.folder / file.parent_path().filename());
            if (!written.ok()) code = fail(written.error(), options.json);
            for (const std::filesystem::path& path : written.ok() ? *written : std::vector<std::filesystem::path>())
                std::printf("%s\n", path.c_str());
        }
    }
    return code;
}

int convertAny(DataOptions& options) {
    if (options.raw) return convertRaw(options);
    if (options.files.size() < 2 || !options.folder.empty())
        return fail({ErrorCode::InvalidInput, GATELAB_TEXT("Training",
                                                           "name the file to read and the one to write; with --raw "
                                                           "and --out-dir any number of files to read")},
                    options.json);
    options.out = options.files.back();
    options.files.pop_back();
    return convert(options);
}

/// In which shapes the file can be read, the best first.
int inspectShapes(const DataOptions& options) {
    auto config = options.experiment.config();
    if (!config.ok()) return fail(config.error(), options.json);
    const TemporaryFolder lists("data");
    auto path = namedPath(options.files, lists);
    if (!path.ok()) return fail(path.error(), options.json);
    config->dataPath = *path;
    const auto found = shapeCandidates(*config);
    if (!found.ok()) return fail(found.error(), options.json);
    Json json = Json::array();
    for (const ShapeCandidate& one : *found) {
        const Choice* choice = findChoice(csvShapeChoices(), one.shape);
        const std::string outcome = one.outcome.empty() ? "a large file: not read for this" : plainText(one.outcome);
        if (options.json)
            json.push_back({{"shape", one.shape},
                            {"outcome", outcome},
                            {"reason", plainText(one.reason)},
                            {"fit", one.fit},
                            {"guess", one.isGuess}});
        else
            std::printf("--csv-shape %-12s %-26s %s%s%s%s\n", one.shape.c_str(),
                        choice != nullptr ? choice->label.source : "", outcome.c_str(), one.reason.empty() ? "" : "; ",
                        plainText(one.reason).c_str(), one.isGuess ? " (as the table looks)" : "");
    }
    if (options.json) printJson(json);
    return kDone;
}

/// The first lines as they stand: at once, however large the file is.
int showHead(const DataOptions& options) {
    for (const std::filesystem::path& file : options.files) {
        const auto lines = readHeadLines(file, options.head);
        if (!lines.ok()) return fail(lines.error(), options.json);
        if (lines->empty())
            return fail(
                {ErrorCode::Unsupported,
                 {GATELAB_TEXT("Files", "'%1' has no lines of text to show; without --head its columns are told"),
                  {file.string()}}},
                options.json);
        if (options.json)
            std::printf("%s\n", Json(*lines).dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
        else
            for (const std::string& line : *lines) std::printf("%s\n", shown(line).c_str());
    }
    return kDone;
}

/// The shapes with how well they fit; of a large file none.
std::optional<Error> weighShapes(ReadReport& report, const ExperimentConfig& config) {
    const auto guess = std::ranges::find(report.guesses, "csv_shape", &ReadGuess::key);
    if (guess == report.guesses.end() || !guess->candidates.empty()) return std::nullopt;
    const auto shapes = shapeCandidates(config);
    if (!shapes.ok()) return shapes.error();
    for (const ShapeCandidate& one : *shapes)
        if (!one.reason.empty()) guess->candidates.push_back({one.shape, one.fit, one.reason});
    return std::nullopt;
}

int inspect(const DataOptions& options) {
    if (options.head > 0) return showHead(options);
    if (options.shapes) return inspectShapes(options);
    ExperimentConfig config;
    const auto data = readNamed(options, config);
    if (!data.ok()) return fail(data.error(), options.json);
    Facts facts = factsOf(*data, config, options.experiment);
    if (options.reasons)
        if (const auto failed = weighShapes(facts.report, config)) return fail(*failed, options.json);
    const SequenceSet* const text =
        data->sequences && isRunningText(*data->sequences) ? data->sequences.get() : nullptr;
    if (!options.json) {
        printFacts(facts, options.reasons, text);
        return kDone;
    }
    Json json = jsonOf(facts);
    if (text != nullptr) json["text"] = textJson(*text);
    printJson(json);
    return kDone;
}

/// "-" is the standard input: kept as a file as long as it is read.
int inspectAny(DataOptions& options) {
    const auto input = std::ranges::find(options.files, std::filesystem::path("-"));
    if (input == options.files.end()) return inspect(options);
    std::vector<char> block(std::size_t{1} << 16);
    const TemporaryFolder folder("input");
    if (folder.path().empty()) return fail(noTemporaryFolder(), options.json);
    const std::filesystem::path name = "standard_input";
    auto written = folder.write(
        name, [&] { return std::string_view(block.data(), std::fread(block.data(), 1, block.size(), stdin)); });
    if (!written) return fail(written.error(), options.json);
    *input = folder.path() / name;
    return inspect(options);
}

}  // namespace

CommandAction setData(CLI::App& app) {
    const auto options = std::make_shared<DataOptions>();
    app.require_subcommand(1);
    CLI::App* command = app.add_subcommand(
        "inspect",
        "How a file is read: its rows (lines that name the columns or describe the file are none), what was left out "
        "and why, times, columns, guesses");
    command
        ->add_option("files", options->files,
                     "Any file that is read; several, or a folder of them, together; - is the standard input")
        ->required();
    command->add_flag("--json", options->json, "As JSON");
    command->add_flag("--shapes", options->shapes,
                      "Only the shapes in which it can be read (--csv-shape), the best first");
    command->add_flag(
        "--reasons", options->reasons,
        "With each guess what was weighed for it: score from 0 to 1, value, reason (--json tells them too)");
    command
        ->add_option("--head", options->head,
                     "Only the first N lines as they stand, at once, however large the file is; no guesses")
        ->check(CLI::Range(1, 10'000));
    options->experiment.addReading(*command);
    options->command = command;
    const auto converted = std::make_shared<DataOptions>();
    CLI::App* conversion = app.add_subcommand(
        "convert",
        "Writes a series exactly as it was understood: .csv, .parquet, .feather, .h5 or .npy (values alone) by the "
        "ending; labelled sequences as .ts. With --raw the cells of each table, whatever they mean");
    conversion
        ->add_option("files", converted->files,
                     "The files or the folder that are read and the file that is written, which must not be there yet; "
                     "with --raw all are read")
        ->required();
    conversion->add_flag("--raw", converted->raw, "The cells as plain CSV (RFC 4180) under the files' own names");
    conversion->add_option("--out-dir", converted->folder, "The folder for --raw");
    converted->experiment.addReading(*conversion);
    converted->command = conversion;
    const DataLookCommand look = addDataLook(app);
    const KeptColumnsCommand kept = addKeptColumns(app);
    return [options, converted, look, kept] {
        if (look.command->parsed()) return look.run();
        if (kept.command->parsed()) return kept.run();
        return converted->files.empty() ? inspectAny(*options) : convertAny(*converted);
    };
}

}  // namespace gatelab::worker
