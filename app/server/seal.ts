import { type Sealed, SealError, type SealedPlace, type Sealer } from "~/core/sealer";
import type { AppConfig } from "./env";
import { hashUnder } from "./keyed-hash";

// AES-256-GCM with a fresh nonce for every text. Table, column, user and key are authenticated with it, so a sealed text copied
// into another row does not open there. The secret is a ring of keys: the first one seals; a text is opened by the key whose id
// is stored with it. What seals and what marks are two keys derived from each secret (HKDF), so that neither use tells anything of the other.

const NONCE_BYTES = 12;
const encoder = new TextEncoder();

type Key = { sealing: CryptoKey; marking: CryptoKey; keyId: string };

export function createSealer(config: Pick<AppConfig, "BANK_DETAILS_KEY">): Sealer {
  let imported: Promise<Key[]> | undefined;
  // Imported on first use, because most requests never open or seal anything.
  const ring = () => (imported ??= Promise.all(config.BANK_DETAILS_KEY.split(",").map(importKey)));
  return {
    seal: async (text, place) => {
      const [present] = await ring();
      if (!present) throw new Error("there is no key");
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const algorithm = parameters(nonce, place, present.keyId);
      const sealed = await crypto.subtle.encrypt(algorithm, present.sealing, encoder.encode(text));
      return { sealed: toBase64(new Uint8Array([...nonce, ...new Uint8Array(sealed)])), keyId: present.keyId };
    },
    open: async (stored: Sealed, place) => {
      const key = (await ring()).find(({ keyId }) => keyId === stored.keyId);
      if (!key) throw new SealError("unknown-key");
      return open(stored.sealed, key, place).catch(() => {
        throw new SealError("not-genuine");
      });
    },
    marks: async (text) => {
      const [present, ...older] = await ring();
      if (!present) throw new Error("there is no key");
      const markUnder = ({ marking }: Key) => hashUnder(marking, text);
      return [await markUnder(present), ...(await Promise.all(older.map(markUnder)))];
    },
  };
}

async function open(sealed: string, { sealing, keyId }: Key, place: SealedPlace): Promise<string> {
  const bytes = fromBase64(sealed);
  const algorithm = parameters(bytes.slice(0, NONCE_BYTES), place, keyId);
  const text = await crypto.subtle.decrypt(algorithm, sealing, bytes.slice(NONCE_BYTES));
  return new TextDecoder().decode(text);
}

async function importKey(base64: string): Promise<Key> {
  const bytes = fromBase64(base64);
  const secret = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const derived = (use: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode(use),
  });
  const [sealing, marking] = await Promise.all([
    crypto.subtle.deriveKey(derived("seal"), secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]),
    crypto.subtle.deriveKey(derived("mark"), secret, { name: "HMAC", hash: "SHA-256", length: 256 }, false, ["sign"]),
  ]);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const keyId = Array.from(digest.slice(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { sealing, marking, keyId };
}

function parameters(iv: Uint8Array<ArrayBuffer>, { table, column, userId }: SealedPlace, keyId: string) {
  return { name: "AES-GCM", iv, additionalData: encoder.encode([table, column, userId, keyId].join("|")) };
}

function toBase64(bytes: Uint8Array<ArrayBuffer>): string {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
