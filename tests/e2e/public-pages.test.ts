import { describe, expect, it } from "vitest";
import { HttpJourney } from "./support/http-journey";
import { visibleText } from "./support/html-forms";
import { attributeOf, elementIn, fieldsIn, linksIn, readWords } from "./support/read-page";
import { invitationBy } from "./support/invitation";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What a visitor reads and where the links lead: the landing page, the way to sign up, the legal pages.

const LEGAL = [
  { text: "Terms & Conditions", href: "/terms-and-conditions" },
  { text: "Privacy Policy", href: "/privacy-policy" },
  { text: "Terms of Service", href: "/terms-of-service" },
  { text: "Refunds & Cancellations", href: "/refunds-cancellations" },
  { text: "Customer support", href: "/customer-support" },
];

async function open(path: string): Promise<HttpJourney> {
  const journey = new HttpJourney();
  await journey.visit(path);
  expect(journey.at.status, path).toBe(200);
  return journey;
}

describe("the landing page", () => {
  it("opens with the headline, the starting price, the trust badges and 'Request access'", async () => {
    const { html } = (await open("/")).at;
    expect(visibleText(elementIn(html, "h1"))).toMatch(/^Returns of upto 22%/);
    const words = visibleText(html);
    const opening = words.slice(0, words.indexOf("Sample returns"));
    for (const text of [
      "Start a Whisky Cask investment portfolio from $500",
      "Request access",
      "Audited",
      "Verified",
      "Secured",
    ])
      expect(opening).toContain(text);
  });

  it("shows three sample returns, each on a card with a 'Request access' button", async () => {
    const { html } = (await open("/")).at;
    const cards = html.match(/<article\b.*?<\/article>/gs) ?? [];
    expect(cards.map((card) => visibleText(elementIn(card, "h3")))).toEqual(["20.8%", "21.4%", "10.94%"]);
    for (const card of cards) {
      expect(card).toMatch(/<form method="post" action="\/\?index">/);
      expect(visibleText(elementIn(card, "button"))).toBe("Request access");
    }
  });

  it("leads by 'Request access' to the wallet when signed in, and to sign-up otherwise", async () => {
    const first = (journey: HttpJourney) => journey.post("/?index", { intent: "request-access" });
    const visitor = await open("/");
    await first(visitor);
    expect(`${visitor.at.url.pathname}${visitor.at.url.search}`).toBe("/get-started?mode=sign-up");
    const signedIn = await signInByEmail("words-access@example.com");
    await signedIn.visit("/");
    await first(signedIn);
    expect(signedIn.at.url.pathname).toBe("/wallet");
    expect(signedIn.at.text).toContain("Total invested");
  });

  it("has a section on compliance, market figures with their years, and a link to the blog", async () => {
    const journey = new HttpJourney();
    const text = await readWords(journey, "/");
    const after = (words: string, length: number) => {
      expect(text).toContain(words);
      return text.slice(text.indexOf(words) + words.length).slice(0, length);
    };
    const compliance = after(" Compliance ", 400);
    for (const words of ["18 or over", "never physically delivered", "no investment advice"])
      expect(compliance).toContain(words);
    const market = after(" Market size ", 600);
    for (const words of [
      "USD 69 billion Size of the whisky market in 2023",
      "6.4% Yearly growth of that market to 2032",
      "+564% Rare whisky values over ten years",
    ])
      expect(market).toContain(words);
    expect(linksIn(elementIn(journey.at.html, "section", /id="blog"/)).map(({ href }) => href)).toContain(
      "https://dunnage.example/blog",
    );
  });

  it.each([
    ["Where are the casks kept?", "In bonded warehouses in Scotland"],
    ["Are the casks insured?", "Yes, against loss and damage"],
    ["What about tax?", "Casks are tax-exempt while maturing"],
    ["How do I sell?", "A stake can be sold through the platform or back to us, the provider."],
    ["How long should I hold a stake?", "The minimum hold is about 2 to 3 years"],
    ["How long should I hold a stake?", "We recommend at least 3 years."],
    ["Is there a marketplace?", "Coming soon."],
    ["Can I invest in bottles?", "Bottle investment is coming soon."],
  ])("answers %j with %j", async (question, answer) => {
    const { html } = (await open("/")).at;
    // Some stand within another one.
    const entry = html.split("<details").find((one) => visibleText(elementIn(one, "summary")) === question);
    const words = visibleText(`<details${entry ?? ""}`.split("</details>")[0] ?? "");
    expect(words.slice(question.length)).toContain(answer);
  });

  it("has a footer with the age notice, the legal pages, social links and the company's legal text", async () => {
    const footer = elementIn((await open("/")).at.html, "footer");
    const words = visibleText(footer);
    expect(words).toContain("18+ only. You must be 18 or over, or of legal drinking age where you live.");
    expect(words).toContain("registered in Estonia, registry number 00000000");
    expect(words).toContain("UK customs registration GB000000000000");
    expect(linksIn(footer)).toEqual([
      { text: "Fees", href: "/fees" },
      { text: "Proof", href: "/proof" },
      { text: "Audit", href: "/audit" },
      ...LEGAL,
      { text: "Instagram", href: expect.stringMatching(/^https:\/\/www\.instagram\.com\/./) },
      { text: "LinkedIn", href: expect.stringMatching(/^https:\/\/www\.linkedin\.com\/./) },
      { text: "YouTube", href: expect.stringMatching(/^https:\/\/www\.youtube\.com\/./) },
      { text: "X", href: expect.stringMatching(/^https:\/\/x\.com\/./) },
    ]);
  });
});

describe("the way to an account", () => {
  it("create-account has its title, the fee, and Back, Sign Up and Log in links that lead where they say", async () => {
    const { html, text } = (await open("/create-account")).at;
    expect(visibleText(elementIn(html, "h1"))).toBe("Create account");
    expect(text).toContain("One time joining fee of $10");
    expect(linksIn(html).filter(({ href }) => !href.startsWith("#"))).toEqual([
      { text: "Back", href: "/" },
      { text: "Sign Up", href: "/get-started?mode=sign-up" },
      { text: "Log in", href: "/get-started?mode=login" },
    ]);
  });

  it.each([
    [
      "sign-up",
      "Sign up",
      { text: "Back", href: "/create-account" },
      { text: "Log in", href: "/get-started?mode=login" },
    ],
    ["login", "Login", { text: "Back", href: "/" }, { text: "Sign up", href: "/get-started?mode=sign-up" }],
  ])(
    "get-started for %s has the heading %j, an email field, a number field after +91, and its links",
    async (mode, heading, back, other) => {
      const { html } = (await open(`/get-started?mode=${mode}`)).at;
      expect(visibleText(elementIn(html, "h1"))).toBe(heading);
      const [email = ""] = fieldsIn(html, "email");
      expect(attributeOf(email, "type")).toBe("email");
      const phone = elementIn(html, "form", /name="phone_number"/);
      expect(visibleText(phone)).toMatch(/^Phone number \+91 10 digits\./);
      expect(phone).toMatch(/<span[^>]*>\+91<\/span><input\b[^>]*name="phone_number"/);
      expect(linksIn(html).filter(({ href }) => !href.startsWith("#"))).toEqual([
        back,
        other,
        { text: "Terms & Conditions", href: "/terms-and-conditions" },
        { text: "Privacy Policy", href: "/privacy-policy" },
      ]);
    },
  );

  it("get-started keeps the referral code when the visitor changes between signing up and logging in", async () => {
    const code = await invitationBy(await signInByEmail(demoLogins.investor));
    const visitor = await open(`/get-started?mode=sign-up&ref=${code}`);
    const { html } = visitor.at;
    expect(linksIn(html)).toContainEqual({ text: "Log in", href: `/get-started?mode=login&ref=${code}` });
    const kept = (html.match(/<input[^>]*name="ref"[^>]*>/g) ?? []).map((tag) => attributeOf(tag, "value"));
    expect(kept).toEqual([code, code]);
    // And over pages that know nothing of it.
    await visitor.visit("/terms-and-conditions");
    expect((await visitor.visit("/get-started?mode=sign-up")).html).toContain(`>${code}</strong>`);
  });

  it.each(["/", "/create-account"])("%s keeps a referral code until get-started, where it is greeted", async (path) => {
    const code = await invitationBy(await signInByEmail(demoLogins.investor));
    const visitor = await open(`${path}?ref=${code}`);
    expect((await visitor.visit("/get-started?mode=sign-up")).html).toContain(`>${code}</strong>`);
    const other = await open(`${path}?ref=NOSUCHCD`);
    expect((await other.visit("/get-started?mode=sign-up")).html).not.toContain("You were invited");
    expect((await other.visit("/get-started?mode=sign-up&ref=NOSUCHCD")).html).not.toContain("You were invited");
  });

  it.each([
    ["login", "Login"],
    ["sign-up", "Sign up"],
  ])(
    "enter-OTP after %s has the heading %j, six boxes, where the code was sent, Verify, Resend OTP and Back",
    async (mode, heading) => {
      const journey = await open(`/get-started?mode=${mode}`);
      await journey.submit({ phone_number: mode === "login" ? "9012345678" : "9012345679" });
      const { html } = journey.at;
      expect(visibleText(elementIn(html, "h1"))).toBe(heading);
      const form = elementIn(html, "form", /name="digit"/);
      expect(visibleText(form)).toMatch(/^Enter OTP The 6 digit number sent to your phone/);
      const boxes = fieldsIn(form, "digit");
      expect(boxes).toHaveLength(6);
      // The first box also accepts a whole code that is pasted or filled in.
      expect(boxes.map((box) => attributeOf(box, "maxlength"))).toEqual(["6", "1", "1", "1", "1", "1"]);
      expect(journey.forms.map(({ buttons }) => buttons.map(({ text }) => text))).toEqual([["Verify"], ["Resend OTP"]]);
      expect(linksIn(html)).toContainEqual({ text: "Back", href: `/get-started?mode=${mode}` });
    },
  );
});

describe("the legal pages", () => {
  it.each([
    ["/terms-and-conditions", "Terms & Conditions", 14],
    ["/privacy-policy", "Privacy Policy", 12],
    ["/terms-of-service", "Terms of Service", 8],
    ["/refunds-cancellations", "Refunds & Cancellations", null],
    ["/customer-support", "Customer support", null],
  ])("%s is titled %j, and its sections are numbered in order", async (path, title, sections) => {
    const { html } = (await open(path)).at;
    expect(visibleText(elementIn(html, "h1"))).toBe(title);
    const titles = [...html.matchAll(/<section\b[^>]*>\s*<h2\b[^>]*>(.*?)<\/h2>/gs)].map(([, one = ""]) =>
      visibleText(one),
    );
    expect(titles.length).toBeGreaterThan(0);
    if (sections === null) return;
    expect(titles).toHaveLength(sections);
    expect(titles.map((one) => Number.parseInt(one, 10))).toEqual(titles.map((_, index) => index + 1));
  });

  it("say that a peer-to-peer marketplace is planned, and how to reach support", async () => {
    const journey = new HttpJourney();
    expect(await readWords(journey, "/terms-of-service")).toContain(
      "A peer-to-peer marketplace between investors and investment in bottles are planned",
    );
    const support = await readWords(journey, "/customer-support");
    for (const words of ["WhatsApp", "Mon-Fri 9-18 GMT", "within 24 hours"]) expect(support).toContain(words);
    const hrefs = linksIn(journey.at.html).map(({ href }) => href);
    expect(hrefs).toContain("mailto:support@dunnage.example");
    expect(hrefs).toContain("https://wa.me/37255550000");
  });
});
