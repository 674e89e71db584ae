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

/// In the order in which they come; of "explain" there may be several.
const std::vector<std::string> kCards{"question", "predict", "run", "result", "explain", "change", "quiz", "own"};
const std::vector<std::string> kViews{"microscope", "gradient", "cell"}, kParts{"train", "validation", "test"};
constexpr std::int64_t kFrames = 12;
constexpr std::size_t kTwins = 2;

std::string orderWords() {
    std::string all;
    for (const std::string& card : kCards) all += (all.empty() ? "" : ", ") + card;
    return all;
}

std::vector<std::string> quantitiesOf(const LessonRun* run) {
    std::vector<std::string> keys;
    for (const char key : quantityKeys(cellTraits(run != nullptr ? std::string_view(run->config.cell) : "lstm")))
        keys.emplace_back(1, key);
    return keys;
}

}  // namespace

LessonCardsReader::LessonCardsReader(const std::filesystem::path& file, const std::set<std::string>& terms)
    : LessonReader(1, file, terms) {}

void LessonCardsReader::readRest(const LessonJson& root) {
    const LessonJson own = root.at("own").allow({"run", "settings"});
    lesson_.ownRun = runKey(own.at("run"));
    readOwnSettings(own);
    readCards(root.at("cards"));
    if (!root.failed()) toStage();
}

void LessonCardsReader::readCards(const LessonJson& cards) {
    std::size_t row = 0;  // of kCards that comes next
    cards.each(kCards.size(), [&](const LessonJson& item, std::size_t) {
        const std::string word = oneOf(item.at("card"), kCards);
        const LessonJson inside = item.under({GATELAB_TEXT("Lesson", "card %1"), {word}});
        if (row < kCards.size() && word == kCards[row])
            ++row;
        else if (!(word == "explain" && row > 0 && kCards[row - 1] == word))
            return inside.fail({GATELAB_TEXT("Lesson", "cards come in the order %1, and here '%2' was expected"),
                                {orderWords(), row < kCards.size() ? kCards[row] : "-"}});
        readCard(inside, word);
    });
    if (!cards.failed() && row < kCards.size())
        cards.fail({GATELAB_TEXT("Lesson", "the card '%1' is missing; add it"), {kCards[row]}});
}

void LessonCardsReader::addScene(Kind kind, LessonText text) {
    LessonCard card;
    card.kind = kind;
    card.text = std::move(text);
    if (kind == Kind::Look && lesson_.find(Kind::Gap) != nullptr) card.at = "now";
    lesson_.cards.push_back(std::move(card));
}

void LessonCardsReader::readCard(const LessonJson& json, const std::string& word) {
    if (word == "predict")
        readPrediction(json.allow({"card", "text", "choices", "draw"}));
    else if (word == "explain")
        readPlace(json.allow({"card", "text", "look"}));
    else if (word == "change")
        readChange(json.allow({"card", "text", "change"}));
    else if (word == "quiz")
        json.allow({"card", "text", "questions"});
    else
        json.allow({"card", "text"});
    LessonText text = markedWords(json.at("text"));
    if (word == "change") {
        for (LessonTry& one : lesson_.tries) one.text = text;
    } else if (word == "quiz") {
        // The learner's own sentence comes before what is asked of others.
        LessonCard say;
        say.kind = Kind::Say;
        say.text = lesson_.question;
        say.ours = why_;
        lesson_.cards.push_back(std::move(say));
        addScene(Kind::Quiz, std::move(text));
        readQuiz(json, lesson_.cards.back());
    } else if (word != "own") {
        if (word == "explain" && why_.en.empty()) why_ = text;
        addScene(word == "predict"  ? Kind::Draw
                 : word == "run"    ? Kind::Train
                 : word == "result" ? Kind::Gap
                                    : Kind::Look,
                 std::move(text));
    }
}

void LessonCardsReader::readPrediction(const LessonJson& json) {
    if (json.has("draw") == json.has("choices"))
        return json.fail(GATELAB_TEXT("Lesson", "a prediction has either \"choices\" or \"draw\""));
    if (json.has("draw")) {
        drawn_ = runKey(json.at("draw"));
        return;
    }
    json.at("choices").each(2, [&](const LessonJson& item, std::size_t number) {
        item.allow({"text", "when"});
        (void)markedWords(item.at("text"));
        if (item.has("when"))
            (void)claimText(item.at("when"));
        else if (number != json.at("choices").json().size())
            item.fail(GATELAB_TEXT(
                "Lesson", "only the last answer may be without \"when\": it is the right one where no other is"));
    });
}

/// The stage is the place itself; what names one is checked.
void LessonCardsReader::readPlace(const LessonJson& json) {
    if (!json.has("look")) return;
    const LessonJson look = json.at("look").allow({"view", "run", "beside", "part", "window", "layer", "quantity"});
    (void)oneOf(look.at("view"), kViews);
    const LessonRun* run = lesson_.findRun(runKey(look.at("run")));
    if (look.has("beside")) (void)runKey(look.at("beside"));
    if (look.has("part")) (void)oneOf(look.at("part"), kParts);
    if (look.has("window")) (void)look.at("window").whole(1, 1000000);
    if (look.has("layer")) (void)look.at("layer").whole(1, run != nullptr ? run->config.layers : 16);
    if (look.has("quantity")) (void)oneOf(look.at("quantity"), quantitiesOf(run));
}

void LessonCardsReader::readChange(const LessonJson& json) {
    const LessonJson inside = json.at("change").allow({"run", "setting", "values"});
    std::vector<std::string> runs;
    if (inside.has("run") && inside.at("run").json().is_array())
        inside.at("run").each(1, [&](const LessonJson& item, std::size_t) { runs.push_back(runKey(item)); });
    else
        runs.push_back(runKey(inside.at("run")));
    const std::string setting = settingKey(inside.at("setting"));
    if (inside.failed()) return;
    inside.at("values").each(1, [&](const LessonJson& item, std::size_t) { readValue(item, runs, setting); });
}

void LessonCardsReader::readValue(const LessonJson& json, const std::vector<std::string>& runs,
                                  const std::string& setting) {
    const auto value = valueOf(json.json());
    const Field& field = *findField(setting);
    if (!value)
        return json.fail(GATELAB_TEXT("Lesson", "a setting is a text, a number, true, false or a list of texts"));
    for (const std::string& run : runs) {
        LessonTry change;
        change.run = run;
        change.config = lesson_.findRun(run)->config;
        if (auto stored = setFieldValue(change.config, field, *value); !stored.ok())
            return json.fail(stored.error().phrase);
        for (const ConfigFinding& finding : checkConfig(change.config))
            if (finding.severity == Severity::Error) return json.under(finding.key).fail(finding.message);
        if (run != runs.front()) continue;  // one at a time stands in the picture
        const std::string words = setting + " " + formatFieldValue(fieldValue(change.config, field));
        change.label = {words, words};
        lesson_.tries.push_back(std::move(change));
    }
}

void LessonCardsReader::toStage() {
    LessonPicture& picture = lesson_.picture;
    picture.kind = "curve";
    if (drawn_.empty()) drawn_ = lesson_.runs.back().key;
    for (const LessonRun& run : lesson_.runs)
        if (picture.twins.size() < kTwins && run.key != drawn_) picture.twins.push_back(run.key);
    if (picture.twins.size() == kTwins) picture.twins.pop_back();
    picture.twins.push_back(drawn_);
    LessonRow row;
    row.quantity = "loss";
    row.isRinged = true;
    picture.rows.push_back(row);
    lesson_.film = kFrames;
    LessonDraw draw;
    draw.kind = "curve";
    for (LessonCard& card : lesson_.cards)
        if (card.kind == Kind::Draw) card.draw = draw, card.draw.twin = drawn_;
    // A change of a run that is not in the picture could not be seen.
    std::erase_if(lesson_.tries, [&picture](const LessonTry& one) {
        return std::ranges::find(picture.twins, one.run) == picture.twins.end();
    });
    for (LessonTry& one : lesson_.tries) one.draw = draw, one.draw.twin = one.run;
}

}  // namespace gatelab
