import { createDatabase } from "~/db/client";
import { runWork } from "~/db/work";
import { accessOf, type SessionClaim } from "./access";
import { readViewer } from "./viewer";

/** For what is decided before a request is read, with no more than a binding: whether this is a live session of an operator. */
export async function isOperatorsSession(d1: D1Database, claim: SessionClaim, nowMs: number): Promise<boolean> {
  const db = createDatabase(d1);
  const viewer = await runWork(db, readViewer(db, accessOf(claim, nowMs)));
  return viewer?.role === "operator";
}
