import { sql } from "drizzle-orm";
import { accountsMergedMail, mergerProposedMail } from "~/content/notice-mails-account";
import { dayText, mergerText } from "~/content/notice-texts";
import { row, runWork } from "~/db/work";
import { stopAddress } from "~/areas/accounts/closing/stop-address";
import { readStoppableMerger } from "~/areas/holdings/merging/stop-merger";
import { type NoticeTable, toEachRecipient } from "./notice";

export const ofMergers = {
  // To the contacts of both accounts, with the link that stops it.
  "merger-proposed": {
    ...toEachRecipient,
    subject: "MERGER:RECIPIENT",
    once: "the row of the merger is written once and never deleted",
    tell: async (deps, [mergerId]) => {
      const query = deps.db.all<{ stopToken: string }>(
        sql`SELECT stop_token AS stopToken FROM account_mergers WHERE id = ${mergerId}`,
      );
      const stopToken = (await runWork(deps.db, row(query)))?.stopToken ?? "";
      const merger = await readStoppableMerger(deps, stopToken);
      if (merger?.state !== "waiting") return "superseded";
      return {
        mail: mergerProposedMail({ ...merger, stopUrl: stopAddress(deps.origin, stopToken) }),
        text: mergerText(merger.mergesFromMs, stopToken),
      };
    },
  },
  // To those of the account that stays; the other one hears that it is closed.
  "accounts-merged": {
    ...toEachRecipient,
    subject: "MERGER:RECIPIENT",
    once: "two accounts become one once",
    tell: async ({ db, origin }, [mergerId]) => {
      type Moved = { mergedAtMs: number; stakes: number; cents: number; certificates: number };
      const query = db.all<Moved>(sql`SELECT merged_at_ms AS mergedAtMs, stakes, wallet_cents + pending_cents AS cents,
          (SELECT count(*) FROM stakes JOIN certificates ON certificates.stake_id = stakes.id AND certificates.voided_at_ms = merged_at_ms
            WHERE stakes.user_id = into_user_id) AS certificates
        FROM account_mergers WHERE id = ${mergerId} AND merged_at_ms IS NOT NULL`);
      const moved = await runWork(db, row(query));
      if (!moved) return "superseded";
      return {
        mail: accountsMergedMail({ ...moved, walletUrl: `${origin}/wallet` }),
        text: dayText("accounts-merged", moved.mergedAtMs),
      };
    },
  },
} satisfies NoticeTable;
