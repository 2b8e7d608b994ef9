import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { stampDay } from "~/areas/proof/audits/stamp-day";
import { createCalendarStamper } from "~/integrations/time-stamps/open-timestamps";
import { createTestContext } from "../../support/context";
import { publishDay } from "../../support/published-audit";
import { openApp } from "../../support/serve-app";

const DIGEST = new Uint8Array(32).fill(7);
const PATH = new Uint8Array([0xf0, 0x10, 1, 2, 3]);

function calendar(answer: () => Response) {
  const asked: Request[] = [];
  const call = (async (input: RequestInfo, init?: RequestInit) => {
    asked.push(new Request(input, init));
    return answer();
  }) as typeof fetch;
  return { asked, stamper: createCalendarStamper({ origin: "https://calendar.example", fetch: call }) };
}

describe("a time stamp", () => {
  it("is asked for with the 32 bytes alone, and comes as a file that names them", async () => {
    const { asked, stamper } = calendar(() => new Response(PATH));
    const file = await stamper.stamp(DIGEST);
    expect(asked[0]).toMatchObject({ method: "POST", url: "https://calendar.example/digest" });
    expect(new Uint8Array(await (asked[0] as Request).arrayBuffer())).toEqual(DIGEST);
    expect(new TextDecoder().decode(file.slice(1, 15))).toBe("OpenTimestamps");
    expect([...file.slice(31)]).toEqual([1, 8, ...DIGEST, ...PATH]);
  });

  it.each([() => new Response("no", { status: 503 }), () => new Response(""), () => new Response("x".repeat(20_000))])(
    "is none if the calendar gives no answer of its kind",
    async (answer) => {
      await expect(calendar(answer).stamper.stamp(DIGEST)).rejects.toThrow(/calendar/);
    },
  );

  it("is kept once beside the newest day, retried after a failure, and linked on the day's page", async () => {
    const { db } = createTestContext();
    const hash = "07".repeat(32);
    const none = calendar(() => new Response(PATH));
    await stampDay({ db, proof: env.PROOF, stamper: none.stamper });
    expect(none.asked).toEqual([]);
    await db.run(sql`INSERT INTO audits (date, state, result, hash, progress, started_at_ms, finished_at_ms)
      VALUES ('2026-11-20', 'published', 'PASS', ${"06".repeat(32)}, '', 1, 2), ('2026-11-21', 'published', 'PASS', ${hash}, '', 1, 2),
        ('2026-11-22', 'running', NULL, NULL, '', 1, NULL)`);
    await publishDay("2026-11-21", [], { hash });
    const app = openApp();
    expect((await app.ask("/audit/2026-11-21")).text).not.toContain(".ots");
    await stampDay({ db, proof: env.PROOF, stamper: null });
    const down = calendar(() => new Response("no", { status: 503 }));
    await expect(stampDay({ db, proof: env.PROOF, stamper: down.stamper })).rejects.toThrow();
    const { asked, stamper } = calendar(() => new Response(PATH));
    await stampDay({ db, proof: env.PROOF, stamper });
    await stampDay({ db, proof: env.PROOF, stamper });
    expect(asked).toHaveLength(1);
    expect((await app.ask("/audit/2026-11-21")).text).toContain('href="/audit/2026-11-21.ots"');
    const served = new Uint8Array(await (await app.raw("/audit/2026-11-21.ots")).arrayBuffer());
    expect([...served.slice(31)]).toEqual([1, 8, ...DIGEST, ...PATH]);
  });
});
