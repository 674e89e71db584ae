// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/report/phrase_book.h"

#include "base/library_folder.h"
#include "data/tables/xml_walk.h"
#include "io/file_io.h"

namespace gatelab {

namespace {

constexpr std::uint64_t kMaxBytes = 32 << 20;

/// Where a walk through the file is.
struct Reading {
    std::string context, source, translation, text;
    bool isFinished = true;
};

}  // namespace

Result<PhraseBook> PhraseBook::read(const std::filesystem::path& file) {
    const auto bytes = readFileBytes(file, kMaxBytes);
    if (!bytes.ok()) return bytes.error();
    PhraseBook book;
    Reading now;
    bool isBook = false;
    XmlWalk walk({.begin =
                      [&](std::string_view name, const XmlHandlers::Attributes& attributes) {
                          isBook |= name == "TS";
                          if (name == "message") now.source = now.translation = "";
                          // "unfinished", "vanished", "obsolete"
                          if (name == "translation") now.isFinished = !attributes.contains("type");
                          now.text.clear();
                      },
                  .end =
                      [&](std::string_view name) {
                          if (name == "name") now.context = now.text;
                          if (name == "source") now.source = now.text;
                          if (name == "translation") now.translation = now.text;
                          if (name == "message" && now.isFinished && !now.translation.empty())
                              book.texts_[{now.context, now.source}] = now.translation;
                      },
                  .text = [&](std::string_view text) { now.text += text; }});
    auto walked = walk.feed(*bytes);
    if (walked.ok()) walked = walk.finish();
    if (!walked.ok()) return walked.error().withContext(file.string());
    if (!isBook)
        return Error{ErrorCode::Corrupt, {GATELAB_TEXT("Report", "%1 is no file of translations"), {file.string()}}};
    return book;
}

Result<PhraseBook> PhraseBook::ofLanguage(const std::string& language) {
    const auto file = sharedPlace("translations/gatelab_" + language + ".ts");
    if (file.empty())
        return Error{
            ErrorCode::NotFound,
            {GATELAB_TEXT("Report", "there are no translations for '%1'; en and zh_CN are there"), {language}}};
    return read(file);
}

std::string PhraseBook::say(const Phrase& phrase) const {
    if (phrase.context.empty()) return phrase.source;
    const auto found = texts_.find({phrase.context, phrase.source});
    std::string text;
    walkPattern(
        std::string_view(found == texts_.end() ? phrase.source : found->second),
        [&](std::string_view piece) { text += piece; },
        [&](std::size_t i) {
            if (i < phrase.arguments.size()) text += say(phrase.arguments[i]);
        });
    return text;
}

}  // namespace gatelab
