import type { SessionClaim } from "~/core/session/access";
import type { Viewer } from "~/core/session/viewer";
import type { StartedPayment, StartRefusal } from "../started-payment";
import type { AskedStart, StartAnswer } from "./start-together";

// The words of a cask's desk, at which buyers stand in line while a launch is on. What passes between Workers is made of these.

/** An offer from the line is no hold: whoever accepts it in this time asks the database before anybody behind them. */
export const OFFER_MS = 180_000;
/** While anybody waits, the desk looks for stakes that came back this often. */
export const LOOK_MS = 5_000;

/** Why a line is over for everybody in it. `withdrawn`: the cask is not on sale any more, sold as a whole included. */
export type Over = "sold-out" | "closed" | "withdrawn";

export type Claim = AskedStart & {
  caskId: string;
  /** What the offer page knew of the account (`claim-field`); null: no such page was shown to it of late. */
  activated: boolean | null;
  /** The account is less than a week old. */
  isNew: boolean;
  /** When the whole request had reached the app: of those who wait, who was first is asked for first. */
  reachedAtMs: number;
};

/** @see ticketOf */
export type Gathered = { is: "gathered"; ticket: string; drawnAtMs: number };

export type DeskAnswer =
  /** The database was asked. */
  | {
      is: "asked";
      viewer: Viewer | null;
      nowMs: number;
      started: StartedPayment;
      /** Others ask at the same time. */
      isWanted: boolean;
    }
  /** 1 is the first of the line. */
  | { is: "in-line"; place: number }
  /** Their place is drawn among all who ask in the first minute. */
  | Gathered
  | { is: "over"; why: Over }
  | { is: "not-activated" }
  /** Until then no more new accounts of this network. */
  | { is: "network-full"; untilMs: number }
  /** To be asked again with what an offer page knows. */
  | { is: "unknown-account" }
  /** To be asked again later, and nobody else instead. */
  | { is: "busy" };

/** What somebody sees who looks at their place. */
export type PlaceNow =
  /** `paused`: an operator has stopped the sale, and nobody is called until it goes on. */
  | { is: "in-line"; place: number; paused?: true }
  | Gathered
  | { is: "called"; untilMs: number }
  | { is: "passed" }
  | { is: "over"; why: Over }
  | { is: "none" };

/** The same for a session, which may have ended a minute ago. */
export type Looked = PlaceNow | { is: "session-ended" };

/** What a desk has done since it woke: its memory ends with the object, which the database's figures do not. */
export type DeskTally = {
  sinceMs: number;
  /** Presses of the button, of one person within a second one. */
  claims: number;
  /** Of these, how many the database was asked about. */
  asked: number;
  /** Whose places are to be drawn. */
  gathered: number;
  inLine: number;
  /** Of those in line, to whom a stake is offered now. */
  called: number;
};

/** `gathered`: they asked in the first minute of a cask whose places are drawn, and have their number until then. */
export type PlaceState = "gathered" | "waiting" | "called" | "passed" | "over";

export type Place = {
  /** Given out in order and never again, so that a place keeps it through a restart. */
  number: number;
  userId: string;
  joinedAtMs: number;
  state: PlaceState;
  /** When an offer ends. */
  untilMs: number | null;
  why: Over | null;
  /** Who is called, or whose line is over, has been written to. */
  isTold: boolean;
};

/** Where places are kept. Each call is durable before anybody is answered. */
export type PlaceStore = {
  all: () => Place[];
  nextNumber: () => number;
  put: (place: Place) => void;
  drop: (userId: string) => void;
};

/** What one read of the database says of a cask. */
export type Stock = {
  /** null: it is on sale. */
  over: Over | null;
  /** An operator has stopped the sale. */
  isStopped: boolean;
  /** New accounts of one network that may have a place in the first hour; null: it is over, or they are not limited. */
  mostOfNetwork: number | null;
  /** Stakes that nobody has or holds, those of overdue holds included. */
  free: number;
  holders: { userId: string; untilMs: number }[];
};

export type DeskPorts = {
  nowMs: () => number;
  wait: (ms: number) => Promise<void>;
  /** One round trip. Never rejects. */
  start: (claims: readonly Claim[], nowMs: number) => Promise<StartAnswer[]>;
  /** One round trip. */
  look: (nowMs: number) => Promise<Stock>;
  /** Those of these sessions that have ended. One round trip. */
  ended: (sessions: readonly SessionClaim[], nowMs: number) => Promise<string[]>;
  /** @see ticketOf */
  ticketOf: (userId: string) => string;
  /** Draws the order of these, or finds the order that was drawn. Two round trips. @returns tickets, the first first */
  draw: (tickets: readonly string[], nowMs: number) => Promise<string[]>;
  /** Writes to people; whoever was written to before is not again. */
  tell: (places: readonly Place[], nowMs: number) => Promise<void>;
  log: (event: string, fields: { count?: number; error?: string }) => void;
};

/** Whoever is refused because of these waits: stakes may come back, the sale may go on, and places will be drawn. */
export const WAITS: ReadonlySet<StartRefusal> = new Set(["held-by-others", "sales-stopped", "places-are-drawn"]);

/** What ends a line, as the start of a payment says it. */
export const OVER_BY_REFUSAL: Partial<Record<StartRefusal, Over>> = {
  "sold-out": "sold-out",
  closed: "closed",
  ended: "withdrawn",
  "no-such-cask": "withdrawn",
};
