import { describe, expect, it } from "vitest";
import { readLatest, sizeOfAudits } from "~/areas/proof/audits/read-audit";
import { addDays } from "~/domain/calendar-date";

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
  it("are all linked, the newest first", async () => {
    const { earlier } = await readLatest({ proof: bucket });
    expect(earlier).toHaveLength(DAYS - 1);
    expect([earlier[0], earlier.at(-1)]).toEqual([dates.at(-2), FIRST]);
  });

  it("are all counted", async () => {
    expect(await sizeOfAudits({ proof: bucket })).toEqual({ days: DAYS, newestBytes: 20, allBytes: 10 * (DAYS + 1) });
  });
});
