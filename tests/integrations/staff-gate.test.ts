import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAccessGate } from "~/integrations/staff-gate/cloudflare-access";

// Assertions as Cloudflare Access makes them, with keys of the test's own behind its address.

const AUDIENCE = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";
const NOW_MS = Date.UTC(2026, 10, 22);
const SECONDS = NOW_MS / 1000;

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let known: Keys;
let strange: Keys;
let teams = 0;
let teamOrigin: string;
let fetched: string[];
let answer: () => Promise<Response>;

beforeAll(async () => {
  [known, strange] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
});
beforeEach(async () => {
  // Keys are kept for each team as long as the isolate lives.
  teamOrigin = `https://team-${(teams += 1)}.cloudflareaccess.com`;
  fetched = [];
  const jwks = { keys: [{ ...(await exportJWK(known.publicKey)), kid: "now", alg: "RS256", use: "sig" }] };
  answer = () => Promise.resolve(Response.json(jwks));
});

const gate = () =>
  createAccessGate({
    teamOrigin,
    audience: AUDIENCE,
    nowMs: () => NOW_MS,
    fetch: (url) => {
      fetched.push(url instanceof Request ? url.url : String(url));
      return answer();
    },
  });

const asking = (assertion?: string) =>
  new Request("https://dunnage.example/operator", {
    headers: assertion === undefined ? {} : { "Cf-Access-Jwt-Assertion": assertion },
  });

type Signed = { claims?: JWTPayload; by?: Keys; kid?: string };
function assertion({ claims = {}, by = known, kid = "now" }: Signed = {}): Promise<string> {
  const usual = { aud: [AUDIENCE], iss: teamOrigin, iat: SECONDS - 60, exp: SECONDS + 3_600, email: "op@example.com" };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: "RS256", kid }).sign(by.privateKey);
}

describe("the gate before the operators' pages", () => {
  it("admits who carries an assertion for this application, and fetches the keys once", async () => {
    for (let time = 0; time < 3; time++) expect(await gate().admits(asking(await assertion()))).toBe(true);
    expect(fetched).toEqual([`${teamOrigin}/cdn-cgi/access/certs`]);
  });

  it.each<[string, () => Promise<string> | string | undefined]>([
    ["none", () => undefined],
    ["nonsense", () => "nonsense"],
    ["one for another application", () => assertion({ claims: { aud: ["another"] } })],
    ["one of another team", () => assertion({ claims: { iss: "https://other.cloudflareaccess.com" } })],
    ["one that is over", () => assertion({ claims: { exp: SECONDS - 1 } })],
    ["one that never ends", () => assertion({ claims: { exp: undefined } })],
    ["one signed by a stranger in the name of the key", () => assertion({ by: strange })],
    ["one signed by a key that is not published", () => assertion({ by: strange, kid: "other" })],
    [
      "one signed with the public key as a shared secret",
      async () => {
        const text = new TextEncoder().encode(JSON.stringify(await exportJWK(known.publicKey)));
        const claims = { aud: AUDIENCE, iss: teamOrigin, exp: SECONDS + 60 };
        return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "now" }).sign(text);
      },
    ],
    [
      "one that is not signed",
      () => {
        const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
        return `${part({ alg: "none" })}.${part({ aud: AUDIENCE, iss: teamOrigin, exp: SECONDS + 60 })}.`;
      },
    ],
  ])("refuses %s", async (_what, make) => expect(await gate().admits(asking(await make()))).toBe(false));

  it("says that it cannot tell while the keys are out of reach, and recovers", async () => {
    const working = answer;
    answer = () => Promise.resolve(new Response("down", { status: 503 }));
    await expect(gate().admits(asking(await assertion()))).rejects.toThrow();
    answer = working;
    expect(await gate().admits(asking(await assertion()))).toBe(true);
  });
});
