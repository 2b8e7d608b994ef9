import { describe, expect, it } from "vitest";
import { certificateDisposition } from "~/features/certificates/file-name";

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
  ])("of %s is called after cask and stake", (cask, plain, whole) => {
    const disposition = certificateDisposition(cask, 3);
    expect(disposition).toBe(`inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(whole)}`);
    expect(new Headers({ "Content-Disposition": disposition }).get("Content-Disposition")).toBe(disposition);
  });
});
