// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/xml_walk.h"

#include <expat.h>
#include <new>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMostUntold = std::size_t{16} << 20;
constexpr std::ptrdiff_t kMostAttributes = 1000;
constexpr int kMostDepth = 256;

Error unusual(const Phrase& what) {
    return {ErrorCode::Unsupported,
            {GATELAB_TEXT("Reading",
                          "the XML holds %1, which is beyond what is read; open it in the program that it comes from, "
                          "and save it anew"),
             {what}}};
}

}  // namespace

struct XmlWalk::State {
    XML_Parser parser = XML_ParserCreate("UTF-8");
    XmlHandlers handlers;
    std::optional<Error> stopped;
    std::size_t untold = 0;  ///< bytes since anything was told of: those of a tag that has not ended
    int depth = 0;

    Result<> parse(std::string_view piece, bool isLast) {
        if (parser == nullptr) return Error{ErrorCode::OutOfMemory, GATELAB_TEXT("Files", "not enough memory")};
        untold += piece.size();
        const auto status = XML_Parse(parser, piece.data(), static_cast<int>(piece.size()), isLast ? 1 : 0);
        if (stopped) return *stopped;
        if (untold > kMostUntold) return unusual({GATELAB_TEXT("Reading", "a tag of %1 MiB"), {untold >> 20}});
        if (status == XML_STATUS_OK) return {};
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "the XML is damaged in line %1 (%2)"),
             {static_cast<std::int64_t>(XML_GetCurrentLineNumber(parser)), XML_ErrorString(XML_GetErrorCode(parser))}}};
    }
};

namespace {

std::string_view withoutPrefix(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

}  // namespace

/// No exception may fly through Expat, which is C.
template <class Work>
void XmlWalk::guarded(void* self, Work&& work) {
    auto* walk = static_cast<XmlWalk*>(self);
    walk->state_->untold = 0;
    if (walk->state_->stopped) return;
    try {
        work(walk->state_->handlers);
    } catch (const std::bad_alloc&) {
        walk->stop({ErrorCode::OutOfMemory, GATELAB_TEXT("Files", "not enough memory")});
    }
}

XmlWalk::XmlWalk(XmlHandlers handlers) : state_(std::make_unique<State>()) {
    state_->handlers = std::move(handlers);
    if (state_->parser == nullptr) return;
    XML_SetUserData(state_->parser, this);
    XML_SetElementHandler(
        state_->parser,
        [](void* self, const XML_Char* name, const XML_Char** pairs) {
            guarded(self, [&](const XmlHandlers& handlers) {
                auto* walk = static_cast<XmlWalk*>(self);
                if (++walk->state_->depth > kMostDepth)
                    return walk->stop(unusual({GATELAB_TEXT("Reading", "elements more than %1 deep"), {kMostDepth}}));
                const XML_Char** end = pairs;
                while (*end != nullptr) end += 2;
                if (end - pairs > 2 * kMostAttributes)
                    return walk->stop(
                        unusual({GATELAB_TEXT("Reading", "%1 attributes in a tag"), {(end - pairs) / 2}}));
                XmlHandlers::Attributes attributes;
                for (; *pairs != nullptr; pairs += 2) attributes.emplace(pairs[0], pairs[1]);
                handlers.begin(withoutPrefix(name), attributes);
            });
        },
        [](void* self, const XML_Char* name) {
            guarded(self, [&](const XmlHandlers& handlers) {
                --static_cast<XmlWalk*>(self)->state_->depth;
                handlers.end(withoutPrefix(name));
            });
        });
    XML_SetCharacterDataHandler(state_->parser, [](void* self, const XML_Char* text, int size) {
        guarded(self, [&](const XmlHandlers& handlers) { handlers.text({text, static_cast<std::size_t>(size)}); });
    });
    XML_SetEntityDeclHandler(state_->parser, [](void* self, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
                                                const XML_Char*, const XML_Char*, const XML_Char*) {
        static_cast<XmlWalk*>(self)->stop(
            {ErrorCode::Unsupported,
             GATELAB_TEXT("Reading", "the XML declares entities of its own, which no workbook does")});
    });
}

XmlWalk::~XmlWalk() {
    if (state_->parser != nullptr) XML_ParserFree(state_->parser);
}

Result<> XmlWalk::feed(std::string_view piece) { return state_->parse(piece, false); }
Result<> XmlWalk::finish() { return state_->parse({}, true); }

void XmlWalk::stop(Error error) {
    if (!state_->stopped) state_->stopped = std::move(error);
    XML_StopParser(state_->parser, XML_FALSE);
}

}  // namespace gatelab
