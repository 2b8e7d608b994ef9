import { toHex } from "~/domain/hex";
import type { HashBytes } from "./merkle";

// Checkpoints of the log (C2SP tlog-checkpoint): its size and root, as a note with our Ed25519 signature. Who signs is given from outside.

export type TreeHead = {
  /** Such as dunnage.example/log. */
  origin: string;
  /** Entries. */
  size: number;
  root: Uint8Array;
};

/** What a signature is made with: 1 is Ed25519 over the text, 4 is Ed25519 by a witness, with its time. */
export type SignatureKind = 1 | 4;

export type NoteSignature = { name: string; keyId: Uint8Array; signature: Uint8Array };

export type SignedHead = TreeHead & {
  text: string;
  signatures: NoteSignature[];
  /** All of it, as it was read. */ note: string;
};

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** @returns null if it is not written in the one way there is */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** What is signed. */
export const headText = ({ origin, size, root }: TreeHead): string => `${origin}\n${size}\n${toBase64(root)}\n`;

const utf8 = new TextEncoder();

export const keyIdOf = (name: string, kind: SignatureKind, publicKey: Uint8Array, hash: HashBytes): Uint8Array =>
  hash(utf8.encode(`${name}\n`), Uint8Array.of(kind), publicKey).slice(0, 4);

/** A key as programs that check notes take it: NAME+ID+KEY. */
export function verifierKey(name: string, kind: SignatureKind, publicKey: Uint8Array, hash: HashBytes): string {
  const keyId = toHex(keyIdOf(name, kind, publicKey, hash));
  return `${name}+${keyId}+${toBase64(Uint8Array.of(kind, ...publicKey))}`;
}

export type VerifierKey = { name: string; kind: SignatureKind; publicKey: Uint8Array; keyId: Uint8Array };

/** @returns null if it is no key of a kind that we know, or its id is not that of its key */
export function readVerifierKey(text: string, hash: HashBytes): VerifierKey | null {
  const [, name, keyId, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text) ?? [];
  const key = base64 === undefined ? null : fromBase64(base64);
  const kind = key?.[0];
  if (name === undefined || key?.length !== 33 || (kind !== 1 && kind !== 4)) return null;
  const publicKey = key.subarray(1);
  const found = { name, kind, publicKey, keyId: keyIdOf(name, kind, publicKey, hash) } as const;
  return toHex(found.keyId) === keyId ? found : null;
}

const signatureLine = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(Uint8Array.of(...keyId, ...signature))}\n`;

export const signedNote = (text: string, signatures: readonly NoteSignature[]): string =>
  `${text}\n${signatures.map(signatureLine).join("")}`;

const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u;
/** More than any checkpoint has: 16 signatures at least are to be read. */
const MOST_SIGNATURES = 64;

/** @returns null if one of the lines is no signature */
export function readSignatures(lines: string): NoteSignature[] | null {
  if (!lines.endsWith("\n")) return null;
  const all = lines.slice(0, -1).split("\n");
  if (all.length > MOST_SIGNATURES) return null;
  const read = all.map((line) => {
    const [, name, base64] = SIGNATURE.exec(line) ?? [];
    const bytes = base64 === undefined ? null : fromBase64(base64);
    if (name === undefined || bytes === null || bytes.length < 5) return null;
    return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) };
  });
  return read.every((one) => one !== null) ? read : null;
}

/** Reads a checkpoint; whether its signatures are right is not looked at. @returns null if it is none */
export function readCheckpoint(note: string): SignedHead | null {
  // A note has no control characters but line ends.
  if ([...note].some((one) => one < " " && one !== "\n")) return null;
  const end = note.lastIndexOf("\n\n");
  if (end < 0) return null;
  const text = note.slice(0, end + 1);
  const signatures = readSignatures(note.slice(end + 2));
  const [, origin, digits, base64] =
    /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? [];
  const root = base64 === undefined ? null : fromBase64(base64);
  const size = Number(digits);
  if (origin === undefined || root === null || signatures === null || !Number.isSafeInteger(size)) return null;
  return { origin, size, root, text, signatures, note };
}
