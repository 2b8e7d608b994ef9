import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { calendar, testHeads } from "./audits/heads";
import { testKeptProofs } from "./audits/kept-proof";
import { testVerifying } from "./audits/verify";
import { type Life, startLife } from "./support/whole-life";

// Audits as the built Workers make them, day after day of one run; the last of these tests ends it.

let life: Life;

beforeAll(async () => {
  await new Promise<void>((ready) => calendar.listen(0, "127.0.0.1", ready));
  life = await startLife({ STAMP_CALENDAR: `http://127.0.0.1:${(calendar.address() as AddressInfo).port}` });
}, 300_000);
afterAll(async () => {
  await life.stop();
  calendar.close();
});

testHeads(() => life);
testVerifying(() => life);
testKeptProofs(() => life);
