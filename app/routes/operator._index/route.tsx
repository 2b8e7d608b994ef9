import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { requestTexts } from "~/content/console-support-texts";
import { overviewTexts as texts, sectionTitles, consoleTexts } from "~/content/console-texts";
import { AUDIT_PATH } from "~/content/page-paths";
import { described } from "~/content/page-titles";
import { listProposals } from "~/core/proposals/list-proposals";
import { showProposal } from "~/core/proposals/show-proposal";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { ConsolePage } from "~/ui/console/console-page";
import { SECOND_PERSON_ID, SecondPersonList } from "./second-person-list";
import { formatInstant } from "~/domain/instant";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.overview);

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const { frame, result } = await readConsole(args, "overview", ({ nowMs }) => listProposals(db, nowMs));
  const { waiting } = frame;
  const items = [
    {
      label: texts.withdrawals,
      promise: texts.withdrawalsPromise,
      href: sectionHref("withdrawals"),
      count: waiting.withdrawals,
      sinceMs: waiting.withdrawalsSinceMs,
    },
    {
      label: texts.sending,
      promise: texts.sendingPromise,
      href: `${sectionHref("withdrawals")}?state=sending`,
      count: waiting.sending,
      sinceMs: waiting.sendingSinceMs,
    },
    {
      label: texts.payments,
      promise: texts.paymentsPromise,
      href: `${sectionHref("payments")}?state=needs-a-person`,
      count: waiting.payments,
      sinceMs: waiting.paymentsSinceMs,
    },
    {
      label: texts.certificates,
      promise: texts.certificatesPromise,
      href: `${sectionHref("certificates")}?state=pending`,
      count: waiting.certificates,
      sinceMs: waiting.certificatesSinceMs,
    },
    {
      label: texts.rewards,
      promise: texts.rewardsPromise,
      href: sectionHref("rewards"),
      count: waiting.rewards,
      sinceMs: null,
    },
    {
      label: texts.deadLetters,
      promise: texts.deadLettersPromise,
      href: sectionHref("trouble"),
      count: waiting.deadLetters,
      sinceMs: waiting.deadLettersSinceMs,
    },
    {
      label: texts.differences,
      promise: texts.differencesPromise,
      href: `${sectionHref("trouble")}#differences`,
      count: waiting.differences,
      sinceMs: waiting.differencesSinceMs,
    },
    {
      label: texts.failedAudits,
      promise: texts.failedAuditsPromise,
      href: AUDIT_PATH,
      count: waiting.failedAudits,
      sinceMs: waiting.failedAuditsSinceMs,
    },
    {
      label: requestTexts.waiting,
      promise: requestTexts.promise,
      href: sectionHref("support"),
      count: waiting.support,
      sinceMs: waiting.supportSinceMs,
    },
    {
      label: texts.secondPerson,
      promise: texts.secondPersonPromise,
      href: `#${SECOND_PERSON_ID}`,
      count: waiting.proposals,
      sinceMs: waiting.proposalsSinceMs,
    },
  ];
  const proposals = result.map((one) => showProposal(one, frame.mayChange));
  return json({ frame: frameProps(frame), items, proposals });
}

export default function Overview() {
  const { frame, items, proposals } = useLoaderData<typeof loader>();
  return (
    <ConsolePage {...frame} title={sectionTitles.overview}>
      <p className="text-peat-60">{texts.lead}</p>
      <WaitingList items={items} mostCounted={frame.mostCounted} />
      {proposals.length > 0 && <SecondPersonList proposals={proposals} />}
    </ConsolePage>
  );
}

type WaitingItem = { label: string; promise: string; href: string; count: number; sinceMs: number | null };

/** What waits longest stands first; what is done is not shown. */
function WaitingList({ items, mostCounted }: { items: WaitingItem[]; mostCounted: number }) {
  const waiting = items
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.sinceMs ?? Infinity) - (b.sinceMs ?? Infinity));
  if (waiting.length === 0) return <p>{texts.allDone}</p>;
  return (
    <ul className="max-w-160 divide-y divide-peat-30 border-y border-peat-30">
      {waiting.map((item) => (
        <li key={item.label} data-row="">
          <a href={item.href} className="flex min-h-14 items-center justify-between gap-4 py-2 hover:bg-barley">
            <span className="min-w-0">
              <span className="block font-semibold">{item.label}</span>
              <span className="block text-xs text-peat-60">
                {item.promise}
                {item.sinceMs !== null && ` · ${texts.since(formatInstant(item.sinceMs))}`}
              </span>
            </span>
            <span className="figures rounded-sm bg-amber-soft px-2 py-0.5 font-semibold text-amber">
              {consoleTexts.count(item.count, mostCounted)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
