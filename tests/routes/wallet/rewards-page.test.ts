import { describe, expect, it } from "vitest";
import { giveStake } from "../../support/holdings";
import { createTestContext } from "../../support/context";
import { get, type Person, putCask, signIn } from "../../support/people";
import { servePage, wordsIn } from "../../support/serve-page";
import { refer } from "./refer";

// The rewards as the page shows them: the sums, and each referral with its status, tag and amount.

const context = createTestContext();

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
      await refer(context, person, state);
    const another = await signIn(context);
    await refer(context, another, "pending");
    expect((await readRewards(person)).sums).toEqual({ Pending: "$45.00", Paid: "$30.00" });
    expect((await readRewards(another)).sums).toEqual({ Pending: "$15.00", Paid: "$0.00" });
  });

  it("shows a staked referral with 15.00 and the tag 'Amrut', an inactive one with 0.00 and no tag", async () => {
    const person = await signIn(context);
    await refer(context, person, "inactive", "919876500001");
    await refer(context, person, "pending", "919876500002");
    await refer(context, person, "paid", "919876500003");
    await refer(context, person, "reversed", "919876500004");
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
