// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gatelab {

/// Where something is in the window. What is empty stays as it is.
struct Place {
    QString page = {};   ///< key of its row in window/page_list.cpp; empty with a field: the page where that is set
    QString view = {};   ///< of the page: "lab", "curves" of Compare, "gradient" of Learn, "find-rate" of Model
    QString run = {};    ///< its id
    QString field = {};  ///< brought into view there: a setting, a chart, a lesson

    bool operator==(const Place&) const = default;
};

}  // namespace gatelab
