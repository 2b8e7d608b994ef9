import { angelsTexts as texts } from "~/content/picture-texts";
import { formatDate } from "~/domain/calendar-date";
import { type AngelsCask, type AngelsPicture, ANGELS_FRAME } from "~/domain/pictures/angels-share";
import { Badge } from "../badge";
import { AsTable } from "./as-table";
import { ink } from "./ink";

export type AngelsShareProps = { picture: AngelsPicture };

const tenths = (value: number) => (value / 10).toFixed(1);

export function AngelsShare({ picture }: AngelsShareProps) {
  const { gauges, strength, cask } = picture;
  const last = gauges.at(-1);
  return (
    <figure>
      <figcaption className="text-sm">
        <p>{angelsSentence(picture)}</p>
        {strength !== "fine" && last && (
          <p className="mt-1">
            <Badge tone="error">{texts[strength]}</Badge> {texts.nearText(tenths(last.abvTenths))}
          </p>
        )}
      </figcaption>
      <AngelsDrawing cask={cask} />
      {picture.expected && (
        <p className="mt-2 text-xs text-peat-60">
          {texts.expected(picture.expected.lowLitres, picture.expected.highLitres, picture.expected.year)}
        </p>
      )}
      {gauges.length > 0 && (
        <AsTable
          head={["Day", texts.alcohol, texts.strength]}
          rows={gauges.map(({ gaugedOn, loaDecilitres, abvTenths }) => [
            formatDate(gaugedOn),
            texts.litres(tenths(loaDecilitres)),
            texts.percent(tenths(abvTenths)),
          ])}
        />
      )}
    </figure>
  );
}

export function angelsSentence({ gauges, lostTenths }: AngelsPicture) {
  const [first, last] = [gauges[0], gauges.at(-1)];
  if (!first || !last) return texts.none;
  if (lostTenths === null) return texts.once;
  if (lostTenths <= 0) return texts.kept;
  return texts.lost(tenths(lostTenths), formatDate(first.gaugedOn), formatDate(last.gaugedOn));
}

function AngelsDrawing({ cask }: { cask: AngelsCask }) {
  const { width, height } = ANGELS_FRAME;
  const isEmpty = cask.liquid === null;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="chart mt-2">
      <g transform={cask.transform} fill="none" stroke={ink.peat} strokeWidth="1.5">
        <path d={cask.outline} fill={isEmpty ? ink.barley : ink.paper} stroke="none" />
        {cask.liquid && <path d={cask.liquid} fill={ink.copper} stroke="none" />}
        {cask.expected && <path d={cask.expected} fill={ink.copper40} stroke={ink.copperSoft} strokeDasharray="3 2" />}
        {cask.earlier && <path d={cask.earlier} stroke={ink.copper} strokeDasharray="3 2" />}
        <path d={cask.hoops} />
        <path d={cask.outline} strokeDasharray={isEmpty ? "4 3" : undefined} />
        <path
          d={cask.head}
          fill={isEmpty ? ink.barley : ink.copperSoft}
          strokeDasharray={isEmpty ? "4 3" : undefined}
        />
        <circle cx={cask.bung.x} cy={cask.bung.y} fill={ink.paper} r="4" />
      </g>
      {cask.rows.length > 0 && (
        <path d={cask.rows.map(({ leader }) => leader).join("")} fill="none" stroke={ink.peat45} />
      )}
      <g>
        {cask.rows.map(({ what, year, litres, y }) => (
          <text key={`${year} ${litres}`} x="150" y={y + 4}>
            {`${year} ${texts.rows[what]}`}
          </text>
        ))}
        <g fontWeight="600" fill={ink.peat} textAnchor="end">
          {cask.rows.map(({ year, litres, y }) => (
            <text key={`${year} ${litres}`} x={width} y={y + 4}>
              {texts.litres(litres)}
            </text>
          ))}
        </g>
      </g>
    </svg>
  );
}
