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
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The kernels of one image.
struct Kernels {
    std::set<std::string> names;
    std::vector<unsigned> registers;  ///< of a thread, of each of them
    bool packed = false;              ///< nothing can be read of it
    unsigned frames = 0;              ///< bytes of local memory that threads need, where registers did not suffice
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
        if (name.starts_with(kText)) found.names.insert(name.substr(kText.size()));
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
                return std::ranges::any_of(image.names, [](const std::string& name) {
                    return name.find("persistentKernel") != std::string::npos;
                });
            };
            const auto& images = all.at(generation);
            if (std::ranges::any_of(images, &Kernels::packed))
                QSKIP("this compiler has packed its images: they are there, and cannot be read");
            const auto image = std::ranges::find_if(images, isPersistent);
            QVERIFY2(image != images.end(), qPrintable(named));
            QCOMPARE(image->names.size(), kKernels);
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
};

QTEST_GUILESS_MAIN(TestGpuCode)
#include "tst_gpu_code.moc"
