import type { Work } from "~/db/work";
import type { Access, SessionClaim } from "./access";
import type { Viewer } from "./viewer";

/** The viewer, the time of the request, and the result of the work. */
export type SessionResult<T> = { viewer: Viewer; nowMs: number; result: T };

/**
 * How a use case reaches the database for a signed-in person. The session check and the work go out in one D1 batch. If the
 * session has ended, writes that carry `access.live` write nothing, and `read` and `write` reject with the response to send, so
 * the use case never sees what was read.
 */
export type Session = {
  claim: SessionClaim;
  /** When the token that was sent ends; unset for a cookie. */
  tokenEndsAtMs?: number;
  /** One round trip. */
  read: <T>(work: (access: Access) => Work<T>) => Promise<SessionResult<T>>;
  /** One round trip. Every statement that writes must carry `access.live` or `access.fresh`. */
  write: <T>(work: (access: Access) => Work<T>) => Promise<SessionResult<T>>;
};
