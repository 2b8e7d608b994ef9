import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { each, mapWork, nothing, rows, together, type Work } from "~/db/work";
import { readCode } from "~/domain/certificate-code";
import { type PayoutPlace, readPayoutReference } from "~/domain/payout-reference";
import { tidy } from "~/domain/tidy-text";
import { emailAddress, indianMobile } from "~/areas/accounts/login/read-address";

/** The last word of a name, as the index `users_by_surname` has it. */
const surname = sql`substr(full_name, length(rtrim(full_name, replace(full_name, ' ', ''))) + 1) COLLATE NOCASE`;

const MOST_OF_EACH = 10;
const MOST_LETTERS = 100;
const MOST_COMPARED = 2_000;
const FEWEST_LETTERS = 2;

/** null: too little to look for. */
export type SearchTerms = {
  text: string;
  folded: string;
  email: string | null;
  phone: string | null;
  code: string;
  payout: PayoutPlace | null;
};

export function readSearchTerms(typed: string | null): SearchTerms | null {
  const text = tidy(typed ?? "").slice(0, MOST_LETTERS);
  if (text.length < FEWEST_LETTERS) return null;
  const email = emailAddress.safeParse(text);
  const phone = indianMobile.safeParse(text);
  return {
    text,
    folded: foldName(text),
    email: email.data ?? null,
    phone: phone.data ?? null,
    code: readCode(text),
    payout: readPayoutReference(text),
  };
}

/** Letters that Unicode does not take apart. */
const PLAIN: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i" };

/** 'Élodie Şahin' in any case and Unicode form is 'elodie sahin'. */
const foldName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN[letter] ?? letter);

export type FoundKind = "users" | "casks" | "certificates" | "payments" | "withdrawals" | "support";
export type Found = {
  kind: FoundKind;
  id: string;
  /** 1 where it was named by something that only one thing has. */
  exact: number;
  createdAtMs: number;
  name?: string | null;
  code?: string;
  email?: string | null;
  phone?: string | null;
  more?: string;
  amountCents?: number;
  state?: string;
};

function usersOf(db: Database, { text, folded, email, phone }: SearchTerms): Work<Found[]> {
  const begins = beginsWith(folded);
  const named = sql`full_name IS NOT NULL`;
  const person = sql`'users' AS kind, id, full_name AS name, email, phone, created_at_ms AS createdAtMs`;
  return mapWork(
    together({
      plain: rows(
        db.all<Found>(sql`SELECT ${person}, (id = ${text} OR coalesce(email = ${email}, 0) OR coalesce(phone = ${phone}, 0)) AS exact
          FROM users WHERE id = ${text} OR email = ${email} OR phone = ${phone}
            OR ${begins(sql`full_name COLLATE NOCASE`, named)} OR ${begins(surname, named)} LIMIT ${MOST_OF_EACH}`),
      ),
      // SQLite folds a-z alone, so names with other letters are compared here.
      other: rows(
        db.all<Found>(sql`SELECT ${person}, 0 AS exact FROM users
          WHERE full_name GLOB '*[^ -~]*' ORDER BY created_at_ms DESC LIMIT ${MOST_COMPARED}`),
      ),
    }),
    ({ plain, other }) => {
      const matching = other.filter(({ id, name }) => {
        const plainly = foldName(name ?? "");
        const isNamed = plainly.startsWith(folded) || (plainly.split(" ").at(-1) ?? "").startsWith(folded);
        return isNamed && plain.every((one) => one.id !== id);
      });
      return [...plain, ...matching].slice(0, MOST_OF_EACH);
    },
  );
}

function search(db: Database, asked: SearchTerms): Work<Found[]> {
  const { text, folded, email, phone, code, payout } = asked;
  const begins = beginsWith(folded);
  const found = (kind: FoundKind, columns: SQL) =>
    rows(db.all<Found>(sql`SELECT ${kind} AS kind, ${columns} LIMIT ${MOST_OF_EACH}`));
  const works = [
    usersOf(db, asked),
    found(
      "casks",
      sql`id, name, id AS more, created_at_ms AS createdAtMs, id = ${text} AS exact
        FROM casks WHERE id = ${text} OR ${begins(sql`name COLLATE NOCASE`)}`,
    ),
    found(
      "certificates",
      sql`certificates.id, certificates.code, certificates.state, casks.name AS more, certificates.created_at_ms AS createdAtMs, 1 AS exact
        FROM certificates JOIN stakes ON stakes.id = certificates.stake_id JOIN casks ON casks.id = stakes.cask_id
        WHERE certificates.id = ${text} OR certificates.code = ${code}`,
    ),
    found(
      "payments",
      sql`id, product_name AS name, amount_cents AS amountCents, state, created_at_ms AS createdAtMs, 1 AS exact
        FROM payments WHERE id = ${text} OR provider_session_id = ${text} OR provider_payment_id = ${text}
          OR id IN (SELECT payment_id FROM manual_refunds WHERE reference = ${text} COLLATE NOCASE)`,
    ),
    found(
      "withdrawals",
      sql`id, holder_name AS name, amount_cents AS amountCents, state, created_at_ms AS createdAtMs, 1 AS exact
        FROM withdrawals WHERE id = ${text} OR (bank_reference IS NOT NULL AND bank_reference = ${text} COLLATE NOCASE)
          OR id IN (SELECT withdrawal_id FROM payout_runs JOIN payout_run_rows ON run_id = payout_runs.id
            WHERE number = ${payout?.run ?? 0} AND place = ${payout?.place ?? 0})`,
    ),
    found(
      "support",
      sql`id, number AS code, name AS more, created_at_ms AS createdAtMs, (id = ${text} OR number = ${code}) AS exact
        FROM support_requests WHERE id = ${text} OR number = ${code} OR (email IS NOT NULL AND email = ${email})
          OR (phone IS NOT NULL AND phone = ${phone})`,
    ),
  ];
  return mapWork(each(works), (all) => all.flat());
}

const beginsWith =
  (folded: string) =>
  (column: SQL, found = sql`1`) =>
    sql`(${found} AND ${column} >= ${folded} COLLATE NOCASE AND ${column} < ${`${folded}\u{10ffff}`} COLLATE NOCASE)`;

export const searchIfAsked = (db: Database, asked: SearchTerms | null): Work<Found[] | null> =>
  asked ? search(db, asked) : mapWork(nothing, () => null);
