import { drawCask, drawLayer, edgeAt } from "~/domain/cask-shape";

const free = "18 stakes free";
const stake = "Stake 32 of 50";
const numbered = "numbered, with a certificate";
const others = "31 held by others";
const place = "One cask, in bond in Scotland";

const cutawayTexts = {
  free,
  stake,
  numbered,
  others,
  place,
  inWords: `${place}: ${others} at the bottom, ${stake.toLowerCase()} above them, ${numbered}, and ${free} on top.`,
  caption: "How a cask is shared out. Example, not an offer.",
} as const;

const TYPE = "barrel";
const STAKES = 50;
const OTHERS = 31 / STAKES;
const OWN = 32.25 / STAKES;
/** Every second stake has its line: more would be a grey area. All alike, and cut off at the staves, they take few bytes. */
const LINES = { count: STAKES / 2 - 1, left: 8, width: 72, sag: 4 };

const SCALE = 2;
const SHIFT = { x: -4, y: -22 };

function leader(level: number, labelY: number) {
  const { x, y } = edgeAt(TYPE, level);
  return `M${Math.round(x * SCALE + SHIFT.x + 3)} ${Math.round(y * SCALE + SHIFT.y)}L162 ${labelY}h10`;
}

function stakeLines() {
  const step = (edgeAt(TYPE, 0).y - edgeAt(TYPE, 1).y) / (LINES.count + 1);
  const line = `m-${LINES.width} -${step}q${LINES.width / 2} ${LINES.sag} ${LINES.width} 0`;
  return `M${LINES.left + LINES.width} ${edgeAt(TYPE, 0).y}${line.repeat(LINES.count)}`;
}

function Cask() {
  const { outline, hoops, head, bung } = drawCask(TYPE, null);
  return (
    <g
      transform={`translate(${SHIFT.x} ${SHIFT.y}) scale(${SCALE})`}
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
      className="stroke-peat"
    >
      <clipPath id="staves">
        <path d={outline} />
      </clipPath>
      <g stroke="none">
        <path d={outline} className="fill-copper-soft" />
        <path d={drawLayer(TYPE, 0, OTHERS) ?? ""} className="fill-copper-40" />
        <path d={drawLayer(TYPE, OTHERS, OWN) ?? ""} className="fill-copper" />
      </g>
      <path d={stakeLines()} clipPath="url(#staves)" strokeWidth=".25" strokeOpacity=".4" />
      <path d={hoops + outline} />
      <path d={head} className="fill-copper-soft" />
      <circle cx={bung.x} cy={bung.y} r="4" className="fill-paper" />
    </g>
  );
}

export function Cutaway() {
  return (
    <figure className="bleed-barley -mx-4 bg-barley px-4 pb-3">
      <svg aria-hidden="true" viewBox="0 0 343 216" className="chart-key mx-auto w-full max-w-column overflow-visible">
        <path d="M8 204h152" strokeWidth="4" className="stroke-peat" />
        <Cask />
        <g fill="none" className="stroke-peat-45">
          <path d={leader(0.84, 35) + leader(0.36, 140)} />
          <path d={leader(0.632, 71)} strokeWidth="1.5" className="stroke-copper" />
        </g>
        <g fontSize="14" className="fill-peat">
          <text x="180" y="40">
            {cutawayTexts.free}
          </text>
          <text x="180" y="78" fontSize="20" className="display fill-copper">
            {cutawayTexts.stake}
          </text>
          <text x="180" y="145">
            {cutawayTexts.others}
          </text>
        </g>
        <g fontSize="12" className="fill-peat-60">
          <text x="180" y="97">
            {cutawayTexts.numbered}
          </text>
          <text x="343" y="206" textAnchor="end">
            {cutawayTexts.place}
          </text>
        </g>
      </svg>
      <figcaption className="text-xs text-peat-60">
        <span className="sr-only">{cutawayTexts.inWords} </span>
        {cutawayTexts.caption}
      </figcaption>
    </figure>
  );
}
