import { beforeEach, describe, expect, inject, it } from "vitest";
import { readFlowId } from "~/server/login-cookie";
import { serveApi } from "../routes/api/support/api-server";
import { viewerOf } from "../routes/login/signed-in";
import { emptyTables } from "../routes/login/tables";
import { Visitor } from "../routes/login/visitor";
import { Random } from "../sim/random";
import { createTestContext, type TestContext } from "../support/context";
import { get } from "../support/people";

// An attacker with many networks and much time guesses codes, through the pages and the API. Whatever they do, a code
// is compared five times at most, so that one code in 200,000 is guessed.

const MINUTE_MS = 60_000;
const INVALID = "Invalid OTP. Please try again.";
const random = new Random(inject("seed"));
let context: TestContext;

beforeEach(async () => {
  await emptyTables();
  context = createTestContext();
});

let networks = 0;
/** An IP in a network not used so far. */
const network = () => `${20 + Math.floor(++networks / 62_500)}.${Math.floor(networks / 250) % 250}.${networks % 250}.1`;

type Outcome = "compared" | "refused" | "in";

async function guess(flow: Visitor, code: string, ip = network()): Promise<Outcome> {
  if (random.chance(0.5)) {
    const copy = new Visitor(context, ip);
    for (const [name, value] of flow.cookies) copy.cookies.set(name, value);
    const answer = await copy.enterCode(code);
    if (answer.location === "/wallet") return "in";
    return answer.refused?.alert?.startsWith(INVALID) ? "compared" : "refused";
  }
  const cookie = `login=${flow.cookies.get("login") ?? ""}`;
  const msg91Id = await readFlowId(context.config, get("http://localhost:8787/", cookie));
  const request = new Request("http://localhost:8787/api/otp/verify", {
    method: "POST",
    body: JSON.stringify({ msg91Id, otp: code }),
  });
  const answer = await serveApi(request, context.next({ ip }));
  const body = await answer.json<{ type?: string; message?: string }>();
  if (body.type === "success") return "in";
  return body.message?.startsWith(INVALID) ? "compared" : "refused";
}

function wrong(code: string): string {
  const other = String(random.between(0, 999_999)).padStart(6, "0");
  return other === code ? wrong(code) : other;
}

describe("guessing", () => {
  it("from one network at everyone has a hundred guesses an hour compared, and does not affect others", async () => {
    const ip = network();
    const endsMs = context.nowMs() + 60 * MINUTE_MS - 1000;
    let [compared, serial] = [0, 0];
    const waits: number[] = [];
    while (context.nowMs() < endsMs) {
      const email = `anyone-${++serial}@example.com`;
      const flow = new Visitor(context, ip);
      if ((await flow.askForCode({ email })).status === 429) {
        waits.push(context.nowMs());
        context.clock.advance(5 * MINUTE_MS);
        continue;
      }
      for (let n = 0; n < 6; n++)
        compared += (await guess(flow, wrong(context.mailer.codeFor(email)), ip)) === "compared" ? 1 : 0;
      context.clock.advance(MINUTE_MS);
    }
    expect(context.mailer.sent.length).toBe(20);
    expect(compared).toBeLessThanOrEqual(100);
    expect(waits.length).toBeGreaterThan(0);
    const honest = new Visitor(context, network());
    await honest.signInByEmail("honest@example.com");
    expect((await viewerOf(honest))?.email).toBe("honest@example.com");
  });
});
