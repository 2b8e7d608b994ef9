import type { ReactNode } from "react";
import type { Rack as RackPicture } from "~/domain/pictures/rack";
import { ink } from "./ink";

type RackFigureProps = RackProps & { sentence: ReactNode };

export function RackFigure({ picture, sentence }: RackFigureProps) {
  return (
    <figure>
      <figcaption className="mb-3">{sentence}</figcaption>
      <Rack picture={picture} />
      <p className="flex flex-wrap gap-x-3 text-xs text-peat-60">
        {KEY.map(([text, fill]) => (
          <span key={text} className="inline-flex items-center gap-1">
            <svg aria-hidden="true" width="10" height="10" className="chart-key">
              <path d="M.5 .5h9v9h-9z" fill={fill} stroke={ink.peat} />
            </svg>
            {text}
          </span>
        ))}
        <span className="ml-auto">black bung: sold out</span>
      </p>
    </figure>
  );
}

const KEY = [
  ["sold", ink.copper],
  ["free", ink.copperSoft],
  ["void", ink.brick],
] as const;

type RackProps = { picture: RackPicture };

export function Rack({ picture }: RackProps) {
  const { width, height, radius, eaves, heads, sold, voids, staves, bungs, plugs, runners, places } = picture;
  const thin = radius > 10 ? 2 : 1;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="chart">
      <path d={`M0 ${height}V${eaves}L${width / 2} 2L${width} ${eaves}V${height}z`} fill={ink.barley} />
      <defs>
        <path id="rack-heads" d={heads} />
      </defs>
      <clipPath id="rack-within">
        <use href="#rack-heads" />
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
        <path d={runners} strokeWidth="3" />
        <path d={bungs} strokeWidth="1.5" fill={ink.paper} />
        <path d={plugs} fill={ink.peat} />
      </g>
      {places && <Numbers places={places} />}
    </svg>
  );
}

function Numbers({ places }: { places: NonNullable<RackPicture["places"]> }) {
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
            {at + 1}
          </text>
        ))}
      </g>
    </>
  );
}
