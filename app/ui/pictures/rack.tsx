import type { ReactNode } from "react";
import { rackTexts as texts } from "~/content/picture-texts";
import type { Rack as RackPicture } from "~/domain/pictures/rack";
import { AsTable } from "./as-table";
import { ink } from "./ink";

type RackFigureProps = RackProps & {
  /** What the picture shows, in words. */
  sentence: ReactNode;
  /** Of the colours in it. */
  kinds: readonly KeyOf[];
  bung?: string | undefined;
  /** Casks with their figures; left out where the page lists them below. */
  table?: undefined | { head: readonly string[]; rows: readonly (readonly string[])[] };
};

/** The casks of the warehouse with what they show in a sentence and, for those who would rather read, a table. */
export function RackFigure({ picture, first, sentence, kinds, bung, table }: RackFigureProps) {
  return (
    <figure>
      <figcaption className="mb-3">{sentence}</figcaption>
      <Rack picture={picture} first={first} />
      <RackKey kinds={kinds} bung={bung} />
      {picture.leftOut > 0 && <p className="text-xs text-peat-60">{texts.leftOut(picture.leftOut)}</p>}
      {table && <AsTable {...table} />}
    </figure>
  );
}

type RackProps = {
  /** `drawRack`, in the loader. */
  picture: RackPicture;
  /** Number of the first cask in it; null: no numbers. */
  first?: number | null | undefined;
};

export function Rack({ picture, first = 1 }: RackProps) {
  const { width, height, radius, eaves, heads, outlines, sold, voids, staves, bungs, plugs, runners, places } = picture;
  const thin = radius > 10 ? 2 : 1;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="chart">
      <path d={`M0 ${height}V${eaves}L${width / 2} 2L${width} ${eaves}V${height}z`} fill={ink.barley} />
      <defs>
        <path id="rack-heads" d={heads} />
      </defs>
      <clipPath id="rack-within">
        <use href="#rack-heads" />
        <path d={outlines} />
      </clipPath>
      <use href="#rack-heads" fill={ink.copperSoft} />
      <g clipPath="url(#rack-within)">
        <path d={sold} fill={ink.copper} />
        <path d={voids} fill={ink.brick} />
      </g>
      <g fill="none" stroke={ink.peat} strokeWidth={thin}>
        <path d={staves} strokeWidth=".6" strokeOpacity=".4" />
        <path d={`M0 ${eaves}L${width / 2} 2L${width} ${eaves}`} strokeWidth="2" />
        <use href="#rack-heads" />
        <path d={outlines} strokeDasharray="4 3" />
        <path d={runners} strokeWidth="3" />
        <path d={bungs} strokeWidth="1.5" fill={ink.paper} />
        <path d={plugs} fill={ink.peat} />
      </g>
      {places && first !== null && <Numbers places={places} first={first} />}
    </svg>
  );
}

function Numbers({ places, first }: { places: NonNullable<RackPicture["places"]>; first: number }) {
  return (
    <>
      <path
        d={places.map(({ x, y }) => `M${x - 10} ${y - 9}h20v18h-20z`).join("")}
        fill={ink.paper}
        stroke={ink.peat}
      />
      <g fontSize="13" fontWeight="600" fill={ink.peat} textAnchor="middle">
        {places.map(({ x, y }, at) => (
          <text key={x + 1000 * y} x={x} y={y + 5}>
            {first + at}
          </text>
        ))}
      </g>
    </>
  );
}

type KeyOf = "sold" | "free" | "void" | "papers" | "missing" | "ended";
const fills: Record<KeyOf, string> = {
  sold: ink.copper,
  free: ink.copperSoft,
  void: ink.brick,
  papers: ink.copper,
  missing: "none",
  ended: "none",
};

/** What the colours mean, in words, and what the bung says. */
function RackKey({ kinds, bung = texts.soldOut }: { kinds: readonly KeyOf[]; bung?: string | undefined }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-peat-60">
      {kinds.map((kind) => (
        <span key={kind} className="inline-flex items-center gap-1">
          <svg aria-hidden="true" width="10" height="10" className="chart-key">
            <path
              d="M.5 .5h9v9h-9z"
              fill={fills[kind]}
              stroke={ink.peat}
              strokeDasharray={kind === "ended" || kind === "missing" ? "2 1" : undefined}
            />
          </svg>
          {texts.key[kind]}
        </span>
      ))}
      <span className="ml-auto">{bung}</span>
    </p>
  );
}
