"""Place the faces of all pieces on sheets: packing, duplex, tiling, marks and booklet signatures."""
