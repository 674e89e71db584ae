// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_file.h"

#include "base/library_folder.h"
#include "config/cell_traits.h"
#include "config/config_check.h"
#include "config/field.h"
#include "io/file_io.h"
#include "lesson/claim.h"
#include "lesson/lesson_figures.h"
#include "lesson/lesson_json.h"
#include "lesson/rich_text.h"
#include "run/metric.h"

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;
constexpr std::uint64_t kFileBytes = 1U << 20;
constexpr std::int64_t kFormat = 1;
constexpr double kMinLearningRate = 1e-9;  ///< that the table of settings allows

/// Every kind, in the order in which they come; of Explain there may be several.
struct CardRow {
    Kind kind;
    const char* word;
};
constexpr CardRow kCards[] = {{Kind::Question, "question"}, {Kind::Predict, "predict"}, {Kind::Run, "run"},
                              {Kind::Result, "result"},     {Kind::Explain, "explain"}, {Kind::Change, "change"},
                              {Kind::Quiz, "quiz"},         {Kind::Own, "own"}};
constexpr const char* kViews[] = {"microscope", "gradient", "cell"};
constexpr const char* kParts[] = {"train", "validation", "test"};

template <std::size_t N>
std::vector<std::string> wordsOf(const char* const (&list)[N]) {
    return {std::begin(list), std::end(list)};
}

/// A word out of a list.
std::string oneOf(const LessonJson& json, const std::vector<std::string>& words) {
    const std::string word = json.text();
    if (json.failed() || std::ranges::find(words, word) != words.end()) return word;
    std::string all;
    for (const std::string& one : words) all += (all.empty() ? "" : ", ") + one;
    json.fail({GATELAB_TEXT("Lesson", "'%1' is not known here; it is one of: %2"), {word, all}});
    return word;
}

class LessonReader {
public:
    LessonReader(const std::filesystem::path& file, const std::set<std::string>& terms) : terms_(terms) {
        lesson_.file = file;
        lesson_.key = file.stem().string();
    }

    Result<Lesson> read(const LessonJson::Json& json) {
        const LessonJson root(json, {}, problem_);
        root.allow(
            {"gatelab_lesson", "order", "title", "question", "chart", "settings", "runs", "claim", "cards", "own"});
        root.at("gatelab_lesson").whole(1, kFormat);
        lesson_.order = root.has("order") ? root.at("order").whole(0, 1000000) : 1000;
        lesson_.title = plainWords(root.at("title"));
        lesson_.question = plainWords(root.at("question"));
        readRuns(root);
        readChart(root.at("chart"));
        const LessonJson claim = root.at("claim").allow({"holds", "text"});
        lesson_.claim = claimText(claim.at("holds"));
        lesson_.claimText = markedWords(claim.at("text"));
        const LessonJson own = root.at("own").allow({"run", "settings"});
        lesson_.ownRun = runKey(own.at("run"));
        own.at("settings").each(0, [this](const LessonJson& item, std::size_t) {
            lesson_.ownSettings.push_back(settingKey(item));
        });
        readCards(root.at("cards"));
        if (problem_) return *problem_;
        return std::move(lesson_);
    }

private:
    LessonText plainWords(const LessonJson& json) {
        LessonText text = json.words();
        for (const auto& [language, words] : {std::pair("en", &text.en), std::pair("zh", &text.zh)})
            if (words->find("[[") != std::string::npos || words->find("{{") != std::string::npos)
                json.under(language).fail(GATELAB_TEXT("Lesson", "terms and figures cannot be marked in this text"));
        return text;
    }
    LessonText markedWords(const LessonJson& json) {
        LessonText text = json.words();
        check(json.under("en"), text.en);
        check(json.under("zh"), text.zh);
        return text;
    }
    void check(const LessonJson& place, const std::string& words) {
        const auto pieces = piecesOf(words);
        if (!pieces.ok()) return place.fail(pieces.error().phrase);
        for (const TextPiece& piece : *pieces) {
            if (piece.kind == TextPiece::Kind::Term && !terms_.contains(piece.key)) {
                const std::string near = nearestWord(piece.key, {terms_.begin(), terms_.end()});
                if (near.empty())
                    place.fail({GATELAB_TEXT("Lesson", "'%1' is no entry of the glossary"), {piece.key}});
                else
                    place.fail({GATELAB_TEXT("Lesson", "'%1' is no entry of the glossary; was '%2' meant?"),
                                {piece.key, near}});
            }
            if (piece.kind == TextPiece::Kind::Figure) checkCalls(place, figuresOfSum(piece.key));
        }
    }
    void checkCalls(const LessonJson& place, const Result<std::vector<FigureCall>>& calls) {
        if (place.failed()) return;
        if (!calls.ok()) return place.fail(calls.error().phrase);
        for (const FigureCall& call : *calls) {
            const LessonFigure* row = findLessonFigure(call.name);
            if (row == nullptr) {
                std::string all;
                for (const LessonFigure& one : lessonFigures())
                    all += (all.empty() ? "" : ", ") + std::string(one.name);
                return place.fail({GATELAB_TEXT("Lesson", "there is no figure '%1'; there are: %2"), {call.name, all}});
            }
            if (call.arguments.size() != row->arguments)
                return place.fail({GATELAB_TEXT("Lesson", "'%1' takes %2 words between its brackets, and here are %3"),
                                   {call.name, row->arguments, call.arguments.size()}});
            if (lesson_.findRun(call.arguments[0]) == nullptr)
                return place.fail({GATELAB_TEXT("Lesson", "'%1' is no run of this lesson; there are: %2"),
                                   {call.arguments[0], runNames()}});
        }
    }
    std::string claimText(const LessonJson& json) {
        std::string claim = json.text();
        if (!json.failed()) checkCalls(json, figuresOfClaim(claim));
        return claim;
    }
    [[nodiscard]] std::string runNames() const {
        std::string all;
        for (const LessonRun& run : lesson_.runs) all += (all.empty() ? "" : ", ") + run.key;
        return all;
    }
    std::string runKey(const LessonJson& json) {
        std::string key = json.text();
        if (!json.failed() && lesson_.findRun(key) == nullptr)
            json.fail({GATELAB_TEXT("Lesson", "'%1' is no run of this lesson; there are: %2"), {key, runNames()}});
        return key;
    }
    std::string settingKey(const LessonJson& json) {
        std::string key = json.text();
        if (!json.failed() && findField(key) == nullptr) unknownSetting(json, key);
        return key;
    }
    static void unknownSetting(const LessonJson& place, const std::string& key) {
        std::vector<std::string> all;
        for (const Field& field : fields()) all.emplace_back(field.key);
        const std::string near = nearestWord(key, all);
        if (near.empty())
            place.fail(
                {GATELAB_TEXT("Lesson", "there is no setting '%1'; gatelab-worker train --help lists them"), {key}});
        else
            place.fail({GATELAB_TEXT("Lesson", "there is no setting '%1'; was '%2' meant?"), {key, near}});
    }

    void apply(const LessonJson& settings, ExperimentConfig& config) {
        if (settings.failed()) return;
        if (!settings.json().is_object())
            return settings.fail(GATELAB_TEXT("Lesson", "settings are {\"name\": value, ...}"));
        for (const auto& [key, value] : settings.json().items()) {
            const LessonJson place = settings.under(key);
            const Field* field = findField(key);
            if (field == nullptr) return unknownSetting(settings, key);
            auto wanted = valueOf(value);
            if (!wanted)
                return place.fail(
                    GATELAB_TEXT("Lesson", "a setting is a text, a number, true, false or a list of texts"));
            if (auto stored = setFieldValue(config, *field, *wanted); !stored.ok())
                return place.fail(stored.error().phrase);
            if (auto problem = checkFieldValue(*field, fieldValue(config, *field))) return place.fail(problem->phrase);
        }
    }
    static std::optional<FieldValue> valueOf(const LessonJson::Json& json) {
        if (json.is_boolean()) return FieldValue(json.get<bool>());
        if (json.is_number_integer()) return FieldValue(json.get<std::int64_t>());
        if (json.is_number()) return FieldValue(json.get<double>());
        if (json.is_string()) return FieldValue(json.get<std::string>());
        if (!json.is_array()) return std::nullopt;
        std::vector<std::string> items;
        for (const auto& item : json) {
            if (!item.is_string()) return std::nullopt;
            items.push_back(item.get<std::string>());
        }
        return FieldValue(items);
    }
    /// Beside the lesson, where it is no whole path.
    void findData(const LessonJson& place, std::string& path) {
        if (path.empty() || place.failed()) return;
        std::filesystem::path file(path);
        if (file.is_relative()) file = lesson_.file.parent_path() / file;
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored))
            return place.fail(
                {GATELAB_TEXT("Lesson", "the file %1 is not there; put it beside the lesson"), {file.string()}});
        path = std::filesystem::absolute(file, ignored).lexically_normal().string();
    }
    void readRuns(const LessonJson& root) {
        ExperimentConfig common;
        if (root.has("settings")) apply(root.at("settings"), common);
        root.at("runs").each(1, [&](const LessonJson& item, std::size_t) {
            item.allow({"key", "label", "settings"});
            LessonRun run{item.at("key").text(), {}, common};
            const LessonJson inside = item.under(run.key);
            if (lesson_.findRun(run.key) != nullptr) inside.fail(GATELAB_TEXT("Lesson", "this key is there twice"));
            if (run.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") != std::string::npos)
                inside.fail(GATELAB_TEXT("Lesson", "the key of a run has small letters, digits, - and _ only"));
            run.label = plainWords(inside.at("label"));
            if (item.has("settings")) apply(inside.at("settings"), run.config);
            findData(inside, run.config.dataPath);
            findData(inside, run.config.testPath);
            run.config.name = lesson_.title.en + ": " + run.label.en;
            if (!inside.failed())
                for (const ConfigFinding& finding : checkConfig(run.config))
                    if (finding.severity == Severity::Error) inside.under(finding.key).fail(finding.message);
            lesson_.runs.push_back(std::move(run));
        });
    }
    void readChart(const LessonJson& chart) {
        chart.allow({"metric", "log"});
        lesson_.chart = chart.at("metric").text();
        if (!chart.failed() && findMetric(lesson_.chart) == nullptr)
            chart.at("metric").fail({GATELAB_TEXT("Lesson",
                                                  "there is no curve '%1'; take validation_loss, train_loss, "
                                                  "gradient_norm or another one that runs keep"),
                                     {lesson_.chart}});
        lesson_.isLog = chart.has("log") && chart.at("log").truth();
    }

    void readCards(const LessonJson& cards) {
        std::size_t row = 0;  // of kCards that comes next
        cards.each(std::size(kCards), [&](const LessonJson& item, std::size_t) {
            const std::string word = oneOf(item.at("card"), cardWords());
            const LessonJson inside = item.under({GATELAB_TEXT("Lesson", "card %1"), {word}});
            if (row < std::size(kCards) && word == kCards[row].word)
                ++row;
            else if (!(word == "explain" && row > 0 && kCards[row - 1].kind == Kind::Explain))
                return inside.fail({GATELAB_TEXT("Lesson", "cards come in the order %1, and here '%2' was expected"),
                                    {orderWords(), row < std::size(kCards) ? kCards[row].word : "-"}});
            lesson_.cards.push_back(readCard(inside, std::ranges::find(kCards, word, [](const CardRow& one) {
                                                         return std::string(one.word);
                                                     })->kind));
        });
        if (!cards.failed() && row < std::size(kCards))
            cards.fail({GATELAB_TEXT("Lesson", "the card '%1' is missing; add it"), {kCards[row].word}});
    }
    static std::vector<std::string> cardWords() {
        std::vector<std::string> words;
        for (const CardRow& card : kCards) words.emplace_back(card.word);
        return words;
    }
    static std::string orderWords() {
        std::string all;
        for (const CardRow& card : kCards) all += (all.empty() ? "" : ", ") + std::string(card.word);
        return all;
    }
    LessonCard readCard(const LessonJson& json, Kind kind) {
        LessonCard card;
        card.kind = kind;
        switch (kind) {
            case Kind::Predict:
                readPrediction(json.allow({"card", "text", "choices", "draw"}), card);
                break;
            case Kind::Explain:
                readPlace(json.allow({"card", "text", "look"}), card.look);
                break;
            case Kind::Change:
                readChange(json.allow({"card", "text", "change"}), card.change);
                break;
            case Kind::Quiz:
                readQuiz(json.allow({"card", "text", "questions"}), card);
                break;
            default:
                json.allow({"card", "text"});
                break;
        }
        card.text = markedWords(json.at("text"));
        return card;
    }
    void readPrediction(const LessonJson& json, LessonCard& card) {
        if (json.has("draw") == json.has("choices"))
            return json.fail(GATELAB_TEXT("Lesson", "a prediction has either \"choices\" or \"draw\""));
        if (json.has("draw")) {
            card.drawRun = runKey(json.at("draw"));
            return;
        }
        json.at("choices").each(2, [&](const LessonJson& item, std::size_t number) {
            item.allow({"text", "when"});
            LessonChoice choice{markedWords(item.at("text")), {}};
            if (item.has("when"))
                choice.when = claimText(item.at("when"));
            else if (number != json.at("choices").json().size())
                item.fail(GATELAB_TEXT(
                    "Lesson", "only the last answer may be without \"when\": it is the right one where no other is"));
            card.choices.push_back(std::move(choice));
        });
    }
    void readPlace(const LessonJson& json, LessonPlace& place) {
        if (!json.has("look")) return;
        const LessonJson look = json.at("look").allow({"view", "run", "beside", "part", "window", "layer", "quantity"});
        place.view = oneOf(look.at("view"), wordsOf(kViews));
        place.run = runKey(look.at("run"));
        if (look.has("beside")) place.beside = runKey(look.at("beside"));
        if (look.has("part")) place.part = oneOf(look.at("part"), wordsOf(kParts));
        if (look.has("window")) place.window = look.at("window").whole(1, 1000000);
        const LessonRun* run = lesson_.findRun(place.run);
        if (look.has("layer")) place.layer = look.at("layer").whole(1, run != nullptr ? run->config.layers : 16);
        if (look.has("quantity")) place.quantity = oneOf(look.at("quantity"), quantitiesOf(run));
    }
    static std::vector<std::string> quantitiesOf(const LessonRun* run) {
        std::vector<std::string> keys;
        for (const char key : quantityKeys(cellTraits(run != nullptr ? std::string_view(run->config.cell) : "lstm")))
            keys.emplace_back(1, key);
        return keys;
    }
    void readChange(const LessonJson& json, LessonChange& change) {
        const LessonJson inside = json.at("change").allow({"run", "setting", "values"});
        if (inside.has("run") && inside.at("run").json().is_array())
            inside.at("run").each(1, [&](const LessonJson& item, std::size_t) { change.runs.push_back(runKey(item)); });
        else
            change.runs.push_back(runKey(inside.at("run")));
        change.setting = settingKey(inside.at("setting"));
        if (inside.failed()) return;
        inside.at("values").each(1, [&](const LessonJson& item, std::size_t) {
            const auto value = valueOf(item.json());
            const Field& field = *findField(change.setting);
            if (!value)
                return item.fail(
                    GATELAB_TEXT("Lesson", "a setting is a text, a number, true, false or a list of texts"));
            std::string written;
            for (const std::string& run : change.runs) {
                ExperimentConfig config = lesson_.findRun(run)->config;
                if (auto stored = setFieldValue(config, field, *value); !stored.ok())
                    return item.fail(stored.error().phrase);
                for (const ConfigFinding& finding : checkConfig(config))
                    if (finding.severity == Severity::Error) return item.under(finding.key).fail(finding.message);
                written = formatFieldValue(fieldValue(config, field));
            }
            change.values.push_back(std::move(written));
        });
    }
    void readQuiz(const LessonJson& json, LessonCard& card) {
        json.at("questions").each(3, [&](const LessonJson& item, std::size_t) {
            item.allow({"text", "answers", "right", "why"});
            LessonQuestion question;
            question.text = markedWords(item.at("text"));
            item.at("answers").each(
                2, [&](const LessonJson& answer, std::size_t) { question.answers.push_back(plainWords(answer)); });
            question.right = static_cast<std::size_t>(item.at("right").whole(
                                 1, static_cast<std::int64_t>(std::max<std::size_t>(1, question.answers.size())))) -
                             1;
            question.why = markedWords(item.at("why"));
            card.questions.push_back(std::move(question));
        });
        if (!json.failed() && card.questions.size() != 3)
            json.fail({GATELAB_TEXT("Lesson", "a quiz has three questions, and here are %1"), {card.questions.size()}});
    }

    const std::set<std::string>& terms_;
    std::optional<Error> problem_;
    Lesson lesson_;
};

}  // namespace

const char* lessonCardWord(LessonCard::Kind kind) {
    for (const CardRow& card : kCards)
        if (card.kind == kind) return card.word;
    return "";
}

std::vector<std::string> lessonKeys(const Lesson& lesson) {
    std::vector<std::string> keys;
    for (const LessonRun& run : lesson.runs) {
        keys.push_back(run.key + std::string(kStepZero));
        keys.push_back(run.key);
    }
    return keys;
}

ExperimentConfig lessonConfig(const Lesson& lesson, std::string_view run, std::int64_t seed) {
    ExperimentConfig config = lesson.findRun(run)->config;
    config.seed += (seed - 1) * 1000;
    if (!isStepZero(run)) return config;
    config.name += kStepZero;
    config.learningRate = kMinLearningRate;
    config.epochs = 1;
    return config;
}

Result<Lesson> lessonFromJson(std::string_view text, const std::filesystem::path& file,
                              const std::set<std::string>& terms) {
    const auto json = parseLessonJson(text);
    if (!json.ok()) return json.error().withContext(file.string());
    return LessonReader(file, terms).read(*json).withContext(file.string());
}

Result<Lesson> readLesson(const std::filesystem::path& file, const std::set<std::string>& terms) {
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    return lessonFromJson(*bytes, file, terms);
}

std::filesystem::path sharedPlace(const std::string& name) {
    // The build tree keeps libraries in bin/, an installation one level deeper.
    for (const char* up : {"..", "../.."}) {
        const auto path = (libraryFolder() / up / "share/gatelab" / name).lexically_normal();
        std::error_code ignored;
        if (std::filesystem::exists(path, ignored)) return path;
    }
    return {};
}

LessonCatalogue readLessons(const std::filesystem::path& folder, Glossary glossary) {
    LessonCatalogue shelf;
    shelf.glossary = std::move(glossary);
    const auto terms = shelf.glossary.keys();
    std::error_code problem;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry(folder, problem), end; !problem && entry != end;
         entry.increment(problem))
        if (entry->path().extension() == ".json") files.push_back(entry->path());
    if (problem) shelf.problems.push_back(ioError(problem.value(), GATELAB_TEXT("Lesson", "read the lessons"), folder));
    std::ranges::sort(files);
    for (const auto& file : files) {
        auto lesson = readLesson(file, terms);
        if (lesson.ok())
            shelf.lessons.push_back(std::move(*lesson));
        else
            shelf.problems.push_back(lesson.error());
    }
    std::ranges::stable_sort(shelf.lessons, {}, &Lesson::order);
    return shelf;
}

LessonCatalogue readShippedLessons() {
    const auto glossary = readGlossary(sharedPlace("glossary.json"));
    LessonCatalogue shelf = readLessons(sharedPlace("lessons"), glossary.ok() ? *glossary : Glossary{});
    if (!glossary.ok()) shelf.problems.insert(shelf.problems.begin(), glossary.error());
    return shelf;
}

}  // namespace gatelab
