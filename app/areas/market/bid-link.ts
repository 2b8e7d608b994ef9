import type { Deps } from "~/core/deps";

// Once the account has another address, the old one votes no more.

type Signing = Deps;
export type Linked = { bidId: string; userId: string; email: string };

const SHAPE = /^([\w-]{1,60})\.([0-9a-f]{32})$/;

const signatureOf = async ({ signLink }: Signing, { bidId, userId, email }: Linked) =>
  (await signLink(`bid:${bidId}:${userId}:${email}`)).slice(0, 32);

export async function bidUrl(deps: Signing & Deps, linked: Linked): Promise<string> {
  return `${deps.origin}/bids/${linked.bidId}/${linked.userId}.${await signatureOf(deps, linked)}`;
}

export function userInToken(token: string): string | null {
  return SHAPE.exec(token)?.[1] ?? null;
}

export async function isOurToken(deps: Signing, token: string, linked: Linked): Promise<boolean> {
  const signature = SHAPE.exec(token)?.[2] ?? "";
  const expected = await signatureOf(deps, linked);
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  return (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
}
