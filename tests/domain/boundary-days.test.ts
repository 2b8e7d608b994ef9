import { expect, it } from "vitest";
import { issueTicket, readTicket } from "~/areas/accounts/login/turn-ticket";
import { fixedFields, refusedChanges, type SavedCask, termsOf } from "~/areas/casks/cask-form";
import { readExitForm } from "~/areas/casks/exits/propose-exit";
import { readValuation } from "~/areas/casks/propose-valuation";
import { yesterdayOf } from "~/areas/proof/audit-steps";
import { stakeInAudit } from "~/domain/audit/audit-pages";
import { refuseClose } from "~/domain/bids";
import { addDays, dateOf, DAY_MS, utcTime } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { certificateLate } from "~/domain/certificate-late";
import { checkoutMinutesLeft, HOLD_LIFETIME_MS, SESSION_LIFETIME_MS } from "~/domain/checkout-window";
import { confirmedAge } from "~/domain/confirmed";
import { cycleEnd, endedCycles } from "~/domain/cycles";
import { payoutDue } from "~/domain/payout-due";
import { drawPortfolioValue } from "~/domain/pictures/portfolio-value";
import { cycleReturn, latestValuation, standingOf } from "~/domain/returns";
import { whySecond } from "~/domain/second-person";
import { isPeriod, type YearKind, yearsOf } from "~/domain/statement-period";
import { supportDue, supportDueMs } from "~/domain/support-due";
import { isJudged, recordOf } from "~/domain/value-record";
import { toSessionState } from "~/integrations/payments/copperx-answers";
import { readSessionRecord } from "~/server/session/record";
import { at, issue, stake } from "../support/stakes";

// Every rule that begins or ends on a day or at an instant and that is a function, tried just before, on and just after it. Rules that
// live in SQL alone are tried by the tests of their area.

/** What follows from each of three days, or of three instants a millisecond apart. */
type Boundary<T> = [rule: string, on: T, outcome: (on: T) => unknown, before: unknown, then: unknown, after: unknown];

const TODAY = "2026-11-22";
const NOW_MS = Date.UTC(2026, 10, 24, 15);
const cask = { launchesOn: "2026-03-01", closesOn: "2026-03-31", totalStakes: 10, soldStakes: 4 };
const stage = (on: string) => caskStage(cask, on);
const saved = { ...cask, state: "published", endedOn: null, reservedStakes: 0 } as SavedCask;
const fixes = (field: "launch_date" | "close_date") => (on: string) => field in fixedFields(saved, on);
const refusesClose = (close_date: string) =>
  "close_date" in refusedChanges(saved, { ...termsOf(saved), close_date }, "2026-03-10");
const confirmation = (on: string) => {
  const { state, days } = confirmedAge("2026-10-18", on);
  return `${state} ${days}`;
};
const bid = (closesOn: string) => refuseClose(closesOn, NOW_MS);
const grown = stake({ valuations: [issue, at("2024-01-01", 60_000)] });
const standing = (on: string) => {
  const { status, isWithdrawable, daysRemainingToWithdraw } = standingOf(grown, on);
  return [status, isWithdrawable, daysRemainingToWithdraw].join(" ");
};
const valued = (on: string) => latestValuation(grown.valuations, on) !== null;
const counts = (on: string) => cycleReturn(stake({ valuations: [at(on, 1)] }), 1, "2024-06-01").endCents !== null;
const entry = { valuedOn: TODAY, valueCents: 1, alone: false, corrected: false };
const second = (valuedOn: string) => whySecond([entry], { valuedOn, valueCents: 1, priceCents: 1 }).join();
const valuation = { value_per_stake: "10", tier: "opinion", method: "m", source: "s", author: "", reason: "" };
const readsValue = (on: string) =>
  readValuation({ ...valuation, valued_on: on }, { issuedOn: "2026-03-01", today: TODAY }).ok;
const sale = { buyer_kind: "trade", gross: "10", fees: "0", net_per_stake: "" };
const readsSale = (sold_on: string) => readExitForm({ ...sale, sold_on }, TODAY).ok;
const judged = (valuedOn: string) =>
  ({ valuedOn, soldOn: TODAY, tier: "opinion", valueCents: 1, netCents: 1 }) as const;
const age = (on: string) => recordOf([judged(on)])[1]?.fromDays;
const held = stake({ valuations: [at("2025-01-10", 60_000)] });
const isStale = (today: string) => drawPortfolioValue({ stakes: [held], today }).chart?.stale !== "";
const year = (kind: YearKind) => (on: string) => yearsOf(kind, on, on)[0]?.year;
const certificate = { caskId: "c", number: 1, code: "x", madeAtMs: Date.parse("2026-11-10") };
const isAudited = (auditedOn: string) => stakeInAudit({ ...certificate, auditedOn }).href !== null;

const DAYS: Boundary<string>[] = [
  ["a cask opens on its launch date", cask.launchesOn, stage, "upcoming", "open", "open"],
  ["a cask closes after its close date", cask.closesOn, stage, "open", "open", "closed"],
  ["the launch date is fixed from the launch on", cask.launchesOn, fixes("launch_date"), false, true, true],
  ["the close date is fixed once it has passed", cask.closesOn, fixes("close_date"), false, false, true],
  ["a sale may end as of yesterday", "2026-03-09", refusesClose, true, false, false],
  ["the word of a warehouse is late on day 36", TODAY, confirmation, "confirmed 34", "confirmed 35", "late 36"],
  ["a bid is open for 7 days", "2026-12-01", bid, "closes-too-soon", null, null],
  ["a bid is open for 30 days at most", "2026-12-24", bid, null, null, "closes-too-late"],
  ["a cycle ends after 24 months", "2024-05-10", (on) => endedCycles("2022-05-10", on), 0, 1, 1],
  ["a cycle from a leap day ends on 28 February", "2026-02-28", (on) => endedCycles("2024-02-29", on), 0, 1, 1],
  ["a return is ready when its cycle ends", "2024-05-10", standing, "running false 1", "ready true 0", "ready true 0"],
  ["a value counts to a cycle until its end", "2024-05-10", counts, true, true, false],
  ["a value counts from its date", "2024-01-01", valued, false, true, true],
  ["a value before the last entry needs a second person", TODAY, second, "backdated", "", ""],
  ["a value is not dated before the issue", "2026-03-01", readsValue, false, true, true],
  ["a value is not dated in the future", TODAY, readsValue, true, true, false],
  ["a sale is not dated in the future", TODAY, readsSale, true, true, false],
  ["a value of the day of the sale predicts nothing", TODAY, (on) => isJudged(judged(on)), true, false, false],
  ["a value is half a year old after 183 days", addDays(TODAY, -183), age, 183, 183, 0],
  ["a value is a year old after 366 days", addDays(TODAY, -366), age, 366, 366, 183],
  ["a value is two years old after 731 days", addDays(TODAY, -731), age, 731, 731, 366],
  ["the value of a portfolio is out of date after a year", "2026-01-10", isStale, false, false, true],
  ["a calendar year begins", "2026-01-01", year("calendar"), 2025, 2026, 2026],
  ["a tax year begins in India", "2026-04-01", year("india"), 2025, 2026, 2026],
  ["a tax year begins in the UK", "2026-04-06", year("uk"), 2025, 2026, 2026],
  ["a year has ended on its last day", "2026-03-31", (on) => yearsOf("india", on, on)[0]?.running, true, false, true],
  ["a period ends today at the latest", TODAY, (to) => isPeriod({ from: "2025-01-01", to }, TODAY), true, true, false],
  ["a period begins in 2000", "2000-01-01", (from) => isPeriod({ from, to: TODAY }, TODAY), false, true, true],
  ["a period has a day at least", "2026-05-01", (to) => isPeriod({ from: "2026-05-01", to }, TODAY), false, true, true],
  ["a certificate is in the audit of its day", "2026-11-10", isAudited, false, true, true],
];

const HOUR_MS = 3_600_000;
const T = Date.parse("2026-11-17T10:30Z");
const cycleEnds = (ms: number) => cycleEnd(dateOf(ms), 1);
const audited = (ms: number) => yesterdayOf(ms).date;
const payout = (ms: number) => Object.values(payoutDue(T, ms)).join(" ");
const certificateHours = (ms: number) => certificateLate(T, ms);
const answer = (ms: number) => Object.values(supportDue(T, ms)).join(" ");
const cancellation = (ms: number) => supportDue(T, ms, true).state;
/** After the first instant of Tuesday. */
const answered = (ms: number) => supportDueMs(ms) - Date.parse("2026-11-24");
const minutesLeft = (ms: number) => checkoutMinutesLeft({ createdAtMs: T, expiresAtMs: T + HOLD_LIFETIME_MS }, ms);
const session = { id: "s", status: "open", expiresAt: utcTime(T) } as Parameters<typeof toSessionState>[0];
const checkout = (ms: number) => toSessionState(session, ms).status;
const idle = { get: () => Promise.resolve({ userId: "u", createdAtMs: 1, lastSeenMs: T }) } as unknown as KVNamespace;
const isSession = async (ms: number) => (await readSessionRecord(idle, "h", ms)) !== null;
const tickets = { hash: () => Promise.resolve("mark"), newSecretId: () => "id" };
const isTicket = async (ms: number) =>
  (await readTicket(tickets, await issueTicket(tickets, "a", T), "a", ms)) !== null;

const INSTANTS: Boundary<number>[] = [
  ["a purchase has its date in UTC", Date.parse("2024-03-01"), cycleEnds, "2026-02-28", "2026-03-01", "2026-03-01"],
  ["an audit is of the day before", Date.parse(TODAY), audited, "2026-11-20", "2026-11-21", "2026-11-21"],
  ["a payout waits until its hold ends", T, payout, "waits", "due 24", "due 23"],
  ["a payout is late after 24 hours", T + 24 * HOUR_MS, payout, "due 0", "due 0", "late 0"],
  ["a payout is an hour late", T + 25 * HOUR_MS, payout, "late 0", "late 1", "late 1"],
  ["a certificate is late after 48 hours", T + 48 * HOUR_MS, certificateHours, null, 0, 0],
  ["a certificate is an hour late", T + 49 * HOUR_MS, certificateHours, 0, 1, 1],
  ["an answer is late after 24 hours", T + 24 * HOUR_MS, answer, "due 0", "due 0", "late 0"],
  ["a cancellation is late after 14 days", T + 14 * DAY_MS, cancellation, "due", "due", "late"],
  ["what is asked on Saturday counts from Monday", Date.parse("2026-11-21"), answered, -1, 0, 0],
  ["what is asked on Monday counts at once", Date.parse("2026-11-23"), answered, 0, 0, 1],
  ["the minutes of a checkout are those begun", T + 60_000, minutesLeft, 30, 29, 29],
  ["a checkout has its last minute", T + SESSION_LIFETIME_MS - 60_000, minutesLeft, 2, 1, 1],
  ["a checkout at Copperx is over a day after its end", T + DAY_MS, checkout, "open", "open", "expired"],
  ["a ticket is valid for 75 minutes", T + 75 * 60_000, isTicket, true, false, false],
  ["a session ends after 14 idle days", T + 14 * DAY_MS, isSession, true, false, false],
];

it.each(DAYS)("%s, neither the day before nor the day after", (_, on, outcome, ...expected) =>
  expect([-1, 0, 1].map((days) => outcome(addDays(on, days)))).toEqual(expected),
);

it.each(INSTANTS)("%s, neither a millisecond before nor after", async (_, ms, outcome, ...expected) =>
  expect(await Promise.all([-1, 0, 1].map((more) => outcome(ms + more)))).toEqual(expected),
);
