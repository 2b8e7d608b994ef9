import { valueRecordTexts as texts } from "~/content/exit-texts";
import { formatUsdShort } from "~/domain/money";
import type { OutcomesPicture } from "~/domain/pictures/value-outcomes";
import { PLOT } from "~/domain/pictures/plot";
import { ink } from "./ink";
import { Legend, LegendLine, MarkShape } from "./marks";
import { Axes } from "./plot";

/** A dot for each ended cask. Its sentence and its table stand beside it on the page. */
export function ValueOutcomes({ picture }: { picture: OutcomesPicture }) {
  const { height, axis, along, line, dots } = picture;
  const kinds = dots.map(({ kind }) => kind);
  return (
    <>
      <svg aria-hidden="true" viewBox={`0 0 ${PLOT.labels} ${height}`} className="chart mt-3">
        <Axes axis={axis} days={[]} end={null} />
        <path d={line} fill="none" stroke={ink.peat45} strokeDasharray="4 3" />
        {dots.map(({ caskId, kind, x, y }) => (
          <MarkShape key={caskId} kind={kind} x={x} y={y} />
        ))}
        <g textAnchor="end">
          {along.map(({ cents, x }) => (
            <text key={cents} x={x} y={height - 19}>
              {formatUsdShort(cents)}
            </text>
          ))}
          <text x={PLOT.width} y={height - 3}>
            {texts.across}
          </text>
        </g>
        <text x="2" y="9">
          {texts.upwards}
        </text>
      </svg>
      <Legend kinds={kinds.filter((kind) => kind !== "paid")}>
        {kinds.includes("paid") && (
          <li className="inline-flex items-center gap-1">
            <svg aria-hidden="true" width="14" height="14" viewBox="-7 -7 14 14" className="chart-key">
              <MarkShape kind="paid" x={0} y={0} />
            </svg>
            {texts.tiers.issue}
          </li>
        )}
        <LegendLine dashed>{texts.same}</LegendLine>
      </Legend>
    </>
  );
}
