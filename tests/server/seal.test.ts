import { describe, expect, it } from "vitest";
import type { SealedPlace } from "~/core/sealer";
import { keyedHash } from "~/server/keyed-hash";
import { createSealer } from "~/server/seal";
import { testConfig } from "../support/context";

const sealer = createSealer(testConfig);
const place: SealedPlace = { table: "bank_details", column: "account_number_sealed", userId: "usr_1" };
const NUMBER = "50100123456789";
const NEWER = btoa("another-key-another-key-another!");

const flip = (sealed: string, at: number) => {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return btoa(String.fromCharCode(...bytes));
};

describe("a sealed account number", () => {
  it("opens where it belongs", async () => {
    for (const text of [NUMBER, "", "ज्ञ 123"])
      expect(await sealer.open(await sealer.seal(text, place), place)).toBe(text);
  });

  it("looks different each time and has nothing readable in it", async () => {
    const seals = await Promise.all(Array.from({ length: 20 }, () => sealer.seal(NUMBER, place)));
    expect(new Set(seals.map(({ sealed }) => sealed)).size).toBe(20);
    for (const { sealed } of seals) expect(atob(sealed)).not.toContain("0123");
  });

  it("does not open in another user's row or another table", async () => {
    const sealed = await sealer.seal(NUMBER, place);
    for (const other of [
      { ...place, userId: "usr_2" },
      { ...place, table: "withdrawals" as const },
    ])
      await expect(sealer.open(sealed, other)).rejects.toThrow();
  });

  it("does not open after a single bit was changed", async () => {
    const { sealed, keyId } = await sealer.seal(NUMBER, place);
    for (let at = 0; at < atob(sealed).length; at++)
      await expect(sealer.open({ sealed: flip(sealed, at), keyId }, place)).rejects.toThrow();
  });

  it("does not open under another key, and says that it is the key", async () => {
    const other = createSealer({ BANK_DETAILS_KEY: NEWER });
    const sealed = await sealer.seal(NUMBER, place);
    expect((await other.seal(NUMBER, place)).keyId).not.toBe(sealed.keyId);
    await expect(other.open(sealed, place)).rejects.toMatchObject({ code: "unknown-key" });
    const claimed = { ...sealed, keyId: (await other.seal("", place)).keyId };
    await expect(other.open(claimed, place)).rejects.toMatchObject({ code: "not-genuine" });
    for (const keyId of ["", "00000000", "__proto__"])
      await expect(sealer.open({ ...sealed, keyId }, place)).rejects.toMatchObject({ code: "unknown-key" });
  });

  it("is sealed and marked under keys of their own, neither of them the secret itself", async () => {
    const { sealed, keyId } = await sealer.seal(NUMBER, place);
    const [mark] = await sealer.marks(NUMBER);
    const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const raw = await crypto.subtle.importKey("raw", bytes(testConfig.BANK_DETAILS_KEY), "AES-GCM", false, ["decrypt"]);
    const additionalData = new TextEncoder().encode([place.table, place.column, place.userId, keyId].join("|"));
    const algorithm = { name: "AES-GCM", iv: bytes(sealed).slice(0, 12), additionalData };
    await expect(crypto.subtle.decrypt(algorithm, raw, bytes(sealed).slice(12))).rejects.toThrow();
    for (const text of [NUMBER, `mark|${NUMBER}`])
      expect(await keyedHash(testConfig.BANK_DETAILS_KEY, text)).not.toBe(mark);
  });

  it("does not open when it is cut short, empty or not base64", async () => {
    const { sealed, keyId } = await sealer.seal(NUMBER, place);
    for (const text of ["", "AAAA", sealed.slice(0, 16), sealed.slice(0, -4), `${sealed}AAAA`, "%%%"])
      await expect(sealer.open({ sealed: text, keyId }, place), text).rejects.toMatchObject({ code: "not-genuine" });
  });
});

describe("a ring of keys", () => {
  const older = testConfig.BANK_DETAILS_KEY;

  it("opens what any of them sealed, and seals under the first", async () => {
    const before = await sealer.seal(NUMBER, place);
    const ring = createSealer({ BANK_DETAILS_KEY: `${NEWER},${older}` });
    expect(await ring.open(before, place)).toBe(NUMBER);
    const after = await ring.seal(NUMBER, place);
    expect(after.keyId).not.toBe(before.keyId);
    expect(await createSealer({ BANK_DETAILS_KEY: NEWER }).open(after, place)).toBe(NUMBER);
    await expect(sealer.open(after, place)).rejects.toMatchObject({ code: "unknown-key" });
  });

  it("does not open one key's text with another", async () => {
    const ring = createSealer({ BANK_DETAILS_KEY: `${NEWER},${older}` });
    const [before, after] = [await sealer.seal(NUMBER, place), await ring.seal(NUMBER, place)];
    for (const swapped of [
      { sealed: before.sealed, keyId: after.keyId },
      { sealed: after.sealed, keyId: before.keyId },
    ])
      await expect(ring.open(swapped, place)).rejects.toMatchObject({ code: "not-genuine" });
  });
});

it("the marks of an account are the same for the same text, tell nothing of it, and are known under an older key as well", async () => {
  const [mark, ...more] = await sealer.marks(NUMBER);
  expect(more).toEqual([]);
  expect(mark).toMatch(/^[0-9a-f]{64}$/);
  expect(await sealer.marks(NUMBER)).toEqual([mark]);
  expect(await sealer.marks(`${NUMBER} `)).not.toEqual([mark]);
  const renewed = createSealer({ BANK_DETAILS_KEY: `${NEWER},${testConfig.BANK_DETAILS_KEY}` });
  const [present, older] = await renewed.marks(NUMBER);
  expect([present === mark, older === mark]).toEqual([false, true]);
});
