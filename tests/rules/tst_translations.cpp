// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "support/places.h"
#include "support/rules_translations.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab::rules;

namespace {

QByteArray wrap(const QByteArray& messages) {
    return "<TS version=\"2.1\"><context><name>A</name>" + messages + "</context></TS>";
}

QString translatedTexts() { return gatelab::testing::inSource("/resources/translations/gatelab_zh_CN.ts"); }
QString pluralTexts() { return gatelab::testing::inSource("/resources/translations/gatelab_en.ts"); }

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Every text of the sources as lupdate finds it now, with the options of the build and `more` of them.
Messages wantedMessages(const QStringList& more = {}) {
    QTemporaryDir folder;
    const QString fresh = folder.filePath(QStringLiteral("fresh.ts"));
    const QString root = gatelab::testing::inSource("");
    QProcess lupdate;
    lupdate.start(
        QStringLiteral(GATELAB_LUPDATE),
        QStringList{QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
                    QStringLiteral("-tr-function-alias"), QStringLiteral("QT_TRANSLATE_NOOP+=GATELAB_TEXT"),
                    QStringLiteral("-extensions"), QStringLiteral("cpp,h"), QStringLiteral("-I"),
                    root + QStringLiteral("/core"), QStringLiteral("-I"), root + QStringLiteral("/ui"),
                    QStringLiteral("-I"), root + QStringLiteral("/app"), root + QStringLiteral("/core"),
                    root + QStringLiteral("/ui"), root + QStringLiteral("/app"), QStringLiteral("-ts"), fresh} +
            more);
    if (!lupdate.waitForFinished(-1) || lupdate.exitCode() != 0) return {};
    // "Qualifying with unknown namespace": at run time that text is looked up under another name.
    if (const QByteArray message = lupdate.readAllStandardError().trimmed(); !message.isEmpty()) {
        qWarning("%s", message.constData());
        return {};
    }
    return readMessages(contents(fresh));
}

}  // namespace

/// Every text that a person reads has a finished Chinese translation.
class TstTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTextIsTranslated() {
        const Messages wanted = wantedMessages();
        QVERIFY2(wanted.size() > 100, "lupdate found next to nothing");
        const QStringList faults = translationFaults(wanted, readMessages(contents(translatedTexts())));
        // One line each: Qt Test cuts long messages.
        for (const QString& fault : faults) qWarning("%s", qPrintable(fault));
        QVERIFY2(faults.isEmpty(), qPrintable(QString::number(faults.size()) +
                                              QStringLiteral(" texts: ninja update_translations, then translate")));
    }

    /// English is the language of the sources: its file says how many there are ("1 run", "2 runs") and nothing else.
    void englishHoldsPluralFormsOnly() {
        const Messages wanted = wantedMessages({QStringLiteral("-pluralonly")}),
                       held = readMessages(contents(pluralTexts()));
        QVERIFY(wanted.size() > 10);
        const QStringList faults = translationFaults(wanted, held);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
        QCOMPARE(held.size(), wanted.size());
    }

    void everyFieldIsTranslated() {
        const Messages translated = readMessages(contents(translatedTexts()));
        QSet<QString> known;
        for (const Message& message : translated)
            if (message.finished) known.insert(message.context + QChar(0) + message.source);
        QStringList missing;
        const auto look = [&](const gatelab::Text& text) {
            if (!text.isEmpty() &&
                !known.contains(QString::fromUtf8(text.context) + QChar(0) + QString::fromUtf8(text.source)))
                missing << QString::fromUtf8(text.source);
        };
        for (const gatelab::Field& field : gatelab::fields()) {
            look(field.label);
            look(field.help);
            look(field.unit);
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    /// lupdate passes over a marked text that stands within tr(): it would stay English.
    void noTextIsHidden() {
        static const QRegularExpression kHidden(QStringLiteral("\\btr\\(\\s*QT_TRANSLATE_NOOP"));
        QDirIterator files(gatelab::testing::inSource("/ui"), {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                           QDir::Files, QDirIterator::Subdirectories);
        QStringList hiding;
        while (files.hasNext()) {
            const QString path = files.next();
            if (QString::fromUtf8(contents(path)).contains(kHidden)) hiding << path;
        }
        QVERIFY2(hiding.isEmpty(), qPrintable(hiding.join(QLatin1Char('\n'))));
    }

    void textsAreCalm() {
        const QStringList faults = styleFaults(wantedMessages());
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void faultsAreFound() {
        const Messages wanted = readMessages(
            wrap("<message><source>Read %1 rows</source><translation type=\"unfinished\"></translation></message>"));
        QCOMPARE(wanted.size(), 1);
        const auto faults = [&](const QByteArray& translation) {
            return translationFaults(wanted, readMessages(wrap(translation))).size();
        };
        QCOMPARE(faults("<message><source>Read %1 rows</source><translation>读取了 %1 行</translation></message>"), 0);
        QCOMPARE(faults("<message><source>Read %1 rows</source><translation type=\"unfinished\">读取了 %1 "
                        "行</translation></message>"),
                 1);
        QCOMPARE(faults("<message><source>Read %1 rows</source><translation> </translation></message>"), 1);
        QCOMPARE(faults("<message><source>Read %1 rows</source><translation>读取了行</translation></message>"), 1);
        QCOMPARE(faults("<message><source>Read %1 rows</source><translation>读取了,%1 行</translation></message>"), 1);
        QCOMPARE(faults("<message><source>Wrote %1 rows</source><translation>写入了 %1 行</translation></message>"), 1);
        QCOMPARE(readMessages("<TS><context>").size(), 0);
        QCOMPARE(
            styleFaults(readMessages(wrap("<message><source>Done!</source><translation>好</translation></message>")))
                .size(),
            1);
    }
};

QTEST_GUILESS_MAIN(TstTranslations)
#include "tst_translations.moc"
