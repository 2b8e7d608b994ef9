import { sql, type SQLWrapper } from "drizzle-orm";
import { referrals } from "~/db/schema/payments";
import * as z from "zod";
import { dropReward, payReward, releaseReward } from "~/areas/accounts/rewards/decide-reward";
import { mapWork, noWork, rows } from "~/db/work";
import { looksLikeOne } from "~/core/ledger/same-person";
import { afterRow, cutPage, PAGE_ROWS, readAfter, utc } from "~/core/lists";
import { formatUsd, plainDollars } from "~/domain/money";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Instant, SubjectLink } from "~/ui/console/cells";
import { defineList } from "./define-list";

type WaitingReward = {
  /** The person referred. */
  id: string;
  referrerId: string;
  name: string | null;
  referrerName: string | null;
  state: "held" | "pending";
  rewardCents: number;
  createdAtMs: number;
  /** 1: unless an operator said that they are two people. */
  looksLikeOne: number;
};

const nameOf = (userId: SQLWrapper) =>
  sql`(SELECT coalesce(named.full_name, named.email) FROM users AS named WHERE named.id = ${userId})`;

const form = z.object({ intent: z.enum(["pay", "release", "drop"]), referred: z.string().min(1).max(60) });
const DECIDE = { pay: payReward, release: releaseReward, drop: dropReward };

export const rewards = defineList({
  section: "rewards",
  position: readAfter,
  query: (db, { after, pageRows = PAGE_ROWS }) => {
    const from = after ? sql`AND (created_at_ms, referred_id) > (${after.ms}, ${after.id})` : sql``;
    const query = db.all<WaitingReward>(sql`SELECT referred_id AS id, referrer_id AS referrerId, state,
        reward_cents AS rewardCents, created_at_ms AS createdAtMs,
        (released_at_ms IS NULL AND ${looksLikeOne(referrals.referredId, referrals.referrerId)}) AS looksLikeOne,
        ${nameOf(referrals.referredId)} AS name, ${nameOf(referrals.referrerId)} AS referrerName
      FROM referrals WHERE state IN ('held', 'pending') ${from} ORDER BY created_at_ms, referred_id LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (found) => cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
  },
  shown: (row, mayChange) => (mayChange ? row : { ...row, name: null, referrerName: null }),
  columns: ({ mayChange }) => [
    { label: "Earned", cell: (row) => <Instant atMs={row.createdAtMs} /> },
    {
      label: "Who referred",
      cell: (row) => <SubjectLink subject={`user:${row.referrerId}`} name={row.referrerName ?? row.referrerId} />,
    },
    {
      label: "The person referred",
      cell: (row) => <SubjectLink subject={`user:${row.id}`} name={row.name ?? row.id} />,
    },
    { label: "Amount", right: "amount", cell: (row) => formatUsd(row.rewardCents) },
    { label: "State", isState: true, cell: (row) => <State row={row} mayChange={mayChange} /> },
  ],
  refusals: {
    form: "There is no such reward.",
    "no-such-reward": "There is no such reward.",
    "not-pending": "This reward is no longer waiting to be paid.",
    "not-held": "This reward is no longer waiting for a decision.",
    "looks-like-one": "They look like the same person: first confirm that they are not.",
    "decided-otherwise": "This reward has already been decided differently.",
    "not-allowed": "Nothing was changed. If it concerns you, someone else has to do it.",
  },
  act: (db, operator, fields) => {
    const { data } = form.safeParse(fields);
    return data
      ? DECIDE[data.intent](db, { referredId: data.referred, operator })
      : noWork({ ok: false, code: "form" });
  },
  csv: {
    referred_id: (row) => row.id,
    referrer_id: (row) => row.referrerId,
    since: (row) => utc(row.createdAtMs),
    state: (row) => row.state,
    amount_usd: (row) => plainDollars(row.rewardCents),
    looks_like_one: (row) => (row.looksLikeOne === 1 ? "yes" : "no"),
  },
});

function State({ row, mayChange }: { row: WaitingReward; mayChange: boolean }) {
  const waits = row.state === "held" || row.looksLikeOne === 1;
  return (
    <>
      <Badge tone={waits ? "attention" : "neutral"}>{waits ? "may be the same person" : "to pay"}</Badge>
      {mayChange && (
        <form method="post" className="mt-2 flex flex-wrap gap-2 max-lg:justify-end">
          <input type="hidden" name="referred" value={row.id} />
          {waits ? (
            <>
              <Button look="secondary" wide={false} name="intent" value="release">
                They are different people
              </Button>
              <Button look="danger" wide={false} name="intent" value="drop">
                They are the same person: drop it
              </Button>
            </>
          ) : (
            <Button wide={false} name="intent" value="pay">
              {`Pay ${formatUsd(row.rewardCents)}`}
            </Button>
          )}
        </form>
      )}
    </>
  );
}
