// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/gates/gate_canvas.h"
#include "pages/learn/gates/network_inspection.h"
#include "pages/learn/learn_view.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QToolButton;

namespace gatelab {

class Card;
class Segments;
class SeriesStrip;
class WrappedLabel;

/// The gate microscope: the window's place in the series and the gates of one layer; with a second network beside it
/// where one is chosen. Owned by the Learn page. GUI thread.
class MicroscopeView : public LearnView {
    Q_OBJECT
public:
    /// `other` may be closed: then there is one picture.
    MicroscopeView(Theme& theme, NetworkInspection& look, NetworkInspection& other, QWidget* parent = nullptr);

    [[nodiscard]] GateCanvas& canvas() { return *canvases_[0]; }
    [[nodiscard]] int layer() const;
    [[nodiscard]] int direction() const;
    void showPlace(const LearnPlace& place);  ///< its layer, direction, unit and step
    /// Called when a network was opened, closed or read another window.
    void refresh();
    /// Asks for a file and writes the film to it: "h5", "png" (a picture per frame) or "gif".
    void exportFilm(const QString& format);
    /// Of the drawing; before a class above 1, and then what has small letters is hidden.
    void setZoom(double zoom);
    void setOnStage();  ///< of one window, which the stage has chosen
    void setWanted(bool on) override;
    void setTitles(const QString& first, const QString& second);

Q_SIGNALS:
    void placeChanged();  ///< layer or direction

private:
    void fillHeader();
    QPushButton* makeExport();
    QWidget* makePictures();
    QWidget* makePicture();
    void connectPictures();
    void connectChoices();
    void connectPlaces();
    void fillLayers();
    void fillSorts();
    void applySort();
    void exportTo(const QString& suffix);
    void exportFilmNumbers();
    void exportFilmPictures(const QString& format);
    [[nodiscard]] QString unitText() const;

    Theme* theme_;
    NetworkInspection *look_, *other_;
    Card* card_;
    QComboBox *layers_, *sorts_, *palettes_, *columns_;
    Segments* style_;
    SeriesStrip* strip_;
    std::vector<GateCanvas*> canvases_;
    std::vector<QLabel*> titles_;
    WrappedLabel* unitLabel_;
    QLabel* refusal_;
    QWidget* pictures_;
};

}  // namespace gatelab
