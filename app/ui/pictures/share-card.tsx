import { CARD, type CardLine, type ShareCard } from "~/domain/pictures/share-card";
import { ink } from "./ink";

type Props = { card: ShareCard; brand: string; label: string };

/** What others are sent. `shareScript` draws the same paths and texts on a canvas, so it holds nothing else. */
export function ShareCardPicture({ card, brand, label }: Props) {
  const { size, middle } = CARD;
  return (
    <figure className="overflow-hidden rounded-md border border-peat-30">
      <figcaption className="sr-only">{label}</figcaption>
      <svg aria-hidden="true" data-share="picture" viewBox={`0 0 ${size} ${size}`} className="chart block w-full">
        <path d={`M0 0H${size}V${size}H0Z`} fill={ink.barley} />
        <g transform={card.transform} fill="none" stroke={ink.peat} strokeWidth="1.5">
          <path d={card.outline} fill={ink.copper40} />
          <path d={card.hoops} />
          <path d={card.head} fill={ink.copperSoft} />
          <path d={card.bung} fill={ink.paper} />
        </g>
        <g fill={ink.peat} textAnchor="start">
          <text x={CARD.left} y="36" fontSize="16" className="display">
            {brand}
          </text>
        </g>
        <g fill={ink.peat} textAnchor="middle">
          {card.name.map((line) => (
            <Line key={line.y} line={line} x={middle} look="display" />
          ))}
          {card.origin.map((line) => (
            <Line key={line.y} line={line} x={middle} />
          ))}
        </g>
        <g fill={ink.peat60} textAnchor="middle">
          {card.risk.map((line) => (
            <Line key={line.y} line={line} x={middle} />
          ))}
        </g>
      </svg>
    </figure>
  );
}

function Line({ line: { text, y, size }, x, look }: { line: CardLine; x: number; look?: "display" }) {
  return (
    <text x={x} y={y} fontSize={size} className={look}>
      {text}
    </text>
  );
}
