// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/host_choice.h"

#include "common/texts.h"
#include "config/field.h"
#include "run/rank_setup.h"
#include "widgets/layouts.h"

#include <QCheckBox>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

namespace {

std::vector<RankHost> hostsOf(const QString& text) {
    auto hosts = rankHostsFrom(QString(text).remove(QLatin1Char(' ')).toStdString());
    return hosts.ok() ? std::move(*hosts) : std::vector<RankHost>();
}

}  // namespace

HostChoice::HostChoice(QWidget* parent) : QWidget(parent) { makeColumn(this, {}, 4); }

void HostChoice::setNames(const QStringList& names) {
    if (names == names_) return;
    names_ = names;
    rows_.clear();
    delete content_;
    content_ = new QWidget;
    makeColumn(content_, {}, 4);
    layout()->addWidget(content_);
    for (const QString& name : names_) addRow(name);
    showText(text_);
}

void HostChoice::addRow(const QString& name) {
    Row row{new QCheckBox(name), new QSpinBox};
    row.ranks->setRange(1, static_cast<int>(findField("ranks")->range.high));
    row.ranks->setPrefix(tr("Ranks "));
    row.ranks->setAccessibleName(tr("Ranks on %1").arg(name));
    row.ranks->setKeyboardTracking(false);
    connect(row.isChosen, &QCheckBox::toggled, this, [this, row](bool isChosen) {
        row.ranks->setEnabled(isChosen);
        compose();
    });
    connect(row.ranks, &QSpinBox::valueChanged, this, &HostChoice::compose);
    row.ranks->setEnabled(false);
    rows_.push_back(row);
    static_cast<QVBoxLayout*>(content_->layout())->addLayout(makeRow({{row.isChosen, 1}, row.ranks}));
}

void HostChoice::showText(const QString& text) {
    text_ = text;
    const std::vector<RankHost> hosts = hostsOf(text);
    for (const Row& row : rows_) {
        const QSignalBlocker quietTick(row.isChosen), quietRanks(row.ranks);
        const auto found = std::ranges::find(hosts, row.isChosen->text().toStdString(), &RankHost::name);
        row.isChosen->setChecked(found != hosts.end());
        row.ranks->setEnabled(found != hosts.end());
        if (found != hosts.end()) row.ranks->setValue(static_cast<int>(found->ranks));
    }
}

void HostChoice::compose() {
    RankSetup setup;
    setup.hosts = hostsOf(text_);
    for (const Row& row : rows_) {
        const std::string name = row.isChosen->text().toStdString();
        const auto found = std::ranges::find(setup.hosts, name, &RankHost::name);
        if (!row.isChosen->isChecked()) {
            if (found != setup.hosts.end()) setup.hosts.erase(found);
        } else if (found == setup.hosts.end()) {
            setup.hosts.push_back({name, row.ranks->value()});
        } else {
            found->ranks = row.ranks->value();
        }
    }
    text_ = setup.hosts.empty() ? QString() : fromUtf8(setup.hostsText());
    Q_EMIT edited(text_);
}

}  // namespace gatelab
