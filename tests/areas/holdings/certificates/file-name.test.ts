import { describe, expect, it } from "vitest";
import { certificateDisposition } from "~/areas/holdings/certificates/read-certificate";

describe("the file of a certificate", () => {
  it.each([
    ["Loch Ardel Hogshead", "dunnage-loch-ardel-hogshead-stake-3.pdf", "dunnage-loch-ardel-hogshead-stake-3.pdf"],
    ["Château d’Été No. 7", "dunnage-chateau-d-ete-no-7-stake-3.pdf", "dunnage-château-d-été-no-7-stake-3.pdf"],
    ["山崎", "dunnage-stake-3.pdf", "dunnage-山崎-stake-3.pdf"],
    [
      '"; filename="x.exe\r\nSet-Cookie: a=b',
      "dunnage-filename-x-exe-set-cookie-a-b-stake-3.pdf",
      "dunnage-filename-x-exe-set-cookie-a-b-stake-3.pdf",
    ],
    ["Very ".repeat(40), `dunnage-${"very-".repeat(12)}stake-3.pdf`, `dunnage-${"very-".repeat(12)}stake-3.pdf`],
    ["\uD83D 7", "dunnage-7-stake-3.pdf", "dunnage-7-stake-3.pdf"],
    ["*'()!", "dunnage-stake-3.pdf", "dunnage-stake-3.pdf"],
  ])("of %j is called after cask and stake", (cask, plain, whole) => {
    const disposition = certificateDisposition(cask, 3);
    expect(disposition).toBe(`inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(whole)}`);
    expect(disposition).toMatch(/^inline; filename="[a-z0-9.-]+"; filename\*=UTF-8''[\w.%-]+$/);
    expect(new Headers({ "Content-Disposition": disposition }).get("Content-Disposition")).toBe(disposition);
  });

  it("stays short enough for a header, however long the cask's name is", () => {
    for (const letter of ["a", "山", "é", "\u{20BB7}", "क्ष"])
      expect(certificateDisposition(letter.repeat(5_000), 240).length).toBeLessThan(1_000);
  });
});
