// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/optuna_file.h"

#include "io/database.h"
#include "io/json/json.h"

#include <cmath>
#include <ctime>
#include <system_error>
#include <utility>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;

/// Optuna 4.9's own statements, as its storage makes them.
constexpr const char* kTables = R"(
CREATE TABLE studies (study_id INTEGER NOT NULL, study_name VARCHAR(512) NOT NULL, PRIMARY KEY (study_id));
CREATE UNIQUE INDEX ix_studies_study_name ON studies (study_name);
CREATE TABLE version_info (version_info_id INTEGER NOT NULL, schema_version INTEGER, library_version VARCHAR(256),
  PRIMARY KEY (version_info_id), CHECK (version_info_id=1));
CREATE TABLE study_directions (study_direction_id INTEGER NOT NULL, direction VARCHAR(8) NOT NULL,
  study_id INTEGER NOT NULL, objective INTEGER NOT NULL, PRIMARY KEY (study_direction_id),
  UNIQUE (study_id, objective), FOREIGN KEY(study_id) REFERENCES studies (study_id));
CREATE TABLE study_user_attributes (study_user_attribute_id INTEGER NOT NULL, study_id INTEGER, "key" VARCHAR(512),
  value_json TEXT, PRIMARY KEY (study_user_attribute_id), UNIQUE (study_id, "key"),
  FOREIGN KEY(study_id) REFERENCES studies (study_id));
CREATE TABLE study_system_attributes (study_system_attribute_id INTEGER NOT NULL, study_id INTEGER,
  "key" VARCHAR(512), value_json TEXT, PRIMARY KEY (study_system_attribute_id), UNIQUE (study_id, "key"),
  FOREIGN KEY(study_id) REFERENCES studies (study_id));
CREATE TABLE trials (trial_id INTEGER NOT NULL, number INTEGER, study_id INTEGER, state VARCHAR(8) NOT NULL,
  datetime_start DATETIME, datetime_complete DATETIME, PRIMARY KEY (trial_id),
  FOREIGN KEY(study_id) REFERENCES studies (study_id));
CREATE INDEX ix_trials_study_id ON trials (study_id);
CREATE TABLE trial_user_attributes (trial_user_attribute_id INTEGER NOT NULL, trial_id INTEGER, "key" VARCHAR(512),
  value_json TEXT, PRIMARY KEY (trial_user_attribute_id), UNIQUE (trial_id, "key"),
  FOREIGN KEY(trial_id) REFERENCES trials (trial_id));
CREATE TABLE trial_system_attributes (trial_system_attribute_id INTEGER NOT NULL, trial_id INTEGER,
  "key" VARCHAR(512), value_json TEXT, PRIMARY KEY (trial_system_attribute_id), UNIQUE (trial_id, "key"),
  FOREIGN KEY(trial_id) REFERENCES trials (trial_id));
CREATE TABLE trial_params (param_id INTEGER NOT NULL, trial_id INTEGER, param_name VARCHAR(512), param_value FLOAT,
  distribution_json TEXT, PRIMARY KEY (param_id), UNIQUE (trial_id, param_name),
  FOREIGN KEY(trial_id) REFERENCES trials (trial_id));
CREATE TABLE trial_values (trial_value_id INTEGER NOT NULL, trial_id INTEGER NOT NULL, objective INTEGER NOT NULL,
  value FLOAT, value_type VARCHAR(7) NOT NULL, PRIMARY KEY (trial_value_id), UNIQUE (trial_id, objective),
  FOREIGN KEY(trial_id) REFERENCES trials (trial_id));
CREATE TABLE trial_intermediate_values (trial_intermediate_value_id INTEGER NOT NULL, trial_id INTEGER NOT NULL,
  step INTEGER NOT NULL, intermediate_value FLOAT, intermediate_value_type VARCHAR(7) NOT NULL,
  PRIMARY KEY (trial_intermediate_value_id), UNIQUE (trial_id, step),
  FOREIGN KEY(trial_id) REFERENCES trials (trial_id));
CREATE TABLE trial_heartbeats (trial_heartbeat_id INTEGER NOT NULL, trial_id INTEGER NOT NULL,
  heartbeat DATETIME NOT NULL, PRIMARY KEY (trial_heartbeat_id), UNIQUE (trial_id),
  FOREIGN KEY(trial_id) REFERENCES trials (trial_id));
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,
  CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO version_info VALUES (1, 12, '4.9.0');
INSERT INTO alembic_version VALUES ('v3.2.0.a');
INSERT INTO study_directions VALUES (1, 'MINIMIZE', 1, 0);
)";

const char* stateWord(TrialState state) {
    switch (state) {
        case TrialState::Training:
        case TrialState::Interrupted:
            return "RUNNING";
        case TrialState::Stopped:
            return "PRUNED";
        case TrialState::Failed:
            return "FAIL";
        case TrialState::Complete:
        case TrialState::Diverged:
            break;
    }
    return "COMPLETE";
}

std::string distribution(const SweepAxis& axis, const SearchDimension& dimension) {
    Json attributes;
    if (dimension.isCategory()) {
        Json choices = Json::array();
        for (const FieldValue& value : axis.values)
            if (const auto* isOn = std::get_if<bool>(&value))
                choices.push_back(*isOn);
            else if (const auto* whole = std::get_if<std::int64_t>(&value))
                choices.push_back(*whole);
            else if (const auto* number = std::get_if<double>(&value))
                choices.push_back(*number);
            else
                choices.push_back(formatFieldValue(value));
        return Json{{"name", "CategoricalDistribution"}, {"attributes", {{"choices", choices}}}}.dump();
    }
    if (dimension.isWhole)
        return Json{{"name", "IntDistribution"},
                    {"attributes",
                     {{"log", dimension.isLog},
                      {"step", 1},
                      {"low", std::llround(dimension.low)},
                      {"high", std::llround(dimension.high)}}}}
            .dump();
    return Json{
        {"name", "FloatDistribution"},
        {"attributes", {{"step", nullptr}, {"low", dimension.low}, {"high", dimension.high}, {"log", dimension.isLog}}}}
        .dump();
}

/// In local time, as Optuna keeps it; empty: not known.
std::string stamp(double seconds) {
    if (seconds <= 0) return {};
    const auto whole = static_cast<std::time_t>(seconds);
    std::tm parts{};
    if (::localtime_r(&whole, &parts) == nullptr) return {};
    char text[40], fraction[16];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
    std::snprintf(fraction, sizeof fraction, ".%06d", static_cast<int>((seconds - static_cast<double>(whole)) * 1e6));
    return std::string(text) + fraction;
}

const char* kindOf(double value) { return std::isnan(value) ? "NAN" : std::isinf(value) ? "INF_POS" : "FINITE"; }

/// A value whose kind says it: no number stands for it.
double finite(double value) { return std::isfinite(value) ? value : std::nan(""); }

class OptunaWriter {
public:
    OptunaWriter(Database& database, const Study& study) : database_(database), study_(study) {}

    Result<> write(const std::string& name, std::span<const StudyTrial> trials) {
        if (auto made = database_.execute(kTables); !made.ok()) return made;
        if (auto added = insert("studies", {1, name}); !added.ok()) return added;
        for (std::size_t i = 0; i < trials.size(); ++i)
            if (auto added = add(static_cast<std::int64_t>(i), trials[i]); !added.ok()) return added;
        return {};
    }

private:
    Result<> insert(const std::string& table, std::initializer_list<DatabaseValue> values) {
        std::string places = "?";
        for (std::size_t i = 1; i < values.size(); ++i) places += ", ?";
        auto statement = database_.prepare("INSERT INTO " + table + " VALUES (" + places + ")");
        return statement.ok() ? statement->run(values) : statement.error();
    }

    Result<> add(std::int64_t number, const StudyTrial& trial) {
        const std::int64_t id = number + 1;
        auto added = insert("trials (trial_id, number, study_id, state)", {id, number, 1, stateWord(trial.state)});
        if (const std::string began = stamp(trial.began); added.ok() && !began.empty())
            added = change("UPDATE trials SET datetime_start = ? WHERE trial_id = ?", began, id);
        if (const std::string ended = stamp(trial.ended); added.ok() && !ended.empty())
            added = change("UPDATE trials SET datetime_complete = ? WHERE trial_id = ?", ended, id);
        for (std::size_t axis = 0; added.ok() && axis < trial.point.size(); ++axis)
            if (!std::isnan(trial.point[axis]))
                added =
                    insert("trial_params", {++parameter_, id, study_.space.axes()[axis].field->key, trial.point[axis],
                                            distribution(study_.space.axes()[axis], study_.space.dimensions()[axis])});
        const double value = trial.state == TrialState::Diverged ? INFINITY : trial.value;
        if (added.ok() && !std::isnan(value) && trial.hasEnded())
            added = insert("trial_values", {id, id, 0, finite(value), kindOf(value)});
        for (std::size_t epoch = 0; added.ok() && epoch < trial.byEpoch.size(); ++epoch)
            added = insert("trial_intermediate_values", {++intermediate_, id, static_cast<std::int64_t>(epoch + 1),
                                                         finite(trial.byEpoch[epoch]), kindOf(trial.byEpoch[epoch])});
        if (added.ok()) added = insert("trial_user_attributes", {id, id, "run", Json(trial.run).dump()});
        return added;
    }

    Result<> change(const char* sql, const std::string& text, std::int64_t trial) {
        auto statement = database_.prepare(sql);
        return statement.ok() ? statement->run({text, trial}) : statement.error();
    }

    Database& database_;
    const Study& study_;
    std::int64_t parameter_ = 0, intermediate_ = 0;
};

}  // namespace

Result<> writeOptunaFile(const std::filesystem::path& file, const std::string& name, const Study& study,
                         std::span<const StudyTrial> trials) {
    if (std::error_code failed; std::filesystem::exists(file, failed))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Sweep", "'%1' is there already; name another file, or remove this one"), {file.string()}}};
    Result<> written;
    {
        auto database = Database::open(file, Database::Mode::Create);
        if (!database.ok()) return database.error();
        written = database->transaction([&] { return OptunaWriter(*database, study).write(name, trials); });
    }
    if (!written.ok()) static_cast<void>(removeDatabase(file));
    return written;
}

}  // namespace gatelab
