import { describe, expect, it } from "vitest";
import { supportDue, supportDueMs } from "~/domain/support-due";

const at = (text: string) => Date.parse(`${text}Z`);
const due = (text: string) => new Date(supportDueMs(at(text))).toISOString().slice(0, 16);

describe("the promise for a request to support", () => {
  it.each([
    ["a Tuesday", "2026-11-17T10:30", "2026-11-18T10:30"],
    ["a Friday: the weekend does not count", "2026-11-20T17:00", "2026-11-23T17:00"],
    ["a Saturday: it counts from Monday", "2026-11-21T08:00", "2026-11-24T00:00"],
    ["the last minute of a Sunday", "2026-11-22T23:59", "2026-11-24T00:00"],
    ["the first minute of a Monday", "2026-11-23T00:00", "2026-11-24T00:00"],
  ])("of %s", (_, written, answered) => expect(due(written)).toBe(answered));

  it("is counted down in whole hours, and up once it is late", () => {
    const written = at("2026-11-17T10:30");
    expect(supportDue(written, at("2026-11-17T10:30"))).toEqual({ state: "due", hours: 24 });
    expect(supportDue(written, at("2026-11-18T10:00"))).toEqual({ state: "due", hours: 0 });
    expect(supportDue(written, at("2026-11-18T12:31"))).toEqual({ state: "late", hours: 2 });
  });
});
