# SPDX-License-Identifier: GPL-3.0-or-later
# What the fuzzers link of core/ (tests/fuzz/CMakeLists.txt), as `fuzz_sources`; tests/rules/fuzz_sources looks after it in every build.
set(core "${PROJECT_SOURCE_DIR}/core")
# Whole rooms, and of the others what those need; tests/rules/fuzz_sources tells of one that is missing.
set(rooms app/trackers base config data/arrays data/cache data/csv data/folders data/many data/packed data/recipe data/resample data/sequences data/synthetic data/tables lab/outside lesson run/alerts run/curves search store/record)
set(fuzz_sources
  app/saved_experiment app/report/run_bundle baselines/baseline_linear baselines/baseline_naive baselines/baseline_smoothing baselines/baselines baselines/class_scores
  baselines/scores baselines/season baselines/spread_scores baselines/token_baselines data/cell_reason data/column_values data/data_identity data/epoch_order data/foreign_file data/level_check
  data/read_account data/readers data/row_order data/row_time data/rows_ahead data/series data/split data/time_format data/time_scanner data/time_step data/windows data/findings/blank_pair data/findings/clock_change data/look/clock_rows data/look/fourier data/look/repeats data/look/spectrum data/model_shape
  io/archive_file io/archive_library io/archive_writer io/arrow_file io/crc io/csv_cell io/database io/database_guard io/file_io io/file_lock io/file_view io/hash
  io/hdf5_file io/hdf5_file_types io/hdf5/trial io/inflate io/json/json_text io/posix_calls io/protobuf io/phrase_json io/safetensors_file io/safetensors_header io/row_memory io/temporary_folder lab/lab
  lab/lab_figures lab/lab_headline lab/lab_json lab/lab_plan lab/lab_report lab/lab_rungs lab/lab_time lab/lab_words lab/student_t lab/table_text
  lab/backtest/backtest_scores run/alert_rules_json run/checkpoint_reason run/confusion_json run/directive_text run/heldout_scores run/metrics run/rank_setup
  run/run_change run/run_change_json run/run_event_json run/timeline run/timeline_json store/checkpoint store/cluster_profiles store/data_for_run store/film
  store/imported_file store/imported_run store/job_limits store/kept_count store/known_hosts store/named_checkpoint store/run_command store/run_extension
  store/run_index store/run_name store/run_numbers store/run_queue store/run_weights store/saved_json store/saved_preparation_file store/saved_sweep store/weight_facts
  store/workspace store/workspace_care)
list(TRANSFORM fuzz_sources PREPEND "${core}/")
list(TRANSFORM fuzz_sources APPEND ".cpp")
foreach(room IN LISTS rooms)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS "${core}/${room}/*.cpp")
  list(APPEND fuzz_sources ${found})
endforeach()
# What only uses what was read.
list(FILTER fuzz_sources EXCLUDE REGEX "/(asha|belt|belt_training|column_levels|gpu_rows|import_runs|imported_record|kept_findings|lesson_picture|lesson_seen|lesson_valves|many_findings|memory_check|metric_names|placed_forecasts|preset_experiment|run_ending|run_of_data|saved_preparation|scored_file|shared_preparation|target_deviation|tpe|tracker_files|weight_shape)\\.cpp$")
