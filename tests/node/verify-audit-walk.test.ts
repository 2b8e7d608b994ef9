import { expect, it } from "vitest";
import { verifyOrigin } from "../../public/verify-audit.mjs";
import { canonical, type Day, type History, makeHistory, resealFrom } from "../support/audit-history";
import { changed, dateAt, hashAt, history, resealed } from "./support/audit-folders";

// Which files the public program asks a site for, and what it says of those that it does not get.

const SITE = "https://dunnage.test";

/** A site that answers without a network, and keeps what it was asked for. */
function siteOf({ days, lists }: History) {
  const answers = new Map<string, string | number | Error>();
  for (const day of days) {
    answers.set(`/audit/${day.date}.json`, canonical(day));
    answers.set("/audit/latest.json", canonical(day));
    for (const { id, list_sha256: hash } of day.casks)
      answers.set(`/audit/${day.date}/${encodeURIComponent(id)}.json`, canonical(lists.get(hash)));
  }
  const asked: string[] = [];
  const get = (url: string, options?: RequestInit): Promise<Response> => {
    if (!url.startsWith(`${SITE}/`) || new Headers(options?.headers).get("Accept") !== "application/json")
      throw new Error(`asked for ${url}`);
    asked.push(url.slice(SITE.length));
    const answer = answers.get(url.slice(SITE.length)) ?? 404;
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(typeof answer === "number" ? new Response("", { status: answer }) : new Response(answer));
  };
  const wrong = async (options = {}, origin = SITE) => {
    asked.length = 0;
    const { problems } = await verifyOrigin(origin, { ...options, get: get as typeof fetch });
    return problems.map(({ day, field, what }) => `${day} ${field === "" ? "file" : field}: ${what}`);
  };
  return { answers, asked, wrong };
}

const path = (at: number) => `/audit/${dateAt(at)}.json`;
const DIFFER = "latest.json and the file of its day differ";

it("asks for the latest day, each day before it, and the lists of the newest", async () => {
  const { asked, wrong } = siteOf(history);
  expect(await wrong({}, `${SITE}//`)).toEqual([]);
  expect(asked.slice(0, 7)).toEqual(["/audit/latest.json", ...[5, 4, 3, 2, 1, 0].map(path)]);
  expect(asked.slice(7).sort()).toEqual(history.days[5]?.casks.map(({ id }) => `/audit/${dateAt(5)}/${id}.json`));
  expect(await wrong({ days: 2 })).toEqual([]);
  expect(asked.slice(0, 3)).toEqual(["/audit/latest.json", path(5), path(4)]);
  expect(asked).toHaveLength(3 + 4);
});

it("asks for many lists, each once, by the name of its cask", async () => {
  const many = makeHistory({ days: 1, casks: 15, stakes: 2, first: "2026-10-29" });
  const [cask = expect.fail()] = many.days[0]?.casks ?? [];
  const list = many.lists.get(cask.list_sha256) ?? expect.fail();
  const { asked, wrong } = siteOf(many);
  expect(await wrong()).toEqual([]);
  expect(new Set(asked.slice(2))).toEqual(new Set(many.days[0]?.casks.map(({ id }) => `/audit/2026-10-29/${id}.json`)));
  expect(asked).toHaveLength(2 + 15);
  cask.id = list.cask_id = "a/b ü";
  const odd = siteOf({ days: resealFrom(many.days, 0), lists: many.lists });
  expect(await odd.wrong()).toEqual([expect.stringContaining("casks[a/b ü].list")]);
  expect(odd.asked).toContain("/audit/2026-10-29/a%2Fb%20%C3%BC.json");
});

it("asks for six lists at a time", async () => {
  const { answers } = siteOf(makeHistory({ days: 1, casks: 12, stakes: 1, first: "2026-10-29" }));
  let [now, most] = [0, 0];
  const get = async (url: string) => {
    most = Math.max(most, (now += 1));
    await new Promise(setImmediate);
    now -= 1;
    return new Response(answers.get(url.slice(SITE.length)) as string);
  };
  expect(await verifyOrigin(SITE, { get: get as typeof fetch })).toMatchObject({ ok: true, lists: 12 });
  expect(most).toBe(6);
});

it("goes to the day before only where that is named", async () => {
  const { answers, asked, wrong } = siteOf(history);
  for (const [text, next] of [
    ["0123456789abcdef2026-10-20", []],
    ['"previous_date":"2026-10-20"', ["/audit/2026-10-20.json"]],
  ] as const) {
    answers.set("/audit/latest.json", text);
    expect(await wrong()).toEqual([expect.stringContaining("latest file: the file is not JSON")]);
    expect(asked).toEqual(["/audit/latest.json", ...next]);
  }
});

it("goes on behind a day that is wrong", async () => {
  const { answers, asked, wrong } = siteOf(history);
  answers.set(path(3), canonical({ ...history.days[3], ledger_rows: "x" }));
  expect(await wrong()).toEqual([`${dateAt(3)} ledger_rows: "x" is not a count`]);
  expect(asked).toContain(path(0));
});

it.each([5, 6])("does not go in circles: to the same day, or a later one", async (at) => {
  const date = at === 5 ? dateAt(5) : "2026-12-01";
  const { asked, wrong } = siteOf(changed(5, (day) => (day.previous_date = date)));
  expect(await wrong()).toContainEqual(`${dateAt(5)} previous_date: is not a day before this one`);
  expect(asked).toEqual(["/audit/latest.json", path(5)]);
});

it("says that latest.json is not the file of its day, or names none", async () => {
  const other = siteOf(history);
  other.answers.set(path(5), `${canonical(history.days[5])} `);
  expect(await other.wrong()).toContainEqual(`${dateAt(5)} file: ${DIFFER}`);
  const without = siteOf(history);
  without.answers.delete(path(5));
  expect(await without.wrong()).toEqual([`${dateAt(5)} file: ${DIFFER}`]);
  const nameless = siteOf(history);
  nameless.answers.set("/audit/latest.json", "[]");
  expect(await nameless.wrong()).toEqual(["latest file: this is not an object"]);
});

it("says of which day on it could not read", async () => {
  const { answers, wrong } = siteOf(history);
  answers.set(path(2), 503);
  const missing = `${dateAt(3)} previous_date: ${dateAt(2)} is missing (to check the newest days only, say --days)`;
  const stopped = (what: string) => `${dateAt(3)} file: could not be read on from here: ${what}`;
  expect((await wrong()).sort()).toEqual([stopped(`${path(2)} answers 503`), missing].sort());
  answers.set(path(2), new Error("the network is gone"));
  expect((await wrong()).sort()).toEqual([stopped("the network is gone"), missing].sort());
  answers.set("/audit/latest.json", 500);
  expect(await wrong()).toEqual(["latest file: could not be read on from here: /audit/latest.json answers 500"]);
});

it("says which list it could not read", async () => {
  const { answers, wrong } = siteOf(history);
  const [one = expect.fail(), other = expect.fail(), third = expect.fail()] = history.days[5]?.casks ?? [];
  const at = (id: string) => `/audit/${dateAt(5)}/${id}.json`;
  answers.set(at(one.id), 503);
  answers.set(at(other.id), new Error("the network is gone"));
  answers.set(at(third.id), 404);
  expect((await wrong()).sort()).toEqual([
    `${dateAt(5)} casks[${one.id}].list: ${at(one.id)} answers 503`,
    `${dateAt(5)} casks[${other.id}].list: the network is gone`,
    `${dateAt(5)} casks[${third.id}].list_sha256: the list ${third.list_sha256} is missing`,
  ]);
});

it("tells how far it is after each file, in bytes", async () => {
  const { answers } = siteOf(history);
  const told: object[] = [];
  const get = (url: string) => Promise.resolve(new Response(answers.get(url.slice(SITE.length)) as string));
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  await verifyOrigin(SITE, { days: 2, get: get as typeof fetch }, (progress) => told.push({ ...progress }));
  const sizes = [5, 4].map((at) => bytesOf(canonical(history.days[at] as Day)));
  expect(told.slice(0, 2)).toEqual([
    { days: 1, lists: 0, ofLists: 0, bytes: sizes[0] },
    { days: 2, lists: 0, ofLists: 0, bytes: (sizes[0] ?? 0) + (sizes[1] ?? 0) },
  ]);
  const lists =
    history.days[5]?.casks.map(({ list_sha256: hash }) => bytesOf(canonical(history.lists.get(hash)))) ?? [];
  const all = [...sizes, ...lists].reduce((sum, size) => sum + size, 0);
  expect(told.at(-1)).toEqual({ days: 2, lists: 4, ofLists: 4, bytes: all });
});

it("names the day that differs from a head that was kept", async () => {
  const forged = resealed(
    changed(2, (day) => ((day.ledger_rows += 1), (day.ledger_head = hashAt(history, 0)))),
    2,
  );
  const { wrong } = siteOf(forged);
  expect(await wrong({ heads: [[dateAt(2), hashAt(forged, 2)]] })).toEqual(await wrong());
  expect(await wrong({ heads: [[dateAt(2), hashAt(history, 2)]] })).toContainEqual(
    expect.stringContaining(`${dateAt(2)} hash: is ${hashAt(forged, 2)}`),
  );
});
