import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { tokenPanelTexts } from "~/content/wallet-texts";
import type { TokensView } from "~/areas/holdings/portfolio/read-rewards";
import { setToast } from "~/server/toast";
import { giveStake, monthsAgo } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { get, type Person, putCask, signIn } from "../../support/people";
import { servePage, wordsIn } from "../../support/serve-page";
import { openWallet } from "../../support/wallet";

const context = createTestContext();

async function panelOf<T>(person: Person, path: string): Promise<T> {
  return ((await openWallet(context, person, path)).data as { panel: T }).panel;
}

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((one) => one.split(";")[0]);

describe("the tab", () => {
  let person: Person;
  beforeAll(async () => void (person = await signIn(context)));
  const tab = async (path: string, cookie = "") => {
    const { data, response } = await openWallet(context, person, path, cookie);
    return { tab: (data as { panel: { tab: string } }).panel.tab, cookies: cookiesOf(response) };
  };
  const remembered = async (name: string) => (await tab(`/wallet?tab=${name}`)).cookies[0] ?? "";

  it("is one of three, each a link, of which the open one is marked", async () => {
    for (const open of ["portfolio", "tokens", "rewards"]) {
      const page = await servePage(get(`http://localhost:8787/wallet?tab=${open}`, person.cookie), context.next());
      const html = await page.text();
      const links = [...html.matchAll(/<a [^>]*href="\/wallet\?tab=(\w+)"[^>]*>(.*?)<\/a>/gs)];
      const tabs = links.map(([link = "", tab, label = ""]) => [
        tab,
        wordsIn(label).trim(),
        link.includes("aria-current"),
      ]);
      expect(tabs).toEqual([
        ["portfolio", "Portfolio", open === "portfolio"],
        ["tokens", "Tokens", open === "tokens"],
        ["rewards", "Rewards", open === "rewards"],
      ]);
    }
  });

  it("is the chosen one, and is remembered", async () => {
    expect(await tab("/wallet")).toEqual({ tab: "portfolio", cookies: [] });
    const chosen = await tab("/wallet?tab=tokens");
    expect(chosen.tab).toBe("tokens");
    expect(chosen.cookies[0]).toMatch(/^wallet-tab=/);
    expect(await tab("/wallet", chosen.cookies[0])).toEqual({ tab: "tokens", cookies: [] });
  });

  it("is the one its dialog belongs to", async () => {
    expect((await tab("/wallet?tab=tokens&dialog=share")).tab).toBe("rewards");
    expect((await tab("/wallet?tab=tokens&dialog=withdraw")).tab).toBe("portfolio");
  });

  it("is left to the browser's own storage where neither the address nor the cookie names one, and no message waits", async () => {
    const mayRestore = async (path: string, cookie = "") =>
      ((await openWallet(context, person, path, cookie)).data as { mayRestore: boolean }).mayRestore;
    expect(await mayRestore("/wallet")).toBe(true);
    expect(await mayRestore("/wallet", await remembered("portfolio"))).toBe(false);
    for (const query of ["tab=portfolio", "dialog=withdraw", "before=pay_1"])
      expect(await mayRestore(`/wallet?${query}`), query).toBe(false);
    const toast = (await setToast(context.config, "withdrawal-requested")).split(";")[0] ?? "";
    expect(await mayRestore("/wallet", toast)).toBe(false);
  });
});

describe("tokens", () => {
  it("are counted from the ledger in one round trip", async () => {
    const person = await signIn(context);
    const { paymentId } = await giveStake(context, person, await putCask(context, { name: "Old Hogshead" }), {
      purchasedAtMs: monthsAgo(context, 2),
    });
    await context.db
      .run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${`payment:${paymentId}:tokens-reversal`}, ${`user:${person.userId}:tokens`}, 'house:token-issue', 500, 'TOKEN', 'reversal',
        ${`payment:${paymentId}`}, ${context.nowMs()})`);
    const { data, trips } = await openWallet(context, person, "/wallet?tab=tokens");
    expect(trips.count).toBe(1);
    const { panel } = data as { panel: TokensView };
    expect(panel).toMatchObject({ count: 1500, badge: "holder" });
  });

  it("are shown as 500, with a word of it, where the balance cannot be read", async () => {
    const person = await signIn(context);
    const open = async (path: string) => {
      const page = await servePage(get(`http://localhost:8787${path}`, person.cookie), context.next());
      return { status: page.status, words: wordsIn(await page.text()) };
    };
    await context.db.run(sql`ALTER TABLE accounts RENAME TO accounts_gone`);
    try {
      const { status, words } = await open("/wallet?tab=tokens");
      expect([status, words.includes(" 500 ")]).toEqual([200, true]);
      expect(words).toContain(tokenPanelTexts.notRead);
    } finally {
      await context.db.run(sql`ALTER TABLE accounts_gone RENAME TO accounts`);
    }
    expect((await open("/wallet?tab=tokens")).words).not.toContain(tokenPanelTexts.notRead);
  });
});

it("rewards and the dialog to share the link open for activated viewers who hold a stake", async () => {
  const person = await signIn(context);
  expect(await panelOf(person, "/wallet?tab=rewards")).toEqual({
    tab: "rewards",
    pendingCents: 0,
    paidCents: 0,
    canRefer: false,
    shareLink: null,
    referrals: [],
  });
  const dialog = async () => (await openWallet(context, person, "/wallet?tab=rewards&dialog=share")).data;
  expect(await dialog()).toMatchObject({ dialog: null });
  const { stakeId } = await giveStake(context, person, await putCask(context));
  const link = `http://localhost:8787/get-started?ref=${person.userId.slice(-8)}`;
  expect(await panelOf(person, "/wallet?tab=rewards")).toMatchObject({ canRefer: true, shareLink: link });
  expect(await dialog()).toMatchObject({ dialog: { dialog: "share", link } });
  await context.db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
  expect(await panelOf(person, "/wallet?tab=rewards")).toMatchObject({ canRefer: false, shareLink: null });
});

type ReferralState = "inactive" | "pending" | "paid" | "reversed";

/** A referral starts inactive and follows only the allowed state changes. */
const STEPS = {
  inactive: [],
  pending: ["pending"],
  paid: ["pending", "paid"],
  reversed: ["pending", "reversed"],
} as const satisfies Record<ReferralState, readonly ReferralState[]>;

/** Creates a person referred by the referrer, in the given state; each one second after the one before. */
async function refer(referrer: Person, state: ReferralState, phone: string | null = null): Promise<Person> {
  const friend = await signIn(context);
  const bought =
    state === "inactive"
      ? null
      : await giveStake(context, friend, await putCask(context), { purchasedAtMs: context.nowMs() });
  if (phone) await context.db.run(sql`UPDATE users SET email = NULL, phone = ${phone} WHERE id = ${friend.userId}`);
  await context.db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    VALUES (${friend.userId}, ${referrer.userId}, 1500, ${context.nowMs()})`);
  for (const next of STEPS[state])
    await context.db.run(sql`UPDATE referrals SET state = ${next}, payment_id = ${bought?.paymentId ?? null}
      WHERE referred_id = ${friend.userId}`);
  context.clock.advance(1000);
  return friend;
}

async function readRewards(person: Person) {
  const request = get("http://localhost:8787/wallet?tab=rewards", person.cookie);
  const html = await (await servePage(request, context.next())).text();
  const list = /Your referrals.*?<\/ul>/s.exec(html)?.[0] ?? "";
  return {
    sums: Object.fromEntries(
      [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label = "", sum = ""]) => [
        label,
        wordsIn(sum).trim(),
      ]),
    ),
    referrals: [...list.matchAll(/<li.*?<\/li>/gs)].map(([row]) => wordsIn(row).trim()),
    words: wordsIn(html),
  };
}

describe("the rewards page", () => {
  it("sums what is pending and what is paid, each over all its referrals", async () => {
    const person = await signIn(context);
    expect((await readRewards(person)).sums).toEqual({ Pending: "$0.00", Paid: "$0.00" });
    for (const state of ["pending", "paid", "inactive", "pending", "reversed", "pending", "paid"] as const)
      await refer(person, state);
    const another = await signIn(context);
    await refer(another, "pending");
    expect((await readRewards(person)).sums).toEqual({ Pending: "$45.00", Paid: "$30.00" });
    expect((await readRewards(another)).sums).toEqual({ Pending: "$15.00", Paid: "$0.00" });
  });

  it("shows a staked referral with 15.00 and the tag 'Amrut', an inactive one with 0.00 and no tag", async () => {
    const person = await signIn(context);
    await refer(person, "inactive", "919876500001");
    await refer(person, "pending", "919876500002");
    await refer(person, "paid", "919876500003");
    await refer(person, "reversed", "919876500004");
    expect((await readRewards(person)).referrals).toEqual([
      "••••••0004 inactive $0.00",
      "••••••0003 staked Amrut $15.00",
      "••••••0002 staked Amrut $15.00",
      "••••••0001 inactive $0.00",
    ]);
  });

  it("offers 'Refer & earn $15' to holders of a stake, and always shows the voucher banner 'Coming Soon!'", async () => {
    const person = await signIn(context);
    const before = await readRewards(person);
    expect(before.words).toContain("Referrals open once your account is activated and you own a stake.");
    await giveStake(context, person, await putCask(context));
    const after = await readRewards(person);
    expect(after.words).toMatch(/Invite someone .* Refer & earn \$15 /);
    for (const { words } of [before, after]) expect(words).toContain("Coming Soon! Vouchers");
  });
});
