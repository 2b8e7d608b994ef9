import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Paper } from "~/areas/holdings/papers/paper";
import { createTestContext } from "../support/context";
import { type Person, signIn } from "../support/people";
import { openApp } from "../support/serve-app";

// Papers cost processor time. One account can neither have many drawn, nor have the same one drawn again and again.

const context = createTestContext();
const drawn: string[] = [];
const papers = {
  draw: (paper: Paper) => {
    drawn.push(paper.lead);
    return Promise.resolve(new TextEncoder().encode(`%PDF ${paper.lead}`));
  },
};
const app = openApp({ PAPERS: papers });
beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  drawn.length = 0;
});
afterEach(() => vi.restoreAllMocks());

const open = (path: string, { cookie }: Person) => app.ask(path, { headers: { Cookie: cookie, Accept: "text/html" } });
const statement = (n: number) => `/statements/2025-01-01--2025-01-${String(n).padStart(2, "0")}.pdf`;

describe("statements and receipts", () => {
  it("are drawn once for the same figures, and again when they change", async () => {
    const person = await signIn(context);
    const first = await open(statement(5), person);
    await app.settled();
    const again = await open(statement(5), person);
    expect([first.status, again.status, again.text === first.text, drawn.length]).toEqual([200, 200, true, 1]);
    expect(again.headers.get("Cache-Control")).toBe("private, no-store");
    await context.db.run(sql`UPDATE users SET full_name = 'Asha Rao' WHERE id = ${person.userId}`);
    await open(statement(5), person);
    expect(drawn).toHaveLength(2);
  });

  it("are thirty an hour for one account, and no fewer for another", async () => {
    const [person, other] = [await signIn(context), await signIn(context)];
    const statuses: number[] = [];
    for (let n = 1; n <= 31; n++)
      statuses.push((await open(`/statements/2024-01-01--2024-01-${String(n).padStart(2, "0")}.pdf`, person)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    const refused = await open("/statements/2024-02-01--2024-02-02.pdf", person);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_500);
    await app.settled();
    // What was drawn is still there.
    expect((await open("/statements/2024-01-01--2024-01-05.pdf", person)).status).toBe(200);
    expect((await open("/statements/2024-02-01--2024-02-02.pdf", other)).status).toBe(200);
  });
});
