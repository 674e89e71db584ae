// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/texts.h"

#include "common/theme.h"

#include <QFile>

namespace gatelab {

QString translated(const Phrase& phrase) {
    if (phrase.context.empty()) return fromUtf8(phrase.source);
    if (phrase.context == kNumberContext) return formatWritten(fromUtf8(phrase.source));
    const QString pattern = QCoreApplication::translate(phrase.context.c_str(), phrase.source.c_str());
    const std::u16string_view view(reinterpret_cast<const char16_t*>(pattern.utf16()),
                                   static_cast<std::size_t>(pattern.size()));
    QString text;
    // A number and its per cent sign stay in one line.
    const auto unbroken = [](QString piece) { return piece.replace(QLatin1String(" %"), QStringLiteral("\u00A0%")); };
    walkPattern(
        view,
        [&](std::u16string_view piece) {
            text += unbroken(QString::fromUtf16(piece.data(), static_cast<qsizetype>(piece.size())));
        },
        [&](std::size_t i) {
            if (i < phrase.arguments.size()) text += translated(phrase.arguments[i]);
        });
    return text;
}

QStringList toStringList(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) list << fromUtf8(text);
    return list;
}

std::vector<std::string> toStrings(const QStringList& texts) {
    std::vector<std::string> list;
    for (const QString& text : texts) list.push_back(text.toStdString());
    return list;
}

QString toHtml(const QString& plain) {
    return plain.toHtmlEscaped().replace(QChar(0x202F),
                                         QStringLiteral("<span style=\"white-space:pre-wrap\">\u202F</span>"));
}

QString savedText(const QString& path) {
    return path.isEmpty() ? QCoreApplication::translate("Texts", "Copied to the clipboard.")
                          : QCoreApplication::translate("Texts", "Saved as %1.").arg(path);
}

std::filesystem::path toPath(const QString& path) {
    return std::filesystem::path(QFile::encodeName(path).toStdString());
}

QString fromPath(const std::filesystem::path& path) {
    return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

QString missingFile(const Phrase& phrase) {
    const std::filesystem::path path(phrase.source);
    std::error_code failed;
    if (phrase.context.empty() && path.is_absolute() && !std::filesystem::exists(path, failed)) return fromPath(path);
    for (const Phrase& argument : phrase.arguments)
        if (QString found = missingFile(argument); !found.isEmpty()) return found;
    return {};
}

}  // namespace gatelab
