import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "~/db/client";
import type { NoticeKind } from "~/areas/notices/notice-table";
import { noticeId, type OutboxKind, outboxId } from "~/core/outbox/kinds";

export type CausedRow = { id: string; kind: string; subject: string; notice: string | null };

export const byId = (rows: CausedRow[]) => rows.sort((one, other) => (one.id < other.id ? -1 : 1));

/** What a database's outbox holds, and which kinds of rows have been expected of it so far. */
export function outboxOf(db: Database) {
  const rowsNow = () => db.all<CausedRow>(sql`SELECT id, kind, subject_id AS subject, notice FROM outbox ORDER BY id`);
  const caused = new Set<string>();

  /** The outbox rows that this writes. */
  async function causedBy(cause: () => Promise<unknown>): Promise<CausedRow[]> {
    const before = new Set((await rowsNow()).map(({ id }) => id));
    await cause();
    return (await rowsNow()).filter(({ id }) => !before.has(id));
  }

  const workRow = (kind: Exclude<OutboxKind, "send-notice">, subject: string): CausedRow => {
    caused.add(kind);
    return { id: outboxId(kind, subject), kind, subject, notice: null };
  };
  const noticeRow = (notice: NoticeKind, ...ids: [string, ...string[]]): CausedRow => {
    caused.add(notice);
    const id = noticeId(notice, ...ids);
    return { id, kind: "send-notice", subject: id.slice("send-notice:".length), notice };
  };
  /** Those who are told by email. */
  const operators = () =>
    db.all<{ id: string }>(
      sql`SELECT id FROM users WHERE role = 'operator' AND email IS NOT NULL AND suspended_at_ms IS NULL`,
    );
  /** Once all kinds were caused. */
  const expectPaced = async () => {
    const rows = await db.all<{ notice: string }>(
      sql`SELECT DISTINCT notice FROM outbox WHERE urgent = -1 ORDER BY notice`,
    );
    expect(rows.map(({ notice }) => notice)).toEqual([...["cask-opens", "new-valuation", "return-ready"]]);
  };
  return { caused, causedBy, workRow, noticeRow, operators, expectPaced };
}
