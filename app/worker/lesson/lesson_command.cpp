// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons without the window: listed, read, and played from the first card to the last.
#include "store/record/run_folder.h"
#include "worker/class/class_report.h"
#include "worker/commands.h"
#include "worker/kept_training.h"
#include "worker/lesson/lesson_review.h"
#include "worker/lesson/lesson_tries.h"
#include "worker/options.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/verify/verify.h"

#include "app/own_series.h"
#include "config/architecture.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"
#include "lesson/belt/belt.h"
#include "lesson/belt/belt_training.h"
#include "lesson/class/class_plan.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_file.h"
#include "lesson/lesson_gap.h"
#include "lesson/rich_text.h"
#include "store/workspace.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include <unistd.h>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;
using Kind = LessonCard::Kind;

struct LessonOptions {
    WorkspaceOptions workspace;
    std::string name, language = "en";
    std::filesystem::path keep, series, picture, review;
    std::int64_t seed = 1;
    std::vector<std::string> newClass;
    bool play = false, tries = false, check = false, json = false;
};

/// Nobody has drawn here, and before the training no sequence is shown: three dots stand for it.
bool asksForDrawing(const std::string& sum) {
    const auto calls = figuresOfSum(sum);
    return calls.ok() && std::ranges::any_of(*calls, [](const FigureCall& call) { return isGapWord(call.name); });
}

/// A figure that cannot be had is a dash; terms are plain words here.
std::string rendered(const LessonText& text, const LessonOptions& options, const Glossary& glossary,
                     const FigureSource& figures) {
    const LessonText known = withoutUnknownHours(text, figures);
    const auto pieces = piecesOf(known.in(options.language));
    if (!pieces.ok()) return known.in(options.language);
    std::string words;
    for (const TextPiece& piece : *pieces) {
        if (piece.kind == TextPiece::Kind::Plain)
            words += piece.words;
        else if (piece.kind == TextPiece::Kind::Term) {
            const GlossaryEntry* entry = glossary.find(piece.key);
            words += !piece.words.empty() || entry == nullptr ? piece.words : entry->term.in(options.language);
        } else {
            const auto value = sumValue(piece.key, figures);
            const bool isKnown = value.ok() && !std::isnan(*value);
            words +=
                !isKnown && asksForDrawing(piece.key) ? "..." : figureWords(value.ok() ? *value : NAN, piece.format);
        }
    }
    return words;
}

class LessonTeller {
public:
    LessonTeller(const Lesson& lesson, const LessonOptions& options, const Glossary& glossary,
                 const LessonOutcomes& outcomes, const SeenSequence& seen = {})
        : lesson_(lesson),
          options_(options),
          glossary_(glossary),
          figures_(gapSource(figureSource(outcomes), {}, seen)) {}

    void title() const {
        std::printf("%s\n%s\n", lesson_.title.in(options_.language).c_str(),
                    lesson_.question.in(options_.language).c_str());
    }
    void card(const LessonCard& card) const {
        std::printf("\n[%s] %s\n", lessonCardWord(card.kind), text(card.text).c_str());
        if (!card.ours.en.empty()) std::printf("  %s\n", text(card.ours).c_str());
        if (const auto right = rightChoice(card, figures_);
            card.kind == Kind::Gap && right.ok() && *right < card.choices.size())
            std::printf("  %s\n", text(card.choices[*right].text).c_str());
        else
            for (const LessonChoice& choice : card.choices) std::printf("  - %s\n", text(choice.text).c_str());
        for (const LessonQuestion& question : card.questions) {
            std::printf("  ? %s\n", text(question.text).c_str());
            for (std::size_t i = 0; i < question.answers.size(); ++i)
                std::printf("    %s %s\n", i == question.right ? "*" : "-",
                            question.answers[i].in(options_.language).c_str());
            std::printf("      %s\n", text(question.why).c_str());
        }
    }
    [[nodiscard]] std::string text(const LessonText& words) const {
        return rendered(words, options_, glossary_, figures_);
    }
    [[nodiscard]] const FigureSource& figures() const { return figures_; }

private:
    const Lesson& lesson_;
    const LessonOptions& options_;
    const Glossary& glossary_;
    FigureSource figures_;
};

struct PlayedRun {
    LessonOutcome outcome;
    std::filesystem::path folder;  ///< empty: its training was stopped
    double seconds = 0, processor = 0;
};

Result<PlayedRun> playRun(Engine& engine, Workspace& workspace, const Lesson& lesson, const std::string& run,
                          const ExperimentConfig& config) {
    auto trained = trainKept(engine, workspace, config, "lesson");
    if (!trained.ok()) return trained.error();
    const RunSummary& summary = trained->summary;
    PlayedRun played;
    played.processor = trained->processor;
    played.seconds = summary.seconds;
    const auto folder = runFolderIn(workspace.folder(), summary.id);
    const auto history = readRunHistory(folder);
    if (!history.ok()) return history.error();
    auto outcome = outcomeOf(lesson, run, summary, *history);
    if (!outcome.ok()) return outcome.error();
    played.outcome = std::move(*outcome);
    if (summary.state == RunState::Failed) return played;
    played.folder = folder;
    if (!wantsInside(lesson, run)) return played;
    InspectRequest look;
    look.runFolder = folder;
    auto inspector = engine.inspect(look);
    if (!inspector.ok()) return inspector.error();
    if (auto added = addInsideFigures(lesson, run, **inspector, played.outcome); !added.ok()) return added.error();
    return played;
}

Json figuresJson(const LessonOutcome& outcome) {
    Json json = Json::object();
    for (const auto& [name, value] : outcome.figures) json[name] = number(value);
    return json;
}

/// A change, with what it asks and answers.
Result<Json> playTry(Engine& engine, Workspace& workspace, const Lesson& lesson, const LessonTry& change,
                     const Glossary& glossary, const LessonOptions& options, LessonFolders folders,
                     LessonOutcomes outcomes) {
    const ExperimentConfig config = tryConfig(lesson, change, options.seed);
    for (const std::string& run : {change.run + std::string(kStepZero), change.run}) {
        const auto played = playRun(engine, workspace, lesson, run, isStepZero(run) ? stepZeroOf(config) : config);
        if (!played.ok()) return played.error();
        outcomes[run] = played->outcome;
        folders.erase(run);
        if (!played->folder.empty()) folders[run] = played->folder;
    }
    const auto seen = seenInRuns(engine, lesson, folders, outcomes);
    if (!seen.ok()) return seen.error();
    const LessonTeller teller(lesson, options, glossary, outcomes, *seen);
    const MeasuredGap gap = measuredGap(change.gap, teller.figures(), {}, {}, false);
    const std::string label = change.label.in(options.language);
    if (!options.json) std::printf("\n[try] %s\n  %s\n", label.c_str(), teller.text(change.text).c_str());
    return Json{{"try", label}, {"measure", number(gap.measure)}, {"figures", figuresJson(outcomes[change.run])}};
}

int play(const Lesson& lesson, const Glossary& glossary, const LessonOptions& options) {
    installSignals();
    const TemporaryFolder passing("lesson");
    WorkspaceOptions place = options.workspace;
    if (place.folder.empty()) place.folder = passing.path();
    auto workspace = place.open(options.json);
    if (!workspace.ok()) return fail(workspace.error(), options.json);
    auto engine = openEngine();
    if (!engine.ok()) return fail(engine.error(), options.json);
    LessonOutcomes outcomes;
    LessonFolders folders;
    std::optional<LessonTeller> teller(std::in_place, lesson, options, glossary, outcomes);
    Json json{{"lesson", lesson.key}, {"seed", options.seed}, {"runs", Json::object()}};
    if (!options.json) teller->title();
    double processor = 0, seconds = 0;
    for (const LessonCard& card : lesson.cards) {
        if (card.kind == Kind::Train) {
            for (const std::string& run : lessonKeys(lesson)) {
                const auto played =
                    playRun(**engine, **workspace, lesson, run, lessonConfig(lesson, run, options.seed));
                if (!played.ok()) return fail(played.error().withContext(run), options.json);
                outcomes[run] = played->outcome;
                if (!played->folder.empty()) folders[run] = played->folder;
                processor += played->processor;
                seconds += played->seconds;
                json["runs"][run] = Json{{"seconds", number(played->seconds)},
                                         {"processor_seconds", number(played->processor)},
                                         {"figures", figuresJson(played->outcome)}};
                if (!options.json && !isStepZero(run))
                    std::printf("%s trained %s: %.1f s, %.1f s of processor time\n", outcomes.size() == 2 ? "\n" : "",
                                run.c_str(), played->seconds, played->processor);
            }
        }
        if (options.json) continue;
        if (card.kind == Kind::Train) {
            const auto seen = seenInRuns(**engine, lesson, folders, outcomes);
            if (!seen.ok()) return fail(seen.error(), options.json);
            teller.emplace(lesson, options, glossary, outcomes, *seen);
        }
        teller->card(card);
    }
    for (const LessonTry& change : options.tries ? lesson.tries : std::vector<LessonTry>{}) {
        auto told = playTry(**engine, **workspace, lesson, change, glossary, options, folders, outcomes);
        if (!told.ok()) return fail(told.error().withContext(change.label.en), options.json);
        json["tries"].push_back(std::move(*told));
    }
    const auto holds = claimHolds(lesson.claim, figureSource(outcomes));
    if (!holds.ok()) return fail(holds.error().withContext(lesson.file.string()), options.json);
    const auto before = claimHoldsUntrained(lesson, outcomes);
    if (!before.ok()) return fail(before.error().withContext(lesson.file.string()), options.json);
    if (!options.keep.empty())
        if (auto written = writeFileDurably(options.keep, outcomesToJson(outcomes, options.seed)); !written.ok())
            return fail(written.error(), options.json);
    if (options.json) {
        json["claim"] = lesson.claim;
        json["holds"] = *holds;
        json["holds_untrained"] = *before;
        json["seconds"] = number(seconds);
        json["processor_seconds"] = number(processor);
        printJson(json);
    } else {
        std::printf("\n%s\nclaim: %s\nseed %lld: it %s; %.1f s of training, %.1f s of processor time\n%s\n",
                    teller->text(lesson.claimText).c_str(), lesson.claim.c_str(), static_cast<long long>(options.seed),
                    *holds ? "holds" : "does NOT hold", seconds, processor,
                    *before ? "It holds at step 0 as well, before any training: it proves NOTHING."
                            : "At step 0, before any training, it does not hold.");
    }
    return *holds && !*before ? kDone : kFailed;
}

/// Pictures are drawn by the window's program beside this one; on success this process becomes that one.
int exportPicture(const LessonOptions& options) {
    std::error_code problem;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", problem);
    const std::string program = (own.parent_path() / "gatelab").string();
    std::vector<std::string> words{program,
                                   "--lesson",
                                   options.name,
                                   "--export",
                                   options.picture.string(),
                                   "--seed",
                                   std::to_string(options.seed),
                                   "--language",
                                   options.language == "zh" ? "zh_CN" : "en"};
    if (!options.workspace.folder.empty())
        words.insert(words.end(), {"--workspace", options.workspace.folder.string()});
    if (!options.series.empty()) words.insert(words.end(), {"--series", options.series.string()});
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    execv(program.c_str(), pointers.data());
    return fail({ErrorCode::NotFound,
                 {GATELAB_TEXT("Lesson",
                               "pictures are drawn by the program of the window, and %1 cannot be started; install it "
                               "beside this one"),
                  {program}}},
                options.json);
}

/// A network for the belt is trained on the series, and its errors are told; nothing of it is kept.
int playBelt(const LessonOptions& options) {
    if (options.series.empty())
        return fail({ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "the belt is trained on a series here: give it with --series FILE")},
                    options.json);
    const auto belt = beltOnFile(options.series);
    if (!belt.ok()) return fail(belt.error(), options.json);
    ProgressLine line(options.json);
    const auto trained = trainBelt(*belt, [&line](double share, const BeltNetwork&) {
        line.show("training", share);
        return true;  // a signal ends it all
    });
    line.end();
    if (!trained.ok()) return fail(trained.error(), options.json);
    const BeltErrors before = measureBelt(*belt), after = measureBelt(*trained);
    const BeltNetwork& network = trained->network;
    if (options.json) {
        const Json json{{"lesson", options.name},
                        {"units", network.units},
                        {"horizon", network.horizon},
                        {"rows", trained->series.size()},
                        {"steps", kBeltSteps},
                        {"untrained", number(before.network)},
                        {"trained", number(after.network)},
                        {"repeated", number(after.dayBefore)}};
        printJson(json);
    } else {
        std::printf(
            "%zu units, %zu steps ahead, %zu numbers, the last fifth for the test\nerror untrained %.4g, trained %.4g; "
            "repeating the last %zu numbers %.4g\n%s",
            network.units, network.horizon, trained->series.size(), before.network, after.network, network.horizon,
            after.dayBefore, after.network < after.dayBefore ? "" : "It has not learned this series.\n");
    }
    return kDone;
}

int list(const LessonCatalogue& shelf, const LessonOptions& options) {
    Json json = Json::array();
    for (const Lesson& lesson : shelf.lessons) {
        if (options.json)
            json.push_back({{"lesson", lesson.key},
                            {"title", lesson.title.in(options.language)},
                            {"question", lesson.question.in(options.language)},
                            {"claim", lesson.claim}});
        else
            std::printf("%-22s %s\n%-22s %s\n", lesson.key.c_str(), lesson.title.in(options.language).c_str(), "",
                        lesson.question.in(options.language).c_str());
    }
    if (options.json) printJson(Json{{"lessons", json}});
    for (const Error& problem : shelf.problems) std::fprintf(stderr, "warning: %s\n", problem.message.c_str());
    return kDone;
}

/// Of one lesson, or of all.
int review(const LessonCatalogue& shelf, const LessonOptions& options) {
    std::vector<const Lesson*> lessons;
    for (const Lesson& lesson : shelf.lessons)
        if (options.name.empty() || options.name == lesson.key) lessons.push_back(&lesson);
    const auto words = [&](const std::string& key, const LessonText& text) {
        const auto shipped = readOutcomes(shippedFile(*shelf.find(key)));
        const LessonOutcomes outcomes = shipped.ok() ? *shipped : LessonOutcomes{};
        return rendered(text, options, shelf.glossary, figureSource(outcomes));
    };
    return reviewLessons(lessons, options.review, words, options.json);
}

/// The file may stand behind the lessons of its class, too.
void takeClassFile(LessonOptions& options) {
    const auto file =
        std::ranges::find_if(options.newClass, [](const std::string& word) { return word.ends_with(kClassEnding); });
    if (file == options.newClass.end() || options.name.ends_with(kClassEnding)) return;
    std::string lesson = std::exchange(options.name, std::move(*file));
    options.newClass.erase(file);
    if (!lesson.empty()) options.newClass.insert(options.newClass.begin(), std::move(lesson));
}

int lessonCommand(const LessonOptions& options) {
    const LessonCatalogue shelf = readShippedLessons();
    if (!options.review.empty() && (options.name.empty() || shelf.find(options.name) != nullptr))
        return review(shelf, options);
    if (!options.newClass.empty() && !options.name.ends_with(kClassEnding))
        return fail({ErrorCode::InvalidInput,
                     GATELAB_TEXT("Lesson", "--new-class needs a file NAME.class for the class; nothing was written")},
                    options.json);
    if (options.name.empty()) return list(shelf, options);
    if (!options.picture.empty()) return exportPicture(options);
    if (options.name == "belt") return playBelt(options);
    if (options.name.ends_with(kClassEnding))
        return options.newClass.empty()
                   ? reportClass(options.name, shelf, options.language, options.check, options.json)
                   : writeClass(options.name, shelf, options.newClass, options.json);
    Lesson own;
    const Lesson* lesson = shelf.find(options.name);
    if (lesson == nullptr && options.name.ends_with(".json")) {
        auto read = readLesson(std::filesystem::absolute(options.name), shelf.glossary.keys());
        if (!read.ok()) return fail(read.error(), options.json);
        own = std::move(*read);
        lesson = &own;
    }
    if (lesson == nullptr) {
        for (const Error& problem : shelf.problems) std::fprintf(stderr, "warning: %s\n", problem.message.c_str());
        return fail({ErrorCode::NotFound,
                     {GATELAB_TEXT("Lesson",
                                   "there is no lesson '%1'; gatelab-worker lesson lists them, and a lesson of your "
                                   "own is given by its file"),
                      {options.name}}},
                    options.json);
    }
    if (!options.series.empty()) {
        auto other = lessonOnFile(*lesson, shelf, options.series);
        if (!other.ok()) return fail(other.error(), options.json);
        own = std::move(*other);
        lesson = &own;
    }
    if (options.check) {
        if (!options.json) std::printf("%s can be used\n", options.name.c_str());
        return kDone;
    }
    if (options.play) return play(*lesson, shelf.glossary, options);
    const auto shipped = readOutcomes(shippedFile(*lesson));
    const LessonOutcomes outcomes = shipped.ok() ? *shipped : LessonOutcomes{};
    const LessonTeller teller(*lesson, options, shelf.glossary, outcomes);
    if (options.json) {
        Json json{{"lesson", lesson->key},
                  {"title", lesson->title.in(options.language)},
                  {"question", lesson->question.in(options.language)},
                  {"claim", lesson->claim},
                  {"cards", Json::array()}};
        for (const LessonCard& card : lesson->cards)
            json["cards"].push_back({{"card", lessonCardWord(card.kind)}, {"text", teller.text(card.text)}});
        printJson(json);
        return kDone;
    }
    teller.title();
    for (const LessonCard& card : lesson->cards) teller.card(card);
    std::printf("\n%s\nclaim: %s\n", teller.text(lesson->claimText).c_str(), lesson->claim.c_str());
    return kDone;
}

}  // namespace

CommandAction setLesson(CLI::App& app) {
    const auto options = std::make_shared<LessonOptions>();
    app.add_option("--workspace", options->workspace.folder,
                   "With --play and --export: keep the runs in this folder; without it none is kept");
    app.add_option("name", options->name,
                   "Which lesson, or the file of one (.json) or of a class (.class), or belt: with --series, the small "
                   "network of the "
                   "first screen on that series; without it all are listed");
    app.add_flag("--check", options->check, "Only read it and say whether it can be used");
    app.add_option("--new-class", options->newClass,
                   "Write a class of these lessons, to be edited, in the file that is named before or behind them "
                   "(NAME.class)");
    app.add_flag(
        "--play", options->play,
        "Train what it trains, from the first card to the last, and check its claim; 1 when it does not hold, or "
        "holds before any training. "
        "Kept only with --workspace");
    app.add_flag("--tries", options->tries,
                 "With --play: then train its changes, too, and tell what each answers; what is drawn stands as dots");
    app.add_option("--series", options->series,
                   "On the series of this file instead of its own data, as My series in the window");
    app.add_option("--seed", options->seed, "With --play and --export: 1 is the shipped one (1)")
        ->check(CLI::Range(1, 1000000));
    app.add_option("--export", options->picture,
                   "Train what it trains and write its picture (.png, .svg), its film (.gif) or its worksheet (.pdf) "
                   "there, each with lesson, step, loss, seed and source; needs the program of the window");
    app.add_option("--language", options->language, "en or zh (en)")->check(CLI::IsMember({"en", "zh"}));
    app.add_option("--keep", options->keep, "With --play: write figures and curves there, as lessons ship them");
    app.add_option("--review", options->review,
                   "Ask up to eight quiz questions of all lessons, mixed, or of this one; answers are numbers on the "
                   "input, wrong ones come again, and what you know is remembered in this file");
    app.add_flag("--json", options->json, "As JSON");
    return [options] {
        takeClassFile(*options);
        return lessonCommand(*options);
    };
}

}  // namespace gatelab::worker
