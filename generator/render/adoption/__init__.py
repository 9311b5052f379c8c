"""Turn a drawing into a template: colors become roles, what draws nothing is dropped, numbers are rounded."""
