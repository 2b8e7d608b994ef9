import type { SessionClaim } from "~/core/session/access";
import type { OpenedSession, PaymentOutcome } from "../keep-session";
import type { Claim, DeskAnswer, DeskTally, Looked } from "./desk-terms";

/** What a cask's desk does for the app, in another Worker. */
export type CaskDeskStub = {
  ask: (claim: Claim) => Promise<DeskAnswer>;
  keep: (caskId: string, opened: OpenedSession) => Promise<PaymentOutcome | null>;
  place: (caskId: string, session: SessionClaim) => Promise<Looked>;
  leave: (caskId: string, userId: string) => Promise<void>;
  tally: (caskId: string) => Promise<DeskTally | null>;
};

/** The same for whoever calls: `away` when there is no answer, which a log line tells. Nothing rejects. */
export type DeskDoor = {
  ask: (claim: Claim) => Promise<DeskAnswer | { is: "away" }>;
  /** @returns null: it is to be kept otherwise */
  keep: (caskId: string, opened: OpenedSession) => Promise<PaymentOutcome | null>;
  place: (caskId: string, session: SessionClaim) => Promise<Looked | { is: "away" }>;
  /** @returns whether they have left */
  leave: (caskId: string, userId: string) => Promise<boolean>;
  /** @returns null: nobody came to it of late, or it does not answer */
  tally: (caskId: string) => Promise<DeskTally | null>;
};
