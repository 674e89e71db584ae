// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/picture_file.h"

#include "common/texts.h"
#include "io/file_io.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgGenerator>

namespace gatelab {

namespace {

void paintOn(QPaintDevice& device, const Picture& picture) {
    QPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), QSizeF(picture.size)), picture.ground);
    picture.paint(painter);
}

}  // namespace

QImage Picture::image(double scale) const {
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(ground);
    paintOn(image, *this);
    return image;
}

QByteArray Picture::bytes(const QString& suffix, double scale) const {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (suffix == QLatin1String("png")) {
        buffer.open(QIODevice::WriteOnly);
        image(scale).save(&buffer, "PNG");
    } else if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(), size));
        svg.setResolution(96);
        svg.setTitle(title);
        svg.setDescription(description);
        paintOn(svg, *this);
    } else if (suffix == QLatin1String("pdf")) {
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter pdf(&buffer);
        pdf.setTitle(title);
        pdf.setResolution(96);
        pdf.setPageMargins(QMarginsF());
        pdf.setPageSize(QPageSize(QSizeF(size) * 72 / 96, QPageSize::Point, {}, QPageSize::ExactMatch));
        paintOn(pdf, *this);
    }
    return bytes;
}

std::vector<PictureFormat> pictureFormats() {
    const auto say = [](const char* text) { return QCoreApplication::translate("LineChart", text); };
    return {{say(QT_TRANSLATE_NOOP("LineChart", "PNG")), QStringLiteral("png"), 1},
            {say(QT_TRANSLATE_NOOP("LineChart", "PNG, 2x")), QStringLiteral("png"), 2},
            {say(QT_TRANSLATE_NOOP("LineChart", "Drawing, SVG")), QStringLiteral("svg"), 1},
            {say(QT_TRANSLATE_NOOP("LineChart", "Page, PDF")), QStringLiteral("pdf"), 1}};
}

QString plainFileName(const QString& name) {
    static const QRegularExpression kDataSuffix(QStringLiteral("\\.[A-Za-z][A-Za-z0-9]{0,4}$")),
        kOthers(QStringLiteral("[^A-Za-z0-9_]+")), kEnds(QStringLiteral("^-+|-+$"));
    QString plain = name;
    plain.remove(kDataSuffix).replace(QChar(0xD7), QLatin1Char('x'));
    plain = plain.normalized(QString::NormalizationForm_KD);
    plain.removeIf([](QChar c) { return c.isMark(); });  // ü is u
    plain.replace(kOthers, QStringLiteral("-")).remove(kEnds);
    return plain.isEmpty() ? QStringLiteral("chart") : plain;
}

void askForFile(QWidget* owner, const QString& name, const QString& suffix,
                std::function<void(const QString& path)> chosen) {
    auto* dialog = new QFileDialog(owner, QCoreApplication::translate("LineChart", "Save \"%1\"").arg(name),
                                   QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilter(QCoreApplication::translate("LineChart", "%1 file (*.%2)").arg(suffix.toUpper(), suffix));
    dialog->selectFile(plainFileName(name) + '.' + suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, owner, std::move(chosen));
    dialog->open();
}

QString keepFile(const QString& path, const QByteArray& bytes) {
    if (bytes.isEmpty())
        return QCoreApplication::translate(
                   "LineChart",
                   "A chart cannot be saved as \"%1\". Choose a name that ends in .png, .svg, .pdf or .csv.")
            .arg(path);
    const Result<> written = writeFileDurably(
        path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return written ? QString() : translated(written.error());
}

}  // namespace gatelab
