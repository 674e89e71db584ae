// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/film/gif_file.h"

#include <QHash>

#include <algorithm>
#include <cstdint>

namespace gatelab {

namespace {

constexpr int kMaxColours = 256, kCodeBits = 8, kMaxCodes = 4096;

void putWord(QByteArray& out, int value) {
    out.append(static_cast<char>(value & 0xff));
    out.append(static_cast<char>((value >> 8) & 0xff));
}

/// Codes of growing width, in blocks of at most 255 bytes.
class CodeStream {
public:
    explicit CodeStream(QByteArray& out) : out_(out) {}
    void put(int code, int bits) {
        held_ |= static_cast<std::uint32_t>(code) << count_;
        for (count_ += bits; count_ >= 8; count_ -= 8, held_ >>= 8) byte(static_cast<char>(held_ & 0xff));
    }
    void end() {
        if (count_ > 0) byte(static_cast<char>(held_ & 0xff));
        flush();
        out_.append('\0');
    }

private:
    void byte(char value) {
        block_.append(value);
        if (block_.size() == 255) flush();
    }
    void flush() {
        if (block_.isEmpty()) return;
        out_.append(static_cast<char>(block_.size()));
        out_.append(block_);
        block_.clear();
    }
    QByteArray& out_;
    QByteArray block_;
    std::uint32_t held_ = 0;
    int count_ = 0;
};

/// LZW as GIF has it (Welch 1984, variable code width).
void compress(const std::vector<std::uint8_t>& pixels, QByteArray& out) {
    constexpr int kClear = 1 << kCodeBits, kEnd = kClear + 1;
    out.append(static_cast<char>(kCodeBits));
    CodeStream stream(out);
    QHash<int, int> table;
    int next = kEnd + 1, bits = kCodeBits + 1;
    stream.put(kClear, bits);
    int prefix = pixels.front();
    for (std::size_t i = 1; i < pixels.size(); ++i) {
        const int key = (prefix << 8) | pixels[i];
        if (const auto found = table.constFind(key); found != table.constEnd()) {
            prefix = *found;
            continue;
        }
        stream.put(prefix, bits);
        if (next < kMaxCodes) {
            if (next == 1 << bits) ++bits;
            table.insert(key, next++);
        } else {
            stream.put(kClear, bits);
            table.clear();
            next = kEnd + 1;
            bits = kCodeBits + 1;
        }
        prefix = pixels[i];
    }
    stream.put(prefix, bits);
    if (next == 1 << bits && next < kMaxCodes) ++bits;  // the reader has one entry more by now
    stream.put(kEnd, bits);
    stream.end();
}

}  // namespace

QByteArray gifOf(const std::vector<QImage>& frames, int hundredths) {
    if (frames.empty() || frames.front().isNull()) return {};
    const QSize size = frames.front().size();
    // The colours of the first frame: heat maps and lines have the same in all.
    const QImage first = frames.front().convertToFormat(QImage::Format_Indexed8, Qt::ThresholdDither | Qt::AvoidDither);
    QList<QRgb> colours = first.colorTable();
    colours.resize(kMaxColours);
    QByteArray out("GIF89a");
    putWord(out, size.width());
    putWord(out, size.height());
    out.append("\xf7\0\0", 3);  // a table of 256 colours
    for (const QRgb colour : colours) {
        out.append(static_cast<char>(qRed(colour)));
        out.append(static_cast<char>(qGreen(colour)));
        out.append(static_cast<char>(qBlue(colour)));
    }
    out.append("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 19);  // repeats for ever
    for (const QImage& frame : frames) {
        const QImage image = frame.size() == size ? frame : frame.scaled(size);
        const QImage indexed =
            image.convertToFormat(QImage::Format_Indexed8, colours, Qt::ThresholdDither | Qt::AvoidDither);
        out.append("\x21\xf9\x04\x04", 4);
        putWord(out, hundredths);
        out.append("\0\0", 2);
        out.append('\x2c');
        putWord(out, 0);
        putWord(out, 0);
        putWord(out, size.width());
        putWord(out, size.height());
        out.append('\0');
        std::vector<std::uint8_t> pixels;
        pixels.reserve(static_cast<std::size_t>(size.width()) * static_cast<std::size_t>(size.height()));
        for (int y = 0; y < size.height(); ++y)
            pixels.insert(pixels.end(), indexed.constScanLine(y), indexed.constScanLine(y) + size.width());
        compress(pixels, out);
    }
    out.append('\x3b');
    return out;
}

}  // namespace gatelab
