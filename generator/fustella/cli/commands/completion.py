"""`fustella completion`."""

from fustella.cli.parser import Command
from fustella.core.values.options import OneOf, word

_SHELLS = ("bash", "zsh", "fish", "powershell")

COMMAND = Command(
    "Let the Tab key complete commands, options and the names of your games, kits and papers. Add "
    'one line to the file that your shell reads at its start. bash, ~/.bashrc: eval "$(fustella '
    'completion bash)". zsh, ~/.zshrc: eval "$(fustella completion zsh)". fish, '
    "~/.config/fish/config.fish: fustella completion fish | source. PowerShell, $PROFILE: fustella "
    "completion powershell | Out-String | Invoke-Expression.",
    entry="completion:run",
    options=(word("SHELL", OneOf(_SHELLS), about=f"your shell: {', '.join(_SHELLS)}"),),
)
