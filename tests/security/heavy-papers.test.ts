import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Paper } from "~/areas/holdings/papers/paper";
import { createTestContext } from "../support/context";
import { type Person, putCask, signIn } from "../support/people";
import { type Answered, openApp } from "../support/serve-app";

// Papers cost processor time. One account can neither have many drawn at once, nor have the same one drawn again and again.

const context = createTestContext();
const drawn: { title: string; atOnce: number }[] = [];
let atOnce = 0;
/** How long a drawing takes. */
let drawing: () => Promise<unknown>;
/** Here everybody waits for as much less as drawing takes. */
const TIMES_SOONER = 5;
const wait = scheduler.wait.bind(scheduler);
const papers = {
  draw: async (paper: Paper) => {
    atOnce += 1;
    drawn.push({ title: paper.lead, atOnce });
    await drawing();
    atOnce -= 1;
    return new TextEncoder().encode(`%PDF ${paper.lead}`);
  },
};
const app = openApp({ PAPERS: papers });
beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  vi.spyOn(scheduler, "wait").mockImplementation((ms) => wait(ms / TIMES_SOONER));
  drawn.length = 0;
  drawing = () => Promise.resolve();
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

  it("are no one else's, however alike the figures", async () => {
    const [one, other] = [await signIn(context), await signIn(context)];
    await open(statement(6), one);
    await app.settled();
    await open(statement(6), other);
    expect(drawn).toHaveLength(2);
  });

  it("are drawn one at a time for an account: a second tap gets the same file, six at once wait or are told to come again", async () => {
    const person = await signIn(context);
    drawing = () => scheduler.wait(300);
    const taps = await Promise.all([open(statement(7), person), open(statement(7), person)]);
    expect([taps.map(({ status }) => status), drawn.length]).toEqual([[200, 200], 1]);
    // The first is drawn at once, the second until the others have given up.
    let [asked, end]: [number, () => void] = [0, () => undefined];
    const givenUp = new Promise<void>((resolve) => (end = resolve));
    drawing = () => ((asked += 1) === 1 ? Promise.resolve() : givenUp);
    const refused: Answered[] = [];
    const six = [8, 9, 10, 11, 12, 13].map(async (n) => {
      const answer = await open(statement(n), person);
      if (answer.status === 429 && refused.push(answer) === 4) end();
    });
    await Promise.all(six);
    expect(drawn.every((one) => one.atOnce === 1)).toBe(true);
    expect(refused).toHaveLength(4);
    for (const { headers, text } of refused) {
      expect(headers.get("Retry-After")).toBe("5");
      expect(text).toContain("Too many tries");
      expect(text).toContain("You can try again in 5 seconds.");
    }
  });

  it("are drawn for at most two accounts at the same time, and a third one waits its turn", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => signIn(context)));
    // Until there are two, then at once.
    let end = () => undefined;
    const two = new Promise<void>((resolve) => (end = () => void resolve()));
    drawing = () => (atOnce > 1 && end(), two);
    const answers = await Promise.all(people.map((person) => open(statement(14), person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(Math.max(...drawn.map((one) => one.atOnce))).toBe(2);
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

  it("query the database no more than once, refused or not, and write nothing", async () => {
    const person = await signIn(context);
    await putCask(context);
    const before = app.trips.count;
    await open(statement(20), person);
    expect(app.trips.count - before).toBe(1);
  });
});
