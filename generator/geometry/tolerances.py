"""Every geometric tolerance of the package, with its unit and the reason for its value.

Distances that are design decisions (margins, gaps, safe zones) stand where they are applied.
"""

# Arithmetic: what floating point leaves of two numbers that ought to be equal.
FLOAT_NOISE = 1e-9  # any unit; left by a few sums and quotients of numbers up to about 1000
DEGENERATE = 1e-12  # any unit; a determinant or a leading coefficient below it counts as 0
ROUNDING = 1e-6  # mm, or a ratio; left by longer chains of arithmetic, far below what a file can say (0.001 mm)

# Curves as chords.
CURVE_CHORD = 0.01  # mm between a curve and its polygon where the polygon is cut: no knife is as exact
CURVE_STEPS = 8  # chords of a cubic that is only measured: a quarter circle of 20 mm is missed by 0.1 mm
FINE_CURVE_STEPS = 48  # chords where lines are compared: a quarter circle up to 370 mm stays within VISIBLE

# Drawings and layout.
DISPLAYED_ROUNDING = 0.005  # mm; half of the last digit that messages show, so that none says "2.00 is below 2"
FILE_STEP = 0.001  # mm; finished files are written in steps of this size
FILE_STEPS = 1000  # steps of FILE_STEP in a mm
SEAM_OVERLAP = 0.002  # mm that a drawing may reach over a seam uncut: its outline is rounded to FILE_STEP
SECTION_ALIGNMENT = 1e-4  # mm between edges of sections that are one line; seams are rounded to 1e-6 mm
SAME_LENGTH = 0.01  # mm; lengths are typed with two digits, and those that differ by less are equal
OVERLAP = 0.01  # mm; boxes that share less only touch
TOUCHING = 0.1  # mm between outlines that touch: data give the corners of round cells with one digit
INK_CHANGE = 0.02  # mm to which the place is found where a line leaves dark ground: a tenth of its width
SLIVER_AREA = 0.05  # square mm that outlines may share, or lack, because their corners are rounded

# Finished files against the data.
READBACK_POSITION = 0.02  # mm; what is read back this near to its place is there: two rounded matrices and a length
VISIBLE = 0.05  # mm; what is off by less can be neither seen nor cut
VISIBLE_SKEW = 0.002  # of a matrix's entry: VISIBLE at 25 mm, about the corner of a small piece
IDENTITY_ENTRY = 1e-3  # of a matrix's entry: a face that is moved by less is not moved
QUARTER_TURN_ENTRY = 1e-4  # of a matrix's entry: a face that is turned by less off a quarter lies straight
EM_DRIFT = 0.01  # mm between the ends of an em of text in the PDF and in the SVG
FACE_POSITION = 0.5  # mm; a face of a solid this near to a panel's place lies on it: panels are far larger
FOLDED = 0.02  # mm between corners of a folded net that are one point; angles are exact, lengths typed with two digits
PORT_OFFSET = 0.1  # mm; a line this near to the middle of a side is drawn to meet it
BESIDE_SLOT = 1.0  # mm from a slot within which a cell is beside it
FOREIGN_PORT = 0.5  # mm; a line that comes nearer to another port seems to end there
PIP_ALIGNMENT = 0.02  # of a square's edge, by which the faces of a die's net may be off their grid
PAGE_BOX = 0.1  # pt between the size of a booklet's page and that of its place on the sheet
