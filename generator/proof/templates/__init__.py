"""Read templates: find faults in their sources without drawing them, and the line to edit for what they draw."""
