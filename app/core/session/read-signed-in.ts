import { nothing } from "~/db/work";
import type { Viewer } from "./viewer";
import type { Session } from "./session";

export async function readSignedIn(session: Session): Promise<{ viewer: Viewer; nowMs: number }> {
  return session.read(() => nothing);
}
