import { describe, expect, it } from "vitest";
import { answerAhead, forgetAhead } from "~/server/fetched-ahead";

const ahead = (headers: HeadersInit = { "Sec-Purpose": "prefetch" }) =>
  new Request("https://dunnage.test/wallet", { headers });
const page = (cookies: string[] = [], status = 200) => {
  const headers = new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
  return new Response(status === 200 ? "page" : null, { status, headers });
};

describe("a page that is asked for ahead of a tap", () => {
  it.each([
    ["says nothing of what happened", page()],
    ["names the browser", page(["__Host-browser=x; Path=/"])],
    ["is the one that the browser has", page([], 304)],
  ])("is answered if it %s", (_, answer) => {
    expect(answerAhead(ahead(), answer)).toBe(answer);
  });

  it.each([
    ["shows a message once", page(["toast=; Max-Age=0; Path=/"])],
    ["remembers a choice", page(["wallet-tab=x; Path=/"])],
    ["ends a session, whatever else it sets", page(["browser=x", "__Host-session=; Max-Age=0"])],
    ["leads elsewhere", page([], 302)],
    ["is not there", page([], 404)],
  ])("is refused without a trace if it %s", (_, answer) => {
    const refused = answerAhead(ahead(), answer);
    expect([refused.status, refused.headers.get("Set-Cookie")]).toEqual([503, null]);
  });

  it("is known by each name that browsers have for it, and a tap by none", () => {
    const answer = page(["toast=; Max-Age=0"]);
    for (const name of ["Sec-Purpose", "Purpose", "X-Moz"])
      expect(answerAhead(ahead({ [name]: "prefetch;prerender" }), answer).status).toBe(503);
    expect(answerAhead(ahead({}), answer)).toBe(answer);
  });
});

describe("what was fetched or drawn ahead", () => {
  const form = new Request("https://dunnage.test/stripe-secure", { method: "POST" });
  const forgotten = (request: Request, answer: Response) => {
    forgetAhead(request, answer);
    return answer.headers.get("Clear-Site-Data");
  };

  it("is forgotten once a form has led on, and by nothing else", () => {
    expect(forgotten(form, page([], 303))).toBe('"prefetchCache", "prerenderCache"');
    expect(forgotten(form, page([], 400))).toBeNull();
    expect(forgotten(ahead(), page())).toBeNull();
  });

  it("is forgotten with all else where the answer says so", () => {
    const left = new Response(null, { status: 303, headers: { "Clear-Site-Data": '"storage"' } });
    expect(forgotten(form, left)).toBe('"storage"');
  });
});
