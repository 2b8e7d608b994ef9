import { describe, expect, it } from "vitest";
import { tellLine } from "../../scripts/steps/tell-line.mjs";

const logged = (worker: string, fields: object) => `[${worker}] ${JSON.stringify(fields)}`;
const settlement = (fields: object) => tellLine(logged("dunnage-settlement", fields));

describe("what a local run prints", () => {
  it.each([
    [
      {
        event: "payment-applied",
        paymentId: "pay_1",
        state: "settled",
        provider: "stripe",
        caskId: "csk_1",
        durationMs: 40,
      },
      "settlement: settled pay_1 (stake of csk_1) in 40 ms",
    ],
    [
      { event: "payment-applied", paymentId: "pay_2", state: "settled", caskId: null, durationMs: 9 },
      "settlement: settled pay_2 (joining fee) in 9 ms",
    ],
    [
      { event: "outbox-done", outboxId: "issue-certificate:crt_1", outcome: "issued", durationMs: 120 },
      "settlement: drew the certificate crt_1 in 120 ms",
    ],
    [
      { event: "outbox-done", outboxId: "send-notice:cask-opens:csk_1:usr_1", outcome: "not-wanted", durationMs: 3 },
      "settlement: sent the notice cask-opens:csk_1:usr_1: not-wanted in 3 ms",
    ],
    [
      { event: "outbox-failed", outboxId: "send-notice:x", count: 2, error: "MailError" },
      "settlement: failed at send-notice:x (MailError), try 2; it is tried again",
    ],
    [
      { event: "scheduled-work", count: 3, outcome: '{"ended":1,"relayed":3,"failed":0}' },
      "settlement: scheduled work: 3 from the outbox, 0 failed, 1 payments expired",
    ],
    [
      { event: "holders-told", caskId: "csk_1", count: 4, error: null },
      "settlement: holders-told caskId=csk_1 count=4",
    ],
    [{ event: "certificate-issued", certificateId: "crt_1" }, null],
  ])("%j as a sentence", (fields, told) => {
    expect(settlement(fields)).toBe(told);
  });

  it("says requests of the app, and leaves every other line as it is", () => {
    const request = { event: "request", method: "GET", route: "/wallet", status: 200, durationMs: 31 };
    expect(tellLine(logged("dunnage", request))).toBe("app: GET /wallet 200 in 31 ms");
    for (const line of ["✘ [ERROR] no such module", '[dunnage-settlement] {"event":"broken', "[dunnage] hello"])
      expect(tellLine(line)).toBe(line);
  });
});
