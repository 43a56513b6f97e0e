"""Building: each sample of a manifest becomes the bytes of its file, and a check tells which files are stale."""

from pathlib import Path

from samples.degrade import scan
from samples.manifest import Sample, manifests, read_manifest
from samples.photo import photograph
from samples.ruin import ruined
from samples.typeset import picture, typeset


def all_samples(root: Path) -> list[Sample]:
    """The samples of every game under the project folder."""
    return [sample for path in manifests(root) for sample in read_manifest(path)]


def build(sample: Sample, root: Path) -> bytes:
    """The file of a sample."""
    match sample.finish:
        case "text-layer":
            return typeset(sample.source, root)
        case "scan":
            return scan(typeset(sample.source, root), sample)
        case "photo":
            return photograph(typeset(sample.source, root), sample)
        case "ruined-letters":
            return typeset(sample.source, root, ruined(sample.source.read_text("utf-8"), sample.seed))
        case "picture":
            return picture(sample.source, root, sample.dpi)
        case "markdown":
            return sample.source.read_bytes()


def is_stale(sample: Sample, root: Path) -> bool:
    """Whether the file on disk differs from what its source gives now."""
    return not sample.output.is_file() or sample.output.read_bytes() != build(sample, root)
