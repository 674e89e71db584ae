// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/value_at_point.h"

#include "store/record/run_files.h"

#include <limits>

namespace gatelab {

Result<double> readValueAtEpoch(const std::filesystem::path& runFolder, const std::string& curve, double epoch) {
    constexpr double kRounding = 1e-6;  // an epoch is a sum of steps
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (!database) return database.error();
    auto statement = database->prepare(
        "SELECT value, (SELECT MAX(epoch) FROM metrics) FROM metrics WHERE metric = (SELECT id FROM metric_keys WHERE "
        "key = ?1) AND epoch <= ?2 ORDER BY step DESC, rowid DESC LIMIT 1");
    if (!statement) return statement.error();
    double value = std::numeric_limits<double>::quiet_NaN();
    auto done = statement->query({curve, epoch + kRounding}, [&](const DatabaseRow& row) {
        if (row.number(1) >= epoch - kRounding) value = row.number(0);
        return Result<>();
    });
    if (!done) return done.error();
    return value;
}

}  // namespace gatelab
