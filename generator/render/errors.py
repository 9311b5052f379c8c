"""What a template does wrong, on its way to the place where it stands."""


class PictureError(Exception):
    """One clear sentence on an element or attribute; `at` is `template:line:column` where it is known.

    `names` are what was looked for and is not there, or words of it: one may be a value of the data.
    """

    def __init__(self, message: str, at: str = "", code: str = "GF201", *names: object) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.code = code
        self.names = names
