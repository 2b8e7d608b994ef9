import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { listPeriods } from "~/areas/holdings/statements/read-statement";
import { described } from "~/content/page-meta";
import { periodText, statementTexts as texts } from "~/content/statement-texts";
import { isPeriod, type NamedPeriod, periodName } from "~/domain/statement-period";
import { type CsvStyle, csvStyleOf } from "~/server/csv-answer";
import { requireSession } from "~/server/session/page-session";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { TextLink } from "~/ui/text-link";

const KINDS = ["india", "uk", "calendar"] as const;
/** The running Indian year and the one to declare. */
const FIRST_YEARS = 2;

const fileOf = (period: NamedPeriod, as: "pdf" | "csv") => `/statements/${periodName(period)}.${as}`;

function Years({ years, isMain = false }: { years: NamedPeriod[]; isMain?: boolean }) {
  return (
    <ul className="divide-y divide-peat-30">
      {years.map((year) => (
        <li key={year.from} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
          <span>
            <span className="figures font-semibold">{texts.yearName(year)}</span>
            {year.running && <span className="text-sm text-peat-60"> {texts.soFar}</span>}
          </span>
          <span className="flex items-center gap-4">
            {isMain ? (
              <ButtonLink href={fileOf(year, "pdf")} look={year.running ? "secondary" : "primary"} wide={false}>
                {texts.pdf}
                <span className="sr-only">{texts.of(periodText(year))}</span>
              </ButtonLink>
            ) : (
              <FileLink year={year} as="pdf" />
            )}
            <FileLink year={year} as="csv" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function FileLink({ year, as }: { year: NamedPeriod; as: "pdf" | "csv" }) {
  return (
    <TextLink href={fileOf(year, as)}>
      {texts[as]}
      <span className="sr-only">{texts.of(periodText(year))}</span>
    </TextLink>
  );
}

function AnyPeriod({
  typed,
  today,
  error,
}: {
  typed: { from: string; to: string };
  today: string;
  error: string | null;
}) {
  const { any } = texts;
  const wrong = error === null ? {} : { error, startHere: true };
  return (
    <form method="get" action="/statements" noValidate className="flex flex-col gap-4">
      <Field name="from" label={any.from} type="date" defaultValue={typed.from} max={today} required {...wrong} />
      <Field name="to" label={any.to} type="date" defaultValue={typed.to} max={today} hint={any.hint} required />
      <Button name="as" value="pdf">
        {any.pdf}
      </Button>
      <Button name="as" value="csv" look="secondary">
        {any.csv}
      </Button>
    </form>
  );
}

function Trackers({ casks, csv }: { casks: { id: string; name: string }[]; csv: CsvStyle }) {
  const { trackers } = texts;
  const files = [
    ["ghostfolio.json", trackers.ghostfolio],
    ["portfolio-performance.csv", trackers.performance],
    ...casks.map(({ id, name }) => [`prices-${id}.csv`, trackers.prices(name)]),
  ];
  return (
    <>
      <p className="text-sm text-peat-60">{trackers.text}</p>
      <ul>
        {files.map(([file, label]) => (
          <li key={file}>
            <TextLink href={`/statements/${file}`}>{label}</TextLink>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">{trackers.style}</p>
      <ul>
        {(["point", "comma"] as const).map((one) => (
          <li key={one}>
            {one === csv ? (
              <span aria-current="true" className="inline-flex min-h-11 items-center font-semibold">
                {trackers.styles[one]}
              </span>
            ) : (
              <TextLink href={`/statements?csv=${one}#trackers`}>{trackers.styles[one]}</TextLink>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

export const meta = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const periods = await listPeriods(args.context, await requireSession(args));
  const { searchParams: query } = new URL(args.request.url);
  const { style, set } = await csvStyleOf(args.request);
  const headers = set === null ? undefined : { "Set-Cookie": set };
  const asked = query.get("as");
  const typed = { from: query.get("from") ?? periods.calendar[0]?.from ?? "", to: query.get("to") ?? periods.today };
  if (asked === null) return json({ periods, style, typed, error: null }, { headers });
  if (!isPeriod(typed, periods.today)) return json({ periods, style, typed, error: texts.any.wrong }, 400);
  return redirect(`/statements/${periodName(typed)}.${asked === "csv" ? "csv" : "pdf"}`);
}

export default function Statements() {
  const { periods, style, typed, error } = useLoaderData<typeof loader>();
  const { today, india } = periods;
  return (
    <Page top={{ back: { href: "/wallet" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <Panel title={texts.years.india.title}>
        <Years years={india.slice(0, FIRST_YEARS)} isMain />
      </Panel>
      <div className="border-t border-peat-30">
        <Fold title={texts.others}>
          {KINDS.map((kind) => (
            <div key={kind}>
              <h3 className="mt-2 font-semibold">{texts.years[kind].title}</h3>
              <p className="text-sm text-peat-60">{texts.years[kind].hint}</p>
              <Years years={kind === "india" ? india.slice(FIRST_YEARS) : periods[kind]} />
            </div>
          ))}
        </Fold>
        <Fold title={texts.any.title} open={error !== null}>
          <AnyPeriod typed={typed} today={today} error={error} />
        </Fold>
        <Fold title={texts.trackers.title} id="trackers">
          <Trackers casks={periods.casks} csv={style} />
        </Fold>
      </div>
      <p className="text-sm text-peat-60">{texts.noAdvice}</p>
    </Page>
  );
}
