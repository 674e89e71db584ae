// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/lesson_scenes.h"

#include "config/cell_traits.h"
#include "config/config_check.h"
#include "lesson/lesson_gap.h"
#include "lesson/lesson_image.h"
#include "lesson/lesson_parts.h"
#include "lesson/rich_text.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace gatelab {

namespace {

using Kind = LessonCard::Kind;
constexpr std::int64_t kMostFrames = 64, kFrames = 12, kMostSteps = 1000000;

struct SceneRow {
    Kind kind;
    const char* word;
};
constexpr SceneRow kScenes[] = {{Kind::Look, "look"}, {Kind::Draw, "draw"}, {Kind::Train, "train"},
                                {Kind::Gap, "gap"},   {Kind::Say, "say"},   {Kind::Quiz, "quiz"}};
const std::vector<std::string> kKinds{"sequence", "unrolled", "gate",  "gradient", "product", "belt",
                                      "belts",    "forecast", "parts", "own",      "curve",   "table"};
const std::vector<std::string> kQuantities{"x",         "i",      "f",        "o",        "g",
                                           "c",         "h",      "r",        "z",        "n",
                                           "product",   "said",   "forecast", "gradient", "gradient_back",
                                           "factor",    "series", "nudge",    "loss",     "figures",
                                           "window",    "fed",    "made_of",  "batch",    "digits",
                                           "said_back", "sum"};
const std::vector<std::string> kDraws{"curve", "bars", "steps", "value", "valves", "edge"};
/// Where a quantity stands in pictures of some kinds alone.
struct QuantityHome {
    const char* quantity;
    std::vector<std::string> kinds;
};
const QuantityHome kHomes[] = {{"window", {"sequence"}}, {"fed", {"forecast", "parts"}}, {"made_of", {"parts"}},
                               {"batch", {"parts"}},     {"digits", {"table"}},          {"said_back", {"belts"}}};
const std::vector<std::string> kMeasures{"ratio", "difference", "hits", "shift"};

/// Of a scene of this kind.
std::vector<std::string_view> membersOf(Kind kind) {
    std::vector<std::string_view> members{"scene", "text", "at", "hide", "names"};
    const auto add = [&members](std::initializer_list<std::string_view> more) {
        for (const std::string_view one : more) members.push_back(one);
    };
    if (kind == Kind::Look || kind == Kind::Say) add({"picture"});
    if (kind == Kind::Draw) add({"kind", "row", "twin", "start", "most", "step", "blind"});
    if (kind == Kind::Gap) add({"measure", "against", "as", "beside", "format", "cases"});
    if (kind == Kind::Say) add({"ours"});
    if (kind == Kind::Quiz) add({"questions"});
    return members;
}

std::vector<std::string> sceneWords() {
    std::vector<std::string> words;
    for (const SceneRow& scene : kScenes) words.emplace_back(scene.word);
    return words;
}

}  // namespace

const char* lessonCardWord(LessonCard::Kind kind) { return std::ranges::find(kScenes, kind, &SceneRow::kind)->word; }

LessonScenesReader::LessonScenesReader(const std::filesystem::path& file, const std::set<std::string>& terms)
    : LessonReader(2, file, terms) {}

void LessonScenesReader::readRest(const LessonJson& root) {
    if (root.has("minutes")) lesson_.minutes = root.at("minutes").whole(1, 600);
    lesson_.film = kFrames;
    if (root.has("film")) readFilm(root.at("film"));
    readPicture(root.at("picture"));
    hasDrawing_ = true;
    readScenes(root.at("scenes"));
    if (root.has("try")) readTries(root.at("try"));
    hasDrawing_ = false;
    readOwn(root.at("own"));
    if (root.has("class")) lesson_.hands = readHands(root.at("class"));
}

/// Of a list of steps only their number counts: frames are taken at even distances, and the closest ones go.
void LessonScenesReader::readFilm(const LessonJson& film) {
    if (film.failed() || !film.json().is_array()) {
        lesson_.film = film.whole(0, kMostFrames);
        return;
    }
    lesson_.film = static_cast<std::int64_t>(film.json().size());
    film.each(2, [](const LessonJson& item, std::size_t) { item.whole(0, kMostSteps); });
}

void LessonScenesReader::readPicture(const LessonJson& json) {
    json.allow({"kind", "twins", "window", "rows"});
    LessonPicture& picture = lesson_.picture;
    if (!json.failed() && json.has("kind") && json.at("kind").json() == "image")
        json.at("kind").fail(GATELAB_TEXT(
            "Lesson", "nothing can be drawn on an image; give it to a scene \"look\" or \"say\", as its \"picture\""));
    picture.kind = oneOf(json.at("kind"), kKinds);
    json.at("twins").each(1, [&](const LessonJson& item, std::size_t) { picture.twins.push_back(runKey(item)); });
    if (picture.twins.size() > 2)
        json.at("twins").fail(
            {GATELAB_TEXT("Lesson", "at most two runs stand side by side, and here are %1"), {picture.twins.size()}});
    if (json.has("window")) picture.window = json.at("window").whole(1, kMostSteps);
    json.at("rows").each(1, [&](const LessonJson& item, std::size_t) { picture.rows.push_back(readRow(item)); });
    const auto ringed = std::ranges::count_if(picture.rows, &LessonRow::isRinged);
    if (!json.failed() && ringed != 1)
        json.at("rows").fail({GATELAB_TEXT("Lesson", "exactly one row has \"ring\": true, and here are %1"),
                              {static_cast<std::int64_t>(ringed)}});
    if (!json.failed()) checkPicture(json);
}

/// What only some kinds of pictures can show.
void LessonScenesReader::checkPicture(const LessonJson& json) {
    const LessonPicture& picture = lesson_.picture;
    for (const LessonRow& row : picture.rows)
        for (const QuantityHome& home : kHomes)
            if (row.quantity == home.quantity && std::ranges::find(home.kinds, picture.kind) == home.kinds.end())
                json.at("rows").fail({GATELAB_TEXT("Lesson", "'%1' stands in a picture \"%2\", and this is \"%3\""),
                                      {row.quantity, home.kinds.front(), picture.kind}});
    const LessonRow& ring = picture.rows[picture.ringed()];
    if (picture.kind == "belts" && !(ring.quantity == "said_back" && picture.twins.size() == 1 &&
                                     lesson_.findRun(picture.twins.front())->config.bidirectional))
        json.fail(
            GATELAB_TEXT("Lesson",
                         "two belts are those of one run that reads in both directions, with the row \"said_back\" "
                         "ringed"));
    if (picture.kind == "parts" && std::ranges::none_of(picture.rows, [](const LessonRow& row) {
            return row.quantity == "fed" || row.quantity == "made_of" || row.quantity == "batch";
        }))
        json.at("rows").fail(
            GATELAB_TEXT("Lesson", "two parts of data are shown by a row \"fed\", \"made_of\" or \"batch\""));
    if (ring.quantity == "batch" && ring.columns.size() != picture.twins.size())
        json.at("rows").fail({GATELAB_TEXT("Lesson", "a row \"batch\" has a column for each twin, %1, and here are %2"),
                              {picture.twins.size(), ring.columns.size()}});
    if ((ring.quantity == "batch" || ring.quantity == "window") && !(ring.most > 0))
        json.at("rows").fail(
            {GATELAB_TEXT("Lesson", "a row \"%1\" needs \"most\", where its axis ends"), {ring.quantity}});
    if (ring.quantity == "window")
        for (const LessonColumn& column : ring.columns)
            if (lengthOf(lesson_, column) < 1 || static_cast<double>(lengthOf(lesson_, column)) > ring.most)
                json.at("rows").fail(
                    {GATELAB_TEXT("Lesson",
                                  "'%1' is no figure of a run whose lookback is at most %2, where the axis ends"),
                     {column.sum, static_cast<std::int64_t>(ring.most)}});
}

LessonRow LessonScenesReader::readRow(const LessonJson& json) {
    std::vector<std::string_view> members{"quantity", "ring",      "scale", "least", "marks",  "asks",   "most",
                                          "unit",     "all_units", "of",    "share", "format", "columns"};
    for (const LessonRun& run : lesson_.runs) members.emplace_back(run.key);
    json.allow(members);
    LessonRow row;
    row.quantity = oneOf(json.at("quantity"), kQuantities);
    for (const LessonRun& run : lesson_.runs)
        if (json.has(run.key.c_str())) row.of[run.key] = oneOf(json.at(run.key.c_str()), kQuantities);
    // The gradient is that of h as a share of its largest; other ones have no row.
    if (json.has("of")) oneOf(json.at("of"), {"h"});
    if (json.has("share")) oneOf(json.at("share"), {"largest"});
    row.isRinged = json.has("ring") && json.at("ring").truth();
    row.isAllUnits = json.has("all_units") && json.at("all_units").truth();
    if (json.has("scale")) {
        const std::string scale = oneOf(json.at("scale"), {"linear", "log", "own"});
        row.isLog = scale == "log";
        row.isOwnScale = scale == "own";
        if (row.isOwnScale && row.quantity != "fed")
            json.at("scale").fail(GATELAB_TEXT("Lesson", "only a row \"fed\" has an axis of its own for each twin"));
    }
    if (json.has("least")) row.least = json.at("least").number(1e-12, 0.5);
    if (json.has("most")) row.most = json.at("most").number(1e-9, 1e9);
    if (json.has("marks")) row.marks = json.at("marks").text();
    if (json.has("asks")) row.asks = json.at("asks").text();
    if (json.has("format")) row.format = figureFormat(json.at("format"));
    if (row.quantity == "figures" || row.quantity == "window" || row.quantity == "batch")
        json.at("columns").each(row.quantity == "batch" ? 1 : 2, [&](const LessonJson& item, std::size_t) {
            item.allow({"label", "figure", "dots"});
            LessonColumn column{plainWords(item.at("label")), readSum(item.at("figure")), {}};
            if (item.has("dots"))
                item.at("dots").each(2,
                                     [&](const LessonJson& dot, std::size_t) { column.dots.push_back(readSum(dot)); });
            row.columns.push_back(std::move(column));
        });
    if (!json.has("unit")) return row;
    const LessonJson unit = json.at("unit");
    if (!unit.json().is_object()) {
        row.unit = readUnit(unit);
        return row;
    }
    for (const auto& [run, figure] : unit.json().items()) {
        if (lesson_.findRun(run) == nullptr)
            unit.fail({GATELAB_TEXT("Lesson", "'%1' is no run of this lesson; there are: %2"), {run, runNames()}});
        row.unitOf[run] = readUnit(unit.at(run.c_str()));
    }
    return row;
}

/// Its number, or the figure whose best unit is shown.
std::string LessonScenesReader::readUnit(const LessonJson& json) {
    if (json.failed()) return {};
    if (json.json().is_number_integer()) return std::to_string(json.whole(1, 100000));
    std::string figure = json.text();
    if (json.failed()) return figure;
    const auto calls = figuresOfSum(figure);
    checkCalls(json, calls);
    if (json.failed()) return figure;
    const bool isOfUnits = calls->size() == 1 && (calls->front().name == "opens" || calls->front().name == "closes" ||
                                                  calls->front().name == "moves" || calls->front().name == "carried" ||
                                                  calls->front().name == "writes");
    if (!isOfUnits)
        json.fail(GATELAB_TEXT("Lesson",
                               "a unit is its number, or the best one of opens(run, gate, input), closes(run, gate, "
                               "input), writes(run, c, input), moves(run, gate) or carried(run)"));
    return figure;
}

void LessonScenesReader::readScenes(const LessonJson& scenes) {
    scenes.each(1, [&](const LessonJson& item, std::size_t) {
        const std::string word = oneOf(item.at("scene"), sceneWords());
        if (item.failed()) return;
        const auto kind = std::ranges::find(kScenes, word, [](const SceneRow& one) { return std::string(one.word); });
        lesson_.cards.push_back(readScene(item.under({GATELAB_TEXT("Lesson", "scene %1"), {word}}), kind->kind));
    });
    // Looking may come anywhere; what is drawn is drawn before the training, and its gap follows that.
    int reached = 0;
    for (const LessonCard& card : lesson_.cards) {
        if (card.kind == Kind::Look) continue;
        const int place = static_cast<int>(std::ranges::find(kScenes, card.kind, &SceneRow::kind) - kScenes);
        if (place < reached || (place == reached && card.kind != Kind::Gap))
            scenes.fail({GATELAB_TEXT("Lesson", "scenes come in the order %1, and '%2' comes too late or twice"),
                         {std::string("look, draw, train, gap, say, quiz"), lessonCardWord(card.kind)}});
        reached = place;
    }
    for (const SceneRow& scene : kScenes)
        if (scene.kind != Kind::Quiz && !scenes.failed() && lesson_.find(scene.kind) == nullptr)
            scenes.fail({GATELAB_TEXT("Lesson", "the scene '%1' is missing; add it"), {scene.word}});
}

LessonCard LessonScenesReader::readScene(const LessonJson& json, Kind kind) {
    LessonCard card;
    card.kind = kind;
    json.allow(membersOf(kind));
    card.text = markedWords(json.at("text"));
    if (json.has("at")) {
        card.at = json.at("at").text();
        std::int64_t step = 0;
        const auto end = std::from_chars(card.at.data(), card.at.data() + card.at.size(), step);
        const bool isStep = end.ptr == card.at.data() + card.at.size() && end.ec == std::errc();
        if (!json.failed() && card.at != "now" && !isStep &&
            !(isStepZero(card.at) && lesson_.findRun(card.at) != nullptr))
            json.at("at").fail(
                {GATELAB_TEXT("Lesson", "'%1' is no moment; take \"now\", \"RUN@0\" or a step"), {card.at}});
    }
    const auto rows = static_cast<std::int64_t>(lesson_.picture.rows.size());
    const auto readRows = [&](const char* member, std::vector<std::size_t>& found) {
        if (json.has(member))
            json.at(member).each(0, [&](const LessonJson& item, std::size_t) {
                found.push_back(static_cast<std::size_t>(item.whole(1, rows) - 1));
            });
    };
    readRows("hide", card.hidden);
    readRows("names", card.named);
    if (json.has("picture")) card.image = readImage(json.at("picture"));
    if (kind == Kind::Draw) card.draw = readDraw(json);
    if (kind == Kind::Gap && json.has("as")) card.gap = readGap(json);
    if (json.has("cases"))
        json.at("cases").each(1, [&](const LessonJson& item, std::size_t) {
            item.allow({"text", "when", "silent"});
            LessonChoice one{markedWords(item.at("text")), {}};
            if (item.has("when")) one.when = claimText(item.at("when"));
            if (item.has("silent")) one.isSilent = item.at("silent").truth();
            card.choices.push_back(std::move(one));
        });
    if (kind == Kind::Say) card.ours = markedWords(json.at("ours"));
    if (kind == Kind::Quiz) readQuiz(json, card);
    return card;
}

/// A scene's own picture: an image that lies beside the lesson.
std::filesystem::path LessonScenesReader::readImage(const LessonJson& json) {
    json.allow({"kind", "file"});
    oneOf(json.at("kind"), {"image"});
    const std::string name = json.at("file").text();
    if (json.failed()) return {};
    auto found = lessonImage(lesson_.file, name);
    if (found.ok()) return std::move(*found);
    json.at("file").fail(found.error().phrase);
    return {};
}

LessonDraw LessonScenesReader::readDraw(const LessonJson& json) {
    LessonDraw draw;
    draw.kind = oneOf(json.at("kind"), kDraws);
    const LessonPicture& picture = lesson_.picture;
    draw.row = static_cast<std::size_t>(json.at("row").whole(1, static_cast<std::int64_t>(picture.rows.size())) - 1);
    if (!json.failed() && !picture.rows[draw.row].isRinged)
        json.at("row").fail(GATELAB_TEXT("Lesson", "a prediction is drawn on the ringed row"));
    if (json.has("twin")) {
        draw.twin = runKey(json.at("twin"));
        if (!json.failed() && std::ranges::find(picture.twins, draw.twin) == picture.twins.end())
            json.at("twin").fail({GATELAB_TEXT("Lesson", "'%1' is no twin of the picture"), {draw.twin}});
    } else if (!picture.twins.empty()) {
        draw.twin = picture.twins.front();
    }
    const bool hasMarks = std::ranges::any_of(picture.rows, [](const LessonRow& row) { return !row.marks.empty(); });
    if (!json.failed() && draw.kind == "valves" && !(picture.kind == "belt" && hasMarks && picture.twins.size() == 1))
        json.at("kind").fail(GATELAB_TEXT(
            "Lesson", "valves are set on a picture \"belt\" of one run, with a row that names its \"marks\""));
    const std::string& drawn = json.failed() ? picture.kind : picture.rows[draw.row].quantity;
    const bool hasEdge = drawn == "window" || drawn == "batch";
    if (!json.failed() && hasEdge != (draw.kind == "edge"))
        json.at("kind").fail(GATELAB_TEXT(
            "Lesson", "an edge is dragged on a row \"window\" or \"batch\", and nothing else is drawn there"));
    if (json.has("start")) draw.start = json.at("start").number(-1e6, 1e6);
    if (json.has("blind")) draw.isBlind = json.at("blind").truth();
    if (json.has("most")) draw.most = json.at("most").whole(1, 1000);
    if (draw.kind == "value" || json.has("step")) {
        const LessonJson step = json.at("step");
        const bool isMark = !step.failed() && step.json() == kMarkedStep;
        draw.step = isMark ? LessonDraw::kAtMark : step.whole(1, 100000);
    }
    return draw;
}

std::string LessonScenesReader::readSum(const LessonJson& json) {
    std::string sum = json.text();
    if (!json.failed()) checkCalls(json, figuresOfSum(sum));
    return sum;
}

LessonGap LessonScenesReader::readGap(const LessonJson& json) {
    LessonGap gap;
    gap.as = oneOf(json.at("as"), kMeasures);
    if (gap.as != "hits" || json.has("measure")) gap.measure = readSum(json.at("measure"));
    if (gap.as != "hits" || json.has("against")) gap.against = readSum(json.at("against"));
    if (json.has("beside")) gap.beside = readSum(json.at("beside"));
    if (json.has("format")) gap.format = figureFormat(json.at("format"));
    return gap;
}

std::string LessonScenesReader::figureFormat(const LessonJson& json) {
    std::string format = json.text();
    if (!json.failed() && !isFigureFormat(format))
        json.fail(
            {GATELAB_TEXT(
                 "Lesson",
                 "'%1' is no way to write a figure; take percent, steps, times, seconds, mib or clock, or nothing"),
             {format}});
    return format;
}

void LessonScenesReader::readTries(const LessonJson& json) {
    json.each(1, [&](const LessonJson& item, std::size_t) {
        item.allow({"label", "run", "settings", "draw", "gap"});
        LessonTry change;
        change.label = plainWords(item.at("label"));
        change.run = runKey(item.at("run"));
        if (item.failed()) return;
        change.config = lesson_.findRun(change.run)->config;
        apply(item.at("settings"), change.config);
        if (!item.failed())
            for (const ConfigFinding& finding : checkConfig(change.config))
                if (finding.severity == Severity::Error) item.under(finding.key).fail(finding.message);
        change.draw = readDraw(item.at("draw").allow({"kind", "row", "twin", "start", "most", "step", "blind"}));
        const LessonJson gap = item.at("gap").allow({"measure", "against", "as", "beside", "format", "text"});
        change.gap = readGap(gap);
        change.text = markedWords(gap.at("text"));
        lesson_.tries.push_back(std::move(change));
    });
}

void LessonScenesReader::readOwn(const LessonJson& own) {
    if (own.failed()) return;
    if (own.has("reason")) {
        lesson_.ownReason = plainWords(own.allow({"reason"}).at("reason"));
        return;
    }
    own.allow({"run", "settings", "rows", "unit"});
    const LessonJson run = own.at("run");
    if (!own.failed() && run.json().is_array())
        run.each(1, [&](const LessonJson& item, std::size_t number) {
            const std::string key = runKey(item);
            if (number == 1) lesson_.ownRun = key;
        });
    else
        lesson_.ownRun = runKey(run);
    readOwnSettings(own);
    const auto rows = static_cast<std::int64_t>(lesson_.picture.rows.size());
    if (own.has("rows")) own.at("rows").each(1, [rows](const LessonJson& item, std::size_t) { item.whole(1, rows); });
    if (own.has("unit")) (void)own.at("unit").text();
}

}  // namespace gatelab
