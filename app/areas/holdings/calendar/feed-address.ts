import type { Deps } from "~/core/deps";

type Signing = Pick<Deps, "signLink">;

/** How long a page that asks for an address may lie open. */
export const PAGE_LIFE_MS = 3_600_000;

const SECRET = /^[0-9a-f]{64}$/;

/**
 * The secret part of the address: nobody can work it out without our key. The same page gives the same secret, so a second tap changes
 * nothing.
 */
export const secretOf = ({ signLink }: Signing, userId: string, askedAtMs: number) =>
  signLink(`calendar-secret:${userId}:${askedAtMs}`);

/** What is kept of it. */
export const markOf = ({ signLink }: Signing, secret: string) => signLink(`calendar-mark:${secret}`);

/** The secret in the name of a feed's file; null where there cannot be one. */
export function secretIn(file: string | undefined): string | null {
  const secret = file?.endsWith(".ics") ? file.slice(0, -4) : "";
  return SECRET.test(secret) ? secret : null;
}
