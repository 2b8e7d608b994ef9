import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ProvedExit } from "~/areas/proof/read-exits";
import { readWaysOut, type ServiceTimes } from "~/areas/proof/read-figures";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { proofTexts } from "~/content/proof-texts";
import { resaleWay, type Way, waysOut, waysOutPage as texts } from "~/content/ways-out-texts";
import { formatChange } from "~/domain/money";
import { countExits, middleExit } from "~/domain/proof-figures";
import { FEWEST_WAITS } from "~/domain/service-clock";
import type { PageHandle } from "~/server/page-handle";
import { Badge } from "~/ui/badge";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import { ProofPage } from "~/ui/proof-page";

export const handle: PageHandle = { minute: [] };

export const meta: MetaFunction = () => publicPageMeta({ ...texts, title: `${texts.title} · ${company.brand}` });

/** `/ways-out`: how an investor gets money back. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json(await readWaysOut(context));
}

export default function WaysOut() {
  return <WaysOutScreen {...useLoaderData<typeof loader>()} />;
}

const link = "flex min-h-11 items-center text-sm text-copper underline underline-offset-4";

type WaysOutScreenProps = {
  exits: readonly ProvedExit[];
  times: ServiceTimes;
  /** Stakes sold to other investors. */
  resales: number;
  resale: { isOpen: boolean; feeBasisPoints: number };
  day: string;
};

/** Each way with what it costs, takes and rests on, and what came of it. */
export function WaysOutScreen({ exits, times, resales, resale, day }: WaysOutScreenProps) {
  const soFar: Record<(typeof waysOut)[number]["id"], SoFar> = {
    cycle: returnsSoFar(times),
    sale: salesSoFar(exits),
    bid: { told: [times.bids.put === 0 ? texts.bids.none : texts.bids.put(times.bids)] },
    resale: resalesSoFar(resales, resale.isOpen),
  };
  const ways: Way[] = waysOut.map((way) => (way.id === "resale" ? resaleWay(resale) : way));
  return (
    <ProofPage title={texts.title} lead={texts.lead} asOf={proofTexts.asOf(day)}>
      {ways.map(({ id, title, text, costs, takes, restsOn, action }, index) => (
        <Panel key={id} id={id} title={`${index + 1}. ${title}`}>
          <p className="mb-2 text-sm">{text}</p>
          <DefinitionRows
            rows={[
              { label: texts.costs, value: costs },
              { label: texts.takes, value: takes },
              { label: texts.restsOn, value: restsOn },
              { label: texts.soFar, value: <Told {...soFar[id]} /> },
            ].map((row) => ({ ...row, value: <span className="text-sm font-normal">{row.value}</span>, below: true }))}
            tight
          />
          {action && (
            <a href={action.href} className={link}>
              {action.label}
            </a>
          )}
        </Panel>
      ))}
    </ProofPage>
  );
}

/** What came of a way so far: sentences, where there is more of it, and whether they are too few to say anything. */
type SoFar = { told: string[]; badge?: string; isFew?: boolean; more?: { href: string; label: string } };

function Told({ told, badge, isFew = false, more }: SoFar) {
  return (
    <>
      {isFew && <Badge tone="attention">{texts.tooFew}</Badge>}
      {badge && <Badge>{badge}</Badge>} {told.join(" ")}
      {more && (
        <a href={more.href} className={link}>
          {more.label}
        </a>
      )}
    </>
  );
}

function returnsSoFar({ from, returns: { count, paidCents }, withdrawals: { figures } }: ServiceTimes): SoFar {
  const { none, few, paid, waited, link: more } = texts.returns;
  const isFew = paidCents === null;
  const told = isFew ? (count === 0 ? none(from) : few(count, from)) : paid(count, paidCents, from);
  return { told: [told, ...(figures ? [waited(figures.medianMs)] : [])], isFew, more };
}

function salesSoFar(exits: readonly ProvedExit[]): SoFar {
  const { none, few, ended, middle, link: more } = texts.sales;
  if (exits.length === 0) return { told: [none] };
  const typical = middleExit(exits);
  const said = typical ? middle(typical.months, formatChange(typical.netCents)) : few(FEWEST_WAITS);
  return { told: [ended(countExits(exits)), said], isFew: typical === null, more };
}

/** What was sold is told, whether resale is open now or not. */
function resalesSoFar(count: number, isOpen: boolean): SoFar {
  const { none, sold, link: more } = texts.resales;
  const closed = isOpen ? {} : { badge: texts.comingSoon };
  return count > 0 ? { told: [sold(count)], ...closed, more } : { told: isOpen ? [none] : [], ...closed };
}
