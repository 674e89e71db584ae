// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "export/network/c_parts.h"

namespace gatelab {

/// What of a C file follows the layers: head, answer, decoder, and the functions that a program calls.
class CAnswers : public CParts {
public:
    using CParts::CParts;
    [[nodiscard]] std::string functions() const;

private:
    [[nodiscard]] std::string headFunction() const;
    [[nodiscard]] std::string answerFunction() const;
    /// The lines that make a[] of one step and target from o[]; by, from: what the window's frame adds to a level.
    [[nodiscard]] std::string oneAnswer(const std::string& by, const std::string& from) const;
    /// reset, step and window of a network whose state decides.
    [[nodiscard]] std::string streaming() const;
    /// The steps of a recursive decoder.
    [[nodiscard]] std::string decoder() const;
    /// Where the forecast starts from, and the rows seen from there.
    [[nodiscard]] std::string anchor() const;
    [[nodiscard]] std::string pooled(const std::string& from) const;
    /// NAME_window of a network that reads whole windows.
    [[nodiscard]] std::string whole() const;
};

}  // namespace gatelab
