import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { viewAsUser, type WalletSeen } from "~/areas/console/view-as-user";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts, userViewTexts as texts } from "~/content/console-user-texts";
import { described } from "~/content/page-titles";
import {
  billingTexts,
  firstStakeTexts,
  openPaymentTexts,
  portfolioTexts,
  returnsTexts,
  rewardTexts,
  stakeListTexts,
  walletTabs,
  withdrawalStates,
  withdrawTexts,
} from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { frameProps } from "~/server/console-frame";
import { readThing } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { ConsoleTable, type ConsoleTableProps } from "~/ui/console/console-table";
import { consoleLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { type Pass, passOf } from "~/ui/pass-of";
import { RiskNote } from "~/ui/risk-note";

type Seen = Omit<WalletSeen, "portfolio"> & { portfolio: Omit<WalletSeen["portfolio"], "stakes"> };

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  userId: string;
  seen: Seen;
  /** The stakes in the words of their passes. */
  passes: Pass[];
};

/** The wallet in the words and figures of its owner, without a form or a link of theirs. */
function SeenWallet({ frame, userId, seen, passes }: Props) {
  const { portfolio } = seen;
  return (
    <ConsolePage {...frame} title={texts.title(seen.fullName ?? userTexts.noName)}>
      <RiskNote>{texts.banner}</RiskNote>
      <p>
        <a href={`${sectionHref("users")}/${userId}`} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
          {texts.back}
        </a>
      </p>
      {!seen.activated && <p>{texts.notActivated}</p>}
      <div className="flex max-w-200 flex-col gap-8">
        <Figures {...seen} />
        <Section title={withdrawTexts.title}>
          <p>{readiness(portfolio.withdraw)}</p>
        </Section>
        <Section title={stakeListTexts.title}>
          <Stakes passes={passes} />
          {portfolio.allStakes > passes.length && (
            <p className="mt-2 text-xs text-peat-60">{texts.stakesCut(passes.length, portfolio.allStakes)}</p>
          )}
        </Section>
        <Lists portfolio={portfolio} />
      </div>
    </ConsolePage>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function Figures({ portfolio, tokens, rewards }: Seen) {
  const { returns } = portfolio;
  const isValued = returns.percent !== null || returns.realisedCents !== 0;
  const figure = (label: string, cents: number) => ({ label, value: formatUsd(cents) });
  return (
    <Section title={walletTabs.portfolio}>
      <DefinitionRows
        rows={[
          figure(portfolioTexts.invested, portfolio.totalInvestedCents),
          figure(portfolioTexts.worth, portfolio.worthCents),
          {
            label: returnsTexts.title,
            value: isValued
              ? formatUsd(returns.realisedCents + (returns.unrealisedCents ?? 0))
              : returnsTexts.notValued,
          },
          figure(portfolioTexts.paidOut, portfolio.paidOutCents),
          figure(portfolioTexts.available, portfolio.availableCents),
          { label: walletTabs.tokens, value: tokens === null ? userTexts.none : tokens.toLocaleString("en") },
          figure(`${walletTabs.rewards}, ${rewardTexts.pending.toLowerCase()}`, rewards.pendingCents),
          figure(`${walletTabs.rewards}, ${rewardTexts.paid.toLowerCase()}`, rewards.paidCents),
        ]}
      />
      {isValued && <p className="mt-2 text-xs text-peat-60">{returnsTexts.parts(returns)}</p>}
      {portfolio.isCut && <p className="mt-2">{stakeListTexts.cut}</p>}
    </Section>
  );
}

function Stakes({ passes }: { passes: Pass[] }) {
  return (
    <ConsoleTable
      label={stakeListTexts.title}
      none={firstStakeTexts.title}
      rows={passes}
      keyOf={(pass) => pass.href}
      columns={[
        { label: texts.stakes.cask, cell: (pass) => <bdi>{pass.name}</bdi> },
        { label: texts.stakes.stake, cell: (pass) => pass.stake },
        { label: texts.stakes.worth, cell: (pass) => [pass.worth, pass.basis].filter(Boolean).join(" ") },
        { label: texts.stakes.gain, cell: (pass) => pass.gain?.text ?? userTexts.none },
      ]}
    />
  );
}

/** What their wallet says about the next return. */
function readiness(status: Seen["portfolio"]["withdraw"]): string {
  if (status.state === "none") return withdrawTexts.none;
  const amount = status.state === "days" ? status.projectedCents : status.amountCents;
  const shown = amount === null ? returnsTexts.notValued : formatUsd(amount);
  if (status.state === "progress") return withdrawTexts.requested(shown, status.caskName);
  if (status.state === "withdrawable") return `${status.caskName}: ${shown}, ${withdrawTexts.badges.ready}`;
  return `${status.caskName}: ${shown}. ${withdrawTexts.from(formatDate(status.on))}`;
}

type Row = { id: string; name: string; amountCents: number; date: string | null; state: string };

/** What is on its way and what was paid, each as a list of their wallet. */
function Lists({ portfolio: { openPayments, withdrawals, history } }: Pick<Seen, "portfolio">) {
  const open = openPayments.map(({ id, name, amountCents, mode, minutesLeft }) => ({
    ...{ id, name, amountCents, date: null },
    state: openPaymentTexts.left(mode, minutesLeft),
  }));
  const asked = withdrawals.map(({ id, name, amountCents, date, state, note }) => ({
    ...{ id, name, amountCents, date },
    state: [withdrawalStates[state], note].filter(Boolean).join(". "),
  }));
  const paid = history.map(({ id, name, amountCents, date, state, detail }) => ({
    ...{ id, name, amountCents, date },
    state: [detail, state === "paid" ? null : billingTexts.states[state]].filter(Boolean).join(". "),
  }));
  return (
    <>
      {open.length > 0 && <List label={openPaymentTexts.title} rows={open} />}
      {asked.length > 0 && <List label={portfolioTexts.withdrawals} rows={asked} />}
      {paid.length > 0 && <List label={billingTexts.title} rows={paid} />}
    </>
  );
}

function List({ label, rows }: { label: string; rows: Row[] }) {
  const columns: ConsoleTableProps<Row>["columns"] = [
    { label: texts.what, cell: (row) => <bdi>{row.name}</bdi> },
    { label: texts.amount, right: "amount", cell: (row) => formatUsd(row.amountCents) },
    { label: texts.state, cell: (row) => <bdi>{row.state}</bdi> },
    { label: texts.date, cell: (row) => (row.date === null ? "" : formatDate(row.date)) },
  ];
  return (
    <Section title={label}>
      <ConsoleTable label={label} rows={rows} keyOf={(row) => row.id} columns={columns} />
    </Section>
  );
}

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.users);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const userId = readId(params.id);
  const auditId = context.newId("aud");
  const { frame, result } = await readThing(args, "users", (access) =>
    viewAsUser(context.db, { userId, auditId, access }),
  );
  const { stakes, ...portfolio } = result.portfolio;
  const passes = stakes.map((stake) => passOf(stake, context.nowMs()));
  return json({ frame: frameProps(frame), userId, seen: { ...result, portfolio }, passes });
}

export default function View() {
  return <SeenWallet {...useLoaderData<typeof loader>()} />;
}
