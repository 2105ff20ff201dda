"""report.html: one file without anything outside it, from the results that are kept."""
import base64
import html
import math
import re
import time

from experiment import GROUND, INK, PAPERS, RULE, VERDICTS, load_result, write_whole

MODE_TEXT = {
    "quick": "quick run: small numbers of particles and pairs, the same code. Times are shown and do not count for verdicts.",
    "standard": "standard run: sizes for an hour or so on two cores.",
    "full": "full run: the sizes of the papers.",
}
KINDS = {"R": "result", "I": "illustration", "S": "sketch", "P": "parameters"}
MARKS = {0: "good", 1: "fair", 2: "poor"}

STYLE = """
:root { color-scheme: light dark; --ground: #fdfcfb; --ink: #1c2126; --soft: #5a636d; --rule: #d5d9dd; --card: #ffffff;
  --link: #1f5f9f; --good: #1f7a45; --good-ground: #e3f3e8; --fair: #8a5a00; --fair-ground: #fbf0d9; --poor: #a8322d;
  --poor-ground: #fbe5e3; --paper: #6b5b95; --paper-ground: #f3f0f9; --ours-ground: #eaf3fb; --code: #f2f3f5; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --ink: #e4e7ea; --soft: #9aa4ae; --rule: #343a41; --card: #1b1f24;
  --link: #7db8f2; --good: #7fd19c; --good-ground: #173324; --fair: #e8bd6a; --fair-ground: #3a2e14; --poor: #f2938c;
  --poor-ground: #41201e; --paper: #b9a9e4; --paper-ground: #262138; --ours-ground: #17293a; --code: #22272d; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 4rem 0 .3rem; padding-top: 1rem; border-top: 2px solid var(--ink); }
h2 small { display: block; font-weight: 400; font-size: .95rem; color: var(--soft); }
h3 { font-size: 1.15rem; line-height: 1.35; margin: 0; }
h4 { font-size: .8rem; margin: 1.4rem 0 .35rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; }
p { margin: .4rem 0 .6rem; max-width: 46rem; } a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
.lead { color: var(--soft); max-width: 46rem; }
.experiment { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 1.3rem 1.5rem 1.2rem; margin: 1.6rem 0; }
.experiment > header { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; justify-content: space-between; }
.experiment > header div { flex: 1 1 20rem; } .id { color: var(--soft); font-size: .88rem; font-variant-numeric: tabular-nums; }
.verdict { display: inline-block; font-size: .82rem; font-weight: 600; padding: .12rem .6rem; border-radius: 99px; white-space: nowrap; }
.good { color: var(--good); background: var(--good-ground); } .fair { color: var(--fair); background: var(--fair-ground); }
.poor { color: var(--poor); background: var(--poor-ground); } .none { color: var(--soft); background: var(--code); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; } .two p { margin-top: 0; }
.wide { overflow-x: auto; margin: .3rem 0 .8rem; }
table { border-collapse: collapse; font-size: .88rem; line-height: 1.4; font-variant-numeric: tabular-nums; }
th, td { padding: .28rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
thead th { font-weight: 600; vertical-align: bottom; border-bottom: 1.5px solid var(--ink); } td.number, th.number { text-align: right; }
td.paper, th.paper { background: var(--paper-ground); } td.ours, th.ours { background: var(--ours-ground); }
caption { caption-side: top; text-align: left; font-weight: 600; padding: .3rem 0 .35rem; }
.note { font-size: .86rem; color: var(--soft); } .from { font-size: .78rem; font-weight: 600; white-space: nowrap; }
.from.paper { color: var(--paper); } .from.ours { color: var(--link); }
figure { margin: 1rem 0 .6rem; } figure svg, figure img { display: block; width: 100%; height: auto; border-radius: 6px; }
figcaption { font-size: .88rem; color: var(--soft); margin-top: .4rem; max-width: 46rem; }
.figures { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
ul.checks { list-style: none; padding: 0; margin: .2rem 0 .6rem; } ul.checks li { padding: .14rem 0 .14rem 1.7rem; position: relative; font-size: .94rem; }
ul.checks li::before { position: absolute; left: .1rem; font-weight: 700; } li.yes::before { content: "✓"; color: var(--good); }
li.no::before { content: "✗"; color: var(--poor); } li.off::before { content: "–"; color: var(--soft); } li .found { color: var(--soft); }
.tag { font-size: .72rem; color: var(--soft); border: 1px solid var(--rule); border-radius: 4px; padding: 0 .3rem; white-space: nowrap; }
details { margin-top: .9rem; font-size: .88rem; } summary { cursor: pointer; color: var(--soft); }
pre { background: var(--code); padding: .6rem .8rem; border-radius: 6px; overflow-x: auto; font: .8rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; margin: .5rem 0; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem .7rem; margin: 1.1rem 0; padding: 0; list-style: none; }
.counts li { border: 1px solid var(--rule); border-radius: 8px; padding: .45rem .9rem; background: var(--card); font-size: .88rem; color: var(--soft); }
.counts b { display: block; font-size: 1.35rem; line-height: 1.2; color: var(--ink); }
.summary td:first-child { white-space: nowrap; } .summary tr.paper-row td { background: var(--code); font-weight: 600; }
.summary td { max-width: 22rem; }
@media (max-width: 46rem) { .two { grid-template-columns: 1fr; } main { padding: 1.4rem .8rem 3rem; } .experiment { padding: 1rem .9rem; }
  h1 { font-size: 1.55rem; } .figures figure { width: 100% !important; }
  .summary, .summary tbody, .summary tr, .summary td { display: block; max-width: none; border: 0; } .summary thead { display: none; }
  .summary tr { border-bottom: 1px solid var(--rule); padding: .5rem 0; } .summary td { padding: .1rem .4rem; }
  .summary td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); } .summary td.empty { display: none; } }
@media print { body { font-size: 10.5pt; } .experiment { break-inside: avoid-page; border: 0; padding: 0; } details { display: none; }
  figure { break-inside: avoid; } main { max-width: none; padding: 0; } :root { color-scheme: light; } }
"""


def text(value):
    """A little markup in our texts: `code` and blank lines."""
    escaped = html.escape(str(value), quote=False)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if isinstance(value, int):
        return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10000 else str(value)
    if not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    size = abs(value)
    if 1e-3 <= size < 1e5:
        return f"{value:.4g}" if size < 1e4 else f"{value:,.0f}".replace(",", "\u202f")
    mantissa, exponent = f"{value:.2e}".split("e")
    power = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{mantissa}·10{power}"


def breakable(escaped):
    """Long names of tests and files may be broken where their words begin."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[/._])(?=\w)", "<wbr>", escaped) if re.search(r"[^\s&;<>]{25}", escaped) else escaped


def is_number(value):
    return number(value) is not None or bool(re.fullmatch(r"[-+−]?[\d.,\u202f]+(e[-+]?\d+)?( ?[%°])?", str(value)))


def table_html(table):
    width = len(table.header)
    right = [all(is_number(r[k]) or r[k] in ("", "–", "-") for r in table.rows) for k in range(width)]
    kind = ["paper" if k in table.paper else "ours" if k in table.ours else "" for k in range(width)]

    def cell(tag, value, k):
        names = " ".join(n for n in (kind[k], "number" if right[k] else "") if n)
        shown = number(value)
        return f"<{tag}{f' class={chr(34)}{names}{chr(34)}' if names else ''}>{shown if shown is not None else breakable(text(value))}</{tag}>"

    head = "".join(cell("th", h, k) for k, h in enumerate(table.header))
    body = "\n".join("<tr>" + "".join(cell("td", v, k) for k, v in enumerate(row)) + "</tr>" for row in table.rows)
    note = f'<p class="note">{text(table.note)}</p>' if table.note else ""
    return (f'<div class="wide"><table><caption>{text(table.title)}</caption><thead><tr>{head}</tr></thead>'
            f"<tbody>\n{body}\n</tbody></table></div>{note}")


def svg_html(path, prefix):
    """An SVG file for the page: without its head, with names of its own, in the colours of the page."""
    source = path.read_text()
    source = source[source.index("<svg"):]
    source = re.sub(r"<metadata>.*?</metadata>", "", source, flags=re.S)
    source = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}\1"', source)
    source = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}\1)", source)
    source = re.sub(r'xlink:href="#([^"]+)"', rf'xlink:href="#{prefix}\1"', source)
    for colour, name in ((INK, "--ink"), (RULE, "--rule"), (GROUND, "--card")):
        source = source.replace(colour, f"var({name})")
    # Presentation attributes cannot hold variables, styles can.
    source = re.sub(r'\b(fill|stroke)="(var\([^)]+\))"', r'style="\1: \2"', source)
    source = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", source, count=1)
    source = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", source, count=1)
    source = re.sub(r"font: ([\d.]+)px [^;\"']*(?:'[^']*'[^;\"]*)*", r"font: \1px system-ui, 'DejaVu Sans', sans-serif", source)
    # matplotlib draws black where nothing is said.
    return source.replace("<svg", '<svg role="img" style="color: var(--ink); fill: var(--ink)"', 1)


def figure_html(figure, folder, prefix):
    path = folder / figure.path
    if path.suffix == ".svg":
        body = svg_html(path, prefix)
    else:
        data = base64.b64encode(path.read_bytes()).decode()
        body = f'<img alt="{html.escape(figure.caption)}" src="data:image/png;base64,{data}">'
    width = f' style="width: calc({100 * figure.width:.3g}% - 1.2rem)"' if figure.width < 1 else ' style="width: 100%"'
    return f"<figure{width}>{body}<figcaption>{text(figure.caption)}</figcaption></figure>"


def rank(experiment, verdict):
    names = VERDICTS[experiment.kind]
    return names.index(verdict) if verdict in names else 2


def verdict_html(experiment, result):
    if result is None:
        return '<span class="verdict none">not run</span>'
    return f'<span class="verdict {MARKS[rank(experiment, result.verdict)]}">{result.verdict}</span>'


def checks_html(result):
    items = []
    for c in result.checks:
        off = c.timed and result.mode == "quick"
        tags = "".join(f' <span class="tag">{t}</span>' for t, on in (("trend", c.level == "trend"), ("time", c.timed)) if on)
        found = f' <span class="found">found: {text(c.found)}</span>' if c.found else ""
        items.append(f'<li class="{"off" if off else "yes" if c.ok else "no"}">{text(c.text)}{tags}{found}</li>')
    remark = ""
    if result.mode == "quick" and any(c.timed for c in result.checks):
        remark = '<p class="note">Checks of times (–) do not count in a quick run; the verdict rests on counts.</p>'
    return f'<h4>Checks</h4><ul class="checks">{"".join(items)}</ul>{remark}'


def parameters_html(parameters):
    if not parameters:
        return ""
    rows = "".join(f'<tr><td>{text(p.name)}</td><td>{text(p.value)}</td><td><span class="from {p.source}">'
                   f'{"the paper" if p.source == "paper" else "assumed here"}</span></td><td class="note">{text(p.note)}</td></tr>'
                   for p in parameters)
    return (f'<h4>Parameters</h4><div class="wide"><table><thead><tr><th>quantity</th><th>value</th><th>from</th><th></th></tr>'
            f"</thead><tbody>{rows}</tbody></table></div>")


def experiment_html(experiment, result, folder, settings):
    e = experiment
    parts = [f'<section class="experiment" id="{e.slug}"><header><div><span class="id">{e.id} · {KINDS[e.kind]} · {text(e.where)}</span>'
             f"<h3>{text(e.title)}</h3></div>{verdict_html(e, result)}</header>"]
    if result is not None and result.reason:
        parts.append(f"<p>{text(result.reason)}</p>")
    parts.append(f'<div class="two"><div><h4>The paper</h4><p>{text(e.paper_did)}</p></div>'
                 f"<div><h4>Here</h4><p>{text(e.we_did)}</p></div></div>")
    if result is None:
        return "\n".join([*parts, "</section>"])
    prefix = f"{e.slug}-"
    parts += [table_html(t) for t in result.tables]
    if result.figures:
        parts.append('<div class="figures">' + "".join(figure_html(f, folder, f"{prefix}{k}-") for k, f in enumerate(result.figures))
                     + "</div>")
    parts += [f"<p>{text(n)}</p>" for n in result.notes]
    if e.kind != "S" or rank(e, result.verdict) > 0:  # that tests are there is seen from their table
        parts.append(checks_html(result))
    parts.append(parameters_html([*e.parameters, *result.parameters]))
    commands = "\n".join(dict.fromkeys(result.commands))
    where = f" · <a href=\"csv/{e.slug}.csv\">{e.slug}.csv</a>" if result.rows else ""
    parts.append(f"<details><summary>{result.mode} run of {result.when}, {result.seconds:.3g} s ({result.cpu:.3g} s of processors), {text(result.version)}, seed 1{where}"
                 f"</summary><p class=\"note\">{text(result.machine)}</p>"
                 f"<pre>{html.escape(commands + chr(10) if commands else '')}scree reproduce {html.escape(e.id)}"
                 f"{'' if result.mode == 'standard' else ' --' + result.mode}</pre></details></section>")
    return "\n".join(parts)


def labelled(label, value):
    return f'<td data-label="{label}">{text(value)}</td>' if value else '<td class="empty">–</td>'


def summary_html(experiments, results):
    rows, paper = [], ""
    for e in experiments:
        if e.paper != paper:
            paper = e.paper
            rows.append(f'<tr class="paper-row"><td colspan="5">{paper} · {text(PAPERS[paper].split(",")[0])} et al. '
                        f'{re.search(r"(19|20)[0-9]{2}", PAPERS[paper]).group()}</td></tr>')
        result = results[e.id]
        rows.append(f'<tr><td><a href="#{e.slug}">{e.id}</a></td><td>{text(e.title)}</td>'
                    + labelled("the paper", e.paper_found) + labelled("here", result.summary if result else "")
                    + f"<td>{verdict_html(e, result)}</td></tr>")
    return ('<div class="wide"><table class="summary"><thead><tr><th></th><th>what</th><th class="paper">the paper</th>'
            '<th class="ours">here</th><th>verdict</th></tr></thead><tbody>' + "\n".join(rows) + "</tbody></table></div>")


def counts_html(experiments, results):
    wanted = [e for e in experiments if e.kind == "R"]
    done = [(e, results[e.id]) for e in wanted if results[e.id]]
    of = {name: sum(r.verdict == name for _, r in done) for name in VERDICTS["R"]}
    items = [f"<li><b>{n} of {len(wanted)}</b>results {name}</li>" for name, n in of.items()]
    if len(done) < len(wanted):
        items.append(f"<li><b>{len(wanted) - len(done)}</b>results not run</li>")
    for kind, word in (("I", "illustrations redrawn"), ("S", "sketches tested")):
        rows = [e for e in experiments if e.kind == kind]
        good = sum(results[e.id] is not None and results[e.id].verdict == VERDICTS[kind][0] for e in rows)
        if rows:
            items.append(f"<li><b>{good} of {len(rows)}</b>{word}</li>")
    return f'<ul class="counts">{"".join(items)}</ul>'


def head_html(settings, results):
    done = [r for r in results.values() if r]
    modes = [m for m in MODE_TEXT if any(r.mode == m for r in done)]
    mode = " ".join(MODE_TEXT[m][0].upper() + MODE_TEXT[m][1:] for m in modes)
    machines = sorted({r.machine for r in done})
    return (f"<h1>Every table and figure again</h1><p class=\"lead\">What five papers on contact detection for discrete elements "
            f"show, repeated with {text(settings.version)}. Each entry has the paper's numbers and ours side by side, what was "
            f"assumed where the paper is silent, and a verdict computed from checks that were written beforehand.</p>"
            f'<p class="lead">{mode} {text("; ".join(machines))}. {time.strftime("%-d %B %Y", time.gmtime())}.</p>')


def markdown(experiments, results):
    """The table on top as Markdown, for documents."""
    lines = ["| | what | the paper | here | verdict |", "|---|---|---|---|---|"]
    for e in experiments:
        r = results[e.id]
        cells = [e.id, e.title, e.paper_found or "", r.summary if r else "", r.verdict if r else "not run"]
        lines.append("| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |")
    return "\n".join(lines) + "\n"


def write(settings, experiments, final):
    """Of all experiments with what is known of them; `experiments` are those of this call."""
    import registry
    everything = registry.experiments()
    folders = {e.id: settings.out / "experiments" / e.slug for e in everything}
    results = {e.id: load_result(folders[e.id]) for e in everything}
    shown = [e for e in everything if results[e.id] is not None or len(experiments) == len(everything)]
    path = settings.out / "report.html"
    if not final and path.exists() and time.time() - path.stat().st_mtime < 20:
        return path
    body = [head_html(settings, {e.id: results[e.id] for e in shown}), counts_html(shown, results), summary_html(shown, results)]
    paper = ""
    for e in shown:
        if e.paper != paper:
            paper = e.paper
            body.append(f'<h2 id="paper-{paper}">Paper {paper} <small>{text(PAPERS[paper])}</small></h2>')
        body.append(experiment_html(e, results[e.id], folders[e.id], settings))
    page = (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, '
            f'initial-scale=1"><title>scree: every table and figure again</title><style>{STYLE}</style></head><body><main>\n'
            + "\n".join(body) + "\n</main></body></html>\n")
    write_whole(path, page)
    write_whole(settings.out / "summary.md", markdown(shown, results))
    return path
