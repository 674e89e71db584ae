// SPDX-License-Identifier: GPL-3.0-or-later
// Images beside a lesson: PNG and SVG are taken; one that leaves the folder, is missing, huge or broken is refused with
// its cause and what to do.
#include "lesson/lesson_image.h"

#include "io/inflate.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace gatelab;

namespace {

std::string number(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
}
std::string chunk(const std::string& type, const std::string& body) {
    const std::string summed = type + body;
    return number(static_cast<std::uint32_t>(body.size())) + summed + number(crc32Of(summed));
}
std::string png(std::uint32_t wide, std::uint32_t high) {
    return std::string("\x89PNG\r\n\x1a\n") +
           chunk("IHDR", number(wide) + number(high) + std::string("\x08\x02\0\0\0", 5)) + chunk("IDAT", "any") +
           chunk("IEND", "");
}
const std::string kSvg =
    "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"><g id=\"a\"/>";

}  // namespace

class TestLessonImage : public QObject {
    Q_OBJECT

    QTemporaryDir home_;
    [[nodiscard]] std::filesystem::path folder() const { return home_.path().toStdString() + "/lessons"; }
    void write(const std::string& name, const std::string& bytes) const {
        std::ofstream(folder() / name, std::ios::binary) << bytes;
    }
    /// Empty: it is taken.
    [[nodiscard]] std::string problemOf(const std::string& name) const {
        const auto found = lessonImage(folder() / "own.json", name);
        return found.ok() ? std::string() : found.error().message;
    }

private Q_SLOTS:
    void initTestCase() {
        std::filesystem::create_directories(folder() / "pictures");
        std::ofstream(folder().parent_path() / "outside.png", std::ios::binary) << png(4, 4);
    }

    /// The check value of https://reveng.sourceforge.io/crc-catalogue, CRC-32/ISO-HDLC.
    void theChecksumIsThatOfPng() {
        QCOMPARE(crc32Of("123456789"), std::uint32_t(0xcbf43926));
        QCOMPARE(crc32Of("IEND"), std::uint32_t(0xae426082));  // ends every PNG
    }

    void bothKindsAreTaken() {
        write("cell.png", png(640, 480));
        write("pictures/cell.svg", kSvg + "<use href=\"#a\"/></svg>");
        QCOMPARE(problemOf("cell.png"), std::string());
        QCOMPARE(problemOf("pictures/cell.svg"), std::string());
        const auto found = lessonImage(folder() / "own.json", "pictures/../cell.png");
        QVERIFY(found.ok() && found->is_absolute() && found->filename() == "cell.png");
    }

    void whatIsWrongIsSaid_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* file, const std::string& bytes, const char* message) {
            QTest::newRow(name) << file << QByteArray::fromStdString(bytes) << message;
        };
        const std::string whole = png(4, 4);
        std::string flipped = whole;
        flipped[45] = static_cast<char>(flipped[45] ^ 1);
        row("missing", "none.png", "", "is not there; put it beside the lesson");
        row("outside", "../outside.png", "", "lies outside the lesson's folder; put it beside the lesson");
        row("whole path", "/etc/hostname", "", "lies outside the lesson's folder");
        row("a folder", "pictures", "", "is not there");
        row("neither", "a.png", "GIF89a", "is neither PNG nor SVG; save it as one of the two");
        row("huge file", "b.png", whole + std::string(8'000'001, 'x'), "has 8 MB; make it smaller, at most 8 MB");
        row("huge", "c.png", png(5000, 4), "has 5000 x 4 pixels; make it smaller, at most 4096 a side");
        row("no pixels", "d.png", png(0, 4), "is broken or cut");
        row("cut", "e.png", whole.substr(0, whole.size() - 3), "is broken or cut; save it again");
        row("flipped", "f.png", flipped, "is broken or cut");
        row("no image data", "g.png", whole.substr(0, 33) + chunk("IEND", ""), "is broken or cut");
        row("open element", "h.svg", kSvg, "is broken or cut");
        row("no svg", "i.svg", "<html><svg/></html>", "is broken or cut");
        row("reads a file", "j.svg",
            kSvg + "<image xlink:href=\"/etc/passwd\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"/></svg>",
            "reads another file, /etc/passwd; put it into the image itself");
    }
    void whatIsWrongIsSaid() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        if (!bytes.isEmpty()) write(name.toStdString(), bytes.toStdString());
        const std::string problem = problemOf(name.toStdString());
        QVERIFY2(problem.find(message.toStdString()) != std::string::npos, problem.c_str());
    }

    /// A link that points out of the folder is outside, too.
    void aLinkDoesNotLeaveTheFolder() {
        std::error_code problem;
        std::filesystem::create_symlink("../outside.png", folder() / "link.png", problem);
        if (problem) QSKIP("this file system has no links");
        QVERIFY2(problemOf("link.png").find("outside the lesson's folder") != std::string::npos,
                 problemOf("link.png").c_str());
    }

    /// Wherever a file is cut, it is refused and nothing is read behind its end.
    void everyCutIsRefused() {
        const std::string whole = png(16, 16);
        for (std::size_t end = 1; end < whole.size(); ++end) {
            write("cut.png", whole.substr(0, end));
            QVERIFY2(!problemOf("cut.png").empty(), std::to_string(end).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestLessonImage)
#include "tst_lesson_image.moc"
