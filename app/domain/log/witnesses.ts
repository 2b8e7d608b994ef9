import { toHex } from "~/domain/hex";
import { isPushEndpoint } from "~/domain/push-endpoint";
import { readVerifierKey, type VerifierKey } from "./checkpoint";
import type { HashBytes } from "./merkle";

// Who signs the log's checkpoints beside us, as the setting `witnesses` keeps it: 'NAME+ID+KEY https://ADDRESS, ...'.

export type Witness = {
  /** NAME+ID, by which outbox rows and signatures call it. */
  id: string;
  key: VerifierKey;
  /** What programs that check notes take. */
  verifierKey: string;
  /** Without a slash at its end. */
  address: string;
};

const MOST = 8;
/** What C2SP signed-note allows in a name, less what would end a list in SQL. */
const ONE = /^([^\s+,"\\]{1,60}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{1,60}) (https?:\/\/[^\s,"\\?#]{1,200}?)\/?$/u;
/** A witness beside a local run. */
const ON_THIS_MACHINE = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}(\/|$)/;

const mayBeSentTo = (address: string): boolean =>
  ON_THIS_MACHINE.test(address) || (URL.canParse(address) && isPushEndpoint(new URL(address).href));

function readWitness(text: string, hash: HashBytes): Witness | null {
  const [, verifierKey, address] = ONE.exec(text) ?? [];
  if (verifierKey === undefined || address === undefined || !mayBeSentTo(address)) return null;
  const key = readVerifierKey(verifierKey, hash);
  return key?.kind === 4 ? { id: `${key.name}+${toHex(key.keyId)}`, key, verifierKey, address } : null;
}

/** @param text one a line, or with commas between them. @returns null if one of them is none, or stands there twice */
export function readWitnesses(text: string, hash: HashBytes): Witness[] | null {
  const parts = text
    .split(/[\n,]/)
    .map((part) => part.trim().replaceAll(/\s+/g, " "))
    .filter((part) => part !== "");
  const read = parts.map((part) => readWitness(part, hash));
  if (read.length > MOST || !read.every((one) => one !== null)) return null;
  const isTwice = new Set(read.map(({ id }) => id)).size < read.length;
  return isTwice ? null : read.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** As the setting keeps it. */
export const writeWitnesses = (witnesses: readonly Witness[]): string =>
  witnesses.map(({ verifierKey, address }) => `${verifierKey} ${address}`).join(", ");
