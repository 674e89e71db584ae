#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gatelab Sans from Inter: the subset the window needs, with figures, signs and points of equal width.

    make_font.py DIR_WITH_INTER_OTF OUT_DIR

Inter 4 (SIL OFL 1.1) comes with the package fonts-inter; fontTools with python3-fonttools. Qt 6.4 cannot switch on the font feature `tnum`, so the
character map is pointed at the tabular glyphs here. The name changes with the font, as the licence asks of a modified version.
"""
import pathlib
import sys
from fontTools import subset

WEIGHTS = ("Regular", "Medium", "SemiBold")
CHARACTERS = ("U+0020-007E,U+00A0-017F,U+0370-03FF,U+02C6-02DD,U+0302-0304,U+2000-2027,U+202F-2030,U+2032-2033,U+2039-203A,U+2044,U+2070-209C,U+20AC,"
              "U+2116,U+2122,U+2190-2199,U+21B5,U+2200-22FF,U+2318,U+2325,U+25A0-25FF,U+2713,U+2717")


def substitutions(font, feature):
    """Glyph name -> glyph name of a single-substitution feature."""
    table, result = font["GSUB"].table, {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for part in table.LookupList.Lookup[index].SubTable:
                    result.update(getattr(getattr(part, "ExtSubTable", part), "mapping", {}))
    return result


def make(source, target):
    options = subset.Options(layout_features=["kern", "mark", "mkmk", "ccmp", "locl", "calt", "case"], name_IDs=["*"], hinting=True)
    font = subset.load_font(str(source), options)
    tabular = substitutions(font, "tnum")
    for table in font["cmap"].tables:
        for code, glyph in table.cmap.items():
            table.cmap[code] = tabular.get(glyph, glyph)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = record.toUnicode().replace("Inter", "GatelabSans" if record.nameID in (3, 6) else "Gatelab Sans")
    cut = subset.Subsetter(options)
    cut.populate(unicodes=subset.parse_unicodes(CHARACTERS.replace("U+", "")))
    cut.subset(font)
    names = [font.getBestCmap()[ord(c)] for c in "0123456789"]
    widths = {font["hmtx"][name][0] for name in names}
    if max(widths) - min(widths) > 4:                      # Inter's own drawings differ by 2 units of 2,816: made equal; more is an error
        sys.exit(f"{target}: figures differ in width: {sorted(widths)}")
    for name in names:
        font["hmtx"][name] = (max(widths), font["hmtx"][name][1])
    subset.save_font(font, str(target), options)


def main():
    source, target = map(pathlib.Path, sys.argv[1:3])
    target.mkdir(parents=True, exist_ok=True)
    for weight in WEIGHTS:
        make(source / f"Inter-{weight}.otf", target / f"GatelabSans-{weight}.otf")


if __name__ == "__main__":
    main()
