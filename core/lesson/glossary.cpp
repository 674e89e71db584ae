// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/glossary.h"

#include "config/field.h"
#include "io/file_io.h"
#include "lesson/lesson_json.h"
#include "lesson/rich_text.h"

#include <algorithm>

namespace gatelab {

namespace {
constexpr std::uint64_t kFileBytes = 4U << 20;
}

const GlossaryEntry* Glossary::find(std::string_view key) const {
    const auto entry = std::ranges::find(entries, key, &GlossaryEntry::key);
    return entry == entries.end() ? nullptr : &*entry;
}

const GlossaryEntry* Glossary::ofSetting(std::string_view setting) const {
    const auto entry = std::ranges::find_if(entries, [setting](const GlossaryEntry& one) {
        return std::ranges::find(one.settings, setting) != one.settings.end();
    });
    return entry == entries.end() ? nullptr : &*entry;
}

std::set<std::string> Glossary::keys() const {
    std::set<std::string> all;
    for (const GlossaryEntry& entry : entries) all.insert(entry.key);
    return all;
}

Result<Glossary> glossaryFromJson(std::string_view text) {
    const auto json = parseLessonJson(text);
    if (!json.ok()) return json.error();
    std::optional<Error> problem;
    const LessonJson root(*json, {}, problem);
    root.allow({"gatelab_glossary", "entries"}).at("gatelab_glossary").whole(1, 1);
    Glossary glossary;
    root.at("entries").each(1, [&](const LessonJson& item, std::size_t) {
        item.allow({"key", "term", "text", "formula", "source", "settings"});
        GlossaryEntry entry;
        entry.key = item.at("key").text();
        const LessonJson inside = item.under(entry.key);
        if (glossary.find(entry.key) != nullptr) inside.fail(GATELAB_TEXT("Lesson", "this key is there twice"));
        entry.term = inside.at("term").words();
        entry.text = inside.at("text").words();
        if (item.has("formula")) entry.formula = inside.at("formula").text();
        if (item.has("source")) entry.source = inside.at("source").text();
        if (item.has("settings"))
            inside.at("settings").each(1, [&](const LessonJson& setting, std::size_t) {
                entry.settings.push_back(setting.text());
                if (!setting.failed() && findField(entry.settings.back()) == nullptr)
                    setting.fail({GATELAB_TEXT("Lesson", "there is no setting '%1'"), {entry.settings.back()}});
            });
        glossary.entries.push_back(std::move(entry));
    });
    const auto keys = glossary.keys();
    for (const GlossaryEntry& entry : glossary.entries)
        for (const std::string* words : {&entry.text.en, &entry.text.zh}) {
            const LessonJson place = root.under(entry.key);
            const auto pieces = piecesOf(*words);
            if (!pieces.ok()) {
                place.fail(pieces.error().phrase);
                continue;
            }
            for (const TextPiece& piece : *pieces)
                if (piece.kind == TextPiece::Kind::Term && !keys.contains(piece.key))
                    place.fail({GATELAB_TEXT("Lesson", "'%1' is no entry of the glossary"), {piece.key}});
        }
    if (problem) return *problem;
    return glossary;
}

Result<Glossary> readGlossary(const std::filesystem::path& file) {
    const auto bytes = readFileBytes(file, kFileBytes);
    if (!bytes.ok()) return bytes.error();
    return glossaryFromJson(*bytes).withContext(file.string());
}

}  // namespace gatelab
