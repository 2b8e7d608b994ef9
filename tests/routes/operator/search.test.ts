import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { handleOfPage } from "~/handle-of-page";
import { consoleScript } from "~/ui/console/console-script";
import { run } from "../../db/support/rows-in-states";
import { creditWallet, giveStake } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { ROUTE_NAMES, routes } from "../../support/server-build";
import { payWithdrawal, requestBalance } from "../../support/withdrawals";
import { openConsole } from "./support/console";

// Finding people and things from every page of the console.

const { context, people, get } = openConsole();
const CODE = "acdefghjkmnpqrtv";
let asha: Person;
let other: Person;
let things: { caskId: string; paymentId: string; certificateId: string; withdrawalId: string };

beforeAll(async () => {
  [asha, other] = [await signIn(context), await signIn(context)];
  await run(`UPDATE users SET full_name = 'Zephyrine Quill', phone = '919812345067' WHERE id = '${asha.userId}'`);
  await run(`UPDATE users SET full_name = 'zephyr Rao' WHERE id = '${other.userId}'`);
  const caskId = await putCask(context, { name: "Zeppelin Butt 2011" });
  const stake = await giveStake(context, asha, caskId, { code: CODE });
  await run(
    `UPDATE payments SET provider_session_id = 'cs_777', provider_payment_id = 'pi_777' WHERE id = '${stake.paymentId}'`,
  );
  await creditWallet(context, asha, 900);
  const { withdrawalId } = await requestBalance(context, { userId: asha.userId, amountCents: 900 });
  const paid = await payWithdrawal(context, {
    withdrawalId,
    userId: asha.userId,
    operatorId: people.operator.userId,
    bankReference: "UTR-2026-9",
    nowMs: context.nowMs() + 72 * 3_600_000,
  });
  expect(paid).toEqual({ ok: true });
  await run(`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms)
    VALUES ('sup_z', 'kmpq2345', 'Zoe', 'zoe@example.com', 'other', 'm', 'c', 1)`);
  things = { caskId, withdrawalId, ...stake };
});
const find = (asked: string, as = people.operator) => get(`/operator/search?q=${encodeURIComponent(asked)}`, as);

describe("the search", () => {
  it("leads straight to what was named exactly, however it was typed", async () => {
    const person = `/operator/users/${asha.userId}`;
    const payment = `/operator/payments/${things.paymentId}`;
    const certificate = `/operator/certificates/${things.certificateId}`;
    const withdrawal = `/operator/withdrawals/${things.withdrawalId}`;
    const cases: [string, string][] = [
      [` ${asha.email.toUpperCase()} `, person],
      ["0 (98123) 45067", person],
      ["९८१२३४५०६७", person],
      [asha.userId, person],
      ["ACDE-FGHJ-KMNP-QRTV", certificate],
      [things.certificateId, certificate],
      [things.paymentId, payment],
      ["cs_777", payment],
      ["pi_777", payment],
      [things.withdrawalId, withdrawal],
      ["utr-2026-9", withdrawal],
      [things.caskId, `/operator/casks/${things.caskId}`],
      ["KMPQ-2345", "/operator/support/sup_z"],
    ];
    for (const [asked, page] of cases) {
      const { status, location } = await find(asked);
      expect([asked, status, location]).toEqual([asked, 303, page]);
    }
  });

  it("lists by the beginning of a name, by kind, with links to each", async () => {
    const { status, text } = await find("zep");
    expect(status).toBe(200);
    for (const page of [
      `/operator/users/${asha.userId}`,
      `/operator/users/${other.userId}`,
      `/operator/casks/${things.caskId}`,
    ])
      expect(text).toContain(`href="${page}"`);
    expect(text).toContain("3 found.");
    expect((await find("zephyrine")).text).not.toContain(other.userId);
    for (const surname of ["quill", "QUI"]) {
      const found = (await find(surname)).text;
      expect([surname, found.includes(asha.userId), found.includes(other.userId)]).toEqual([surname, true, false]);
    }
    expect((await find("uill")).text).toContain("Nothing was found");
    expect((await find("zoe@example.com")).text).toContain('href="/operator/support/sup_z"');
    for (const odd of ["", "z", "%", "_'; DROP TABLE users; --", "z%"])
      expect((await find(odd)).text, odd).not.toContain("zephyr");
  });

  it("finds names with letters that SQLite does not know, however they are typed", async () => {
    const person = await signIn(context);
    await run(`UPDATE users SET full_name = 'Élodie Şahin' WHERE id = '${person.userId}'`);
    for (const asked of ["Élodie Şahin", "ŞAH", "E\u0301lodie", "elodie sahin"])
      expect((await find(asked)).text, asked).toContain(`/operator/users/${person.userId}`);
    expect((await find("şahine")).text).not.toContain(person.userId);
    expect((await find("Zéphyrine Quíll")).text).toContain(asha.userId);
  });

  it("leads to a payout by the reference that the bank knows it by", async () => {
    await creditWallet(context, other, 1_000);
    const asked = await requestBalance(context, { userId: other.userId, amountCents: 1_000 });
    await run(`INSERT INTO payout_runs (id, number, operator_id, row_count, total_cents, made_at_ms)
      VALUES ('run_71', 71, '${people.operator.userId}', 3, 1000, ${context.nowMs()})`);
    await run(
      `INSERT INTO payout_run_rows (run_id, place, withdrawal_id) VALUES ('run_71', 3, '${asked.withdrawalId}')`,
    );
    for (const reference of ["DUN71R3", " dun71r3 ", "NEFT DUN71R3"])
      expect(await find(reference), reference).toMatchObject({
        status: 303,
        location: `/operator/withdrawals/${asked.withdrawalId}`,
      });
    expect((await find("DUN71R4")).text).toContain("Nothing was found");
  });

  it("shows a reader no address", async () => {
    const { text } = await find("zep", people.reader);
    expect(text).not.toContain(asha.email);
    expect(text).toContain("••••••5067");
  });

  it("leaves nothing of what was searched for in any log, found, not found or failing", async () => {
    const lines: string[] = [];
    const spies = (["log", "warn", "error", "info"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...said: unknown[]) => void lines.push(said.map(String).join(" "))),
    );
    await find(asha.email);
    await find("secret.person@example.com");
    const batch = () => Promise.reject(new Error("D1_ERROR: broken"));
    const broken = openApp({ DB: { ...env.DB, batch, prepare: env.DB.prepare.bind(env.DB) } });
    const failed = await broken.ask("/operator/search?q=secret.person%40example.com", {
      headers: { Cookie: people.operator.cookie },
    });
    for (const spy of spies) spy.mockReturnValue(undefined);
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(lines.join("\n")).toContain("/operator/search");
    for (const part of [asha.email, "secret.person", "%40"]) expect(lines.join("\n")).not.toContain(part);
  });

  it("is on every page of the console", () => {
    const names = ROUTE_NAMES.filter((name) => name.startsWith("operator."));
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      const module = routes[`routes/${name}`]?.module as { default?: unknown; handle?: unknown } | undefined;
      if (module?.default) expect(handleOfPage([{ id: `routes/${name}` }]).inlineScript, name).toBe(consoleScript);
    }
    expect(consoleScript.length).toBeLessThan(2_048);
  });
});
