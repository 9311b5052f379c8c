"""Font files: their tables, outlines and metrics; text shaped by HarfBuzz."""
