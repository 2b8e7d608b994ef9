import { nothing } from "~/db/work";
import { isNewAccount } from "~/domain/first-hour";
import type { Deps } from "~/core/deps";
import type { CarriedSession } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import type { StartedPayment } from "../started-payment";
import { readClaimField } from "./claim-field";
import type { DeskDoor } from "./desk-door";
import type { Claim, DeskAnswer } from "./desk-terms";

export type AskDeskDeps = Pick<Deps, "signLink" | "nowMs"> & {
  /** null: this cask's buyers go to the database as they come. */
  desk: DeskDoor | null;
  reachedAtMs: number;
};

/** What the desk said without asking the database. */
export type ToldAtDesk = Exclude<DeskAnswer, { is: "asked" | "unknown-account" }>;

type DeskOutcome = { told: ToldAtDesk } | { viewer: Viewer; nowMs: number; started: StartedPayment; isWanted: boolean };

/** @returns null if there is no desk, or it does not answer: the database is asked as if there were none */
export async function askDesk(
  { desk, ...deps }: AskDeskDeps,
  session: CarriedSession,
  start: Omit<Claim, "session" | "activated" | "isNew" | "reachedAtMs">,
  field: string | undefined,
): Promise<DeskOutcome | null> {
  if (!desk) return null;
  await session.awake();
  const { userId } = session.claim;
  const about = { userId, caskId: start.caskId };
  const { idHash } = session.claim;
  const known = await readClaimField(deps, about, field);
  const account = { activated: known?.activated ?? null, isNew: known?.isNew ?? false };
  const claim: Claim = { ...start, session: { idHash, userId }, ...account, reachedAtMs: deps.reachedAtMs };
  let answer = await desk.ask(claim);
  if (answer.is === "unknown-account") {
    // What the offer page would have asked.
    const { viewer, nowMs } = await session.read(() => nothing);
    if (!viewer.activated) return { told: { is: "not-activated" } };
    answer = await desk.ask({ ...claim, activated: true, isNew: isNewAccount(viewer.createdAtMs, nowMs) });
  }
  if (answer.is === "away") return null;
  if (answer.is === "asked") return { ...answer, viewer: await session.admitted(answer.viewer) };
  return { told: answer.is === "unknown-account" ? { is: "busy" } : answer };
}
