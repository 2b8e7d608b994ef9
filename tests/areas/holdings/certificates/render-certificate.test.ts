import { describe, expect, it, vi } from "vitest";
import { renderCertificate as render, type CertificateFacts } from "~/areas/holdings/certificates/render-certificate";
import { FACTS } from "./support/facts";
import { testFonts } from "./support/test-fonts";
import { readPdf } from "./support/read-pdf";

const renderCertificate = (facts: CertificateFacts) => render(facts, testFonts);

const textOf = async (changes: Partial<CertificateFacts>) =>
  (await readPdf(await renderCertificate({ ...FACTS, ...changes }))).text;

describe("a certificate", () => {
  it("is one page that states everything as real text", async () => {
    const pdf = await readPdf(await renderCertificate(FACTS));
    expect(pdf.pages).toBe(1);
    const lines = pdf.text.split("\n");
    for (const said of [
      "Certificate of Ownership",
      "Asha Śarmā-O’Brien",
      "Glen Orrin 2019",
      "Whisky, Glen Orrin",
      "Stake 17 of 240",
      "17 of 240",
      "12 Dec 2026",
      "13 Dec 2026",
      "$1,250.00 (US dollars)",
      "Bonded Warehouse No. 3, Speyside, Scotland",
      "7kq2-ma4p-9trw-defg",
      "https://dunnage.example/verify/7kq2-ma4p-9trw-defg",
    ]) {
      expect(lines).toContain(said);
    }
    expect(pdf.text).toContain("It proves that");
    expect(pdf.text).toContain("It does not prove that");
    expect(pdf.text).not.toContain("?");
  });

  it("has the same bytes each time, with its dates taken from the facts", async () => {
    const first = await renderCertificate(FACTS);
    vi.setSystemTime(Date.now() + 1_100);
    const second = await renderCertificate(FACTS);
    vi.useRealTimers();
    expect(second).toEqual(first);
    const { producer, createdAt } = await readPdf(first);
    expect(producer).toBe("Dunnage");
    expect(createdAt).toEqual(new Date("2026-12-13T00:00:00Z"));
  });

  it("changes with every fact", async () => {
    const plain = await renderCertificate(FACTS);
    const others: Partial<CertificateFacts>[] = [
      { holderName: "Asha Sarma" },
      { caskName: "Glen Orrin 2020" },
      { caskKind: "rum" },
      { caskType: "butt" },
      { distillery: "Glen Orran" },
      { stakeNumber: 18 },
      { totalStakes: 241 },
      { issuedOn: "2026-12-14" },
      { purchasedOn: "2026-12-11" },
      { amountCents: 125_001 },
      { warehouse: "Bonded Warehouse No. 4" },
      { code: "7kq2ma4p9trwdefh" },
      { verifyUrl: "https://dunnage.example/verify/other" },
      { registerMark: "1c6ac2a08a63" },
      { auditUrl: "https://dunnage.example/other" },
    ];
    for (const change of others) {
      expect(await renderCertificate({ ...FACTS, ...change }), JSON.stringify(change)).not.toEqual(plain);
    }
  });

  it("stays small, however much it states", async () => {
    const devanagari = "क्षत्रिय श्री रविशङ्कर त्रिपाठी ज्ञानेश्वर धृतराष्ट्र उद्धव";
    for (const change of [{}, { holderName: devanagari }, { caskName: "Ẅ".repeat(60) }]) {
      expect((await renderCertificate({ ...FACTS, ...change })).byteLength).toBeLessThan(60_000);
    }
  });
});

describe("names on a certificate", () => {
  it.each([
    "D’Arcy O'Brien",
    "Śarmā Kṛṣṇa Ṭhākur",
    "Stanisław Żółkiewski",
    "Nguyễn Thị Hồng Đức",
    "Ñandú Çelik Őry Ğül Þór",
    "Александр Γιώργος",
    "श्री रविशङ्कर त्रिपाठी",
    "रवि O’Brien",
    "รวี Kumar 😀",
  ])("%s can be found and copied", async (holderName) => {
    expect((await textOf({ holderName })).replaceAll("\n", "")).toContain(holderName);
  });

  it("are explained where a letter can only be drawn as a box", async () => {
    expect(await textOf({ holderName: "รวี" })).toContain("A box stands for a letter that our typefaces lack.");
    expect(await textOf({ holderName: "रवि" })).not.toContain("A box stands");
  });

  it.each([
    ["60 wide letters", "W".repeat(60)],
    ["60 letters in words", "Wandering Waterfall of the Western Wilderness Warehouse 1997"],
    ["a double name", "Stanisława Żółkiewska-Brzęczyszczykiewicz von Württemberg-Hohe"],
    ["300 letters", "Wenceslaus ".repeat(27).trim()],
  ])("keep every letter: %s", async (_name, name) => {
    const text = (await textOf({ holderName: name, caskName: name })).replaceAll("\n", "").replaceAll(" ", "");
    // The name appears as the holder and as the cask.
    expect(text.split(name.replaceAll(" ", "")).length).toBe(3);
  });

  it("of a cask with 60 letters leave the stake on a line of its own", async () => {
    const caskName = "Wandering Waterfall of the Western Wilderness Warehouse 1997";
    const lines = (await textOf({ caskName, stakeNumber: 17, totalStakes: 240 })).split("\n");
    expect(lines).toContain("Stake 17 of 240");
    expect(lines.filter((line) => line.includes("17 of 240"))).toHaveLength(2);
    expect(lines.join(" ")).toContain(caskName);
  });

  it("lose characters that would break the line or reverse it, and nothing else", async () => {
    const lines = (await textOf({ holderName: " Asha\u202E\r\n Rao\u0000\u00A0 " })).split("\n");
    expect(lines).toContain("Asha Rao");
  });

  it("are normalised, however they were typed", async () => {
    const composed = await renderCertificate({ ...FACTS, holderName: "Zoë Śarmā" });
    const decomposed = await renderCertificate({ ...FACTS, holderName: "Zoë Śarmā".normalize("NFD") });
    expect(decomposed).toEqual(composed);
  });
});
