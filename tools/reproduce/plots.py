"""One look for all figures. The report puts the colours of the page in the place of INK, RULE and GROUND, so that figures are
readable on a dark page, too."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

from experiment import GROUND, INK, RULE  # noqa: E402

OURS = ["#2a78c2", "#d9822b", "#4b9a5c", "#9a63c4", "#c9475a", "#3aa3a8"]  # series; readable on light and dark
PAPER = "#8a9099"  # what the paper says: grey, hollow marks or hatched bars
MARKS = ["o", "s", "^", "D", "v", "P"]

matplotlib.rcParams.update({
    "svg.hashsalt": "scree",  # the same numbers make the same file
    "svg.fonttype": "none",  # text stays text
    "font.family": "sans-serif", "font.size": 10, "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.labelsize": 10,
    "legend.fontsize": 9, "legend.frameon": False, "xtick.labelsize": 9, "ytick.labelsize": 9,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": RULE,
    "grid.linewidth": 0.6, "axes.axisbelow": True, "axes.facecolor": GROUND, "figure.facecolor": GROUND,
    "savefig.facecolor": GROUND, "lines.linewidth": 1.6, "lines.markersize": 5,
    "axes.prop_cycle": matplotlib.cycler(color=OURS),
})


def subplots(rows=1, columns=1, size=(7.4, 3.8), **options):
    return plt.subplots(rows, columns, figsize=size, constrained_layout=True, **options)


def bare(axes):
    """For drawings: equal scales, no axes."""
    axes.set_aspect("equal")
    axes.axis("off")


def legend_below(figure, handles, columns):
    """One legend for all panels, with room of its own."""
    height = 0.24 * -(-len(handles) // columns) / figure.get_figheight()
    figure.legend(handles=handles, loc="lower center", ncol=columns)
    figure.get_layout_engine().set(rect=(0, height + 0.01, 1, 0.99 - height))


def save(figure, path):
    temporary = path.with_name(f".{path.name}.tmp")
    figure.savefig(temporary, format="svg", metadata={"Date": None, "Creator": None})
    temporary.replace(path)
    plt.close(figure)
