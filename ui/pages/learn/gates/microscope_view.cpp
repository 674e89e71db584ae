// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/gates/microscope_view.h"

#include "charts/picture_file.h"
#include "common/texts.h"
#include "export/inspection_export.h"
#include "pages/learn/film/gif_file.h"
#include "pages/learn/gates/series_strip.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"
#include "widgets/segments.h"

#include <QBuffer>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace gatelab {

namespace {

constexpr int kGifHundredths = 10, kGifWidth = 1000;

QComboBox* box(const QString& name, const QString& tip) {
    auto* one = new ListBox;
    one->setProperty("compact", true);
    one->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    one->setAccessibleName(name);
    one->setToolTip(tip);
    return one;
}

}  // namespace

MicroscopeView::MicroscopeView(Theme& theme, NetworkInspection& look, NetworkInspection& other, QWidget* parent)
    : LearnView(parent),
      theme_(&theme),
      look_(&look),
      other_(&other),
      card_(new Card(tr("Gate microscope"))),
      layers_(box(tr("Layer"), tr("Which layer, and which direction of it"))),
      sorts_(
          box(tr("Order of the units"), tr("How the units stand above each other; all heat maps have the same order"))),
      palettes_(box(tr("Colours"), tr("Both palettes are told apart without red, green or blue vision"))),
      columns_(box(tr("Input"), tr("Which input is drawn above"))),
      style_(new Segments),
      strip_(new SeriesStrip(theme)),
      unitLabel_(new WrappedLabel("note")),
      refusal_(makeLabel(QString(), "warning")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(card_);
    fillHeader();
    card_->body()->addWidget(unitLabel_);
    card_->body()->addWidget(strip_);
    palettes_->addItems({tr("Fitting colours"), tr("Gate colours"), tr("Tide colours")});
    card_->body()->addWidget(pictures_ = makePictures(), 1);
    refusal_->setWordWrap(true);
    refusal_->setAlignment(Qt::AlignCenter);
    refusal_->setMargin(24);
    card_->body()->addWidget(refusal_, 1);
    refusal_->hide();
    connectPictures();
    connectChoices();
    connectPlaces();
    refresh();
}

void MicroscopeView::fillHeader() {
    for (QWidget* widget : {static_cast<QWidget*>(columns_), static_cast<QWidget*>(layers_),
                            static_cast<QWidget*>(sorts_), static_cast<QWidget*>(palettes_)})
        card_->addHeaderWidget(widget);
    style_->setCompact(true);
    style_->add(tr("Heat maps"), {}, tr("All units, one colour per value"));
    style_->add(tr("Lines"), {}, tr("The chosen units as lines"));
    style_->setCurrent(0);
    card_->addHeaderWidget(style_);
    card_->addHeaderWidget(makeExport());
}

QPushButton* MicroscopeView::makeExport() {
    auto* out = new QPushButton(theme_->icon(QStringLiteral("export")), tr("Export"));
    out->setProperty("compact", true);
    auto* menu = new QMenu(out);
    menu->addAction(tr("All numbers (HDF5)..."), this, [this] { exportTo(QStringLiteral("h5")); });
    menu->addAction(tr("All numbers (CSV)..."), this, [this] { exportTo(QStringLiteral("csv")); });
    menu->addAction(tr("Picture (PNG)..."), this, [this] { exportTo(QStringLiteral("png")); });
    out->setMenu(menu);
    return out;
}

QWidget* MicroscopeView::makePictures() {
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    auto* inside = new QWidget;
    auto* pictures = new QHBoxLayout(inside);
    pictures->setContentsMargins(0, 0, 0, 0);
    pictures->setSpacing(12);
    for (int i = 0; i < 2; ++i) {
        auto* place = makePicture();
        pictures->addWidget(place, 1);
        place->setVisible(i == 0);
    }
    area->setWidget(inside);
    return area;
}

QWidget* MicroscopeView::makePicture() {
    auto* place = new QWidget;
    auto* stack = new QVBoxLayout(place);
    stack->setContentsMargins(0, 0, 0, 0);
    stack->setSpacing(4);
    stack->addWidget(titles_.emplace_back(makeLabel({}, "note")));
    titles_.back()->hide();  // needed only beside another
    stack->addWidget(canvases_.emplace_back(new GateCanvas(*theme_)), 1);
    return place;
}

/// Both show the same step and the same units.
void MicroscopeView::connectPictures() {
    for (GateCanvas* canvas : canvases_)
        connect(canvas, &GateCanvas::cursorMoved, canvases_[canvas == canvases_[0] ? 1 : 0],
                &GateCanvas::setCursorStep);
    connect(canvases_[0], &GateCanvas::unitsChosen, this,
            [this] { canvases_[1]->setChosenUnits(canvases_[0]->chosenUnits()); });
}

void MicroscopeView::connectChoices() {
    connect(layers_, &QComboBox::currentIndexChanged, this, [this] {
        for (GateCanvas* canvas : canvases_) canvas->setPlace(layer(), direction());
        look_->askNames(layer(), direction());
        Q_EMIT placeChanged();
    });
    connect(look_, &NetworkInspection::namesChanged, canvases_[0], [this] { canvases_[0]->setNames(look_->names()); });
    connect(sorts_, &QComboBox::currentIndexChanged, this, &MicroscopeView::applySort);
    connect(palettes_, &QComboBox::currentIndexChanged, this, [this](int index) {
        for (GateCanvas* canvas : canvases_) canvas->setPalette(static_cast<HeatPalette>(index));
    });
    connect(columns_, &QComboBox::currentIndexChanged, this, [this](int index) {
        for (GateCanvas* canvas : canvases_) canvas->setColumn(index - 1);
        applySort();
    });
    connect(style_, &Segments::chosen, this, [this](int index) {
        for (GateCanvas* canvas : canvases_) canvas->setLines(index == 1);
    });
}

void MicroscopeView::setWanted(bool on) {
    if (on) look_->askNames(layer(), direction());
}

/// The strip leads to another window, a step of a unit to the walk through its cell.
void MicroscopeView::connectPlaces() {
    connect(strip_, &SeriesStrip::windowChosen, this,
            [this](qint64 window) { look_->setWindow(look_->window().part, window); });
    connect(canvases_[0], &GateCanvas::walkAsked, this, [this](int step, int unit) {
        LearnPlace place;
        place.view = QStringLiteral("cell");
        place.step = step, place.unit = unit, place.layer = layer(), place.direction = direction();
        Q_EMIT learnPlaceAsked(place);
    });
}

int MicroscopeView::layer() const { return layers_->currentIndex() < 0 ? 0 : layers_->currentData().toPoint().x(); }
int MicroscopeView::direction() const { return layers_->currentIndex() < 0 ? 0 : layers_->currentData().toPoint().y(); }

void MicroscopeView::showPlace(const LearnPlace& place) {
    const int index = layers_->findData(QPoint(place.layer.value_or(layer()), place.direction.value_or(direction())));
    if (index >= 0) layers_->setCurrentIndex(index);
    if (place.unit)
        for (GateCanvas* canvas : canvases_)  // the one beside may have fewer
            if (canvas->order().empty() || *place.unit < std::ssize(canvas->order()))
                canvas->setChosenUnits({*place.unit});
    if (place.step) canvases_[0]->setCursorStep(*place.step);
}

void MicroscopeView::fillLayers() {
    const QSignalBlocker quiet(layers_);
    const QPoint before(layer(), direction());
    layers_->clear();
    const auto& run = look_->run();
    for (int l = 0; run && l < run->layers; ++l)
        for (int d = 0; d < run->directions; ++d)
            layers_->addItem(run->directions == 1 ? tr("Layer %1").arg(l + 1)
                             : d == 0             ? tr("Layer %1, forward").arg(l + 1)
                                                  : tr("Layer %1, reverse").arg(l + 1),
                             QPoint(l, d));
    layers_->setCurrentIndex(std::max(0, layers_->findData(before)));
    layers_->setEnabled(layers_->count() > 1);
    if (layers_->count() == 1) layers_->setToolTip(tr("This network has one layer in one direction"));
    for (GateCanvas* canvas : canvases_) canvas->setPlace(layer(), direction());
}

void MicroscopeView::fillSorts() {
    const QSignalBlocker quietSorts(sorts_), quietColumns(columns_);
    const int before = std::max(0, sorts_->currentIndex());
    sorts_->clear();
    sorts_->addItem(tr("Most active on top"), static_cast<int>(UnitSort::Activity));
    sorts_->addItem(tr("Most saturated on top"), static_cast<int>(UnitSort::Saturation));
    sorts_->addItem(tr("Similar ones together"), static_cast<int>(UnitSort::Similarity));
    sorts_->addItem(tr("Follows the input"), static_cast<int>(UnitSort::WithInput));
    sorts_->addItem(tr("By number"), static_cast<int>(UnitSort::Number));
    sorts_->setCurrentIndex(before);
    const auto& run = look_->run();
    const int column = columns_->currentIndex();
    columns_->clear();
    columns_->addItem(tr("All inputs"));
    if (run && run->tokens.empty())
        for (const std::string& name : run->inputs) columns_->addItem(fromUtf8(name));
    columns_->setCurrentIndex(column < columns_->count() ? std::max(0, column) : 0);
    columns_->setVisible(columns_->count() > 2);
    applySort();
}

void MicroscopeView::applySort() {
    for (GateCanvas* canvas : canvases_)
        canvas->setSort(static_cast<UnitSort>(sorts_->currentData().toInt()),
                        std::max(0, columns_->currentIndex() - 1));
}

QString MicroscopeView::unitText() const {
    if (!look_->gates()) return {};
    const GateView& view = *look_->gates();
    QString text = view.outputGap <= GateView::kMaxGap
                       ? tr("%1; the replay gives the model's output within %2")
                             .arg(translated(view.weights.what), QString::number(view.outputGap, 'g', 1))
                       : tr("%1; the replay is %2 away from the model's output: do not trust it")
                             .arg(translated(view.weights.what), QString::number(view.outputGap, 'g', 1));
    if (view.weights.copyShare > 0)
        text = tr("%1; copying takes %2 % of the training").arg(text, formatNumber(100 * view.weights.copyShare, 2));
    return text;
}

void MicroscopeView::setZoom(double zoom) {
    for (GateCanvas* canvas : canvases_) canvas->setZoom(zoom);
    card_->setTitle(zoom > 1 ? QString() : tr("Gate microscope"));
    unitLabel_->setVisible(zoom <= 1);
}

void MicroscopeView::setOnStage() {
    auto* aside = new QWidget(this);  // where it shows itself for a run it is not seen
    aside->hide();
    strip_->setParent(aside);
}

void MicroscopeView::setTitles(const QString& first, const QString& second) {
    titles_[0]->setText(first);
    titles_[1]->setText(second);
    for (QLabel* title : titles_) title->setVisible(!second.isEmpty());
}

void MicroscopeView::refresh() {
    if (strip_->property("run").value<quintptr>() != reinterpret_cast<quintptr>(look_->run().get())) {
        strip_->setProperty("run", QVariant::fromValue(reinterpret_cast<quintptr>(look_->run().get())));
        strip_->setRun(look_->run());
        fillLayers();
        fillSorts();
    }
    strip_->setWindow(look_->window().part, look_->window().window);
    canvases_[0]->setView(look_->gates(), look_->run());
    const bool two = other_->gates() != nullptr;
    canvases_[1]->parentWidget()->setVisible(two);
    canvases_[1]->setView(two ? other_->gates() : nullptr, two ? other_->run() : nullptr);
    const auto& run = look_->run();
    unitLabel_->setFullText(run ? unitText() : QString());
    const bool isRefused = run && !look_->gates() && !look_->refusal().isEmpty();
    refusal_->setText(isRefused ? look_->refusal() : QString());
    refusal_->setVisible(isRefused);
    pictures_->setVisible(!isRefused);
}

void MicroscopeView::exportTo(const QString& suffix) {
    if (!look_->gates()) return;
    askForFile(this, QStringLiteral("gates"), suffix,
               [this, suffix, view = look_->gates(), run = look_->run()](const QString& path) {
                   if (suffix == QLatin1String("png")) {
                       QByteArray bytes;
                       QBuffer buffer(&bytes);
                       canvases_[0]->picture().save(&buffer, "png");
                       const QString problem = keepFile(path, bytes);
                       return problem.isEmpty() ? Q_EMIT done(savedText(path)) : Q_EMIT this->problem(problem);
                   }
                   const auto written = exportGates(*view, *run, toPath(path));
                   if (written.ok())
                       Q_EMIT done(savedText(path));
                   else
                       Q_EMIT problem(translated(written.error()));
               });
}

void MicroscopeView::exportFilm(const QString& format) {
    if (format == QLatin1String("h5"))
        exportFilmNumbers();
    else
        exportFilmPictures(format);
}

void MicroscopeView::exportFilmNumbers() {
    askForFile(this, QStringLiteral("gate-film"), QStringLiteral("h5"), [this](const QString& path) {
        look_->collectFilm([this, path, run = look_->run()](Result<std::vector<GateView>> views) {
            if (!views.ok()) return Q_EMIT problem(translated(views.error()));
            const auto written = exportGateFilm(*views, *run, toPath(path));
            if (written.ok())
                Q_EMIT done(savedText(path));
            else
                Q_EMIT problem(translated(written.error()));
        });
    });
}

void MicroscopeView::exportFilmPictures(const QString& format) {
    askForFile(this, QStringLiteral("gate-film"), format, [this, format](const QString& path) {
        look_->collectFilm([this, path, format](Result<std::vector<GateView>> views) {
            if (!views.ok()) return Q_EMIT problem(translated(views.error()));
            const bool isGif = format == QLatin1String("gif");
            const QFileInfo info(path);
            std::vector<QImage> pictures;
            QString problem, last;
            int number = 0;
            for (GateView& view : *views) {
                canvases_[0]->setView(std::make_shared<const GateView>(std::move(view)), look_->run());
                const QImage picture = canvases_[0]->picture();
                if (isGif) {
                    pictures.push_back(
                        picture.scaledToWidth(std::min(kGifWidth, picture.width()), Qt::SmoothTransformation));
                    continue;
                }
                QByteArray bytes;
                QBuffer buffer(&bytes);
                picture.save(&buffer, "png");
                last = QStringLiteral("%1-%2.png").arg(info.completeBaseName()).arg(++number, 4, 10, QLatin1Char('0'));
                problem = keepFile(info.path() + QLatin1Char('/') + last, bytes);
                if (!problem.isEmpty()) break;
            }
            refresh();
            if (isGif) problem = keepFile(path, gifOf(pictures, kGifHundredths));
            if (!problem.isEmpty()) return Q_EMIT this->problem(problem);
            Q_EMIT done(isGif ? savedText(path)
                              : tr("%n pictures saved in %1, the last as %2", nullptr, number).arg(info.path(), last));
        });
    });
}

}  // namespace gatelab
