"""Names of check/analysis/face_pages.py, under which modules of this folder still look for them."""

from generator.check.analysis.face_pages import Face as Face
from generator.check.analysis.face_pages import KitPages as KitPages
from generator.check.analysis.face_pages import LocatedFault as LocatedFault
from generator.check.analysis.face_pages import LookAt as LookAt
from generator.check.analysis.face_pages import PageFault as PageFault
from generator.check.analysis.face_pages import count_marked as count_marked
from generator.check.analysis.face_pages import find_changes as find_changes
