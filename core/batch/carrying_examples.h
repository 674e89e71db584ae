// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// What a source is besides (ExampleSource) whose examples may hang together: the pieces of a running text.
class CarryingExamples {
public:
    /// Whether each example goes on with the state that the one before it has ended with.
    [[nodiscard]] virtual bool carriesState() const = 0;

protected:
    ~CarryingExamples() = default;
};

}  // namespace gatelab
