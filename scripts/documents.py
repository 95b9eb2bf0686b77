"""What the checks of documents have in common."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 900  # seconds for one command; some build everything


def blocks(text):
    """The fenced blocks as (line number, kind, lines)."""
    kind, start, lines = None, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        if kind is None and line.startswith("```"):
            kind, start, lines = line[3:].strip(), number, []
        elif kind is not None and line == "```":
            yield start, kind, lines
            kind = None
        elif kind is not None:
            lines.append(line)


def run(command, document, folder=ROOT, status=0):
    """Runs a command, which has to end with this status, and answers with what it printed on standard output."""
    print(f"$ {command}", flush=True)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        timeout=LIMIT, text=True,
    )
    print(done.stdout, end="", flush=True)
    if done.returncode != status:
        raise SystemExit(f"{document}: `{command}` ended with {done.returncode}")
    return done.stdout


def check_same(document, what, expected, actual):
    if expected != actual:
        for mark, side, other in (("-", expected, actual), ("+", actual, expected)):
            print("\n".join(f"{mark} {line}" for line in side if line not in other))
        raise SystemExit(f"{document}: {what}: not the same")
