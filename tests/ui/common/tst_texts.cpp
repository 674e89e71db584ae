// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/language.h"
#include "common/list_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"

#include <QTest>
#include <QTranslator>
#include <clocale>

using namespace gatelab;

namespace {

/// A language with two sentences, whose arguments stand in another order.
class TwoSentences : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override {
        const QString key = QString::fromLatin1(context) + QLatin1Char('/') + QString::fromLatin1(source);
        if (key == QLatin1String("Test/must be between %1 and %2")) return QStringLiteral("最大 %2，最小 %1");
        return key == QLatin1String("Test/%1: %2") ? QStringLiteral("%1：%2") : QString();
    }
};

/// A language with some words of runs' names.
class SomeWords : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override {
        const QString text = QString::fromUtf8(source);
        return text == QLatin1String("%1, bi") ? QStringLiteral("%1，双向") : QString();
    }
};

/// A language with marks of its own.
class OwnMarks : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override {
        if (qstrcmp(context, "Texts") != 0) return {};
        return qstrcmp(source, ", ") == 0   ? QStringLiteral("、")
               : qstrcmp(source, "; ") == 0 ? QStringLiteral("；")
                                            : QString();
    }
};

}  // namespace

class TestTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlyDigitsAreGrouped() {
        QCOMPARE(formatWritten(QStringLiteral("64 %")), QStringLiteral("64 %"));
        QCOMPARE(formatWritten(QStringLiteral("< 0.001 %")), QStringLiteral("< 0.001 %"));
        QCOMPARE(formatWritten(QStringLiteral("1234 MiB")),
                 QStringLiteral("1") + QChar(0x202F) + QStringLiteral("234 MiB"));
        QCOMPARE(formatWritten(QStringLiteral("12345.5")),
                 QStringLiteral("12") + QChar(0x202F) + QStringLiteral("345.5"));
    }
    /// Whatever the environment asks for: what core writes has a decimal point, in the window and in files.
    void numbersHaveAPoint() {
        if (std::setlocale(LC_ALL, "C.UTF-8") == nullptr) QSKIP("this system has no locale C.UTF-8");
        QCOMPARE(std::setlocale(LC_NUMERIC, nullptr), "C.UTF-8");
        Language language;
        language.set(QStringLiteral("en"));
        QCOMPARE(std::setlocale(LC_NUMERIC, nullptr), "C");
    }
    void listsHaveTheMarksOfTheLanguage() {
        const QStringList members{QStringLiteral("a"), QStringLiteral("b")};
        QCOMPARE(listText(members), QStringLiteral("a, b"));
        QCOMPARE(clausesText(members), QStringLiteral("a; b"));
        OwnMarks language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        QCOMPARE(listText(members), QStringLiteral("a、b"));
        QCOMPARE(clausesText(members), QStringLiteral("a；b"));
        QCoreApplication::removeTranslator(&language);
    }
    void speaksTheLanguageOfTheWindow() {
        const Phrase inner(GATELAB_TEXT("Test", "must be between %1 and %2"), {1, 64});
        const Phrase whole(GATELAB_TEXT("Test", "%1: %2"), {"layers %2", inner});
        QCOMPARE(translated(whole), QStringLiteral("layers %2: must be between 1 and 64"));
        TwoSentences language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        QCOMPARE(translated(inner), QStringLiteral("最大 64，最小 1"));
        QCOMPARE(translated(whole), QStringLiteral("layers %2：最大 64，最小 1"));
        // A value, no pattern
        QCOMPARE(translated(Phrase("must be between %1 and %2")), QStringLiteral("must be between %1 and %2"));
        QCOMPARE(translated(Phrase(GATELAB_TEXT("Test", "not known to %1"), {"it"})),
                 QStringLiteral("not known to it"));
        QVERIFY(translated(Phrase()).isEmpty());
        QCOMPARE(translated(Phrase(GATELAB_TEXT("Test", "%1 % of %2 (95 % interval)"), {7, "a %.csv"})),
                 QStringLiteral("7\u00A0% of a %.csv (95\u00A0% interval)"));
        QCOMPARE(translated(Phrase(Text{kNumberContext, "-10397.5"})), QStringLiteral("\u221210\u202F397.5"));
        QCoreApplication::removeTranslator(&language);
    }

    void aRunIsCalledInTheLanguageOfTheWindow() {
        RunSummary run;
        run.number = 31;
        run.name = "GRU 2×32, bi";
        ExperimentConfig& config = run.config.edit();
        config.cell = "gru", config.layers = 2, config.bidirectional = true;
        QCOMPARE(shownRunName(run), QStringLiteral("#31 GRU 2×32, bi"));
        SomeWords language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        QCOMPARE(shownRunName(run), QStringLiteral("#31 GRU 2×32，双向"));
        run.name = "mine, bi";  // a person's words
        QCOMPARE(shownRunName(run), QStringLiteral("#31 mine, bi"));
        QCoreApplication::removeTranslator(&language);
    }
};

QTEST_GUILESS_MAIN(TestTexts)
#include "tst_texts.moc"
