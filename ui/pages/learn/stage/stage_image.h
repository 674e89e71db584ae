// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRectF>

#include <filesystem>
#include <memory>

class QPainter;
class QSvgRenderer;

namespace gatelab {

/// The image of a scene (lessonImage() has checked it). GUI thread.
class StageImage {
public:
    explicit StageImage(std::filesystem::path file);
    ~StageImage();
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    /// In the middle, as large as fits; a PNG is not made larger than twice its pixels.
    void paint(QPainter& painter, const QRectF& area) const;

private:
    std::filesystem::path file_;
    QImage image_;
    std::unique_ptr<QSvgRenderer> drawing_;  ///< of an SVG
};

}  // namespace gatelab
