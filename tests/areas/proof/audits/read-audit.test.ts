import { describe, expect, it } from "vitest";
import { saltOf } from "~/areas/proof/audit-wallets";
import { readListFile, sizeOfAudits } from "~/areas/proof/read-audit";
import { dayRows, showDay } from "~/areas/proof/show-day";
import { type AuditDay, type AuditedCask, dayKey, LATEST_KEY } from "~/domain/audit/audit-files";
import { addDays } from "~/domain/calendar-date";
import { hashBytes } from "~/server/sha256";

const FIRST = "2026-01-01";
const DAYS = 2_345;
const dates = Array.from({ length: DAYS }, (_, day) => addDays(FIRST, day));

/** As R2 answers: a thousand at most, the oldest first. */
const bucket = {
  get: () => Promise.resolve({ json: () => Promise.resolve({ date: dates.at(-1), casks: [] }) }),
  list: ({ prefix = "", cursor = "0" }: R2ListOptions) => {
    const all = dates.map((date) => ({ key: `${prefix}${date}.json`, size: 10 }));
    const next = Number(cursor) + 1_000;
    const objects = all.slice(Number(cursor), next);
    return Promise.resolve(
      next < DAYS ? { objects, truncated: true, cursor: String(next) } : { objects, truncated: false },
    );
  },
} as unknown as R2Bucket;

describe("more days than one look at the bucket shows", () => {
  it("are all counted", async () => {
    expect(await sizeOfAudits({ proof: bucket })).toEqual({ days: DAYS, newestBytes: 20, allBytes: 10 * (DAYS + 1) });
  });
});

/** These files and no others; what was asked for is noted. */
function filesOf(files: Record<string, object>) {
  const asked: string[] = [];
  const get = (key: string) => {
    asked.push(key);
    return Promise.resolve(files[key] ? { json: () => Promise.resolve(files[key]) } : null);
  };
  const list = ({ prefix = "" }: R2ListOptions) => {
    asked.push(prefix);
    const keys = Object.keys(files).filter((key) => key.startsWith(prefix));
    return Promise.resolve({ objects: keys.sort().map((key) => ({ key, size: 10 })), truncated: false });
  };
  return { asked, bucket: { get, list } as unknown as R2Bucket };
}

describe("while files are missing", () => {
  it("no day is the latest, also if the file of the first is there already, and there is nothing to load", async () => {
    const { bucket: proof } = filesOf({ [dayKey(FIRST)]: {} });
    expect(await sizeOfAudits({ proof })).toBeNull();
  });

  it("a list that is gone is none, though its day names it", async () => {
    const day = { date: FIRST, casks: [{ id: "csk_a", list_sha256: "a" }] };
    const { bucket: proof } = filesOf({ [dayKey(FIRST)]: day });
    expect(await readListFile({ proof }, { date: FIRST, caskId: "csk_a" })).toBeNull();
  });
});

it("a list is taken for sixty bytes a stake before it is loaded", async () => {
  const day = { date: FIRST, casks: [{ total: 3 }, { total: 7 }] };
  const { bucket: proof } = filesOf({ [dayKey(FIRST)]: day, [LATEST_KEY]: day });
  expect(await sizeOfAudits({ proof })).toEqual({ days: 1, newestBytes: 620, allBytes: 620 });
});

it("what stands beside a wallet in the tree is sixteen bytes that the day and the person give", async () => {
  const signed: string[] = [];
  const signLink = (text: string) => (signed.push(text), Promise.resolve("signature"));
  expect(await saltOf({ signLink, hashBytes }, FIRST, "usr_a")).toHaveLength(16);
  expect(signed).toEqual([`owed:${FIRST}:usr_a`]);
});

describe("a day that is shown", () => {
  const cask = (at: number): AuditedCask => ({
    ...{ id: `csk_${at}`, name: `Cask ${at}`, total: 4, issued: 1, reserved: 0, free: 3, void: 0 },
    ...{ certificates_valid: 1, documents: [], ended_on: null, valuations: [], list_sha256: "a", reason: null },
    result: at % 2 === 0 ? "PASS" : "FAIL",
  });
  const day = { date: FIRST, casks: Array.from({ length: 24 }, (_, at) => cask(at)) } as unknown as AuditDay;

  it("links the first ten of its casks that are not right", () => {
    const { failing } = showDay(day, new Request("https://dunnage.example/audit"));
    expect(failing.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `csk_${2 * at + 1}`));
  });

  it("has empty cells for what is null", () => {
    const [heads = [], first] = dayRows(day);
    expect(first?.[heads.indexOf("reason")]).toBe("");
  });
});
