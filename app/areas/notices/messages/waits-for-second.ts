import { type SQL, sql } from "drizzle-orm";
import { isOpen } from "~/core/proposals/change";

export const messageSubject = (messageId: string) => `message:${messageId}`;

/** True while another operator may confirm the draft: nothing is changed about it then. */
export const waitsForSecond = (messageId: string, nowMs: number): SQL =>
  sql`EXISTS (SELECT 1 FROM change_proposals WHERE ${isOpen(messageSubject(messageId))} AND expires_at_ms > ${nowMs})`;
