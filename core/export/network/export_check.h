// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "export/network/check_windows.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace gatelab {

/// How far an exported network is from the run that it is of, as another program computes it.
struct ExportCheck {
    bool done = false;
    std::int64_t windows = 0;
    double largest = 0;   ///< difference, in the units of the data (of classes: of their shares)
    double relative = 0;  ///< the largest of each number's difference by the scale of its target
    std::string by;       ///< "onnxruntime 1.32.0", "gcc 12.2.0"
    Phrase notes;         ///< done: what must be known beside it; else why it was not checked, and what to do
};
/// "100 windows by onnxruntime 1.32.0: largest difference 3.1e-06, 1.2e-07 of the targets' scale"; "not checked: ..."
Phrase exportCheckPhrase(const ExportCheck& check);
/// Internal where it is done and differs by more than `limit` of the targets' scale, or is no number.
Result<> checkedAgainst(double limit, const ExportCheck& check);

/// Each runs the written file in a program of this machine and compares all of the windows. The Python is that of
/// $GATELAB_PYTHON, else python3; the C compiler $CC, else cc. Errors are of our own files; what is absent is no error
/// but "not checked". Block for seconds (checkLibtorch: a minute).
Result<ExportCheck> checkOnnx(const std::filesystem::path& file, const std::filesystem::path& streaming,
                              const PortableNetwork& network, const CheckWindows& windows);
Result<ExportCheck> checkC(const std::filesystem::path& file, const std::string& name, const PortableNetwork& network,
                           const CheckWindows& windows);
Result<ExportCheck> checkPytorch(const std::filesystem::path& script, const PortableNetwork& network,
                                 const CheckWindows& windows);
/// The headers of LibTorch must lie beside its libraries, which Gatelab's own has where it was built. `goesOn`: as
/// askProgram() has it.
Result<ExportCheck> checkLibtorch(const std::filesystem::path& folder, const PortableNetwork& network,
                                  const CheckWindows& windows, const std::function<bool()>& goesOn = {});

}  // namespace gatelab
