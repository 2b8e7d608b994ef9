import { sql } from "drizzle-orm";
import { tokenTexts } from "~/content/wallet-notes";
import type { Database } from "~/db/client";
import { nothing, rows, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/core/deps";
import { tokensOf } from "~/core/ledger/accounts";
import type { Access } from "~/core/session/access";
import type { Session } from "~/core/session/session";
import { ownsActiveStake, readBalance } from "./holdings";
import type { PaymentPurpose } from "~/db/schema/payments";

const TOKENS_SHOWN = 30;

export async function readTokens({ db, log }: Deps, session: Session) {
  const tokens = ({ userId }: Access) =>
    together({
      balance: readBalance(db, tokensOf(userId)),
      earned: rows(tokenRowsQuery(db, userId)),
      ownsStake: ownsActiveStake(db, userId),
    });
  const { viewer, result } = await session.read(tokens).catch(async (error: unknown) => {
    if (error instanceof Response) throw error;
    const { viewer } = await session.read(() => nothing);
    log("tokens-not-read", { error: error instanceof Error ? error.name : "?" });
    return { viewer, result: { balance: null, earned: [], ownsStake: false } };
  });
  return { activated: viewer.activated, tokens: tokensView(result, viewer) };
}

type TokenRow = {
  id: string;
  tokens: number;
  createdAtMs: number;
  purpose: PaymentPurpose | null;
  productName: string | null;
};

function tokenRowsQuery(db: Database, userId: string) {
  const account = tokensOf(userId);
  return db.all<TokenRow>(sql`SELECT moved.id, moved.tokens, moved.created_at_ms AS createdAtMs, payments.purpose, payments.product_name AS productName
    FROM (
      SELECT * FROM (SELECT id, amount AS tokens, refers_to, created_at_ms FROM transfers
        WHERE credit_account_id = ${account} ORDER BY created_at_ms DESC LIMIT ${TOKENS_SHOWN})
      UNION ALL
      SELECT * FROM (SELECT id, -amount AS tokens, refers_to, created_at_ms FROM transfers
        WHERE debit_account_id = ${account} ORDER BY created_at_ms DESC LIMIT ${TOKENS_SHOWN})
    ) AS moved
    LEFT JOIN payments ON moved.refers_to LIKE 'payment:%' AND payments.id = substr(moved.refers_to, 9)
    ORDER BY moved.created_at_ms DESC, moved.id DESC LIMIT ${TOKENS_SHOWN}`);
}

export type TokensView = {
  tab: "tokens";
  count: number | null;
  badge: "locked" | "member" | "holder";
  earned: { id: string; text: string; tokens: number; date: string }[];
};

type Rows = { balance: number | null; earned: TokenRow[]; ownsStake: boolean };

function tokensView({ balance, earned, ownsStake }: Rows, { activated }: { activated: boolean }): TokensView {
  return {
    tab: "tokens",
    count: balance,
    badge: !activated ? "locked" : ownsStake ? "holder" : "member",
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
