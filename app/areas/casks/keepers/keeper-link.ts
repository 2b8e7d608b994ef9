import type { Deps } from "~/core/deps";

// The link by which a keeper hands in a statement without an account. It proves by itself that we made it for this keeper and mailbox; what
// is handed in by it is proved by the keeper's own signature.

type Signing = Pick<Deps, "signLink">;
type Linked = { id: string; email: string | null };

const SHAPE = /^([a-z0-9-]{3,40})\.([0-9a-f]{32})$/;

const signatureOf = async ({ signLink }: Signing, { id, email }: Linked) =>
  (await signLink(`keeper:${id}:${email ?? ""}`)).slice(0, 32);

export async function keeperUrl(deps: Signing & Pick<Deps, "origin">, keeper: Linked): Promise<string> {
  return `${deps.origin}/keeper/${keeper.id}.${await signatureOf(deps, keeper)}`;
}

/** Which keeper a token names; unproved. null: it is none of ours. */
export const keeperInToken = (token: string): string | null => SHAPE.exec(token)?.[1] ?? null;

/** @param keeper with the mailbox as it is now: another one makes older links void */
export async function isKeeperToken(deps: Signing, token: string, keeper: Linked): Promise<boolean> {
  const signature = SHAPE.exec(token)?.[2] ?? "";
  const expected = await signatureOf(deps, keeper);
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  return (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
}
