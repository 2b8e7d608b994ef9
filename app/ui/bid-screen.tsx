import { bidTexts as texts } from "~/content/bid-texts";
import { bidPath, VERIFY_PATH } from "~/content/page-paths";
import { formatInstant } from "~/domain/calendar-date";
import type { BidView, Choice } from "~/domain/bids";
import { formatUsd } from "~/domain/money";
import { Button } from "./button";
import { type DefinitionRow, DefinitionRows } from "./definition-rows";
import { Money } from "./money";
import { PageTitle } from "./page";
import { Panel } from "./panel";
import { ResultHead, type StatusLook } from "./result-head";
import { TextLink } from "./text-link";

type BidScreenProps = { bid: BidView; action: string; refused: keyof typeof texts.refused | null };

export function BidScreen({ bid, action, refused }: BidScreenProps) {
  const isOpen = bid.state === "open";
  return (
    <>
      <Head bid={bid} />
      {refused && (
        <p role="alert" className="rounded-md bg-brick-soft p-3 text-sm font-semibold text-brick">
          {texts.refused[refused]}
        </p>
      )}
      {isOpen && <Credit bid={bid} />}
      {isOpen && !bid.isStaff && bid.mine.stakes + bid.mine.frozen > 0 && <Vote bid={bid} action={action} />}
      {isOpen && bid.isStaff && <p>{texts.open.staff}</p>}
      {!isOpen && <Outcome bid={bid} />}
      <Panel title={texts.note}>
        <p className="wrap-anywhere whitespace-pre-line">{bid.note}</p>
        <TextLink href={`${bidPath(bid.id)}/letter`}>{texts.letter}</TextLink>
      </Panel>
      <p className="text-sm text-peat-60">{texts.rule(bid.rule)}</p>
    </>
  );
}

const LOOKS: Partial<Record<BidView["state"], StatusLook>> = { accepted: "gain", closed: "waiting" };

function Head({ bid: { state, caskName, bidderKind } }: Pick<BidScreenProps, "bid">) {
  if (state === "open")
    return <PageTitle lead={texts.lead(texts.bidders[bidderKind])}>{texts.title(caskName)}</PageTitle>;
  const head = state === "closed" ? texts.closed : texts.heads[state];
  const look = LOOKS[state];
  return (
    <>
      {look ? (
        <ResultHead look={look} title={head.title}>
          {head.text}
        </ResultHead>
      ) : (
        <PageTitle lead={head.text}>{head.title}</PageTitle>
      )}
      <p className="display text-lg wrap-anywhere">{texts.title(caskName)}</p>
    </>
  );
}

function Credit({ bid }: Pick<BidScreenProps, "bid">) {
  const { mine, lastValue, netPerStakeCents } = bid;
  const { rows } = texts.open;
  const change = mine.creditCents + mine.advancedCents - mine.paidCents;
  const shown: DefinitionRow[] = [
    { label: rows.netPerStake, value: formatUsd(netPerStakeCents) },
    { label: rows.share(mine.stakes), value: formatUsd(mine.shareCents) },
    ...(mine.takenOffCents > 0 ? [{ label: rows.advanced, value: formatUsd(-mine.takenOffCents) }] : []),
    { label: rows.paid, value: formatUsd(mine.paidCents) },
    {
      label: rows.difference,
      value: (
        <>
          <Money cents={change} change />
          {mine.advancedCents > 0 && (
            <span className="block text-xs font-normal text-peat-60">{texts.open.difference}</span>
          )}
        </>
      ),
    },
    {
      label: rows.lastValue,
      value: lastValue ? (
        <>
          {formatUsd(lastValue.valueCents)}
          <span className="block text-xs font-normal text-peat-60">
            {texts.open.valuedAt(lastValue.tier, lastValue.valuedOn)}
          </span>
        </>
      ) : (
        texts.open.notValued
      ),
    },
    { label: rows.whole, value: texts.open.whole(bid.grossCents, bid.feesCents, bid.stakes), below: true },
    { label: rows.closes, value: formatInstant(bid.closesAtMs), accent: true },
  ];
  return (
    <section aria-labelledby="credit-title" className="flex flex-col gap-3 rounded-md bg-barley p-4">
      {mine.stakes > 0 ? (
        <div>
          <h2 id="credit-title" className="text-sm text-peat-60">
            {texts.open.credit(mine.stakes)}
          </h2>
          <Money cents={mine.creditCents} size="big" />
        </div>
      ) : (
        <h2 id="credit-title" className="text-sm">
          {texts.open.noneActive}
        </h2>
      )}
      <DefinitionRows tight rows={mine.stakes > 0 ? shown : shown.slice(-3)} />
      {mine.stakes > 0 && mine.frozen > 0 && <p className="text-sm">{texts.open.frozen(mine.frozen)}</p>}
    </section>
  );
}

const BUTTONS: readonly Choice[] = ["accept", "decline"];

function Vote({ bid: { choice, votedAtMs }, action }: Pick<BidScreenProps, "bid" | "action">) {
  return (
    <form method="post" action={action} className="flex flex-col gap-3">
      {choice && votedAtMs !== null && (
        <p role="status" className="font-semibold">
          {texts.open.voted[choice](votedAtMs)}
        </p>
      )}
      {BUTTONS.filter((one) => one !== choice).map((one) => (
        <Button key={one} name="choice" value={one} look="secondary">
          {choice === null ? texts.open[one] : texts.open.changeTo[one]}
        </Button>
      ))}
      <p className="text-sm text-peat-60">{texts.open.keep}</p>
    </form>
  );
}

function Outcome({ bid: { counts, choice, netPerStakeCents, closesAtMs } }: Pick<BidScreenProps, "bid">) {
  const { rows } = texts.open;
  return (
    <section className="flex flex-col gap-3">
      {counts && <p className="font-semibold">{texts.counted(counts)}</p>}
      <DefinitionRows
        tight
        rows={[
          { label: rows.netPerStake, value: formatUsd(netPerStakeCents) },
          { label: texts.ended, value: formatInstant(closesAtMs) },
          { label: texts.yourVote, value: texts.yours[choice ?? "none"] },
        ]}
      />
      {counts && <TextLink href={VERIFY_PATH}>{texts.again}</TextLink>}
    </section>
  );
}
