"""Bar charts as plain SVG: groups of horizontal bars on a logarithmic scale, readable on light and dark pages.

Made by hand because a chart of bars needs no library, and the files stay small enough to be looked at in a diff.

SPDX-License-Identifier: Apache-2.0
"""

import html
import math

COLORS = ("#7f7f7f", "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#b07aa1", "#76b7b2", "#edc948")
LEFT, WIDTH, RIGHT = 130, 620, 90
BAR, GAP, TOP, LINE = 11, 10, 30, 16


def bars(title, groups, series, unit=""):
    """groups: [(label, {series name: (value, is_partial) or None})]. A partial value ends in an open bar."""
    values = [entry[0] for _, entries in groups for entry in entries.values() if entry and entry[0] > 0]
    low, high = axis_of(values)
    legend_lines = math.ceil(len(series) / 3)
    top = TOP + LINE * legend_lines + 8
    height = top + sum(BAR * len(series) + GAP for _ in groups) + 30
    parts = [*header(title, height), *legend(series), *grid(low, high, top, height - 30)]
    y = top
    for label, entries in groups:
        parts.append(text(LEFT - 6, y + BAR * len(series) / 2 + 4, label, 'text-anchor="end"'))
        for number, name in enumerate(series):
            parts += bar(y, entries.get(name), COLORS[number % len(COLORS)], low, high, unit)
            y += BAR
        y += GAP
    return "\n".join([*parts, "</svg>"]) + "\n"


def axis_of(values):
    """Powers of ten that enclose the values."""
    if not values:
        return 0, 1
    low = math.floor(math.log10(min(values)))
    return low, max(math.ceil(math.log10(max(values))), low + 1)


def position(value, low, high):
    return LEFT + WIDTH * (math.log10(value) - low) / (high - low) if value > 0 else LEFT


def header(title, height):
    total = LEFT + WIDTH + RIGHT
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {height}" font-family="sans-serif" font-size="11">'
    yield f"<title>{html.escape(title)}</title>"
    yield f'<rect width="{total}" height="{height}" fill="#ffffff"/>'
    yield text(LEFT, 18, title, 'font-size="14" font-weight="bold"')


def legend(series):
    for number, name in enumerate(series):
        x, y = LEFT + number % 3 * 220, TOP + number // 3 * LINE
        yield f'<rect x="{x}" y="{y}" width="10" height="10" fill="{COLORS[number % len(COLORS)]}"/>'
        yield text(x + 15, y + 9, name)


def grid(low, high, top, bottom):
    for exponent in range(low, high + 1):
        x = position(10.0**exponent, low, high)
        yield f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="#dddddd"/>'
        yield text(x, bottom + 14, f"{10.0**exponent:,g}" if abs(exponent) < 6 else f"1e{exponent}", 'text-anchor="middle"')


def bar(y, entry, color, low, high, unit):
    if entry is None:
        return
    value, is_partial = entry
    x = position(max(value, 10.0**low), low, high)
    style = f'fill="{color}" fill-opacity="0.35" stroke="{color}" stroke-dasharray="3 2"' if is_partial else f'fill="{color}"'
    yield f'<rect x="{LEFT}" y="{y}" width="{max(x - LEFT, 1):.1f}" height="{BAR - 2}" {style}/>'
    shown = f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
    yield text(max(x, LEFT + 1) + 4, y + BAR - 3, f"{'> ' if is_partial else ''}{shown}{unit}", 'font-size="9"')


def text(x, y, words, attributes=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="#222222" {attributes}>{html.escape(words)}</text>'
