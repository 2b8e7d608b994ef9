import { bandTexts as texts } from "~/content/picture-texts";
import { BAND_FRAME, type BandLabel, type BandPicture, type BandStakes } from "~/domain/pictures/cask-band";
import { ink } from "./ink";

export type CaskBandProps = { picture: BandPicture; label: string; stakes: BandStakes | null };

export function CaskBand({ picture, label, stakes }: CaskBandProps) {
  const { width, height } = BAND_FRAME;
  const { isLocked, isFull } = picture;
  return (
    <figure className="bg-barley">
      <figcaption className="sr-only">{label}</figcaption>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="chart">
        <g transform={picture.transform} fill="none" stroke={ink.peat} strokeWidth="1.5">
          <path d={picture.outline} fill={isLocked ? ink.barley : ink.copperSoft} stroke="none" />
          {picture.sold && <path d={picture.sold} fill={picture.own ? ink.copper40 : ink.copper} stroke="none" />}
          {picture.isOwnThin && <path d={picture.hoops} />}
          {picture.own && <path d={picture.own} fill={ink.copper} stroke="none" />}
          {!picture.isOwnThin && <path d={picture.hoops} />}
          <path d={picture.outline} strokeDasharray={isLocked ? "4 3" : undefined} />
          <path d={picture.head} fill={headOf(picture)} strokeDasharray={isLocked ? "4 3" : undefined} />
          <circle
            cx={picture.bung.x}
            cy={picture.bung.y}
            r={isFull ? 6 : 4}
            fill={isFull ? ink.peat : ink.paper}
            stroke={isFull ? ink.paper : ink.peat}
          />
        </g>
        {picture.labels.length > 0 && (
          <path d={picture.labels.map(({ leader }) => leader).join("")} fill="none" stroke={ink.peat45} />
        )}
        {isLocked && (
          <text x={picture.labelX} y={height / 2 + 5} fontSize="14">
            Share sold: Locked
          </text>
        )}
        {stakes && picture.labels.map((one) => <Label key={one.what} {...one} x={picture.labelX} stakes={stakes} />)}
      </svg>
    </figure>
  );
}

function headOf({ isLocked, isFull, own }: BandPicture) {
  if (isLocked) return ink.barley;
  return isFull && !own ? ink.copper : ink.copperSoft;
}

function Label({ what, count, x, y, stakes }: BandLabel & { x: number; stakes: BandStakes }) {
  const [first, second] = texts.labels[what](count, stakes);
  const isSubject = what === "own" || (what === "free" && stakes.own.length === 0);
  return (
    <>
      <text
        x={x}
        y={y + 6}
        className={isSubject ? "display" : undefined}
        fontSize={isSubject ? 20 : 14}
        fill={what === "own" ? ink.copper : ink.peat}
      >
        {first}
      </text>
      {second && (
        <text x={x} y={y + 24} fontSize="14">
          {second}
        </text>
      )}
    </>
  );
}
