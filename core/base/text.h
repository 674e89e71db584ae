// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// A text that a person reads, in English, with its translation context. core never translates: ui looks it up with
/// QCoreApplication::translate(context, source). Both pointers live for the whole program.
struct Text {
    const char* context = "";
    const char* source = "";

    [[nodiscard]] constexpr bool isEmpty() const { return *source == '\0'; }
};

}  // namespace gatelab

/// Marks a text of core for lupdate (alias of QT_TRANSLATE_NOOP); yields a Text.
#define GATELAB_TEXT(context, source) (::gatelab::Text{context, source})
