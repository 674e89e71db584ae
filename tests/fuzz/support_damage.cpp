// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/support_damage.h"

#include "data/readers.h"
#include "fuzz/support_targets.h"

#include <algorithm>
#include <fstream>
#include <random>

namespace gatelab::testing {

namespace fs = std::filesystem;

void eachCut(std::string_view whole, std::size_t step, const ReadDamaged& read) {
    constexpr std::size_t kHeader = 256;
    for (std::size_t size = 0; size < whole.size(); size += step) read(whole.substr(0, size));
    std::mt19937 random(1);
    for (std::size_t at = 0; at < std::min(kHeader, whole.size()); ++at) {
        std::string bytes(whole);
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        read(bytes);
    }
}

void eachFlip(std::string_view whole, int trials, const ReadDamaged& read) {
    std::mt19937 random(2);
    for (int i = 0; i < trials && !whole.empty(); ++i) {
        std::string bytes(whole);
        for (int n = 0; n <= i % 3; ++n)
            bytes[random() % bytes.size()] = static_cast<char>(i % 2 == 0 ? random() % 256 : 1U << random() % 8);
        read(bytes);
    }
}

std::vector<fs::path> filesBelow(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder, none))
        if (entry.is_regular_file() && entry.path().extension() != ".py") files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string readAsFile(const std::string& name, std::string_view bytes, const fs::path& folder) {
    const fs::path path = folder / name;
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    isRead(listParts(path, {}));
    const auto data = readFile(path, {});
    return isRead(data) && data.ok() ? faultOf(*data) : "";
}

}  // namespace gatelab::testing
