import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { listPeriods } from "~/areas/holdings/statements/read-statement";
import { described } from "~/content/page-meta";
import { papersTexts, periodText, statementTexts as texts } from "~/content/statement-texts";
import { isPeriod, type NamedPeriod, periodName, periodOf } from "~/domain/statement-period";
import { requireSession } from "~/server/session/page-session";
import { Button, ButtonLink } from "~/ui/button";
import { Choice } from "~/ui/choice";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

type Kind = "calendar" | "india" | "uk";
type StatementsProps = {
  periods: Record<Kind, NamedPeriod[]> & { today: string; last: NamedPeriod | null };
  typed: { from: string; to: string; as: string };
  error: string | null;
};

const KINDS = ["india", "uk", "calendar"] as const;

function StatementsScreen({ periods, typed, error }: StatementsProps) {
  const { last, today } = periods;
  return (
    <Page top={{ back: { href: "/wallet" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ErrorSummary errors={error === null ? [] : [{ name: "from", message: error }]} />
      {last && (
        <Panel title={`${texts.last.title}: ${texts.yearName(last)}`} look="barley">
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={fileOf(last, "pdf")}>
              {texts.pdf}
              <span className="sr-only">{texts.of(texts.yearName(last))}</span>
            </ButtonLink>
            <ButtonLink href={fileOf(last, "csv")} look="secondary">
              {texts.csv}
              <span className="sr-only">{texts.of(texts.yearName(last))}</span>
            </ButtonLink>
          </div>
        </Panel>
      )}
      {KINDS.map((kind) => (
        <Years key={kind} kind={kind} years={periods[kind]} />
      ))}
      <AnyPeriod typed={typed} today={today} error={error} />
      <p className="text-sm text-peat-60">{texts.noAdvice}</p>
      <Panel title={texts.more.title}>
        <ul>
          {papersTexts.links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Panel>
    </Page>
  );
}

const fileOf = (period: NamedPeriod, as: "pdf" | "csv") => `/statements/${periodName(period)}.${as}`;

function Years({ kind, years }: { kind: Kind; years: NamedPeriod[] }) {
  const { title, hint } = texts.years[kind];
  return (
    <Panel title={title}>
      <p className="mb-2 text-sm text-peat-60">{hint}</p>
      <ul className="divide-y divide-peat-30">
        {years.map((year) => (
          <li key={year.from} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
            <span>
              <span className="figures font-semibold">{texts.yearName(year)}</span>
              {year.running && <span className="text-sm text-peat-60"> {texts.soFar}</span>}
            </span>
            <span className="flex gap-4">
              <FileLink year={year} as="pdf" />
              <FileLink year={year} as="csv" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function FileLink({ year, as }: { year: NamedPeriod; as: "pdf" | "csv" }) {
  return (
    <a
      href={fileOf(year, as)}
      className="inline-flex min-h-11 min-w-11 items-center justify-center font-semibold text-copper underline underline-offset-4"
    >
      {texts[as]}
      <span className="sr-only">{texts.of(periodText(year))}</span>
    </a>
  );
}

function AnyPeriod({ typed, today, error }: { typed: StatementsProps["typed"]; today: string; error: string | null }) {
  const { any } = texts;
  const wrong = error === null ? {} : { error, startHere: true };
  return (
    <Panel title={any.title}>
      <form method="get" action="/statements" noValidate className="flex flex-col gap-4">
        <Field name="from" label={any.from} type="date" defaultValue={typed.from} max={today} required {...wrong} />
        <Field name="to" label={any.to} type="date" defaultValue={typed.to} max={today} hint={any.hint} required />
        <Choice
          legend={any.as}
          name="as"
          chosen={typed.as}
          options={[
            { value: "pdf", label: any.pdf, hint: any.pdfHint },
            { value: "csv", label: any.csv, hint: any.csvHint },
          ]}
        />
        <Button>{any.get}</Button>
      </form>
    </Panel>
  );
}

export const meta: MetaFunction = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const periods = await listPeriods(args.context, await requireSession(args));
  const { searchParams: query } = new URL(args.request.url);
  const tooLong = periodOf(query.get("too-long") ?? "", periods.today);
  if (tooLong) return json({ periods, typed: { ...tooLong, as: "pdf" }, error: texts.any.tooLong });
  const asked = query.get("as");
  const typed = {
    from: query.get("from") ?? periods.calendar[0]?.from ?? "",
    to: query.get("to") ?? periods.today,
    as: asked === "csv" ? "csv" : "pdf",
  };
  if (asked === null) return json({ periods, typed, error: null });
  if (!isPeriod(typed, periods.today)) return json({ periods, typed, error: texts.any.wrong }, 400);
  return redirect(`/statements/${periodName(typed)}.${typed.as}`);
}

export default function Statements() {
  return <StatementsScreen {...useLoaderData<typeof loader>()} />;
}
