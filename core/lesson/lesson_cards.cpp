// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_cards.h"

#include "config/cell_traits.h"
#include "config/config_check.h"
#include "config/field.h"

#include <algorithm>
#include <iterator>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;

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

std::vector<std::string> cardWords() {
    std::vector<std::string> words;
    for (const CardRow& card : kCards) words.emplace_back(card.word);
    return words;
}

std::string orderWords() {
    std::string all;
    for (const CardRow& card : kCards) all += (all.empty() ? "" : ", ") + std::string(card.word);
    return all;
}

std::vector<std::string> quantitiesOf(const LessonRun* run) {
    std::vector<std::string> keys;
    for (const char key : quantityKeys(cellTraits(run != nullptr ? std::string_view(run->config.cell) : "lstm")))
        keys.emplace_back(1, key);
    return keys;
}

}  // namespace

const char* formerCardWord(Kind kind) {
    for (const CardRow& card : kCards)
        if (card.kind == kind) return card.word;
    return "";
}

LessonCardsReader::LessonCardsReader(const std::filesystem::path& file, const std::set<std::string>& terms)
    : LessonReader(1, file, terms) {}

void LessonCardsReader::readRest(const LessonJson& root) {
    const LessonJson own = root.at("own").allow({"run", "settings"});
    lesson_.ownRun = runKey(own.at("run"));
    readOwnSettings(own);
    readCards(root.at("cards"));
}

void LessonCardsReader::readCards(const LessonJson& cards) {
    std::size_t row = 0;  // of kCards that comes next
    cards.each(std::size(kCards), [&](const LessonJson& item, std::size_t) {
        const std::string word = oneOf(item.at("card"), cardWords());
        const LessonJson inside = item.under({GATELAB_TEXT("Lesson", "card %1"), {word}});
        if (row < std::size(kCards) && word == kCards[row].word)
            ++row;
        else if (!(word == "explain" && row > 0 && kCards[row - 1].kind == Kind::Explain))
            return inside.fail({GATELAB_TEXT("Lesson", "cards come in the order %1, and here '%2' was expected"),
                                {orderWords(), row < std::size(kCards) ? kCards[row].word : "-"}});
        lesson_.cards.push_back(readCard(
            inside, std::ranges::find(kCards, word, [](const CardRow& one) { return std::string(one.word); })->kind));
    });
    if (!cards.failed() && row < std::size(kCards))
        cards.fail({GATELAB_TEXT("Lesson", "the card '%1' is missing; add it"), {kCards[row].word}});
}

LessonCard LessonCardsReader::readCard(const LessonJson& json, Kind kind) {
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

void LessonCardsReader::readPrediction(const LessonJson& json, LessonCard& card) {
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

void LessonCardsReader::readPlace(const LessonJson& json, LessonPlace& place) {
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

void LessonCardsReader::readChange(const LessonJson& json, LessonChange& change) {
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
            return item.fail(GATELAB_TEXT("Lesson", "a setting is a text, a number, true, false or a list of texts"));
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

}  // namespace gatelab
