// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/sequence_arrays.h"

#include "data/sequences/sequence_sizes.h"
#include "export/npy_head.h"
#include "io/archive_writer.h"
#include "io/hdf5_file.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string_view>

namespace gatelab {
namespace {

using Part = SequenceSet::Part;
using Item = SequenceSet::Item;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The whole numbers that classes are called by; empty: one is called otherwise, or not as its number is written ("01"
/// beside "1"), or is beyond those that a double keeps.
std::vector<double> numbersOf(const std::vector<std::string>& names) {
    constexpr std::int64_t kExact = INT64_C(1) << 53;
    std::vector<double> numbers;
    for (const std::string& name : names) {
        std::int64_t number = 0;
        const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
        if (read.ec != std::errc() || read.ptr != name.data() + name.size()) return {};
        if (std::to_string(number) != name || number > kExact || number < -kExact) return {};
        numbers.push_back(static_cast<double>(number));
    }
    return numbers;
}

/// Puts a class behind the others: its number, or its name.
void addClass(const SequenceSet& set, const std::vector<double>& numbers, double label, SequenceArray& array) {
    const bool isThere = label >= 0 && label < static_cast<double>(set.classNames.size());
    const std::size_t at = isThere ? static_cast<std::size_t>(label) : 0;
    if (!numbers.empty())
        array.numbers.push_back(isThere ? numbers[at] : kNone);
    else
        array.words.push_back(isThere ? set.classNames[at] : std::string());
}

/// The answers of some items; of no dimension: they have none.
SequenceArray answersOf(const SequenceSet& set, const std::vector<const Item*>& items, std::int64_t longest,
                        const std::string& name) {
    const auto count = std::ssize(items);
    const std::vector<double> numbers = numbersOf(set.classNames);
    const auto most = std::ranges::max(items, {}, [](const Item* one) { return one->targets.size(); })->targets.size();
    SequenceArray array{.name = name, .shape = {}};
    if (most == 0 && set.classNames.empty()) return array;
    if (most == 0) {
        array.shape = {count};
        for (const Item* item : items) addClass(set, numbers, item->label, array);
        return array;
    }
    const bool perStep = !set.classNames.empty();
    const std::size_t width = perStep ? static_cast<std::size_t>(longest) : most;
    array.shape = {count, static_cast<std::int64_t>(width)};
    if (width == 1) array.shape.pop_back();
    for (const Item* item : items)
        for (std::size_t i = 0; i < width; ++i) {
            const bool isThere = i < item->targets.size();
            if (perStep)
                addClass(set, numbers, isThere ? item->targets[i] : -1, array);
            else
                array.numbers.push_back(isThere ? item->targets[i] : kNone);
        }
    return array;
}

void addPart(const SequenceSet& set, const std::vector<const Item*>& items, const std::string& ending,
             std::vector<SequenceArray>& arrays) {
    if (items.empty()) return;
    const auto [shortest, longest] = std::ranges::minmax(items, {}, [](const Item* one) { return one->steps; });
    const auto channels = std::ssize(set.channelNames);
    SequenceArray values{.name = "X" + ending, .shape = {std::ssize(items), longest->steps, channels}};
    values.numbers.reserve(static_cast<std::size_t>(std::ssize(items) * longest->steps * channels));
    for (const Item* item : items) {
        values.numbers.insert(values.numbers.end(), item->values.begin(), item->values.end());
        values.numbers.resize(
            values.numbers.size() + static_cast<std::size_t>((longest->steps - item->steps) * channels), kNone);
    }
    SequenceArray answers = answersOf(set, items, longest->steps, "y" + ending);
    const bool areUnequal = shortest->steps != longest->steps;
    arrays.push_back(std::move(values));
    if (!answers.shape.empty()) arrays.push_back(std::move(answers));
    if (!areUnequal) return;
    SequenceArray lengths{.name = "lengths" + ending, .shape = {std::ssize(items)}};
    for (const Item* item : items) lengths.numbers.push_back(static_cast<double>(item->steps));
    arrays.push_back(std::move(lengths));
}

/// Characters of UTF-8 as UTF-32; bytes that are none of it one by one.
std::u32string charactersOf(std::string_view text) {
    std::u32string characters;
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t size = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        char32_t code = size == 1 ? first : first & (0x7FU >> size);
        const std::size_t end = std::min(text.size(), at + size);
        for (++at; at < end; ++at) code = code << 6 | (static_cast<unsigned char>(text[at]) & 0x3FU);
        characters += code;
    }
    return characters;
}

/// The bytes of a .npy file.
std::string npyOf(const SequenceArray& array) {
    if (array.words.empty()) {
        std::string bytes = npyHead("<f8", array.shape);
        for (const double number : array.numbers) appendNpyNumber(bytes, number);
        return bytes;
    }
    std::vector<std::u32string> words;
    std::size_t width = 1;
    for (const std::string& word : array.words) {
        words.push_back(charactersOf(word));
        width = std::max(width, words.back().size());
    }
    std::string bytes = npyHead("<U" + std::to_string(width), array.shape);
    for (std::u32string& word : words) {
        word.resize(width, U'\0');
        for (const char32_t code : word)
            for (unsigned shift = 0; shift < 32; shift += 8)
                bytes += static_cast<char>(static_cast<std::uint32_t>(code) >> shift & 255U);
    }
    return bytes;
}

Result<> writeNpz(const std::vector<SequenceArray>& arrays, const std::filesystem::path& path,
                  const Progress& progress) {
    const TemporaryFolder folder("arrays");
    std::vector<ArchiveSource> sources;
    for (const SequenceArray& array : arrays) {
        const std::string name = array.name + ".npy";
        if (auto written = folder.write(name, npyOf(array)); !written) return written;
        sources.push_back({name, folder.path() / name});
    }
    return writeZip(path, sources, progress);
}

Result<> writeArrays(const std::vector<SequenceArray>& arrays, Hdf5Writer& writer, const Progress& progress) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const SequenceArray& array = arrays[i];
        auto done = array.words.empty() ? writer.array("/" + array.name, array.shape, std::span(array.numbers))
                                        : writer.texts("/" + array.name, array.words);
        if (!done) return done;
        if (!report(progress, static_cast<double>(i + 1) / static_cast<double>(arrays.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Files", "writing was cancelled; nothing was kept")};
    }
    return {};
}

}  // namespace

std::vector<SequenceArray> arraysOf(const SequenceSet& set) {
    std::vector<const Item*> train, validation, test;
    for (std::size_t i = 0; i < set.items.size(); ++i)
        (set.parts[i] == Part::Test         ? test
         : set.parts[i] == kGivenValidation ? validation
                                            : train)
            .push_back(&set.items[i]);
    std::vector<SequenceArray> arrays;
    addPart(set, train, test.empty() && validation.empty() ? "" : "_train", arrays);
    addPart(set, validation, "_val", arrays);
    addPart(set, test, "_test", arrays);
    const auto isMade = [&](std::size_t c) { return set.channelNames[c] == "c" + std::to_string(c + 1); };
    bool areNamed = false;
    for (std::size_t c = 0; c < set.channelNames.size(); ++c) areNamed = areNamed || !isMade(c);
    if (areNamed) arrays.push_back({"channels", {std::ssize(set.channelNames)}, {}, set.channelNames});
    return arrays;
}

bool isArrayEnding(const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    return ending == ".npz" || ending == ".h5" || ending == ".hdf5";
}

Result<> exportSequenceArrays(const SequenceSet& set, const std::filesystem::path& path, const Progress& progress) {
    const auto refused = [&](const Text& why) {
        return Error{ErrorCode::Unsupported, {GATELAB_TEXT("Files", "'%1': %2"), {path.string(), why}}};
    };
    if (set.tokens > 0) return refused(GATELAB_TEXT("Files", "texts are no sequences of numbers; keep them as text"));
    const std::vector<SequenceArray> arrays = arraysOf(set);
    if (path.extension() == ".npz") return writeNpz(arrays, path, progress);
    if (std::ranges::any_of(arrays, [](const auto& one) { return !one.words.empty() && one.shape.size() > 1; }))
        return refused(GATELAB_TEXT("Files", "a word for each step is written as .npz; choose that ending"));
    return writeHdf5(path, [&](Hdf5Writer& writer) { return writeArrays(arrays, writer, progress); });
}

}  // namespace gatelab
