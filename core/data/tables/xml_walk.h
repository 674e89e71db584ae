// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace gatelab {

/// Handlers of one walk through an XML document (Expat). Names come without their prefix ("c", not "x:c"), attributes
/// with it ("r:id").
struct XmlHandlers {
    using Attributes = std::map<std::string, std::string>;
    std::function<void(std::string_view name, const Attributes& attributes)> begin = [](auto&&...) {};
    std::function<void(std::string_view name)> end = [](auto&&...) {};
    std::function<void(std::string_view text)> text = [](auto&&...) {};
};

/// Fed with a document in pieces, and holds no more of it than an element's tag. What no workbook has is refused, since
/// it asks for more memory than the document has bytes: entities that a document declares itself, elements more than
/// 256 deep, tags of more than 16 MiB or 1,000 attributes.
class XmlWalk {
public:
    explicit XmlWalk(XmlHandlers handlers);
    ~XmlWalk();
    XmlWalk(const XmlWalk&) = delete;
    XmlWalk& operator=(const XmlWalk&) = delete;

    Result<> feed(std::string_view piece);
    Result<> finish();
    /// Called by a handler: the walk ends here with this error.
    void stop(Error error);

private:
    struct State;
    template <class Work>
    static void guarded(void* self, Work&& work);
    std::unique_ptr<State> state_;
};

}  // namespace gatelab
