import { afterAll, describe, expect, it } from "vitest";
import { canonical, sha } from "../support/audit-history";
import { dateAt, history, removeFolders, run } from "./support/audit-folders";
import {
  first,
  type KeptDay,
  keptHistory,
  second,
  signed,
  stated,
  WITHOUT_WORD,
  withKeepers,
  wrongIn,
} from "./support/audit-keepers";
import { openAuditSite } from "./support/audit-site";

// What the public program says of warehouse keepers: of their statements, and of what the day's audit says of these.

afterAll(removeFolders);

const LAST = dateAt(5);
const DATE = dateAt(2);
const genuine = canonical(signed(stated(DATE)));
const place = (file: string) => `${LAST} statements[${sha(file).slice(0, 12)}]`;

const changed = (at: number, change: (day: KeptDay) => void) =>
  wrongIn(withKeepers(genuine, DATE, (day, nth) => void (nth === at && change(day))));
const key = (of: { key: string }, registered_on: string, retired_on: string | null = null) => ({
  ...{ key: of.key, registered_on, retired_on },
});
const keysAre = (...keys: object[]) => changed(5, ({ keepers: [keeper] }) => void (keeper && (keeper.keys = keys)));
const wordIs = (more: object) => changed(5, ({ confirmed }) => void Object.assign(confirmed[0] ?? {}, more));

describe("a statement of a keeper", () => {
  it("that says what the audit says passes", async () => {
    expect(await wrongIn(withKeepers(genuine, DATE))).toEqual([]);
  });

  it("altered by one litre is found, also where the audit names the altered file", async () => {
    const altered = genuine.replace("118.4", "117.4");
    const [said] = await wrongIn(withKeepers(altered, DATE));
    expect(said).toBe(
      `${place(altered)}.signature: is not genuine: the statement was changed after carrick-brae had signed it`,
    );
    const files = withKeepers(genuine, DATE).set(`proof/statements/${sha(genuine)}.json`, altered);
    expect((await wrongIn(files))[0]).toContain(`${place(genuine)}.signature: is not genuine`);
  });

  it("replayed for another date is found, by its signature or by its own date", async () => {
    const replayed = genuine.replace(DATE, LAST);
    expect((await wrongIn(withKeepers(replayed, LAST)))[0]).toContain(`${place(replayed)}.signature: is not genuine`);
    const [said] = await wrongIn(withKeepers(genuine, LAST));
    expect(said).toContain(`${place(genuine)}.statement.date: is ${DATE}; the audit says that`);
  });

  it("signed with a retired key is found", async () => {
    const keys = [
      { key: first.key, registered_on: "2026-01-01", retired_on: dateAt(1) },
      { key: second.key, registered_on: dateAt(1), retired_on: null },
    ];
    const files = withKeepers(genuine, DATE, (day, at) => {
      if (at > 0 && day.keepers[0]) day.keepers[0].keys = keys;
    });
    expect(await wrongIn(files)).toEqual([
      `${place(genuine)}.signature: is made with a key that was retired on ${dateAt(1)}`,
    ]);
  });

  it("of a keeper that the day does not know, and of a cask that it does not name, is found", async () => {
    const stranger = canonical(signed({ ...stated(DATE), keeper: "nobody" }));
    expect((await wrongIn(withKeepers(stranger, DATE)))[0]).toContain(
      'statement.keeper: "nobody" is no keeper of this day',
    );
    const fewer = canonical(signed({ ...stated(DATE), casks: stated(DATE).casks.slice(0, 2) }));
    expect(await wrongIn(withKeepers(fewer, DATE))).toEqual([
      `${place(fewer)}.statement.casks: it does not say that csk_made_up_0002, number "1189", is there`,
    ]);
  });

  it("that is not there, or is written otherwise, is found", async () => {
    const files = withKeepers(genuine, DATE);
    files.delete(`proof/statements/${sha(genuine)}.json`);
    expect(await wrongIn(files)).toEqual([`${place(genuine)}.sha256: the statement ${sha(genuine)} is missing`]);
    const spaced = JSON.stringify(JSON.parse(genuine), null, 1);
    expect((await wrongIn(withKeepers(spaced, DATE)))[0]).toContain("is not written canonically");
  });
});

describe("statements of keepers", () => {
  const other = canonical(signed({ ...stated(DATE), casks: stated(DATE).casks.slice(1) }));

  it("are looked at each, one of several days by what the newest says", async () => {
    const files = withKeepers(genuine, DATE, (day, at) => {
      if (at >= 2) Object.assign(day.confirmed[1] ?? {}, { statement: sha(other) });
      if (at === 3) Object.assign(day.confirmed[0] ?? {}, { number: "another" });
    });
    expect(await wrongIn(files, "--lists")).toEqual([`${place(other)}.sha256: the statement ${sha(other)} is missing`]);
    files.set(`proof/statements/${sha(other)}.json`, other);
    expect(await wrongIn(files, "--lists")).toEqual([]);
  });

  it("are read from a site by their hash", async () => {
    const site = await openAuditSite(history);
    const path = `/evidence/statements/${sha(genuine)}.json`;
    site.show(keptHistory(genuine, DATE), new Map([[path, genuine]]));
    expect(await run(site.origin)).toMatchObject({ code: 0 });
    site.break(path, 404);
    expect((await run(site.origin)).said).toContain(
      `FAIL ${place(genuine)}.sha256: the statement ${sha(genuine)} is missing`,
    );
    site.stop();
  });

  it("of several keepers pass", async () => {
    const another = { id: "dufftown", keys: [key(second, "2026-01-01")], warehouse: "Dufftown Bond" };
    expect(await wrongIn(withKeepers(genuine, DATE, (day) => day.keepers.push(another)))).toEqual([]);
  });

  it("are of fields that are named where they are of another kind", async () => {
    const lineIs = async (more: object) => {
      const casks = stated(DATE).casks.map((one) => ({ ...one, ...more }));
      const file = canonical(signed({ ...stated(DATE), casks }));
      return (await wrongIn(withKeepers(file, DATE)))[0]?.split(" statements")[1]?.slice("[0123456789ab].".length);
    };
    expect(await lineIs({ litres: "a" })).toBe(
      'statement.casks[1187].litres: "a" is not litres with one decimal at most or null',
    );
    expect(await lineIs({ present: "yes" })).toBe('statement.casks[1187].present: "yes" is not true or false');
    expect((await keysAre(key({ key: "x" }, "2026-01-01")))[0]).toContain(
      'keepers[carrick-brae].keys[0].key: "x" is not 32 bytes in base64',
    );
    expect((await wordIs({ state: "gone" }))[0]).toContain(
      'confirmed[1187].state: "gone" is not confirmed, late, absent or never',
    );
  });

  it("or keys with bits left over are told", async () => {
    const signature = `${"A".repeat(85)}B==`;
    const leftOver = canonical({ ...signed(stated(DATE)), signature });
    expect(await wrongIn(withKeepers(leftOver, DATE))).toEqual([`${place(leftOver)}.signature: is not base64`]);
    const old = key({ key: `${"A".repeat(42)}B=` }, "2026-01-01", "2026-01-01");
    const files = withKeepers(genuine, DATE, (day) => day.keepers[0]?.keys.unshift(old));
    expect(await wrongIn(files)).toEqual([`${place(genuine)}.keys: is not base64`]);
  });
});

describe("what a day says of its keepers", () => {
  it.each([
    ["a state that does not follow from the days", "state", "late"],
    ["a day after it", "confirmed_on", "2027-01-01"],
  ])("%s is found", async (_, field, value) => {
    expect((await changed(5, (day) => Object.assign(day.confirmed[0] ?? {}, { [field]: value })))[0]).toContain(
      `${LAST} confirmed[csk_made_up_0000].${field}`,
    );
  });

  it("late after 35 days, and not before", async () => {
    const old = new Date(Date.parse(dateAt(5)) - 36 * 86_400_000).toISOString().slice(0, 10);
    const file = canonical(signed(stated(old)));
    expect(await wrongIn(withKeepers(file, old))).toEqual([]);
    const [said] = await wrongIn(
      withKeepers(file, old, (day) => void Object.assign(day.confirmed[0] ?? {}, { state: "confirmed" })),
    );
    expect(said).toContain(`it is late`);
  });

  it("a confirmation that goes back, a key that is dropped or good again, are found", async () => {
    expect(
      (await changed(4, (day) => Object.assign(day.confirmed[0] ?? {}, { confirmed_on: dateAt(3) }))).join("\n"),
    ).toContain(`${LAST} confirmed[csk_made_up_0000].confirmed_on: is ${DATE}, and was ${dateAt(3)} on ${dateAt(4)}`);
    expect((await changed(5, (day) => void (day.keepers = []))).join("\n")).toContain("was dropped");
    const retired = { key: first.key, registered_on: "2026-01-01", retired_on: dateAt(3) };
    const again = await changed(4, (day) => void (day.keepers[0] && (day.keepers[0].keys = [retired])));
    expect(again.join("\n")).toContain(`has other days than on ${dateAt(4)}`);
  });

  const aboutWord = `${LAST} confirmed[csk_made_up_0000]`;
  const aboutKeeper = `${LAST} keepers[carrick-brae]`;
  const outOfOrder = "not in order, or there twice";

  it("a word about a cask that is not listed, or half a word, is named", async () => {
    const [nobody] = await wordIs({ cask: "csk_made_up_0000a" });
    expect(nobody).toBe(`${LAST} confirmed[csk_made_up_0000a].cask: is not listed`);
    const half = `${aboutWord}.statement: goes together with confirmed_on`;
    expect(await wordIs({ statement: null })).toContain(half);
    expect(await wordIs({ confirmed_on: null, state: "never" })).toContain(half);
  });

  it("a state that does not follow from the days is named, unless the keeper said that the cask is not there", async () => {
    expect(await wordIs({ state: "never" })).toContain(`${aboutWord}.state: is never; ${DATE} it is confirmed`);
    expect(await wordIs({ ...WITHOUT_WORD, state: "late" })).toContain(
      `${aboutWord}.state: is late; without a day it is never`,
    );
    expect(await wordIs({ state: "absent" })).toEqual([]);
  });

  it("a confirmation of the day itself passes, one of a later day or of none is named", async () => {
    const file = canonical(signed(stated(LAST)));
    expect(await wrongIn(withKeepers(file, LAST))).toEqual([]);
    for (const day of ["2026-11-04", "2026-02-30"])
      expect(await wordIs({ confirmed_on: day })).toContain(
        `${aboutWord}.confirmed_on: ${day} is not a day up to this one`,
      );
  });

  it.each([
    ["no day of the calendar", "2026-02-30", null],
    ["registered on a later day", "2026-11-04", null],
    ["retired before it was registered", "2026-01-01", "2025-12-31"],
    ["retired on a later day", "2026-01-01", "2026-11-04"],
  ])("a key's days: %s", async (_, from, until) => {
    const words = `keys[${second.key}]: its days are not days up to this one, one after the other`;
    const keys = [key(first, "2026-01-01", LAST), key(second, from, until)];
    expect(await keysAre(...keys)).toContain(`${aboutKeeper}.${words}`);
  });

  it("a key may be registered and retired on the day itself, but two are not good at a time", async () => {
    expect(await keysAre(key(first, "2026-01-01"), key(second, LAST, LAST))).toEqual([]);
    expect(await keysAre(key(first, "2026-01-01"), key(second, LAST))).toEqual([
      `${aboutKeeper}.keys: more than one is good`,
    ]);
  });

  it("a key that is dropped, or registered on another day than before, is named", async () => {
    expect(await keysAre(key(second, LAST))).toContain(
      `${aboutKeeper}.keys[${first.key}]: stands in ${dateAt(4)}, and was dropped`,
    );
    expect(await keysAre(key(first, "2026-01-02"))).toEqual([
      `${aboutKeeper}.keys[${first.key}]: has other days than on ${dateAt(4)}`,
    ]);
    expect(await changed(5, (day) => void (day.keepers = []))).toContain(
      `${aboutKeeper}: stands in ${dateAt(4)}, and was dropped`,
    );
  });

  it("keepers and confirmations are in order, each once", async () => {
    expect(await changed(5, (day) => void day.keepers.push(...day.keepers))).toContain(
      `${LAST} keepers[1]: ${outOfOrder}`,
    );
    expect(await changed(5, (day) => void day.confirmed.reverse())).toContain(`${LAST} confirmed[1]: ${outOfOrder}`);
  });

  it("another number of a cask may be confirmed from an earlier day on", async () => {
    const said = await changed(4, ({ confirmed: [word] }) =>
      Object.assign(word ?? {}, { confirmed_on: dateAt(3), number: "x" }),
    );
    expect(said.filter((line) => line.includes("and was"))).toEqual([]);
  });

  it("another statement of the keeper's under the hash of the one that was published is found", async () => {
    const other = canonical(
      signed({ ...stated(DATE), casks: stated(DATE).casks.map((one) => ({ ...one, note: "moved" })) }),
    );
    const files = withKeepers(genuine, DATE).set(`proof/statements/${sha(genuine)}.json`, other);
    expect(await wrongIn(files)).toEqual([`${place(genuine)}.sha256: the list has another hash: it was changed`]);
  });

  it("a signature that is none is told", async () => {
    const none = canonical({ ...signed(stated(DATE)), signature: "signed" });
    expect((await wrongIn(withKeepers(none, DATE)))[0]).toContain(`signature: "signed" is not 64 bytes in base64`);
  });

  it("a signature of the last day of a key passes", async () => {
    const keys = [key(first, "2026-01-01", DATE), key(second, DATE)];
    const files = withKeepers(genuine, DATE, (day, at) => {
      if (at >= 2 && day.keepers[0]) day.keepers[0].keys = keys;
    });
    expect(await wrongIn(files)).toEqual([]);
  });

  it("a field more or less is named", async () => {
    expect((await changed(5, (day) => void delete day.confirmed[0]?.number))[0]).toContain("number: is missing");
    expect((await changed(5, (day) => void Object.assign(day.keepers[0] ?? {}, { email: "x" })))[0]).toContain(
      "email: is no field of the format",
    );
  });
});
