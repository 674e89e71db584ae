// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QImage>
#include <QSize>
#include <QString>
#include <functional>
#include <vector>

class QPainter;
class QWidget;

namespace gatelab {

/// Something painted that can be kept: on the clipboard or as a file.
struct Picture {
    QString title, description;
    QSize size;
    QColor ground;
    std::function<void(QPainter&)> paint;
    [[nodiscard]] QImage image(double scale) const;
    /// Of a file of this kind (png, svg, pdf); empty: there is no such kind. Only png has a scale.
    [[nodiscard]] QByteArray bytes(const QString& suffix, double scale) const;
};

/// A kind of file that a picture is offered as.
struct PictureFormat {
    QString text, suffix;
    double scale = 1;
};
/// In the window's language.
std::vector<PictureFormat> pictureFormats();

/// A name for a file, without suffix, that is easily typed: letters and digits with - between them; what a name of data
/// ends in, such as .csv, is left out.
QString plainFileName(const QString& name);
/// Asks for a file's name without holding up the window; `chosen` gets its path.
void askForFile(QWidget* owner, const QString& name, const QString& suffix,
                std::function<void(const QString& path)> chosen);
/// Writes it durably; an empty text or what went wrong. No bytes: the name has a suffix that the formats do not know.
QString keepFile(const QString& path, const QByteArray& bytes);

}  // namespace gatelab
