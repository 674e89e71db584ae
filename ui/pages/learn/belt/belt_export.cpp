// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_export.h"

#include "app/own_series.h"
#include "charts/picture_file.h"
#include "common/background_job.h"
#include "common/texts.h"
#include "lesson/belt/belt.h"
#include "lesson/belt/belt_training.h"
#include "pages/learn/belt/belt_canvas.h"
#include "pages/learn/class/stage_export.h"
#include "pages/learn/film/gif_file.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

constexpr int kHundredths = 8, kLastFrames = 24;
constexpr QSize kPicture(1400, 760);

QString suffixOf(const QString& path) { return QFileInfo(path).suffix().toLower(); }

/// Series, step and errors of what is seen.
QString captionOf(const BeltFile& file, const QString& name, std::int64_t step) {
    const BeltErrors errors = measureBelt(file);
    return BeltExport::tr(
               "Belt; %1; LSTM of %2 units; training step %3 of %4; test error over %5 steps %6; repeating "
               "the last %5 numbers %7")
        .arg(name)
        .arg(file.network.units)
        .arg(step)
        .arg(kBeltSteps)
        .arg(file.network.horizon)
        .arg(formatNumber(errors.network, 3))
        .arg(formatNumber(errors.dayBefore, 3));
}

Picture pictureOf(Theme& theme, const BeltCanvas& canvas, const QString& caption) {
    return captionedPicture(
        theme, [&canvas](QSizeF size) { return canvas.drawing(size); }, {}, {caption}, kPicture);
}

}  // namespace

BeltExport::BeltExport(Theme& theme, QString series, QString path, QObject* parent)
    : QObject(parent),
      theme_(theme),
      series_(std::move(series)),
      path_(std::move(path)),
      job_(new BackgroundJob(this)) {
    connect(job_, &BackgroundJob::progressed, this, [this](double share) {
        if (const int now = static_cast<int>(10 * share); std::exchange(tenths_, now) != now)
            Q_EMIT progressed(tr("training, %1 %").arg(10 * now));
    });
}

void BeltExport::begin() {
    const QString suffix = suffixOf(path_);
    const bool isFilm = suffix == QLatin1String("gif");
    if (!isFilm && suffix != QLatin1String("png") && suffix != QLatin1String("svg"))
        return Q_EMIT done(tr("%1 has no ending that the belt can be written as. Use .png, .svg or .gif.").arg(path_));
    if (!series_.isEmpty()) return train();
    if (isFilm)
        return Q_EMIT done(tr("The shipped network has no film. Name a series with --series: its training is one."));
    const BeltCanvas canvas(theme_, BeltCanvas::Size::Full);
    const QString caption =
        tr("Belt; sine mix, hourly; LSTM of %n units, trained", nullptr, static_cast<int>(shippedBelt().network.units));
    Q_EMIT done(keepFile(path_, pictureOf(theme_, canvas, caption).bytes(suffix, 2)));
}

void BeltExport::stop() { job_->cancel(); }

void BeltExport::train() {
    job_->run<Result<Film>>(
        [series = toPath(series_)](const Progress& progress) -> Result<Film> {
            auto belt = beltOnFile(series);
            if (!belt.ok()) return belt.error();
            Film film{*belt, {}};
            auto trained = trainBelt(std::move(*belt), [&](double share, const BeltNetwork& network) {
                film.frames.push_back(network);
                return report(progress, share);
            });
            if (!trained.ok()) return trained.error();
            film.frames.push_back(trained->network);
            return film;
        },
        [this](Result<Film> film) { Q_EMIT done(film.ok() ? write(std::move(*film)) : translated(film.error())); });
}

QString BeltExport::write(Film film) {
    BeltCanvas canvas(theme_, BeltCanvas::Size::Full);
    canvas.setBelt(film.belt);
    const QString name = QFileInfo(series_).fileName(), suffix = suffixOf(path_);
    const auto show = [&](std::size_t frame) {
        film.belt.network = film.frames[frame];
        canvas.useNetwork(film.belt.network);
        return captionOf(film.belt, name, std::min(kBeltSteps, static_cast<std::int64_t>(frame) * kBeltFrameEvery));
    };
    if (suffix != QLatin1String("gif")) {
        const QString caption = show(film.frames.size() - 1);
        canvas.seekMoment();
        return keepFile(path_, pictureOf(theme_, canvas, caption).bytes(suffix, 2));
    }
    std::vector<QImage> images;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        const QString caption = show(frame);
        images.push_back(pictureOf(theme_, canvas, caption).image(1));
    }
    images.insert(images.end(), kLastFrames, images.back());
    return keepFile(path_, gifOf(images, kHundredths));
}

}  // namespace gatelab
