"""Parts and the faces that show them go in; findings come out where they are not drawn as the data have them."""
