import type { Sealed, SealedPlace, Sealer } from "~/features/profile/sealer";
import type { AppConfig } from "./env";

// AES-256-GCM with a fresh nonce for every text. Table, column, user and key are authenticated with it, so a sealed text
// copied into another row does not open there. The key's id is stored, so that a later key can stand beside this one.

const NONCE_BYTES = 12;
const encoder = new TextEncoder();

export function createSealer(config: Pick<AppConfig, "BANK_DETAILS_KEY">): Sealer {
  const key = importKey(config.BANK_DETAILS_KEY);
  return {
    seal: async (text, place) => {
      const { cryptoKey, keyId } = await key;
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt(parameters(nonce, place, keyId), cryptoKey, encoder.encode(text));
      return { sealed: toBase64(new Uint8Array([...nonce, ...new Uint8Array(sealed)])), keyId };
    },
    open: async (stored: Sealed, place) => {
      const { cryptoKey, keyId } = await key;
      if (stored.keyId !== keyId) throw new Error("sealed under a key that is not the present one");
      const bytes = fromBase64(stored.sealed);
      const nonce = bytes.slice(0, NONCE_BYTES);
      const text = await crypto.subtle.decrypt(parameters(nonce, place, keyId), cryptoKey, bytes.slice(NONCE_BYTES));
      return new TextDecoder().decode(text);
    },
  };
}

async function importKey(base64: string) {
  const bytes = fromBase64(base64);
  const cryptoKey = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  // Names the key without giving anything of it away.
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const keyId = Array.from(digest.slice(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { cryptoKey, keyId };
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
