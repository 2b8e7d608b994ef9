import type { Sha256 } from "~/domain/audit/audit-files";
import { ticketOf } from "~/domain/first-minute";
import type { Deps } from "~/core/deps";
import { readEndedSessions } from "~/core/session/ended-sessions";
import type { DeskPorts } from "./desk-terms";
import { drawPlaces } from "./draw-places";
import { readStock } from "./read-stock";
import { startTogether } from "./start-together";
import { tellPlaces } from "./tell-places";

/** The desk's ways to the database. @param nowMs the time by the object's clock */
export function deskPorts(
  { db, wait, nudge, log, sha256 }: Pick<Deps, "db" | "wait" | "nudge" | "log"> & { sha256: Sha256 },
  caskId: string,
  nowMs: () => number,
): DeskPorts {
  return {
    nowMs,
    wait,
    start: (claims, nowMs) => startTogether(db, claims, nowMs),
    look: (nowMs) => readStock(db, caskId, nowMs),
    ticketOf: (userId) => ticketOf(caskId, userId, sha256),
    draw: (tickets, nowMs) => drawPlaces({ db, sha256 }, caskId, tickets, nowMs),
    ended: (sessions, nowMs) => readEndedSessions(db, sessions, nowMs),
    tell: async (places, nowMs) => {
      const told = await tellPlaces(db, caskId, places, nowMs);
      // Without it the timer sends them within a minute.
      await nudge(told).catch((error: unknown) => log("nudge-failed", { error: String(error) }));
    },
    log: (event, fields) => log(event, { caskId, ...fields }),
  };
}
