import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { statementKey } from "~/domain/audit/audit-files";
import { type KeeperList, PROOF_FILES, writeProof } from "../proof-files";

type Deps = { db: Database; proof: Pick<R2Bucket, "put"> };

type KeeperRow = {
  id: string;
  name: string | null;
  warehouse: string;
  keys: string;
  date: string | null;
  sha256: string | null;
};
type Key = [key: string, registeredAtMs: number, retiredAtMs: number | null];

/** Who may sign for which warehouse. There are few. One round trip. */
export async function writeKeeperList({ db, proof }: Deps): Promise<void> {
  const last = (column: string) =>
    sql`(SELECT ${sql.raw(column)} FROM keeper_statements WHERE keeper_id = keepers.id ORDER BY stated_on DESC LIMIT 1)`;
  const found = await runWork(
    db,
    rows(
      db.all<KeeperRow>(sql`SELECT keepers.id, named.keeper AS name, keepers.warehouse, ${last("stated_on")} AS date, ${last("id")} AS sha256,
          (SELECT json_group_array(json_array(public_key, registered_at_ms, retired_at_ms) ORDER BY registered_at_ms, rowid)
            FROM keeper_keys WHERE keeper_id = keepers.id) AS keys
        FROM keepers LEFT JOIN warehouse_keepers AS named ON named.warehouse = keepers.warehouse ORDER BY keepers.id`),
    ),
  );
  const keepers = found.map(({ id, name, warehouse, keys, date, sha256 }): KeeperList["keepers"][number] => ({
    ...{ id, name, warehouse },
    keys: (JSON.parse(keys) as Key[]).map(([key, registeredAtMs, retiredAtMs]) => ({
      ...{ key, algorithm: "Ed25519", registered_on: dateOf(registeredAtMs) },
      retired_on: retiredAtMs === null ? null : dateOf(retiredAtMs),
    })),
    last_statement: date === null || sha256 === null ? null : { date, sha256 },
  }));
  await writeProof(proof, PROOF_FILES.keepers, { version: 1, keepers } satisfies KeeperList);
}

/** The files of statements that came since. */
export async function writeStatements({ db, proof }: Deps, sinceMs: number): Promise<void> {
  const found = await runWork(
    db,
    rows(
      db.all<{ id: string; body: string }>(
        sql`SELECT id, body FROM keeper_statements WHERE received_at_ms >= ${sinceMs} ORDER BY received_at_ms LIMIT 100`,
      ),
    ),
  );
  for (const { id, body } of found)
    await proof.put(statementKey(id), body, { httpMetadata: { contentType: "application/json" } });
}
