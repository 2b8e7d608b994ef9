import { sql } from "drizzle-orm";
import { row, runWork } from "~/db/work";
import { accessOf } from "~/core/session/access";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import type { SettlementDeps } from "../../settlement/deps";

/** What the parts of a local run need that speak for the demo people. */
export type DemoDeps = Pick<SettlementDeps, "db" | "nowMs" | "newId" | "sha256">;

type Person = Pick<Viewer, "id" | "email" | "phone" | "fullName" | "createdAtMs" | "role" | "contactChangedAtMs"> & {
  activatedAtMs: number | null;
};

const live = sql`1 = 1`;

/** For what a person of the demo data does by themselves: nobody is signed in. */
export function sessionOf({ db, nowMs }: Pick<DemoDeps, "db" | "nowMs">, userId: string): Session {
  const claim = { userId, idHash: "sandbox" };
  const run: Session["read"] = async (work) => {
    const atMs = nowMs();
    const person = await runWork(
      db,
      row(
        db.all<Person>(sql`SELECT id, email, phone, full_name AS fullName, created_at_ms AS createdAtMs, role,
      contact_changed_at_ms AS contactChangedAtMs, activated_at_ms AS activatedAtMs FROM users WHERE id = ${userId}`),
      ),
    );
    if (!person) throw new Error(`there is no user ${userId}`);
    const { activatedAtMs, ...rest } = person;
    const viewer: Viewer = {
      ...{ ...rest, activated: activatedAtMs !== null },
      ...{ fresh: true, sessionCreatedAtMs: atMs, idleEndsAtMs: null },
    };
    return { viewer, nowMs: atMs, result: await runWork(db, work({ ...accessOf(claim, atMs), live, fresh: live })) };
  };
  return { claim, read: run, write: run };
}
