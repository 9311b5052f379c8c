"""Names of check/analysis/drawn_places.py, under which modules of this folder still look for them."""

from generator.check.analysis.drawn_places import DrawnPlace as DrawnPlace
from generator.check.analysis.drawn_places import key_shapes as key_shapes
from generator.check.analysis.drawn_places import list_drawn_places as list_drawn_places
from generator.check.analysis.drawn_places import measure_turn as measure_turn
