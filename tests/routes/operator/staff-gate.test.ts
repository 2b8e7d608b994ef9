import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestContext } from "../../support/context";
import { signIn } from "../../support/people";
import { openApp, ORIGIN } from "../../support/serve-app";

// Where Cloudflare Access is set up, an operator's session alone does not open the console.

const access = { ACCESS_TEAM_ORIGIN: "https://gate.cloudflareaccess.com", ACCESS_AUDIENCE: "audience-of-the-tests" };

beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

describe("the console behind a gate", () => {
  it("is not there for an operator who did not pass the gate, to read or to change", async () => {
    const operator = await signIn(createTestContext(), { operator: true });
    const headers = { Cookie: operator.cookie, Origin: ORIGIN };
    const body = () => new URLSearchParams({ key: "payouts_per_day", value: "11" });
    const [open, gated] = [openApp(), openApp(access)];
    expect((await open.ask("/operator", { headers })).status).toBe(200);
    expect((await gated.ask("/operator", { headers })).status).toBe(404);
    expect((await gated.ask("/operator/settings", { method: "POST", headers, body: body() })).status).toBe(404);
    expect(gated.trips.count).toBe(0);
  });
});
