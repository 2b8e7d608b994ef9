import type { Deps } from "~/core/deps";

// The link proves by itself that we wrote it to this reader, so it works without a login, and knows no address.

export type HeadLink = { readerId: string; does: "confirm" | "stop" };
type Signing = Pick<Deps, "signLink">;

const SHAPE = /^([\w-]{1,60})\.(confirm|stop)\.([0-9a-f]{32})$/;

const signatureOf = async ({ signLink }: Signing, { readerId, does }: HeadLink) =>
  (await signLink(`audit-heads:${readerId}:${does}`)).slice(0, 32);

export const headToken = async (deps: Signing, link: HeadLink) =>
  `${link.readerId}.${link.does}.${await signatureOf(deps, link)}`;

export const headUrl = async (deps: Signing & Pick<Deps, "origin">, link: HeadLink) =>
  `${deps.origin}/audit/heads/${await headToken(deps, link)}`;

/** Whom and what a token means; null if we did not write it. */
export async function readHeadToken(deps: Signing, token: string): Promise<HeadLink | null> {
  const [, readerId = "", does = "", signature = ""] = SHAPE.exec(token) ?? [];
  if (does !== "confirm" && does !== "stop") return null;
  const expected = await signatureOf(deps, { readerId, does });
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  const same = (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
  return same ? { readerId, does } : null;
}
