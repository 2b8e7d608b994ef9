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

/** A session that can be carried to another Worker, which confirms it in a batch of its own. */
export type CarriedSession = Session & {
  /** Rejects like `read` if the session has been idle for too long, which the database does not know. No round trip, but for a new session. */
  awake: () => Promise<void>;
  /** For what another Worker read or wrote in this session: rejects like `write` if that found it ended. */
  admitted: (viewer: Viewer | null) => Promise<Viewer>;
};
