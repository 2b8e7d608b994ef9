import { bidFieldNames as names, bidTexts as texts } from "~/content/console-bid-texts";
import { ownStake, saleTexts } from "~/content/console-cask-texts";
import { formatDate, formatInstant } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { ConsoleBid } from "~/areas/market/read-bid";
import { Badge, type BadgeTone } from "~/ui/badge";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { TextLink } from "~/ui/console/cells";
import { DefinitionRows } from "~/ui/definition-rows";
import type { PartProps } from "./action";

const TONES: Record<ConsoleBid["state"], BadgeTone> = {
  draft: "attention",
  open: "copper",
  accepted: "gain",
  refused: "neutral",
  expired: "neutral",
  withdrawn: "neutral",
};

export function BidsPart(props: PartProps) {
  const { page, mayChange } = props;
  const bids = page.bids ?? [];
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {bids.length === 0 && <p className="text-peat-60">No one has bid for this cask so far.</p>}
        {bids.map((bid) => (
          <section key={bid.id} id={bid.id} className="flex min-w-0 flex-col gap-4">
            <h2 className="display text-lg">
              {saleTexts.buyers[bid.bidderKind]}, {formatUsd(bid.netPerStakeCents)}
            </h2>
            <BidRows bid={bid} viewerId={props.viewerId} />
            {bid.state === "accepted" && !page.exit && <p>Propose the sale with exactly these figures, under Sale.</p>}
            {mayChange && <Decision bid={bid} {...props} />}
          </section>
        ))}
      </div>
      {mayChange && page.cask.endedOn === null && <BidForm {...props} />}
    </div>
  );
}

function BidRows({ bid, viewerId }: { bid: ConsoleBid; viewerId: string }) {
  const by = (who: string | null, atMs: number) =>
    (who === viewerId ? saleTexts.byViewer : saleTexts.byOther)(formatInstant(atMs));
  const { counts } = bid;
  return (
    <DefinitionRows
      rows={[
        { label: "State", value: <Badge tone={TONES[bid.state]}>{texts.states[bid.state]}</Badge> },
        { label: "Price of the whole cask", value: formatUsd(bid.grossCents) },
        { label: "Fees", value: formatUsd(bid.feesCents) },
        { label: "Net per stake", value: formatUsd(bid.netPerStakeCents), accent: true },
        { label: "Closes", value: formatInstant(bid.closesAtMs) },
        { label: "What holders read", value: bid.note, below: true },
        {
          label: "The bidder's letter",
          value: <TextLink href={`/operator/documents/${bid.id}`}>Open the letter</TextLink>,
        },
        { label: "Drafted", value: by(bid.draftedBy, bid.draftedAtMs) },
        bid.publishedAtMs !== null && { label: "Published", value: by(bid.publishedBy, bid.publishedAtMs) },
        bid.state === "open" && {
          label: "Stakes whose holders have answered",
          value: `${bid.answered} of ${bid.voting}`,
        },
        counts !== null && {
          label: "Stakes: accept, decline, silent",
          value: `${counts.accepted}, ${counts.declined}, ${counts.issued - counts.accepted - counts.declined}`,
        },
        bid.withdrawnAtMs !== null && { label: "Withdrawn", value: formatInstant(bid.withdrawnAtMs) },
      ]}
    />
  );
}

function Decision({ bid, page, viewerId }: PartProps & { bid: ConsoleBid }) {
  if (bid.state !== "draft" && bid.state !== "open" && bid.state !== "accepted") return null;
  const isMine = bid.draftedBy === viewerId;
  return (
    <div className="flex flex-col gap-4">
      {bid.state === "draft" && (isMine || page.isHolder) && (
        <p>{isMine ? "You drafted it, so another operator has to publish it." : ownStake}</p>
      )}
      {bid.state === "draft" && !isMine && !page.isHolder && (
        <ConsoleForm
          intent="confirm-bid"
          hidden={{ bid: bid.id }}
          button={`Publish the bid at ${formatUsd(bid.netPerStakeCents)} per stake`}
        >
          <Effects
            title="What publishing does"
            effects={[
              "tells every holder by email",
              "lets them vote until the bid closes, and change their vote",
              "keeps any other sale from being proposed until then",
            ]}
          />
        </ConsoleForm>
      )}
      <ConsoleForm intent="withdraw-bid" hidden={{ bid: bid.id }} button="The bidder withdraws" look="danger" />
    </div>
  );
}

function BidForm({ typed, errors, refused, newId, page }: PartProps) {
  if (page.isHolder) return <p>{ownStake}</p>;
  return (
    <ConsoleForm
      intent="bid"
      hidden={{ bid: `bid_${newId}` }}
      title="Put a bid to the holders"
      lead="One operator drafts it, another publishes it. Then the holders vote until 12:00 UTC of the day it closes. The figures and the rule are fixed: to change them, withdraw the bid and draft another."
      fields={[
        { name: "bidder_kind", label: names.bidder_kind, choices: saleTexts.buyers },
        { name: "gross", label: names.gross, figure: true, hint: "In dollars, for all its stakes." },
        { name: "fees", label: names.fees, figure: true, hint: "The costs of the sale, in dollars." },
        {
          name: "closes_on",
          label: names.closes_on,
          type: "date",
          hint: `7 to 30 days from the day it is published. Today is ${formatDate(page.today)}.`,
        },
        {
          name: "note",
          label: names.note,
          rows: 4,
          most: 1000,
          hint: "Who bids, for what purpose, and what is special about it. Do not name private individuals.",
        },
        {
          name: "file",
          label: "The bidder's letter",
          type: "file",
          hint: refused ? "Choose the file again." : "A PDF, JPEG or PNG of at most 10 MB. Holders can open it.",
        },
      ]}
      typed={typed}
      errors={errors}
      button="Save as a draft"
    />
  );
}
