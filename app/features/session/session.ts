import type { Work } from "~/db/work";
import type { Access, SessionClaim } from "./access";
import type { Viewer } from "./viewer";

/** Who asked, when, and what came of it. */
export type Answered<T> = { viewer: Viewer; nowMs: number; result: T };

/**
 * The way of a use case into the database for a signed-in person. The check of the session and the work go out in one
 * D1 batch, so a session that has ended reads nothing, and writes that carry `access.live` write nothing. When it has
 * ended, `read` and `write` reject with the answer that says so.
 */
export type Session = {
  claim: SessionClaim;
  /** When the token that was sent ends; unset for a cookie. */
  tokenEndsAtMs?: number;
  /** One round trip. */
  read: <T>(work: (access: Access) => Work<T>) => Promise<Answered<T>>;
  /** One round trip. Every statement that writes must carry `access.live` or `access.fresh`. */
  write: <T>(work: (access: Access) => Work<T>) => Promise<Answered<T>>;
};
