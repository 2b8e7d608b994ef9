import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, nothing, row, rows, runWork, together, type Work } from "~/db/work";
import type { CalendarDate } from "~/domain/calendar-date";
import type { Finding, KnownCask } from "~/domain/keepers/examine-statement";
import type { SignedStatement } from "~/domain/keepers/statement";
import type { Deps } from "~/core/deps";
import { isKeeperToken, keeperInToken } from "./keeper-link";

export type KeeperKey = { publicKey: string; registeredAtMs: number; retiredAtMs: number | null };

export type KeptCask = KnownCask & { name: string; confirmedOn: CalendarDate | null; absentOn: CalendarDate | null };

export type TakenStatement = {
  id: string;
  statedOn: CalendarDate;
  receivedAtMs: number;
  publicKey: string;
  signed: SignedStatement;
  findings: Finding[];
};

export type Keeper = {
  id: string;
  warehouse: string;
  /** The company; null: not entered. */
  name: string | null;
  email: string | null;
  createdAtMs: number;
  /** The oldest first. */
  keys: KeeperKey[];
  /** The latest first. */
  handedIn: TakenStatement[];
  /** Casks of ours in the warehouse that have not ended, those on offer or held first. */
  casks: KeptCask[];
};

/** More casks than a statement holds are not looked at. */
const MOST_CASKS = 1000;
const MOST_STATEMENTS = 12;

/** A keeper with keys, casks and latest statements, for pages and for examining the next statement. */
export function readKeeper(db: Database, keeperId: string): Work<Keeper | null> {
  const warehouse = sql`(SELECT warehouse FROM keepers WHERE id = ${keeperId})`;
  const found = together({
    keeper: row(
      db.all<
        Omit<Keeper, "keys" | "handedIn" | "casks">
      >(sql`SELECT keepers.id, keepers.warehouse, named.keeper AS name, keepers.email,
          keepers.created_at_ms AS createdAtMs
        FROM keepers LEFT JOIN warehouse_keepers AS named ON named.warehouse = keepers.warehouse WHERE keepers.id = ${keeperId}`),
    ),
    keys: rows(
      db.all<KeeperKey>(sql`SELECT public_key AS publicKey, registered_at_ms AS registeredAtMs, retired_at_ms AS retiredAtMs
        FROM keeper_keys WHERE keeper_id = ${keeperId} ORDER BY registered_at_ms, rowid`),
    ),
    handedIn: rows(
      db.all<StatementRow>(sql`SELECT id, stated_on AS statedOn, received_at_ms AS receivedAtMs, public_key AS publicKey, body, findings
        FROM keeper_statements WHERE keeper_id = ${keeperId} ORDER BY stated_on DESC LIMIT ${MOST_STATEMENTS}`),
    ),
    casks: rows(
      db.all<CaskRow>(sql`SELECT id, cask_number AS number, name, state = 'published' AS isExpected, confirmed_on AS confirmedOn,
          absent_on AS absentOn, loa_decilitres AS loaDecilitres, launches_on AS launchesOn,
          (SELECT json_array(loa_decilitres, gauged_on) FROM gauges WHERE cask_id = casks.id ORDER BY gauged_on DESC, created_at_ms DESC LIMIT 1) AS gauged,
          (SELECT json_array(loa_decilitres, stated_on) FROM keeper_statement_casks WHERE cask_id = casks.id AND loa_decilitres IS NOT NULL
            ORDER BY stated_on DESC LIMIT 1) AS stated
        FROM casks WHERE warehouse = ${warehouse} AND ended_on IS NULL AND state <> 'withdrawn'
        ORDER BY state <> 'published', cask_number, id LIMIT ${MOST_CASKS}`),
    ),
  });
  return mapWork(found, ({ keeper, keys, handedIn, casks }) =>
    keeper ? { ...keeper, keys, handedIn: handedIn.map(takenOf), casks: casks.map(caskOf) } : null,
  );
}

type StatementRow = Pick<TakenStatement, "id" | "statedOn" | "receivedAtMs" | "publicKey"> & {
  body: string;
  findings: string;
};

const takenOf = ({ body, findings, ...statement }: StatementRow): TakenStatement => ({
  ...statement,
  signed: JSON.parse(body) as SignedStatement,
  findings: JSON.parse(findings) as Finding[],
});

type Measured = [loaDecilitres: number, on: CalendarDate];
type CaskRow = Omit<KeptCask, "last" | "isExpected"> & {
  isExpected: 0 | 1;
  loaDecilitres: number;
  launchesOn: CalendarDate;
  gauged: string | null;
  stated: string | null;
};

/** Of the last gauge and the last statement, the later. A cask without either has the litres that it is offered with. */
function caskOf({ isExpected, loaDecilitres, launchesOn, gauged, stated, ...cask }: CaskRow): KeptCask {
  const measured = [gauged, stated].flatMap((one) => (one === null ? [] : [JSON.parse(one) as Measured]));
  const [last] = measured.toSorted(([, a], [, b]) => b.localeCompare(a));
  const [tenths, on] = last ?? [loaDecilitres, launchesOn];
  return { ...cask, isExpected: isExpected === 1, last: { loaDecilitres: tenths, on } };
}

type LinkDeps = Pick<Deps, "db" | "signLink">;

/** Behind the keeper's link; null: not a link of ours. One round trip. */
export async function openKeeperLink(deps: LinkDeps, token: string): Promise<Keeper | null> {
  return (await readLinkedKeeper(deps, token, nothing))?.keeper ?? null;
}

/** @param also what the same batch does */
export async function readLinkedKeeper<T>(
  deps: LinkDeps,
  token: string,
  also: Work<T>,
): Promise<{ keeper: Keeper; also: T } | null> {
  const keeperId = keeperInToken(token);
  if (keeperId === null) return null;
  const { keeper, also: done } = await runWork(deps.db, together({ keeper: readKeeper(deps.db, keeperId), also }));
  return keeper && (await isKeeperToken(deps, token, keeper)) ? { keeper, also: done } : null;
}
