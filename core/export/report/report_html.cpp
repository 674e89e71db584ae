// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/report/report_html.h"

#include "export/report/svg_chart.h"

namespace gatelab {

namespace {

// Colours: the run colours and tokens of the window (ui/common/theme_palette.cpp).
constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--text:#1a1d23;--back:#fff;--line:#dcdfe5;--grid:#eceef2;--soft:#59616f;--mark:#efecfb;
--0:#2255c7;--1:#aa4c0d;--2:#2d8f70;--3:#7c0741;--4:#b28d06;--5:#1f9dc9;--6:#dc425c;--7:#42038c;--8:#4d3112;--9:#835e7a}
@media(prefers-color-scheme:dark){:root{--text:#e4e7ec;--back:#1d2025;--line:#33383f;--grid:#2a2e35;--soft:#9da5b2;
--mark:#2a2646;
--0:#598df7;--1:#ed5f15;--2:#3aecc4;--3:#af4973;--4:#f5c83e;--5:#77c0d7;--6:#ff8686;--7:#7759bc;--8:#967357;
--9:#bd8fa2}}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,"Noto Sans CJK SC","WenQuanYi Micro Hei",sans-serif;color:var(--text);
background:var(--back);max-width:800px;margin:24px auto;padding:0 20px}
h1{font-size:28px;line-height:1.2;margin:0}h2{font-size:20px;margin:36px 0 8px;border-bottom:1px solid var(--line);
padding-bottom:4px}
h3,figcaption,caption{font-size:15px;font-weight:600;text-align:left;margin:0 0 4px}
.sub,.note,.key{color:var(--soft)}.note,.key{font-size:13px;margin:4px 0 0}.sum{font-size:17px;padding-left:20px}
figure{margin:20px 0}svg{width:100%;height:auto;display:block}svg text{font-size:11px;fill:var(--soft)}
.mid{text-anchor:middle}.end{text-anchor:end}.grid{stroke:var(--grid)}
.line{fill:none;stroke-width:16;stroke-linejoin:round}.dash{stroke-dasharray:60 40}
.band{stroke:none;fill:currentColor;opacity:.16}
.key span{display:inline-block;margin-right:16px}.key i{display:inline-block;width:18px;height:0;
border-top:2px solid currentColor;margin:0 6px 4px 0}.key i.dash{border-top-style:dashed}
.key i.wide{border-top-width:8px;opacity:.3;margin-bottom:1px}
.scroll{overflow-x:auto;margin:16px 0}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
td,th{border-bottom:1px solid var(--grid);padding:4px 10px 4px 0;text-align:right;vertical-align:top}
th{color:var(--soft);font-weight:500}.txt{text-align:left;overflow-wrap:anywhere;min-width:7.5em}
tr.hit td{background:var(--mark);font-weight:600}
pre{font:12px/1.45 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere;
border:1px solid var(--line);border-radius:6px;padding:10px;margin:8px 0}
summary{cursor:pointer}
.ink{stroke:var(--text);color:var(--text)}.mute{stroke:var(--soft);color:var(--soft)}
)";
constexpr const char* kPrint = R"(
@page{size:A4;margin:16mm}
@media print{:root{color-scheme:light}body{max-width:none;margin:0;padding:0;font-size:10.5pt}
figure,tr,pre,.sum{break-inside:avoid}h2,h3,caption{break-after:avoid}.scroll{overflow:visible}table{font-size:9pt}
details:not([open]){display:none}}
)";
constexpr int kColours = 10;

class Writer {
public:
    explicit Writer(const ReportWording& wording) : wording_(wording) {}

    void text(const char* open, const Phrase& phrase, const char* close) {
        if (!phrase.empty()) html_ += open + said(phrase) + close + "\n";
    }
    void operator()(const Phrase& paragraph) { text("<p>", paragraph, "</p>"); }
    void operator()(const ReportTable& table) {
        html_ += "<div class=\"scroll\"><table>";
        text("<caption>", table.title, "</caption>");
        row(table, table.heads, "th", "");
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            row(table, table.rows[i], "td", static_cast<int>(i) == table.marked ? " class=\"hit\"" : "");
        html_ += "</table>";
        text("<p class=\"note\">", table.note, "</p>");
        html_ += "</div>\n";
    }
    void operator()(const ReportChart& chart) {
        html_ += "<figure>";
        text("<figcaption>", chart.title, "</figcaption>");
        html_ += svgChart(chart, wording_.say) + "<p class=\"key\">";
        for (const ReportLine& line : chart.lines)
            key(line.name, colourClass(line.colour) + (line.isDashed ? " dash" : ""));
        for (const ReportBand& band : chart.bands) key(band.name, colourClass(band.colour) + " wide");
        html_ += "</p>";
        text("<p class=\"note\">", chart.note, "</p>");
        html_ += "</figure>\n";
    }
    void operator()(const ReportCode& code) {
        if (code.isFolded)
            text("<details><summary>", code.title, "</summary>");
        else
            text("<h3>", code.title, "</h3>");
        html_ += "<pre>" + escapedHtml(code.text) + "</pre>" + (code.isFolded ? "</details>\n" : "\n");
    }
    [[nodiscard]] std::string taken() { return std::move(html_); }

private:
    [[nodiscard]] std::string said(const Phrase& phrase) const { return escapedHtml(wording_.say(phrase)); }
    void key(const Phrase& name, const std::string& look) {
        if (!name.empty()) html_ += "<span><i class=\"" + look + "\"></i>" + said(name) + "</span>";
    }
    void row(const ReportTable& table, const std::vector<Phrase>& cells, const std::string& kind, const char* look) {
        if (cells.empty()) return;
        html_ += std::string("<tr") + look + ">";
        for (std::size_t i = 0; i < cells.size(); ++i)
            html_ += "<" + kind + (i < table.texts ? " class=\"txt\">" : ">") + said(cells[i]) + "</" + kind + ">";
        html_ += "</tr>\n";
    }

    const ReportWording& wording_;
    std::string html_;
};

std::string colourRules() {
    std::string rules;
    for (int i = 0; i < kColours; ++i) {
        const std::string slot = std::to_string(i);
        rules += ".c" + slot + "{stroke:var(--" + slot + ");color:var(--" + slot + ")}";
    }
    return rules;
}

}  // namespace

std::string reportHtml(const ReportDocument& document, const ReportWording& wording) {
    Writer body(wording);
    body.text("<header><h1>", document.title, "</h1>");
    body.text("<p class=\"sub\">", document.subtitle, "</p></header>");
    Writer summary(wording);
    for (const Phrase& sentence : document.summary) summary.text("<li>", sentence, "</li>");
    std::string html = body.taken();
    if (const std::string items = summary.taken(); !items.empty()) html += "<ul class=\"sum\">" + items + "</ul>\n";
    for (const ReportSection& section : document.sections) {
        Writer part(wording);
        part.text("<section><h2>", section.title, "</h2>");
        for (const ReportBlock& block : section.blocks) std::visit(part, block);
        html += part.taken() + "</section>\n";
    }
    return "<!doctype html>\n<html lang=\"" + escapedHtml(wording.language) +
           "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
           "<meta name=\"generator\" content=\"Gatelab\"><title>" +
           escapedHtml(wording.say(document.title)) + "</title><style>" + kStyle + colourRules() + kPrint +
           "</style></head>\n<body>\n" + html + "</body></html>\n";
}

}  // namespace gatelab
