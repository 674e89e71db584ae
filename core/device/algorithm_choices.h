// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/choice_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace gatelab {

/// The algorithms of cuDNN that compute the passes of a layer, by their names in files.
struct AlgorithmNames {
    std::string forward = "standard", backward = "standard";
    bool operator==(const AlgorithmNames&) const = default;
};

/// Which algorithms a shape is computed with, as found by measuring: of this process, behind them those of a resumed
/// run, which goes on with what it began with, and those that were measured on this machine before (a file). Any
/// thread.
class AlgorithmChoices {
public:
    struct Measured {
        AlgorithmNames names;
        std::string how;     ///< "0.81 ms against 2.10 ms of standard"
        bool hangs = false;  ///< what was tried last did not end
    };
    /// What cannot be read from `file` was not measured yet; what cannot be kept there is measured again next time.
    explicit AlgorithmChoices(std::filesystem::path file);
    /// `key`: machine and shape; `shape`: for people. A shape that is known nowhere is measured; where that may not be,
    /// it is computed by the standard algorithms until a call that may. Throws TrialDidNotEnd (given_up.h) once it is
    /// kept what was the fastest until then.
    AlgorithmNames choose(const std::string& key, const std::string& shape, bool mayMeasure,
                          const std::function<Measured()>& measure);
    /// One line per shape: "lstm one fp32 T96 B64 I8 H64: forward small-h, backward small-h, 0.81 ms against 2.10 ms of
    /// standard".
    std::string report();
    /// Lines "key=forward,backward" of what was chosen in this process.
    std::string used();
    void use(const std::string& choices);

private:
    using Table = std::map<std::string, AlgorithmNames>;
    static void read(const ChoiceFile::Lines& lines, Table& table);
    static std::string text(const Table& table);
    AlgorithmNames find(const std::string& key, const std::string& shape, const std::function<Measured()>& measure);
    void note(const std::string& shape, const AlgorithmNames& names, const std::string& how);

    ChoiceFile file_;
    std::mutex mutex_;
    Table chosen_, standIns_, resumed_, measured_;
    std::string report_;
};

/// Tells the partial batch at the end of an epoch from whole ones: it is smaller than one that the layer was trained on
/// before. One for each layer of a run; one thread at a time.
class PartialBatches {
public:
    bool isPartial(std::int64_t batch);

private:
    std::int64_t largest_ = 0;
};

}  // namespace gatelab
