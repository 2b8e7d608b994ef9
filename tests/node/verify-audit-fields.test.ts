import { afterAll, describe, expect, it } from "vitest";
import { canonical, type Day, filesOf, type List, resealFrom, sha } from "../support/audit-history";
import { dateAt, dayFile, folderWith, hashAt, history, removeFolders, run, withFile } from "./support/audit-folders";

// Every field there is in a day's file and in a list, one after the other, changed in every way that a field can be.

afterAll(removeFolders);

type Json = Record<string, unknown>;
type Place = { path: string; key: string; holder: (file: Json) => Json };

/** Every field, as the program calls it; of each list of alike things the first one only. */
function placesIn(value: Json, path = "", holder: Place["holder"] = (file) => file): Place[] {
  return Object.entries(value).flatMap(([key, inner]): Place[] => {
    const here = { path: path ? `${path}.${key}` : key, key, holder };
    const below = (file: Json) => holder(file)[key];
    if (Array.isArray(inner)) {
      const [first] = inner as Json[];
      return [
        here,
        ...placesIn(first ?? {}, `${here.path}[${nameOf(first)}]`, (file) => (below(file) as Json[])[0] ?? {}),
      ];
    }
    const isObject = typeof inner === "object" && inner !== null;
    return isObject ? [here, ...placesIn(inner as Json, here.path, (file) => below(file) as Json)] : [here];
  });
}

const nameOf = (item?: Json) => (item?.id ?? item?.number ?? 0) as string | number;

/** Another value of the same kind, so that nothing is wrong with it by itself. */
function another(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (value === "PASS") return "FAIL";
  if (value === "issued") return "void";
  if (typeof value !== "string") return value === null ? "2024-01-01" : Array.isArray(value) ? value.slice(1) : {};
  if (/^[0-9a-f]{64}$/.test(value)) return sha(value);
  if (/^[0-9a-f]{12}$/.test(value)) return sha(value).slice(0, 12);
  return /^\d{4}-/.test(value) ? "2024-01-01" : `${value}x`;
}

const day = history.days[2] as Day;
const editDay = (edit: (file: Json) => void) => {
  const copy = structuredClone(day) as unknown as Json;
  edit(copy);
  return copy;
};
const said = (file: unknown, ...words: string[]) =>
  run(folderWith(withFile(dayFile(2), () => canonical(file))), ...words);
const places = placesIn(day as unknown as Json).map((place): [string, Place] => [place.path, place]);

describe("a day's field", () => {
  it("is each of those that a day has", () => {
    expect(places.length).toBe(15 + 9 + 2 + 3 + 14 + 5 + 7);
  });

  it.each(places)("%s: of another kind, it is named", async (path, { key, holder }) => {
    const { code, said: words } = await said(editDay((file) => (holder(file)[key] = { other: 1 })));
    // What has no id is named by its place.
    expect(words).toContain(`FAIL ${dateAt(2)} ${path.replace(/\[\w+\]\.id$/, "[0].id")}`);
    expect(code).toBe(1);
  });

  it.each(places)("%s: left out, it is named", async (path, { key, holder }) => {
    const { code, said: words } = await said(editDay((file) => delete holder(file)[key]));
    expect(words).toContain(`FAIL ${dateAt(2)} ${path.replace(/\[\w+\]\.id$/, "[0].id")}: is missing`);
    expect(code).toBe(1);
  });

  it.each(places)("%s: with another one after it, that is named", async (path, { key, holder }) => {
    const { code, said: words } = await said(editDay((file) => (holder(file)[`${key}_x`] = 1)));
    expect(words).toContain(`FAIL ${dateAt(2)} ${path}_x: is no field of the format`);
    expect(code).toBe(1);
  });

  // Nothing can be taken from a list that is empty.
  const changeable = places.filter(([path]) => path !== "bids");
  it.each(changeable)("%s: another value of its kind is found, with the day", async (_, { key, holder }) => {
    const { code, said: words } = await said(editDay((file) => (holder(file)[key] = another(holder(file)[key]))));
    expect(words).toMatch(new RegExp(`^FAIL ${dateAt(2)} (?!file)`));
    expect(code).toBe(1);
  });

  const others = changeable.filter(([path]) => !["hash", "version", "date", "previous_date"].includes(path));
  it.each(others)("%s: with the day's own hash made to fit, it is found there or a day later", async (_, place) => {
    const { key, holder } = place;
    const days = structuredClone(history.days);
    const copy = editDay((file) => (holder(file)[key] = another(holder(file)[key])));
    // Of the whole history only this day has a new hash; those around it stay.
    days[2] = resealFrom([...days.slice(0, 2), copy as unknown as Day], 2)[2] as Day;
    if (place.path === "previous_hash") days[2].previous_hash = sha("other");
    const { code, said: words } = await run(folderWith(filesOf({ ...history, days })));
    expect(words).toMatch(new RegExp(`FAIL (${dateAt(2)}|${dateAt(3)}) (?!file)`));
    expect(code).toBe(1);
  });

  // A new history has its own `previous_hash` everywhere.
  it.each(others.filter(([path]) => path !== "previous_hash"))(
    "%s: in a history rewritten from there on, a head names that day",
    async (_, { key, holder }) => {
      const days = structuredClone(history.days);
      days[2] = editDay((file) => (holder(file)[key] = another(holder(file)[key]))) as unknown as Day;
      const heads = [4, 2, 1].flatMap((at) => ["--head", `${dateAt(at)}=${hashAt(history, at)}`]);
      const forged = resealFrom(days, 2);
      const { code, said: words } = await run(folderWith(filesOf({ ...history, days: forged })), ...heads);
      expect(words).toMatch(new RegExp(`FAIL ${dateAt(2)} `));
      expect(code).toBe(1);
    },
  );
});

describe("a list's field", () => {
  const name = history.days[5]?.casks[1]?.list_sha256 ?? "";
  const list = history.lists.get(name) as List;
  const fields = placesIn(list as unknown as Json).map((place): [string, Place] => [place.path, place]);
  const edits: [string, (holder: Json, key: string) => void][] = [
    ["of another kind", (holder, key) => (holder[key] = { other: 1 })],
    ["left out", (holder, key) => delete holder[key]],
    ["another value", (holder, key) => (holder[key] = another(holder[key]))],
    ["another field beside it", (holder, key) => (holder[`${key}_x`] = 1)],
  ];

  it.each(fields)("%s is named with the day and the cask, whatever is done to it", async (_, { key, holder }) => {
    for (const [, edit] of edits) {
      const copy = structuredClone(list) as unknown as Json;
      edit(holder(copy), key);
      const folder = folderWith(withFile(`audit/lists/${name}.json`, () => canonical(copy)));
      const { code, said: words } = await run(folder);
      expect(words).toMatch(new RegExp(`FAIL ${dateAt(5)} casks\\[csk_made_up_0001\\]\\.list`));
      expect(code).toBe(1);
    }
  });
});
