import { sql } from "drizzle-orm";
import { tokenTexts } from "~/content/wallet-notes";
import type { Database } from "~/db/client";
import { dateOf } from "~/domain/calendar-date";
import { tokensOf } from "~/features/ledger/accounts";

const SHOWN = 30;

type TokenRow = {
  id: string;
  tokens: number;
  createdAtMs: number;
  purpose: "joining-fee" | "stake" | null;
  productName: string | null;
};

/** The latest rows of the token account, both ways, with what was paid for. */
export function tokenRowsQuery(db: Database, userId: string) {
  const account = tokensOf(userId);
  return db.all<TokenRow>(sql`SELECT moved.id, moved.tokens, moved.created_at_ms AS createdAtMs, payments.purpose, payments.product_name AS productName
    FROM (
      SELECT * FROM (SELECT id, amount AS tokens, refers_to, created_at_ms FROM transfers
        WHERE credit_account_id = ${account} ORDER BY created_at_ms DESC LIMIT ${SHOWN})
      UNION ALL
      SELECT * FROM (SELECT id, -amount AS tokens, refers_to, created_at_ms FROM transfers
        WHERE debit_account_id = ${account} ORDER BY created_at_ms DESC LIMIT ${SHOWN})
    ) AS moved
    LEFT JOIN payments ON moved.refers_to LIKE 'payment:%' AND payments.id = substr(moved.refers_to, 9)
    ORDER BY moved.created_at_ms DESC, moved.id DESC LIMIT ${SHOWN}`);
}

export type TokensView = {
  tab: "tokens";
  /** null: the balance could not be read. */
  count: number | null;
  badge: "locked" | "member" | "holder";
  earned: { id: string; text: string; tokens: number; date: string }[];
};

type Rows = { balance: { balance: number }[]; earned: TokenRow[]; anyStake: unknown[] };

export function tokensView({ balance, earned, anyStake }: Rows, { activated }: { activated: boolean }): TokensView {
  return {
    tab: "tokens",
    count: balance[0]?.balance ?? null,
    badge: !activated ? "locked" : anyStake.length > 0 ? "holder" : "member",
    earned: earned.map((row) => ({
      id: row.id,
      text: textOf(row),
      tokens: row.tokens,
      date: dateOf(row.createdAtMs),
    })),
  };
}

function textOf({ purpose, productName, tokens }: TokenRow): string {
  const what = purpose === "joining-fee" ? tokenTexts.joiningFee : (productName ?? tokenTexts.other);
  return tokens < 0 ? tokenTexts.takenBack(what) : what;
}
