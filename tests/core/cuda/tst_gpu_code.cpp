// SPDX-License-Identifier: GPL-3.0-or-later
// What nvcc made for each generation of GPU that the build names, read from the CUDA module as it lies on the disk: no
// driver and no tool of a toolkit is needed.
#include "config/persistent_fit.h"

#include "support/places.h"

#include <elf.h>

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The kernels of one image.
struct Kernels {
    std::map<std::string, std::string> code;  ///< by name
    std::vector<unsigned> registers;          ///< of a thread, of each of them
    bool packed = false;                      ///< nothing can be read of it
    unsigned frames = 0;  ///< bytes of local memory that threads need, where registers did not suffice
};

template <class T>
T at(const std::string& bytes, std::size_t place) {
    T value{};
    if (place <= bytes.size() && sizeof value <= bytes.size() - place)
        std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
}

/// Sections ".text.NAME" have the code; ".nv.info" tells of it in pieces of form (1 byte), attribute (1), length (2),
/// and in those of the form that is read here a symbol (4) and a number (4).
Kernels kernelsOf(const std::string& image) {
    constexpr std::string_view kText = ".text.";
    constexpr std::uint8_t kSized = 4, kFrame = 0x11, kRegisters = 0x2f;
    Kernels found;
    const auto header = at<Elf64_Ehdr>(image, 0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return found;
    const auto section = [&](unsigned index) {
        return at<Elf64_Shdr>(image, header.e_shoff + index * sizeof(Elf64_Shdr));
    };
    const Elf64_Shdr names = section(header.e_shstrndx);
    for (unsigned i = 0; i < header.e_shnum; ++i) {
        const Elf64_Shdr row = section(i);
        const std::size_t place = names.sh_offset + row.sh_name;
        const std::string name = place < image.size() ? image.c_str() + place : "";
        if (name.starts_with(kText)) found.code[name.substr(kText.size())] = image.substr(row.sh_offset, row.sh_size);
        if (name != ".nv.info") continue;
        for (std::size_t piece = row.sh_offset; piece < row.sh_offset + row.sh_size;) {
            const auto form = at<std::uint8_t>(image, piece), attribute = at<std::uint8_t>(image, piece + 1);
            const auto number = at<std::uint32_t>(image, piece + 8);
            if (form == kSized && attribute == kRegisters) found.registers.push_back(number);
            if (form == kSized && attribute == kFrame) found.frames += number;
            piece += 4 + (form == kSized ? at<std::uint16_t>(image, piece + 2) : 0u);
        }
    }
    return found;
}

/// By generation (90 for 9.0): fat binaries begin with a magic number and hold a list of images, each with its own
/// header.
std::map<unsigned, std::vector<Kernels>> kernelsByGeneration(const std::string& module) {
    constexpr std::uint32_t kMagic = 0xBA55ED50;
    constexpr std::uint16_t kImage = 2;  // machine code; 1 is PTX
    constexpr std::size_t kHeaderLength = 6, kBody = 8, kImageHeader = 4, kImageBody = 8, kPacked = 16,
                          kGeneration = 28;
    std::map<unsigned, std::vector<Kernels>> found;
    for (std::size_t i = 0; i + 64 < module.size(); i += 8) {
        if (at<std::uint32_t>(module, i) != kMagic) continue;
        const std::size_t begin = i + at<std::uint16_t>(module, i + kHeaderLength),
                          end = begin + at<std::uint64_t>(module, i + kBody);
        for (std::size_t image = begin; image < end && image + 64 < module.size();) {
            const auto header = at<std::uint32_t>(module, image + kImageHeader);
            const auto bytes = at<std::uint64_t>(module, image + kImageBody);
            if (header == 0 || bytes == 0) break;
            if (at<std::uint16_t>(module, image) == kImage) {
                Kernels kernels = kernelsOf(module.substr(image + header, bytes));
                kernels.packed = at<std::uint32_t>(module, image + kPacked) != 0;
                found[at<std::uint32_t>(module, image + kGeneration)].push_back(std::move(kernels));
            }
            image += header + bytes;
        }
    }
    return found;
}

/// Machine code from generation 9.0 on: instructions of 16 bytes, whose first 12 bits say which.
enum Code : unsigned {
    kBranch = 0x947,
    kBlockBarrier = 0xb1d,
    kClusterArrives = 0x9c7,
    kClusterWaits = 0xdc7,
    kFence = 0x992,          // MEMBAR
    kEmptyCache = 0x98f,     // CCTL
    kLoad = 0x981,           // LDG
    kStoreAndCount = 0xdbd,  // STAS
    kLookAtPhase = 0x5a7,    // SYNCS.PHASECHK
};

/// The longest loop of a kernel: that over time.
std::vector<unsigned> longestLoop(const std::string& code) {
    std::vector<unsigned> all;
    std::size_t begin = 0, end = 0;
    for (std::size_t place = 0; place + 16 <= code.size(); place += 16) {
        const auto low = at<std::uint64_t>(code, place), high = at<std::uint64_t>(code, place + 8);
        all.push_back(static_cast<unsigned>(low & 0xfff));
        if (all.back() != kBranch) continue;
        // How far, from the next instruction on: 8 bits, then 48 with a sign.
        const std::uint64_t far = (low >> 34 | high << 30) << 16;
        const std::int64_t target = static_cast<std::int64_t>(place) + 16 +
                                    static_cast<std::int64_t>(low >> 14 & 0x3fc) +
                                    (static_cast<std::int64_t>(far) >> 16) * 1024;
        if (target < 0 || target >= static_cast<std::int64_t>(place)) continue;
        const std::size_t first = static_cast<std::size_t>(target) / 16, last = place / 16;
        if (last - first > end - begin) begin = first, end = last;
    }
    return all.empty() ? all
                       : std::vector<unsigned>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                               all.begin() + static_cast<std::ptrdiff_t>(end) + 1);
}

std::ptrdiff_t countOf(std::span<const unsigned> part, unsigned code) { return std::ranges::count(part, code); }

/// What is wrong with the loop over time of a kernel whose blocks tell each other in each other's memory.
QString faultOfLoop(const std::vector<unsigned>& loop, std::ptrdiff_t loadsOfAStep) {
    const std::span<const unsigned> all(loop);
    for (const unsigned waits :
         {unsigned{kFence}, unsigned{kEmptyCache}, unsigned{kClusterArrives}, unsigned{kClusterWaits}})
        if (countOf(all, waits) > 0)
            return QStringLiteral("%1 of instruction %2 in the loop").arg(countOf(all, waits)).arg(waits, 0, 16);
    const auto firstStore = std::ranges::find(loop, unsigned{kStoreAndCount});
    const auto look = std::find(firstStore, loop.end(), unsigned{kLookAtPhase});
    if (firstStore == loop.end() || look == loop.end() || countOf(all, kBlockBarrier) == 0)
        return QStringLiteral("the loop has not both of its barriers");
    // From a barrier to the first number that is told nothing is waited for; what comes next is sent for after that.
    const auto barrier = std::find(std::make_reverse_iterator(firstStore), loop.rend(), unsigned{kBlockBarrier});
    if (const auto late = std::count(barrier.base(), firstStore, unsigned{kLoad}); late > 0)
        return QStringLiteral("%1 loads before a step's numbers are told").arg(late);
    if (const auto ahead = std::count(firstStore, look, unsigned{kLoad}); ahead < loadsOfAStep)
        return QStringLiteral("only %1 loads ahead").arg(ahead);
    return {};
}

}  // namespace

class TestGpuCode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyGenerationHasEveryPersistentKernel() {
        QFile file(gatelab::testing::inBuild("/bin/libgatelab_cuda.so"));
        if (!file.open(QIODevice::ReadOnly)) QSKIP("this build has no CUDA module (GATELAB_CUDA=OFF)");
        // Exchange, cell, products, direction.
        constexpr std::size_t kKernels = 2 * 2 * 3 * 2;
        const auto all = kernelsByGeneration(file.readAll().toStdString());
        QStringList message;
        for (const QString& named :
             QStringLiteral(GATELAB_CUDA_GENERATIONS).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            const unsigned generation = named.section(QLatin1Char('-'), 0, 0).toUInt();
            QVERIFY2(all.contains(generation), qPrintable(named));
            const auto isPersistent = [](const Kernels& image) {
                return std::ranges::any_of(image.code, [](const auto& kernel) {
                    return kernel.first.find("persistentKernel") != std::string::npos;
                });
            };
            const auto& images = all.at(generation);
            if (std::ranges::any_of(images, &Kernels::packed))
                QSKIP("this compiler has packed its images: they are there, and cannot be read");
            const auto image = std::ranges::find_if(images, isPersistent);
            QVERIFY2(image != images.end(), qPrintable(named));
            QCOMPARE(image->code.size(), kKernels);
            QCOMPARE(image->registers.size(), kKernels);
            const auto [least, most] = std::ranges::minmax(image->registers);
            // More than the weights that they hold, no more than a thread can have, and nothing beside them.
            QVERIFY2(least > 64 && most <= static_cast<unsigned>(gatelab::persistent::kMaxRegisters),
                     qPrintable(QStringLiteral("%1: %2 to %3 registers").arg(named).arg(least).arg(most)));
            QCOMPARE(image->frames, 0u);
            message << QStringLiteral("%1: %2 to %3").arg(generation).arg(least).arg(most);
        }
        QVERIFY(!message.isEmpty());
        qInfo("registers of a thread, by generation: %s", qPrintable(message.join(QStringLiteral("; "))));
    }

    // Where blocks tell each other in each other's memory (from 9.0 on), the loop over time has no fence for stores to
    // global memory, keeps its first cache, and loads a step ahead.
    void theLoopWaitsForNoStoreAndNoLoad() {
        QFile file(gatelab::testing::inBuild("/bin/libgatelab_cuda.so"));
        if (!file.open(QIODevice::ReadOnly)) QSKIP("this build has no CUDA module (GATELAB_CUDA=OFF)");
        constexpr unsigned kHopper = 90;
        QStringList message;
        for (const auto& [generation, images] : kernelsByGeneration(file.readAll().toStdString())) {
            if (generation < kHopper) continue;
            std::size_t shortest = SIZE_MAX, longest = 0;
            for (const Kernels& image : images) {
                if (image.packed) QSKIP("this compiler has packed its images: they are there, and cannot be read");
                for (const auto& [name, code] : image.code) {
                    // Template arguments: exchange, cell, products, whether it is the backward pass.
                    if (name.find("persistentKernel") == std::string::npos ||
                        name.find("ExchangeE0") == std::string::npos)
                        continue;
                    const bool backward = name.find("Lb1E") != std::string::npos,
                               gru = name.find("GatedCellE1") != std::string::npos;
                    const std::vector<unsigned> loop = longestLoop(code);
                    const QString fault = faultOfLoop(loop, backward ? 6 : gru ? 3 : 4);
                    QVERIFY2(fault.isEmpty(),
                             qPrintable(
                                 QStringLiteral("%1 %2: %3").arg(generation).arg(QString::fromStdString(name), fault)));
                    shortest = std::min(shortest, loop.size());
                    longest = std::max(longest, loop.size());
                }
            }
            QVERIFY(longest > 0);
            message << QStringLiteral("%1: %2 to %3").arg(generation).arg(shortest).arg(longest);
        }
        if (message.isEmpty()) QSKIP("this build has no code for GPUs from 9.0 on");
        qInfo("instructions of a step, by generation: %s", qPrintable(message.join(QStringLiteral("; "))));
    }
};

QTEST_GUILESS_MAIN(TestGpuCode)
#include "tst_gpu_code.moc"
