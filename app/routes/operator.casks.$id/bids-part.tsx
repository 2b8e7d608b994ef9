import { bidFieldNames as names, bidTexts as texts } from "~/content/console-bid-texts";
import { saleTexts } from "~/content/console-cask-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import type { CaskBids, ConsoleBid, SilentHolder } from "~/areas/market/bids/read-cask-bids";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChoiceField, Effects } from "~/ui/console/form-parts";
import { ConsoleTable } from "~/ui/console/console-table";
import { SubjectLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field, TextField } from "~/ui/field";
import type { PartProps } from "./cask-admin";

const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";
const TONES: Record<ConsoleBid["state"], BadgeTone> = {
  draft: "attention",
  open: "copper",
  accepted: "gain",
  refused: "neutral",
  expired: "neutral",
  withdrawn: "neutral",
};

/** Bids for the whole cask: drafted, published by another operator, voted on by the holders, counted. */
export function BidsPart(props: PartProps) {
  const { page, mayChange } = props;
  const { bids = [], silent = [], silentInAll = 0 } = page.bids ?? {};
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {bids.length === 0 && <p className="text-peat-60">{texts.none}</p>}
        {bids.map((bid) => (
          <section key={bid.id} id={bid.id} className="flex min-w-0 flex-col gap-4">
            <h2 className="display text-lg">
              {saleTexts.buyers[bid.bidderKind]}, {formatUsd(bid.netPerStakeCents)}
            </h2>
            <BidRows bid={bid} viewerId={props.viewerId} />
            {bid.state === "open" && silentInAll > 0 && <Silent holders={silent} inAll={silentInAll} />}
            {bid.state === "accepted" && !page.exit && <p>{texts.accepted}</p>}
            {mayChange && <Decision bid={bid} {...props} />}
          </section>
        ))}
      </div>
      {mayChange && page.cask.endedOn === null && <BidForm {...props} />}
    </div>
  );
}

function BidRows({ bid, viewerId }: { bid: ConsoleBid; viewerId: string }) {
  const { rows } = texts;
  const by = (who: string | null, atMs: number) =>
    (who === viewerId ? saleTexts.byViewer : saleTexts.byOther)(formatInstant(atMs));
  const { counts } = bid;
  return (
    <DefinitionRows
      rows={[
        { label: rows.state, value: <Badge tone={TONES[bid.state]}>{texts.states[bid.state]}</Badge> },
        { label: rows.gross, value: formatUsd(bid.grossCents) },
        { label: rows.fees, value: formatUsd(bid.feesCents) },
        { label: rows.netPerStake, value: formatUsd(bid.netPerStakeCents), accent: true },
        { label: rows.closes, value: formatInstant(bid.closesAtMs) },
        { label: rows.note, value: bid.note, below: true },
        {
          label: rows.letter,
          value: (
            <a href={`/operator/documents/${bid.id}`} className={link}>
              {texts.open}
            </a>
          ),
        },
        { label: rows.drafted, value: by(bid.draftedBy, bid.draftedAtMs) },
        bid.publishedAtMs !== null && { label: rows.published, value: by(bid.publishedBy, bid.publishedAtMs) },
        bid.state === "open" && { label: rows.answered, value: texts.answeredOf(bid.answered, bid.voting) },
        counts !== null && {
          label: rows.counts,
          value: texts.counted(counts.accepted, counts.declined, counts.issued - counts.accepted - counts.declined),
        },
        bid.withdrawnAtMs !== null && { label: rows.withdrawn, value: formatInstant(bid.withdrawnAtMs) },
      ]}
    />
  );
}

function Silent({ holders, inAll }: { holders: SilentHolder[]; inAll: CaskBids["silentInAll"] }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="font-semibold">{texts.silent(inAll)}</h3>
      <p className="text-peat-60">{texts.silentLead}</p>
      <ConsoleTable
        label={texts.silent(inAll)}
        rows={holders}
        keyOf={({ userId }) => userId}
        columns={[
          {
            label: texts.silentColumns.holder,
            cell: (row) => <SubjectLink subject={`user:${row.userId}`} name={row.name ?? texts.noName} />,
          },
          { label: texts.silentColumns.stakes, right: true, cell: (row) => String(row.stakes) },
        ]}
      />
    </div>
  );
}

/** What the viewer may do about a bid. */
function Decision({ bid, page, viewerId }: PartProps & { bid: ConsoleBid }) {
  if (bid.state !== "draft" && bid.state !== "open" && bid.state !== "accepted") return null;
  const isMine = bid.draftedBy === viewerId;
  return (
    <div className="flex flex-col gap-4">
      {bid.state === "draft" && (isMine || page.isHolder) && <p>{isMine ? texts.youDrafted : texts.isHolder}</p>}
      {bid.state === "draft" && !isMine && !page.isHolder && (
        <form method="post" className="flex flex-col gap-4">
          <input type="hidden" name="bid" value={bid.id} />
          <Effects title={texts.publishTitle} effects={texts.publishEffects} />
          <Button name="intent" value="confirm-bid">
            {texts.publish(formatUsd(bid.netPerStakeCents))}
          </Button>
        </form>
      )}
      <form method="post">
        <input type="hidden" name="bid" value={bid.id} />
        <Button name="intent" value="withdraw-bid" look="danger">
          {texts.withdraw}
        </Button>
      </form>
    </div>
  );
}

type FieldName = keyof typeof names;

function BidForm({ typed, errors, refused, newId, page }: PartProps) {
  const field = (name: FieldName) => ({
    ...{ name, label: names[name], error: errors[name], startHere: name === Object.keys(errors)[0] },
  });
  const figure = { inputMode: "decimal", autoComplete: "off", maxLength: 40 } as const;
  if (page.isHolder) return <p>{texts.isHolder}</p>;
  return (
    <form method="post" encType="multipart/form-data" noValidate className="flex flex-col gap-4">
      <h2 className="font-semibold">{texts.add}</h2>
      <p className="text-peat-60">{texts.lead}</p>
      <input type="hidden" name="intent" value="bid" />
      <input type="hidden" name="bid" value={`bid_${newId}`} />
      <ChoiceField {...field("bidder_kind")} names={saleTexts.buyers} chosen={typed.bidder_kind ?? ""} />
      <Field {...field("gross")} {...figure} hint={texts.hints.gross} defaultValue={typed.gross ?? ""} />
      <Field {...field("fees")} {...figure} hint={texts.hints.fees} defaultValue={typed.fees ?? ""} />
      <Field
        {...field("closes_on")}
        type="date"
        hint={texts.hints.closes_on(formatDate(page.today))}
        defaultValue={typed.closes_on ?? ""}
      />
      <TextField {...field("note")} rows={4} maxLength={1000} hint={texts.hints.note} defaultValue={typed.note ?? ""} />
      <Field
        {...field("file")}
        type="file"
        accept="application/pdf,image/jpeg,image/png"
        hint={refused ? texts.hints.fileAgain : texts.hints.file}
      />
      <Button>{texts.draft}</Button>
    </form>
  );
}
