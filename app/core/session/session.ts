import type { Work } from "~/db/work";
import type { Access, SessionClaim } from "./access";
import type { Viewer } from "./viewer";

export type SessionResult<T> = { viewer: Viewer; nowMs: number; result: T };

/**
 * How a use case reaches the database for a logged-in person. The session check and the work go out in one D1 batch. If
 * the session has ended, writes that carry `access.live` write nothing, and `read` and `write` reject with the response
 * to send, so the use case never sees what was read.
 */
export type Session = {
  claim: SessionClaim;
  tokenEndsAtMs?: number;
  read: <T>(work: (access: Access) => Work<T>) => Promise<SessionResult<T>>;
  /** Every statement that writes must carry `access.live` or `access.fresh`. */
  write: <T>(work: (access: Access) => Work<T>) => Promise<SessionResult<T>>;
};
