import { cycleTexts as texts } from "~/content/picture-texts";
import { formatDate } from "~/domain/calendar-date";
import type { CyclePicture } from "~/domain/pictures/cycle-ring";
import { Badge } from "../badge";
import { AsTable } from "./as-table";
import { ink } from "./ink";

type SmallPicture = Pick<CyclePicture, "state" | "months" | "of">;

export type CycleRingProps =
  | {
      size?: "large";
      picture: CyclePicture;
      hasBadge?: boolean;
    }
  | { size: "small"; picture: SmallPicture };

export function CycleRing(props: CycleRingProps) {
  if (props.size === "small") return <SmallRing {...props.picture} />;
  const { picture, hasBadge = false } = props;
  const { state, months, of, cycleNumber, startedOn, endsOn } = picture;
  const end = (months >= of ? texts.over : texts.running)(formatDate(endsOn));
  return (
    <>
      <figure className="flex flex-wrap items-center gap-x-4">
        <RingDrawing months={months} of={of} />
        <figcaption className="min-w-0 flex-1 basis-40 text-sm">
          {state !== "running" && !hasBadge && (
            <Badge tone={state === "ready" ? "gain" : "attention"}>{texts[state]}</Badge>
          )}
          <p>{texts.label(months, of, cycleNumber)}.</p>
          <p className="text-peat-60">{end}</p>
        </figcaption>
      </figure>
      <AsTable
        head={[texts.cycleWord, String(cycleNumber)]}
        rows={[
          [texts.started, formatDate(startedOn)],
          [texts.ends, formatDate(endsOn)],
          [texts.passed, `${months} ${texts.of(of)}`],
        ]}
      />
    </>
  );
}

/** `pathLength` of a circle is newer than the standard that pages are checked by. */
const dashes = (r: number, of: number, ...staves: number[]) =>
  staves.map((count) => ((count * 2 * Math.PI * r) / of).toFixed(2)).join(" ");

function Arc({
  months,
  of,
  r,
  width,
  middle,
}: {
  months: number;
  of: number;
  r: number;
  width: number;
  middle: number;
}) {
  const ring = { cx: middle, cy: middle, r, strokeWidth: width };
  return (
    <>
      <circle {...ring} stroke={ink.copperSoft} />
      {months > 0 && (
        <circle {...ring} stroke={ink.copper} strokeDasharray={months < of ? dashes(r, of, months, of) : undefined} />
      )}
    </>
  );
}

function RingDrawing({ months, of }: { months: number; of: number }) {
  return (
    <svg aria-hidden="true" width="112" height="112" viewBox="0 0 112 112" className="chart-key shrink-0">
      <g fill="none" transform="rotate(-90 56 56)">
        <circle cx="56" cy="56" r="54" stroke={ink.peat} strokeWidth="2" fill={ink.paper} />
        <Arc months={months} of={of} r={45} width={10} middle={56} />
        <circle
          cx="56"
          cy="56"
          r="45"
          stroke={ink.paper}
          strokeWidth="11"
          strokeDasharray={dashes(45, of, 0.16, 0.84)}
          strokeDashoffset={dashes(45, of, 0.08)}
        />
      </g>
      <text x="56" y="61" textAnchor="middle" className="display" fontSize="28">
        {months}
      </text>
      <text x="56" y="79" textAnchor="middle" fontSize="12" fill={ink.peat60}>
        {texts.of(of)}
      </text>
    </svg>
  );
}

function SmallRing({ state, months, of }: SmallPicture) {
  return (
    <svg aria-hidden="true" width="44" height="44" viewBox="0 0 44 44" className="chart-key shrink-0">
      <g fill="none" transform="rotate(-90 22 22)">
        <circle cx="22" cy="22" r="21" stroke={ink.peat} strokeWidth="1.5" fill={ink.paper} />
        {state === "ready" ? (
          <circle cx="22" cy="22" r="16" stroke={ink.moss} strokeWidth="6" />
        ) : (
          <Arc months={months} of={of} r={16} width={6} middle={22} />
        )}
      </g>
      {state === "ready" ? (
        <path d="M16.5 22.5l4 4 7-8" fill="none" stroke={ink.moss} strokeWidth="2.5" />
      ) : (
        <text x="22" y="27" textAnchor="middle" className="display" fontSize="14">
          {months}
        </text>
      )}
    </svg>
  );
}
