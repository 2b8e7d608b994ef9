import type { Deps } from "~/core/deps";
import type { NoticeTopic } from "~/core/outbox/kinds";
import { isTopic } from "./topics";

// The link proves by itself that we wrote it to this person about this topic, so that it works without a login and for years.

type Signing = Pick<Deps, "signLink">;
export type Unsubscribing = { userId: string; topic: NoticeTopic };

const SHAPE = /^([\w-]{1,60})\.([a-z]{1,20})\.([0-9a-f]{32})$/;
const signatureOf = async ({ signLink }: Signing, { userId, topic }: Unsubscribing) =>
  (await signLink(`unsubscribe:${userId}:${topic}`)).slice(0, 32);

export async function unsubscribeUrl(deps: Signing & Pick<Deps, "origin">, whom: Unsubscribing): Promise<string> {
  return `${deps.origin}/notices/stop/${whom.userId}.${whom.topic}.${await signatureOf(deps, whom)}`;
}

/** Whom and what a token from such a link means; null if we did not write it. */
export async function readUnsubscribeToken(deps: Signing, token: string): Promise<Unsubscribing | null> {
  const [, userId = "", topic = "", signature = ""] = SHAPE.exec(token) ?? [];
  if (!isTopic(topic)) return null;
  const expected = await signatureOf(deps, { userId, topic });
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  const same = (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
  return same ? { userId, topic } : null;
}
