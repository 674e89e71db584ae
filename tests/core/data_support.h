// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/readers.h"
#include "support/places.h"

#include <QFile>
#include <QTemporaryDir>

#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>

/// Small builders and printers for tests of data.
namespace datatest {

inline std::filesystem::path realFile(const char* name) {
    return std::filesystem::path(gatelab::testing::kSourceFolder) / ".." / "shared" / "data" / name;
}
inline bool hasRealFile(const char* name) { return std::filesystem::exists(realFile(name)); }
inline constexpr const char* kNoRealFile = "the real data files are not beside this checkout (../shared/data)";

/// A folder that disappears with the test.
class Folder {
public:
    [[nodiscard]] std::filesystem::path put(const char* name, std::string_view bytes) const {
        const std::filesystem::path path = std::filesystem::path(folder_.path().toStdString()) / name;
        QFile file(QString::fromStdString(path.string()));
        if (!file.open(QIODevice::WriteOnly) ||
            file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size()))
            qFatal("cannot write a test file");
        return path;
    }
    [[nodiscard]] std::filesystem::path path() const { return folder_.path().toStdString(); }

private:
    QTemporaryDir folder_;
};

inline std::string numberText(double value) {
    if (std::isnan(value)) return "-";
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// "2024-05-31 14:30:00", with the fraction only where there is one.
inline std::string timeText(std::int64_t micros) {
    using namespace std::chrono;
    const sys_time<microseconds> time{microseconds(micros)};
    const auto day = floor<days>(time);
    const year_month_day date{day};
    const auto rest = (time - day).count();
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:%02d", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(rest / 3'600'000'000), static_cast<int>(rest / 60'000'000 % 60),
                  static_cast<int>(rest / 1'000'000 % 60));
    std::string out = text;
    if (rest % 1'000'000) out += "." + std::to_string(1'000'000 + rest % 1'000'000).substr(1);
    return out;
}

/// "date: 2024-01-01 00:00:00, 2024-01-02 00:00:00; a: 1, 2; b[m]: -, 4"
inline std::string print(const gatelab::Series& series) {
    std::string text;
    if (series.time.known()) {
        text += series.time.name + ":";
        for (std::size_t i = 0; i < series.time.values.size(); ++i)
            text += (i ? ", " : " ") + timeText(series.time.values[i]);
    }
    for (const gatelab::Channel& channel : series.channels) {
        text +=
            (text.empty() ? "" : "; ") + channel.name + (channel.unit.empty() ? "" : "[" + channel.unit + "]") + ":";
        for (std::size_t i = 0; i < channel.values.size(); ++i)
            text += (i ? ", " : " ") + numberText(channel.values[i]);
    }
    return text;
}

inline const gatelab::ReadGuess* findGuess(const gatelab::ReadReport& report, std::string_view key) {
    for (const gatelab::ReadGuess& guess : report.guesses)
        if (guess.key == key) return &guess;
    return nullptr;
}

}  // namespace datatest
