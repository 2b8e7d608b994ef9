import { describe, expect, it } from "vitest";
import { printedOnce } from "~/server/printed-once";

describe("what a page starts from in the browser", () => {
  it("leaves out what is printed in the page, and nothing that only looks like it", () => {
    const data = {
      pictures: { band: { markup: '<svg d="M0 1"><text>Say "markup":"x" \\</text></svg>' }, more: [{ title: "A" }] },
      name: '"markup":"kept"',
      note: 'ends with \\"markup":"',
    };
    const handoff = JSON.stringify({ state: { loaderData: data } }).replaceAll("<", "\\u003c");
    expect(JSON.parse(printedOnce(handoff) ?? "")).toEqual({
      state: { loaderData: { ...data, pictures: { ...data.pictures, band: { markup: "" } } } },
    });
    expect(printedOnce(undefined)).toBeUndefined();
  });
});
