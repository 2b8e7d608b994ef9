import { describe, expect, it } from "vitest";
import type { SealedPlace } from "~/features/profile/sealer";
import { createSealer } from "~/server/seal";
import { testConfig } from "../support/context";

const sealer = createSealer(testConfig);
const place: SealedPlace = { table: "bank_details", column: "account_number_sealed", userId: "usr_1" };
const NUMBER = "50100123456789";

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

  it("opens in no other user's row and in no other table", async () => {
    const sealed = await sealer.seal(NUMBER, place);
    for (const other of [
      { ...place, userId: "usr_2" },
      { ...place, table: "withdrawals" as const },
    ])
      await expect(sealer.open(sealed, other)).rejects.toThrow();
  });

  it("does not open after a single bit of it was changed", async () => {
    const { sealed, keyId } = await sealer.seal(NUMBER, place);
    for (let at = 0; at < atob(sealed).length; at++)
      await expect(sealer.open({ sealed: flip(sealed, at), keyId }, place)).rejects.toThrow();
  });

  it("does not open under another key, and says which key it was", async () => {
    const other = createSealer({ BANK_DETAILS_KEY: btoa("another-key-another-key-another!") });
    const sealed = await sealer.seal(NUMBER, place);
    expect((await other.seal(NUMBER, place)).keyId).not.toBe(sealed.keyId);
    await expect(other.open(sealed, place)).rejects.toThrow("not the present one");
    await expect(other.open({ ...sealed, keyId: (await other.seal("", place)).keyId }, place)).rejects.toThrow();
  });
});
