// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that a painter writes, and where: for drawings that must not cut one, or write one over another.
#pragma once

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <vector>

namespace gatelab::test {

struct DrawnText {
    QString words;
    QRectF ink;  ///< px
};

/// Draws nothing but keeps the texts.
class DrawnTexts : public QPaintDevice {
public:
    explicit DrawnTexts(QSize size) : engine_(texts_), size_(size) {}
    [[nodiscard]] QPaintEngine* paintEngine() const override { return &engine_; }
    [[nodiscard]] const std::vector<DrawnText>& texts() const { return texts_; }

    /// What leaves these bounds, or lies on another text by more than a pixel; empty: nothing.
    [[nodiscard]] QString faults(const QRectF& bounds) const {
        QString all;
        for (std::size_t i = 0; i < texts_.size(); ++i) {
            const auto& [words, ink] = texts_[i];
            if (!bounds.contains(ink)) all += QStringLiteral("cut: %1\n").arg(words);
            for (std::size_t j = i + 1; j < texts_.size(); ++j)
                if (ink.adjusted(1, 1, -1, -1).intersects(texts_[j].ink))
                    all += QStringLiteral("'%1' on '%2'\n").arg(words, texts_[j].words);
        }
        return all;
    }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric what) const override {
        switch (what) {
            case PdmWidth:
            case PdmWidthMM:
                return size_.width();
            case PdmHeight:
            case PdmHeightMM:
                return size_.height();
            case PdmDevicePixelRatio:
            case PdmNumColors:
                return 1;
            case PdmDepth:
                return 32;
            case PdmDevicePixelRatioScaled:
                return static_cast<int>(devicePixelRatioFScale());
            default:
                return 96;
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(std::vector<DrawnText>& texts) : QPaintEngine(AllFeatures), texts_(texts) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPolygon(const QPoint*, int, PolygonDrawMode) override {}
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            const QRectF ink = QFontMetricsF(item.font()).tightBoundingRect(item.text()).translated(at);
            if (!ink.isEmpty()) texts_.push_back({item.text(), painter()->combinedTransform().mapRect(ink)});
        }
        [[nodiscard]] Type type() const override { return User; }

    private:
        std::vector<DrawnText>& texts_;
    };

    std::vector<DrawnText> texts_;
    mutable Engine engine_;
    QSize size_;
};

}  // namespace gatelab::test
