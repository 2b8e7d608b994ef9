// The drawings that pages load as files, from the outline that the app's own casks have. Colours are the app's.
const peat = "#16120e";
const paper = "#fff";
const barley = "#f7f3ec";
const copperSoft = "#f3e3d3";
const copper = "#9a4f14";
const peat30 = "#d9d2c7";

const svg = (width, height, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none">${body}</svg>\n`;

const staves = (r) =>
  [-0.6, -0.2, 0.2, 0.6]
    .map((at) => {
      const [x, half] = [at * r, Math.sqrt(1 - at * at) * r - 1];
      return `M${x.toFixed(1)} ${(-half).toFixed(1)}V${half.toFixed(1)}`;
    })
    .join("");

/** The head of a lying cask around 0,0, to be used at many places. */
const head = (id, r, { body, lines, opacity, bung }) =>
  `<symbol id="${id}" overflow="visible"><circle r="${r}" fill="${body}" stroke="${peat}" stroke-width="2"/>` +
  `<path d="${staves(r)}" stroke="${lines}" stroke-opacity="${opacity}"/>` +
  `<circle cy="11" r="2.5" fill="${bung}" stroke="${peat}" stroke-width="1.5"/></symbol>`;

const plain = { body: copperSoft, lines: peat, opacity: 0.22, bung: paper };
const own = { body: copper, lines: copperSoft, opacity: 0.6, bung: peat };
const use = (id, x, y) => `<use href="#${id}" x="${x}" y="${y}"/>`;

/** Three rows of heads on their runners under a roof. One of them is in copper. */
function dunnage() {
  const rows = [
    { count: 8, x: 24.5, y: 157 },
    { count: 7, x: 45.5, y: 117 },
    { count: 6, x: 66.5, y: 77 },
  ];
  const heads = rows.flatMap(({ count, x, y }, row) =>
    Array.from({ length: count }, (_, place) => use(row === 1 && place === 3 ? "own" : "cask", x + 42 * place, y)),
  );
  const runners = rows.slice(1).map(({ count, x, y }) => `M${x - 21} ${y + 20}h${42 * count}`);
  return svg(
    343,
    180,
    head("cask", 17, plain) +
      head("own", 17, own) +
      `<path d="M1 46L171.500 5 342 46V177H1z" fill="${barley}"/>` +
      `<path d="M0 46L171.500 4 343 46" stroke="${peat}" stroke-width="2" stroke-linejoin="round"/>` +
      `<path d="${runners.join("")}M2 176h339" stroke="${peat}" stroke-width="3"/>${heads.join("")}` +
      `<path d="M0 178h343" stroke="${peat}" stroke-width="2"/>`,
  );
}

/** A cask at 78 % that once was fuller; what is missing rises from it. */
function angels({ drawCask, drawLayer, drawSurface, FRAME }) {
  const { outline, hoops, head: lid, bung } = drawCask("barrel", null);
  const drops = [
    [44, 17, 1.8],
    [49, 11, 1.4],
    [42, 6, 1.2],
    [47, 2, 1],
  ];
  const dots = drops.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join("");
  return svg(
    FRAME.width,
    122,
    `<g fill="${copper}" fill-opacity=".55">${dots}</g><g transform="translate(0 6)" stroke-linejoin="round">` +
      `<path d="${outline}" fill="${copperSoft}"/><path d="${drawLayer("barrel", 0, 0.78)}" fill="${copper}"/>` +
      `<path d="${drawSurface("barrel", 0.92)}" stroke="${copper}" stroke-width="1.5" stroke-dasharray="4 3"/>` +
      `<path d="${hoops}${outline}" stroke="${peat}" stroke-width="2"/>` +
      `<path d="${lid}" fill="${copperSoft}" stroke="${peat}" stroke-width="2"/>` +
      `<circle cx="${bung.x}" cy="${bung.y}" r="4" fill="${paper}" stroke="${peat}" stroke-width="2"/></g>`,
  );
}

/** A place in the row where a cask should lie. */
const gap = () =>
  svg(
    160,
    60,
    head("cask", 20, plain) +
      use("cask", 36, 28) +
      use("cask", 124, 28) +
      `<circle cx="80" cy="28" r="20" fill="${paper}" stroke="${peat}" stroke-width="2" stroke-dasharray="4 3"/>` +
      `<path d="M0 51h160" stroke="${peat}" stroke-width="4"/>`,
  );

/** For the ground on which a page stands on wide screens: one head on its runner, to be repeated. */
function runner() {
  const lines = { stroke: peat30, r: 50 };
  return svg(
    120,
    120,
    `<g stroke="${lines.stroke}" stroke-width="2"><circle cx="60" cy="62" r="${lines.r}"/>` +
      `<g transform="translate(60 62)"><path d="${staves(lines.r)}"/><circle cy="32" r="6"/></g>` +
      `<path d="M0 116h120" stroke-width="6"/></g>`,
  );
}

/** @returns {Record<string, string>} the SVG by the name of its file */
export const drawFiles = (shape) => ({ dunnage: dunnage(), angels: angels(shape), gap: gap(), runner: runner() });
