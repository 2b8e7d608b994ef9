import type { Deps } from "~/core/deps";

// What the offer page knew of an account when it was shown, signed: with it the desk of a cask can answer without a round trip.

const MINUTE_MS = 60_000;
const LIFETIME_MS = 10 * MINUTE_MS;

type About = { userId: string; caskId: string };
type ClaimDeps = Pick<Deps, "signLink" | "nowMs">;

/** Good for ten minutes, and for this person and cask alone. The page that shows it has just asked the database. */
export async function claimField(deps: ClaimDeps, about: About, activated: boolean): Promise<string> {
  const untilMinute = Math.ceil((deps.nowMs() + LIFETIME_MS) / MINUTE_MS);
  const said = `${activated ? "1" : "0"}.${untilMinute.toString(36)}`;
  return `${said}.${await signed(deps, about, said)}`;
}

/** Whether the account was activated; null: it was not said, not by us, or too long ago. */
export async function readClaimField(
  deps: ClaimDeps,
  about: About,
  field: string | undefined,
): Promise<boolean | null> {
  const [, said, mac] = /^([01]\.[0-9a-z]{1,10})\.([0-9a-f]{64})$/.exec(field ?? "") ?? [];
  if (!said || mac !== (await signed(deps, about, said))) return null;
  const untilMinute = parseInt(said.slice(2), 36);
  return deps.nowMs() < untilMinute * MINUTE_MS ? said.startsWith("1") : null;
}

const signed = ({ signLink }: ClaimDeps, { userId, caskId }: About, said: string) =>
  signLink(`claim:${userId}:${caskId}:${said}`);
