// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/plugin.h"

#include "base/cache_folder.h"

#include <algorithm>
#include <cstdlib>

namespace gatelab {

namespace {

namespace fs = std::filesystem;

std::string wordOf(const char* variable) {
    const char* word = std::getenv(variable);
    return word != nullptr ? word : "";
}

/// What is in a folder, by name; empty where it cannot be read.
std::vector<fs::path> inside(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code problem;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
        found.push_back(at->path());
    std::ranges::sort(found);
    return found;
}

/// Of a folder that wheels are unpacked in.
void addWheels(const fs::path& folder, std::vector<fs::path>& found) {
    std::error_code problem;
    const auto add = [&](const fs::path& file) {
        if (fs::is_regular_file(file, problem)) found.push_back(file);
    };
    add(folder / "libtpu" / "libtpu.so");
    for (const char* family : {"xla_plugins", "jax_plugins"})
        for (const fs::path& plugin : inside(folder / family))
            for (const fs::path& file : inside(plugin))
                if (file.extension() == ".so") add(file);
}

/// PREFIX/lib/python3.*/(site|dist)-packages
void addPython(const fs::path& prefix, std::vector<fs::path>& found) {
    if (prefix.empty()) return;
    for (const fs::path& version : inside(prefix / "lib"))
        if (version.filename().string().starts_with("python3"))
            for (const char* packages : {"site-packages", "dist-packages"}) addWheels(version / packages, found);
}

}  // namespace

std::vector<fs::path> findXlaPlugins() {
    std::vector<fs::path> found;
    if (const std::string named = wordOf("GATELAB_PJRT_PLUGIN"); !named.empty()) {
        for (std::size_t from = 0; from <= named.size();) {
            const std::size_t to = std::min(named.find(':', from), named.size());
            if (to > from) found.emplace_back(named.substr(from, to - from));
            from = to + 1;
        }
        return found;
    }
    for (const fs::path& folder : inside(cacheFolder())) addWheels(folder, found);
    addPython(wordOf("VIRTUAL_ENV"), found);
    if (const std::string home = wordOf("HOME"); !home.empty()) addPython(fs::path(home) / ".local", found);
    addPython("/usr/local", found);
    addPython("/usr", found);
    return found;
}

Phrase noXlaPlugin() {
    return GATELAB_TEXT("Xla",
                        "no PJRT plugin was found; install one with pip (libtpu for TPUs, xla-cpu-pjrt to try it on "
                        "the processor), or name its file in GATELAB_PJRT_PLUGIN");
}

std::string xlaPluginName(const fs::path& file) { return "XLA by " + file.filename().string(); }

}  // namespace gatelab
