import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signIn, type SignInInput } from "~/areas/accounts/login/sign-in";
import { createTestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { putCask } from "../../../support/people";
import { freshBindings } from "../../../support/fresh-bindings";

beforeEach(freshBindings);

const input = (email: string, idHash: string): SignInInput => ({
  address: { channel: "email", value: email },
  ref: null,
  flowIdHash: null,
  askKey: null,
  session: { idHash, expiresAtMs: Date.now() + 86_400_000 },
  previousIdHash: null,
  freedLimits: [],
  proven: [],
});

async function everything() {
  const tables = ["users", "accounts WHERE user_id IS NOT NULL", "sessions", "referrals", "audit_log"];
  const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1`)));
  return results.map((result) => result.results);
}

describe("signIn", () => {
  it("changes nothing when the same batch runs again, as after a lost answer", async () => {
    const context = createTestContext({ newId: (prefix) => `${prefix}_fixed` });
    const friend = await signIn(createTestContext(), input("friend@example.com", "a".repeat(64)));
    if (!friend.ok) throw new Error("the friend has no session");
    await env.DB.prepare("UPDATE users SET activated_at_ms = 1").run();
    await giveStake(
      createTestContext(),
      { userId: friend.userId, cookie: "", email: "" },
      await putCask(createTestContext()),
    );
    const row = await env.DB.prepare("SELECT referral_code AS ref FROM users").first<{ ref: string }>();
    const asked = { ...input("asha@example.com", "b".repeat(64)), ref: row?.ref ?? null };
    const first = await signIn(context, asked);
    const before = await everything();
    expect(before.map((rows) => rows.length)).toEqual([2, 6, 2, 1, 2]);
    expect(await signIn(context, asked)).toEqual(first);
    expect(await everything()).toEqual(before);
  });

  it("uses another referral code when the first one is taken", async () => {
    let serial = 0;
    const context = createTestContext({ newId: (prefix) => `${prefix}_${(serial += 1)}` });
    const same = (bytes: unknown) => (bytes as Uint8Array).fill(8) as never;
    const chance = vi.spyOn(crypto, "getRandomValues").mockImplementationOnce(same).mockImplementationOnce(same);
    await signIn(context, input("one@example.com", "c".repeat(64)));
    expect(await signIn(context, input("two@example.com", "d".repeat(64)))).toMatchObject({ ok: true, isNew: true });
    chance.mockRestore();
    const rows = await env.DB.prepare(
      "SELECT referral_code AS code FROM users WHERE email IN ('one@example.com', 'two@example.com') ORDER BY email",
    ).all<{ code: string }>();
    expect(rows.results.map((row) => row.code)).toEqual(["AAAAAAAA", expect.not.stringMatching("AAAAAAAA")]);
  });
});
