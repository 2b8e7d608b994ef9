import type { ReactNode } from "react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { figureTexts as texts } from "~/content/figure-texts";
import type { WeekFigures } from "~/areas/console/figures/count-weeks";
import type { Figures, SoldOfCask } from "~/areas/console/figures/read-figures";
import { formatUsd, formatUsdShort } from "~/domain/money";
import type { WeekBarsPicture } from "~/domain/pictures/week-bars";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { RowLink } from "~/ui/console/row-link";
import { ConsoleTable } from "~/ui/console/console-table";
import { Short } from "~/ui/console/short";
import { consoleLink } from "~/ui/console/subject-link";
import { AsTable } from "~/ui/pictures/as-table";
import { StakeBar } from "~/ui/pictures/stake-bar";
import { WeekBarsDrawing } from "~/ui/pictures/week-bars";

type ByWeek = Exclude<keyof typeof texts.pictures, "casks">;
type Waiting = { count: number; sinceMs: number | null };

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  figures: Figures;
  pictures: Record<ByWeek, WeekBarsPicture | null>;
  waiting: Partial<Record<ByWeek, Waiting>>;
};

const link = `inline-flex min-h-11 items-center ${consoleLink}`;
const FILE = `${sectionHref("figures")}.csv`;

/** Of each picture: what its bars are labelled with, and its figures of a week in the order of its columns. */
const SHOWN: Record<ByWeek, { figure: (figure: number) => string; cells: (week: WeekFigures) => string[] }> = {
  money: { figure: formatUsdShort, cells: (one) => [formatUsd(one.inCents), formatUsd(one.outCents)] },
  held: { figure: formatUsdShort, cells: (one) => [formatUsd(one.heldCents), formatUsd(one.owedCents)] },
  withdrawals: {
    figure: texts.hoursShort,
    cells: (one) => [texts.hours(one.paidMedianMs), String(one.paid), String(one.paidLate)],
  },
  answers: {
    figure: texts.hoursShort,
    cells: (one) => [texts.hours(one.answeredMedianMs), String(one.answered), String(one.answeredLate)],
  },
  people: { figure: String, cells: (one) => [one.accounts, one.activated, one.bought].map(String) },
};

export function FiguresScreen({ frame, figures: { weeks, casks, moreCasks }, pictures, waiting }: Props) {
  const newest = weeks.at(-1);
  const byWeek = (name: ByWeek) => (
    <WeekPicture key={name} name={name} weeks={weeks} picture={pictures[name]} waiting={waiting[name]} />
  );
  return (
    <ConsolePage {...frame} title={sectionTitles.figures}>
      <p className="max-w-160 text-peat-60">
        {texts.lead} {newest ? texts.countedAt(newest.countedAtMs) : texts.none}
      </p>
      <div className="grid gap-8 lg:grid-cols-2">
        {byWeek("money")}
        {byWeek("held")}
        {byWeek("withdrawals")}
        {byWeek("answers")}
        {byWeek("people")}
        <Part name="casks">
          <Casks casks={casks} />
          {moreCasks && <p className="text-peat-60">{texts.pictures.casks.more}</p>}
          <p>
            <a href={`${sectionHref("casks")}.csv`} download className={link}>
              {texts.casksCsv}
            </a>
          </p>
        </Part>
      </div>
    </ConsolePage>
  );
}

function Part({ name, children }: { name: keyof typeof texts.pictures; children: ReactNode }) {
  const { title, lead } = texts.pictures[name];
  return (
    <section aria-label={title} className="flex max-w-120 min-w-0 flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-peat-60">{lead}</p>
      {children}
    </section>
  );
}

type WeekPictureProps = {
  name: ByWeek;
  weeks: readonly WeekFigures[];
  picture: WeekBarsPicture | null;
  waiting: Waiting | undefined;
};

function WeekPicture({ name, weeks, picture, waiting }: WeekPictureProps) {
  const { series } = texts.pictures[name];
  const { figure, cells } = SHOWN[name];
  return (
    <Part name={name}>
      {waiting && <p className="font-semibold">{texts.waitingSince(waiting.count, waiting.sinceMs)}</p>}
      {picture ? (
        <WeekBarsDrawing picture={picture} series={series} figure={figure} />
      ) : (
        <p className="text-peat-60">{texts.nothing}</p>
      )}
      <div className="flex flex-wrap items-start gap-x-6">
        {weeks.length > 0 && (
          <AsTable
            head={[texts.week, ...series]}
            rows={[...weeks].reverse().map((one) => [texts.weekOf(one.week), ...cells(one)])}
          />
        )}
        <a href={FILE} download className={`mt-2 ${link}`}>
          {texts.csv}
        </a>
      </div>
    </Part>
  );
}

function Casks({ casks }: { casks: readonly SoldOfCask[] }) {
  const { columns, title, none } = texts.pictures.casks;
  return (
    <ConsoleTable
      label={title}
      columns={[
        {
          label: columns.cask,
          cell: (row: SoldOfCask) => (
            <>
              <RowLink href={`${sectionHref("casks")}/${row.id}`}>{row.name}</RowLink>
              <StakeBar sold={row.sold} reserved={row.reserved} total={row.total} />
            </>
          ),
        },
        { label: columns.sold, right: true, cell: (row) => <Short>{String(row.sold)}</Short> },
        { label: columns.held, right: true, cell: (row) => <Short>{String(row.reserved)}</Short> },
        {
          label: columns.left,
          right: true,
          cell: (row) => <Short>{String(row.total - row.sold - row.reserved)}</Short>,
        },
      ]}
      rows={casks}
      keyOf={({ id }) => id}
      none={none}
    />
  );
}
