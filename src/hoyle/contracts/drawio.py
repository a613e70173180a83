"""The BON diagram as a draw.io file: ovals in clusters, and links that stay attached when something is moved.

The format is that of draw.io's schema, mxfile.xsd, without compression: a root, a layer, and a cell for each thing.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Final

from hoyle.contracts.bon import critical
from hoyle.contracts.diagram import ACROSS, HIGH, LINE, MARGIN, WIDE, plan
from hoyle.contracts.reading import is_deferred

SCALE: Final = 40
"""Points to a cell of the scene."""
CLUSTER: Final = (
    "rounded=1;arcSize=3;dashed=1;fillColor=none;verticalAlign=top;align=left;spacingLeft=8;fontStyle=1;html=0;"
)
CLASS: Final = "ellipse;whiteSpace=wrap;html=0;"
NOTE: Final = "rounded=0;whiteSpace=wrap;html=0;align=left;verticalAlign=top;spacingLeft=6;fontSize=11;"
INHERITS: Final = "endArrow=block;endFill=1;html=0;"
USES: Final = "endArrow=doubleBlock;endFill=1;strokeWidth=2;html=0;labelBackgroundColor=default;"


def to_drawio(*modules: ModuleType) -> str:
    """Return the architecture of modules as a file that draw.io opens."""
    made = plan(*modules)
    file = ET.Element("mxfile", host="hoyle", compressed="false")
    page = ET.SubElement(file, "diagram", id="architecture", name="Architecture")
    model = ET.SubElement(page, "mxGraphModel", grid="1", gridSize="10", page="1", pageScale="1", math="0", shadow="0")
    root = ET.SubElement(model, "root")
    ET.SubElement(root, "mxCell", id="0")
    ET.SubElement(root, "mxCell", {"id": "1", "parent": "0"})
    ids = {cls: f"class-{cls.__module__}.{cls.__qualname__}" for cls in made.places}
    for name, cluster in made.grid.items():
        box = _box(cluster.left, cluster.top, cluster.right - cluster.left, cluster.bottom - cluster.top)
        _vertex(root, f"cluster-{name}", name.upper(), CLUSTER, box)
    for cls, (x, y) in made.places.items():
        sign = "*" if is_deferred(cls) else "+"
        box = _box(x + 0.5 - WIDE / 2, y + 0.5 - HIGH / 2, WIDE, HIGH)
        _vertex(root, ids[cls], f"{sign}\n{cls.__name__}", CLASS, box)
    for number, link in enumerate(made.links):
        style = INHERITS if link.inherits else USES
        ends = {"source": ids[link.client], "target": ids[link.supplier]}
        facts = {"id": f"link-{number}", "value": link.label, "style": style, "edge": "1", "parent": "1", **ends}
        cell = ET.SubElement(root, "mxCell", facts)
        ET.SubElement(cell, "mxGeometry", {"relative": "1", "as": "geometry"})
    for cls, text, box in _notes(made.width, made.height, made.places):
        _vertex(root, f"contracts-{cls.__qualname__}", text, NOTE, box)
    ET.indent(file)
    return ET.tostring(file, encoding="unicode", xml_declaration=True) + "\n"


def _notes(width: float, top: float, places: Mapping[type, object]) -> Iterator[tuple[type, str, dict[str, str]]]:
    """Yield the critical features of classes, below the clusters."""
    columns = max(1, int(width // (2 * ACROSS)))
    for number, one in enumerate(critical(places)):
        row, column = divmod(number, columns)
        text = "\n".join([one.cls.__name__, *one.lines])
        left = MARGIN / 2 + column * (2 * ACROSS + MARGIN)
        yield one.cls, text, _box(left, top + row * 14 * LINE, 2 * ACROSS, 13 * LINE)


def _vertex(root: ET.Element, name: str, value: str, style: str, box: Mapping[str, str]) -> None:
    facts = {"id": name, "value": value, "style": style, "vertex": "1", "parent": "1"}
    cell = ET.SubElement(root, "mxCell", facts)
    ET.SubElement(cell, "mxGeometry", {**box, "as": "geometry"})


def _box(left: float, top: float, width: float, height: float) -> dict[str, str]:
    values = {"x": left, "y": top, "width": width, "height": height}
    return {name: f"{value * SCALE:.0f}" for name, value in values.items()}
