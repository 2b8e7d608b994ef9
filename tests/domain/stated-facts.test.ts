import { afterEach, describe, expect, it } from "vitest";
import { landingClaims, marketClaims, sourceNotes, statedIds } from "~/content/claims";
import { company, companyFooter, ourCompany } from "~/content/company";
import { mailFoot } from "~/content/mail-text";
import { registeredText } from "~/content/notice-texts";
import { sayProposal } from "~/content/proposal-texts";
import { footerTexts } from "~/content/site-footer-texts";
import { showMarks, showStated, statedTexts } from "~/content/stated-texts";
import { readClaims, readCompany, writeCompany } from "~/domain/stated-facts";

const TODAY = "2026-11-26";
const TYPED = `${writeCompany({ ...ourCompany, legalName: "Harbour Casks Ltd", email: "help@harbour.co" })
  .trim()
  .replace("Source:", "Source: Extract of the Estonian register")} 2026-11-20`;
const CLAIMS =
  "market-size figure: USD 70 billion\nmarket-size source: A study that we name\r\nmarket-size as of: 2025-12-31\n";
const keptOf = (read: { ok: true; kept: string } | { ok: false; at: string }) => (read.ok ? read.kept : read.at);

afterEach(() => showStated({ company: "", claims: "" }));

describe("the company, as operators state it", () => {
  it("is kept in one form, with its source and day", () => {
    const kept = keptOf(readCompany(TYPED, TODAY));
    expect(kept).toContain("Legal name: Harbour Casks Ltd\nRegistered in: Estonia\n");
    expect(kept).toMatch(/Source: Extract of the Estonian register\nAs of: 2026-11-20$/);
    expect(keptOf(readCompany(kept.split("\n").toReversed().join("\r\n"), TODAY))).toBe(kept);
  });

  it.each([
    ["Email", TYPED.replace("help@harbour.co", "help at harbour")],
    ["WhatsApp", TYPED.replace("+372", "00372")],
    ["Address", TYPED.replace(/^Address.*$/m, "")],
    ["Hours", TYPED.replace("Mon-Fri", "{live:audit}")],
    ["Source", TYPED.replace(/^Source.*$/m, "Source: known")],
    ["As of", TYPED.replace("2026-11-20", "2026-11-27")],
    ["Legal name", `${TYPED}\nLegal name: Another Ltd`],
    ["Phone", `${TYPED}\nPhone: +372 5555 0000`],
  ])("is refused at the line %s, and that line is named", (at, typed) => {
    expect(readCompany(typed, TODAY)).toEqual({ ok: false, at });
  });

  it("is in every text from then on, but in those that a provider has registered, and ours again afterwards", () => {
    const texts = () => [
      footerTexts.imprint,
      mailFoot.sender,
      mailFoot.support,
      companyFooter(),
      company.support.email,
    ];
    const ours = texts();
    showStated({ company: keptOf(readCompany(TYPED, TODAY)), claims: "" });
    expect(texts().join(" ").split("Harbour Casks Ltd").length).toBe(4);
    expect(texts().slice(2)).toContain("help@harbour.co");
    expect(registeredText({ what: "", amount: "" })).toContain(ourCompany.email);
    showStated({ company: "", claims: "" });
    expect(texts()).toEqual(ours);
  });
});

describe("claims, as operators state them", () => {
  it("say what is stated of them, with its source and day, and all else as before", () => {
    const before = landingClaims.map((claim) => ({ ...claim }));
    const read = readClaims(CLAIMS, statedIds, TODAY);
    showStated({ company: "", claims: keptOf(read) });
    expect(marketClaims[0]).toMatchObject({
      figure: "USD 70 billion",
      statement: "Size of the whisky market in 2023",
      source: "A study that we name",
      asOf: "2025-12-31",
    });
    expect(sourceNotes.find(({ id }) => id === "market-size")).toMatchObject({ figure: "USD 70 billion" });
    const changed = landingClaims.filter((claim, at) => JSON.stringify(claim) !== JSON.stringify(before[at]));
    expect(changed.map(({ id }) => id)).toEqual(["market-size"]);
  });

  it.each([
    ["market-size source", CLAIMS.replace(/^market-size source.*$/m, "")],
    ["market-size as of", CLAIMS.replace("2025-12-31", "2026-12-31")],
    ["market-size price", `${CLAIMS}market-size price: 1`],
    ["moon source", `${CLAIMS}moon source: Everybody says so`],
    ["market-size figure", CLAIMS.replace("USD 70 billion", "{live:audit}")],
  ])("are refused at %s", (at, typed) => {
    expect(readClaims(typed, statedIds, TODAY)).toEqual({ ok: false, at });
  });

  it("and the company stand as marks in the files, each of which is filled in", () => {
    showMarks();
    const file = `${footerTexts.imprint} ${marketClaims.map((claim) => Object.values(claim).join(" ")).join(" ")}`;
    const marks = [...file.matchAll(/\{live:[\w-]+\}/g)].map(([mark]) => mark);
    expect(marks).toHaveLength(5 + 3 * 6);
    const texts = statedTexts({ company: "", claims: CLAIMS.trim() });
    expect(marks.filter((mark) => texts[mark] === undefined)).toEqual([]);
    showStated({ company: "", claims: "" });
    expect(footerTexts.imprint).not.toContain("{live:");
    expect([texts["{live:market-size-asOf}"], texts["{live:company-whatsAppUrl}"]]).toEqual([
      "31 Dec 2025",
      "https://wa.me/37255550000",
    ]);
  });

  it("are proposed to a second operator by the lines that differ", () => {
    const becomes = CLAIMS.replace("70", "71");
    const said = sayProposal({ kind: "setting", subject: "setting:claims", was: CLAIMS, becomes, about: null });
    const first = sayProposal({ kind: "setting", subject: "setting:company", was: "", becomes: TYPED, about: null });
    expect(first.from).toBe("Legal name: Dunnage Sample OÜ; Email: support@dunnage.example");
    expect(first.to).toContain("Legal name: Harbour Casks Ltd; Email: help@harbour.co; Source:");
    expect(said).toMatchObject({
      from: "market-size figure: USD 70 billion",
      to: "market-size figure: USD 71 billion",
    });
  });
});
