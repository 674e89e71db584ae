// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/directive_text.h"

#include <charconv>

namespace gatelab {

std::string directiveText(const RunDirective& directive) {
    std::string text;
    if (directive.stop) text += "stop\n";
    if (directive.abandon) text += "abandon\n";
    if (directive.paused) text += "pause\n";
    if (directive.moreEpochs != 0) text += "epochs=" + std::to_string(directive.moreEpochs) + "\n";
    for (const LiveChange& change : directive.changes)
        text += ":" + change.key + "=" + formatFieldValue(change.value) + "\n";
    return text;
}

Result<RunDirective> directiveFromText(std::string_view text) {
    RunDirective directive;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = std::min(line.find('='), line.size());
        const std::string_view name = line.substr(0, equals), value = line.substr(std::min(equals + 1, line.size()));
        const Field* field = name.starts_with(':') ? findField(name.substr(1)) : nullptr;
        if (name == "stop") {
            directive.stop = true;
        } else if (name == "abandon") {
            directive.abandon = true;
        } else if (name == "pause") {
            directive.paused = true;
        } else if (name == "epochs") {
            std::from_chars(value.data(), value.data() + value.size(), directive.moreEpochs);
        } else if (field != nullptr) {
            auto parsed = parseFieldValue(*field, value);
            if (!parsed.ok()) return parsed.error();
            directive.changes.push_back({field->key, std::move(*parsed)});
        } else {
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Ranks", "'%1' is no word of another rank"), {std::string(line)}}};
        }
    }
    return directive;
}

}  // namespace gatelab
