// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trackers/table_columns.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gatelab {

bool hasColumns(Database& database, const char* table, std::initializer_list<const char*> columns) {
    auto statement = database.prepare(
        "SELECT c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table' AND s.name = ?");
    if (!statement.ok()) return false;
    std::vector<std::string> found;
    const auto read = statement->query({table}, [&](const DatabaseRow& row) {
        found.push_back(row.text(0));
        return Result<>();
    });
    return read.ok() && std::ranges::all_of(columns, [&](const char* column) {
               return std::ranges::find(found, column) != found.end();
           });
}

}  // namespace gatelab
