import { isNewAccount } from "~/domain/first-hour";
import type { Deps } from "~/core/deps";
import type { Viewer } from "~/core/session/viewer";

// What the offer page knew of an account when it was shown, signed: with it the desk of a cask can answer without a round trip.

const MINUTE_MS = 60_000;
const LIFETIME_MS = 10 * MINUTE_MS;

type About = { userId: string; caskId: string };
type ClaimDeps = Pick<Deps, "signLink" | "nowMs">;

/** Good for ten minutes, and for this person and cask alone. The page that shows it has just asked the database. */
export async function claimField(
  deps: ClaimDeps,
  about: About,
  { activated, createdAtMs }: Pick<Viewer, "activated" | "createdAtMs">,
): Promise<string> {
  const nowMs = deps.nowMs();
  const untilMinute = Math.ceil((nowMs + LIFETIME_MS) / MINUTE_MS);
  const known = !activated ? "0" : isNewAccount(createdAtMs, nowMs) ? "2" : "1";
  const said = `${known}.${untilMinute.toString(36)}`;
  return `${said}.${await signed(deps, about, said)}`;
}

export type KnownAccount = { activated: boolean; /** Less than a week old. */ isNew: boolean };

/** null: it was not said, not by us, or too long ago. */
export async function readClaimField(
  deps: ClaimDeps,
  about: About,
  field: string | undefined,
): Promise<KnownAccount | null> {
  const [, said, mac] = /^([0-2]\.[0-9a-z]{1,10})\.([0-9a-f]{64})$/.exec(field ?? "") ?? [];
  if (!said || mac !== (await signed(deps, about, said))) return null;
  const untilMinute = parseInt(said.slice(2), 36);
  if (deps.nowMs() >= untilMinute * MINUTE_MS) return null;
  return { activated: !said.startsWith("0"), isNew: said.startsWith("2") };
}

const signed = ({ signLink }: ClaimDeps, { userId, caskId }: About, said: string) =>
  signLink(`claim:${userId}:${caskId}:${said}`);
