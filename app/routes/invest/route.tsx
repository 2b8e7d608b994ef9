import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { caskView } from "~/areas/casks/cask-view";
import { listCasks, readKind } from "~/areas/casks/list-casks";
import { caskTexts, kindNames } from "~/content/casks";
import { investTexts as texts } from "~/content/invest-texts";
import { described } from "~/content/page-meta";
import { caskPath } from "~/content/page-paths";
import { riskTexts } from "~/content/risk-texts";
import type { CaskKind } from "~/domain/cask-shape";
import { isOver } from "~/domain/cask-stage";
import { formatUsd } from "~/domain/money";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { ButtonLink } from "~/ui/button";
import { ACTIVATE_HREF, buyHref, type CaskView, partSold } from "~/ui/cask-display";
import { CaskGauge } from "~/ui/cask-gauge";
import { CaskTerms } from "~/ui/cask-terms";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Page, PageTitle } from "~/ui/page";
import { RiskNote } from "~/ui/risk-note";

type Kind = CaskKind | null;

const investHref = (kind: Kind) => (kind ? `/invest?kind=${kind}` : "/invest");

const KINDS = Object.keys(kindNames) as CaskKind[];

/** About two and a half cards fill a phone. */
const SCREENFUL = 3;

const GROUPS = [
  ["open", (cask: CaskView) => cask.stage === "open"],
  ["upcoming", (cask: CaskView) => cask.stage === "upcoming"],
  ["over", (cask: CaskView) => cask.stage === "sold-out" || isOver(cask.stage)],
] as const;

function None({ kind }: { kind: Kind }) {
  const action = (
    <ButtonLink href={kind ? "/invest" : "/exits"} look="secondary" wide={false}>
      {kind ? "All casks" : "What sold casks brought"}
    </ButtonLink>
  );
  return (
    <EmptyState title={kind ? texts.noneOfKind(kindNames[kind]) : "No casks at the moment"} action={action}>
      {caskTexts.noneText}
    </EmptyState>
  );
}

const action =
  "flex min-h-11 flex-1 items-center justify-center gap-1 py-2 text-center text-sm font-semibold -outline-offset-2";

function CaskCard({ cask }: { cask: CaskView }) {
  const titleId = `cask-${cask.id}`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-3 rounded-md border border-peat-30 pt-3">
      <div className="flex flex-wrap items-center gap-x-3 px-4">
        <CaskGauge caskType={cask.caskType} filled={partSold(cask)} size="small" />
        <div className="min-w-0 flex-1 basis-36">
          <h3 id={titleId} className="display min-w-0 text-lg max-[22.4rem]:text-base">
            {cask.name}
          </h3>
          <p className="text-sm/[1.43] text-peat-60">
            {cask.distillery}
            <br />
            {texts.facts(cask)}
          </p>
        </div>
      </div>
      <div className="px-4">
        <CaskTerms cask={cask} />
      </div>
      <div className="flex border-t border-peat-30">
        <a href={caskPath(cask.id)} aria-describedby={titleId} className={`${action} rounded-b-md hover:bg-barley`}>
          Cask details
          <Icon name="forward" size={16} />
        </a>
        {cask.canBuy && (
          <a
            href={buyHref(cask.id)}
            aria-describedby={titleId}
            className={`${action} -mr-px -mb-px rounded-br-md bg-copper-soft text-copper hover:bg-copper-40 forced-colors:m-0 forced-colors:border-l`}
          >
            {caskTexts.buy}
          </a>
        )}
      </div>
    </article>
  );
}

/** Links, so that the address says what is shown. */
function KindLinks({ shown }: { shown: Kind }) {
  return (
    <nav aria-label="Which casks" className="-my-1">
      <ul className="flex flex-wrap gap-1">
        {[null, ...KINDS].map((kind) => (
          <li key={kind}>
            <KindLink kind={kind} isShown={kind === shown} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function KindLink({ kind, isShown }: { kind: Kind; isShown: boolean }) {
  return (
    <a
      href={investHref(kind)}
      aria-current={isShown ? "true" : undefined}
      className={`group inline-flex min-h-11 min-w-11 items-center justify-center ${isShown ? "forced-colors:underline" : ""}`}
    >
      <span
        className={`flex min-h-9 items-center rounded-full border px-2.25 text-sm font-semibold ${isShown ? "border-peat bg-peat text-paper" : "border-peat-30 group-hover:bg-barley"}`}
      >
        {kind ? kindNames[kind] : "All"}
      </span>
    </a>
  );
}

function ActivateBar({ feeCents }: { feeCents: number }) {
  return (
    <section aria-label="Account activation">
      <a
        href={ACTIVATE_HREF}
        className="bleed-copper flex min-h-12 items-center justify-between gap-3 bg-copper px-4 py-2 font-semibold text-paper -outline-offset-4 hover:bg-copper-deep hover:bleed-copper-deep focus-visible:outline-paper"
      >
        <span>{caskTexts.activate(formatUsd(feeCents))}</span>
        <Icon name="forward" />
      </a>
    </section>
  );
}

export const handle: PageHandle = { investor: "purchase", asksUs: true };

export const meta = () => described("Invest");

export async function loader(args: LoaderFunctionArgs) {
  const kind = readKind(new URL(args.request.url).searchParams);
  const session = await requireSession(args);
  const { viewer, nowMs, casks, feeCents } = await listCasks(args.context, session, kind);
  const { activated } = viewer;
  return json({ activated, feeCents, kind, casks: casks.map((cask) => caskView(cask, { activated, nowMs })) });
}

export default function Invest() {
  const { activated, feeCents, casks, kind } = useLoaderData<typeof loader>();
  const mayChoose = casks.length > SCREENFUL || kind !== null;
  const groups = GROUPS.map(([name, belongs]) => ({ name, found: casks.filter(belongs) }));
  return (
    <Page
      top={{}}
      banner={activated ? null : <ActivateBar feeCents={feeCents} />}
      tabs={{ current: "invest", activated }}
      tight
    >
      <PageTitle>Welcome</PageTitle>
      {!activated && casks.length > 0 && (
        <p className="text-sm text-peat-60">Prices, stakes left and dates show once your account is activated.</p>
      )}
      {casks.length > 0 && <RiskNote small>{riskTexts.short}</RiskNote>}
      {mayChoose && <KindLinks shown={kind} />}
      {casks.length === 0 && <None kind={kind} />}
      {groups.map(
        ({ name, found }) =>
          found.length > 0 && (
            <section key={name} aria-labelledby={`group-${name}`} className="flex flex-col gap-3">
              <h2 id={`group-${name}`} className="-mb-2 flex min-h-5 items-center text-sm font-semibold text-peat-60">
                {!activated && <Icon name="lock" size={16} className="mr-1" />}
                {texts.groups[name](found.length)}
              </h2>
              {found.map((cask) => (
                <CaskCard key={cask.id} cask={cask} />
              ))}
            </section>
          ),
      )}
    </Page>
  );
}
