// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/background_job.h"
#include "support/places.h"

#include <QDir>
#include <QImage>
#include <QPainter>
#include <QTest>
#include <QWidget>
#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <utility>
#include <vector>

namespace gatelab::test {

inline constexpr int kScale = 2;             // a kept picture has a point for so many points of the window, either way
inline constexpr int kBlock = 8;             // points of a kept picture, either way, that are compared by their mean
inline constexpr int kMinDifference = 20;    // of 255, in one channel: less is another machine's way to draw letters
inline constexpr double kMaxBlocks = 0.012;  // of all blocks; figures of the machine (memory, time) change a few

/// Where the pictures lie that a window is compared with.
inline QString keptPictures() { return gatelab::testing::inSource("/tests/ui/snapshots"); }
/// Where those that differ are put, beside their kept ones.
inline QString changedPictures() { return gatelab::testing::inBuild("/snapshots"); }

/// Brightness and colour to 4 bits each, the commonest 256 of them: what a picture keeps in a few KiB.
inline QImage small(const QImage& window) {
    const QImage half = window.convertToFormat(QImage::Format_RGB32)
                            .scaled(window.size() / kScale, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const auto rough = [](QRgb c) { return qRgb(qRed(c) / 17 * 17, qGreen(c) / 17 * 17, qBlue(c) / 17 * 17); };
    std::map<QRgb, int> counts;
    for (int y = 0; y < half.height(); ++y)
        for (int x = 0; x < half.width(); ++x) ++counts[rough(half.pixel(x, y))];
    std::vector<std::pair<int, QRgb>> common;
    for (const auto& [colour, count] : counts) common.emplace_back(-count, colour);
    std::sort(common.begin(), common.end());
    if (common.size() > 64) common.resize(64);
    QImage out(half.size(), QImage::Format_Indexed8);
    out.setColorCount(static_cast<int>(common.size()));
    for (std::size_t i = 0; i < common.size(); ++i) out.setColor(static_cast<int>(i), common[i].second);
    std::map<QRgb, int> nearest;
    for (const auto& [colour, count] : counts) {
        int best = 0, least = INT_MAX;
        for (std::size_t i = 0; i < common.size(); ++i) {
            const QRgb c = common[i].second;
            const int r = qRed(c) - qRed(colour), g = qGreen(c) - qGreen(colour), b = qBlue(c) - qBlue(colour);
            if (const int far = r * r + g * g + b * b; far < least) least = far, best = static_cast<int>(i);
        }
        nearest[colour] = best;
    }
    for (int y = 0; y < half.height(); ++y)
        for (int x = 0; x < half.width(); ++x) out.setPixel(x, y, static_cast<uint>(nearest[rough(half.pixel(x, y))]));
    return out;
}

/// Share of the blocks whose means differ; 1 where the sizes do.
inline double difference(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return 1;
    const QSize blocks(a.width() / kBlock, a.height() / kBlock);
    const QImage x = a.convertToFormat(QImage::Format_RGB32), y = b.convertToFormat(QImage::Format_RGB32);
    int differ = 0;
    for (int row = 0; row < blocks.height(); ++row)
        for (int column = 0; column < blocks.width(); ++column) {
            std::array<int, 3> sum{};
            for (int j = 0; j < kBlock; ++j)
                for (int i = 0; i < kBlock; ++i) {
                    const QRgb p = x.pixel(column * kBlock + i, row * kBlock + j),
                               q = y.pixel(column * kBlock + i, row * kBlock + j);
                    sum[0] += qRed(p) - qRed(q);
                    sum[1] += qGreen(p) - qGreen(q);
                    sum[2] += qBlue(p) - qBlue(q);
                }
            differ += std::any_of(sum.begin(), sum.end(),
                                  [](int s) { return std::abs(s) > kMinDifference * kBlock * kBlock; });
        }
    return static_cast<double>(differ) / (blocks.width() * blocks.height());
}

/// Old and new beside each other.
inline void keepBeside(const QString& name, const QImage& old, const QImage& now) {
    QImage both(old.width() + now.width() + kBlock, std::max(old.height(), now.height()), QImage::Format_RGB32);
    both.fill(Qt::magenta);
    QPainter painter(&both);
    painter.drawImage(0, 0, old);
    painter.drawImage(old.width() + kBlock, 0, now);
    painter.end();
    both.save(changedPictures() + QLatin1Char('/') + name);
}

/// The picture of a window, as it is kept, once it changes no more.
inline QImage settled(QWidget& window, int patienceMs) {
    QImage before, now;
    int equal = 0;
    const bool rests = QTest::qWaitFor(
        [&] {
            BackgroundJob::waitForAll();  // what it brings may begin another
            now = window.grab().toImage();
            equal = now == before ? equal + 1 : 0;
            before = now;
            return equal >= 4;
        },
        patienceMs);
    if (!rests) qWarning("the window does not come to rest");
    return small(now);
}

/// Empty where `now` is the kept picture `name` but for `maxBlocks` of its blocks, or else what differs. With
/// GATELAB_RENEW_SNAPSHOTS set it is kept instead.
inline QString differenceFromKept(const QString& name, const QImage& now, double maxBlocks = kMaxBlocks) {
    const QString path = keptPictures() + QLatin1Char('/') + name;
    const QImage old(path);
    const double share = old.isNull() ? 1 : difference(old, now);
    if (share <= maxBlocks) return {};
    QDir().mkpath(changedPictures());
    if (!old.isNull()) keepBeside(name, old, now);
    if (qEnvironmentVariableIsSet("GATELAB_RENEW_SNAPSHOTS"))
        return now.save(path, "PNG", 0) ? QString() : QStringLiteral("%1 cannot be written").arg(path);
    if (old.isNull()) now.save(changedPictures() + QLatin1Char('/') + name);
    return QStringLiteral("%1 differs from its kept picture in %2 % (see %3, tests/ui/snapshots/renew)")
        .arg(name)
        .arg(100 * share, 0, 'f', 1)
        .arg(changedPictures());
}

}  // namespace gatelab::test
