import { afterAll, describe, expect, it } from "vitest";
import { resealFrom, sealDay, sha } from "../support/audit-history";
import {
  altered,
  backwards,
  base,
  BID,
  C1,
  C2,
  dateAt,
  plus,
  removeFolders,
  set,
  twice,
  V1,
  without,
  wrongIn,
} from "./support/altered";

// Every alteration that a stranger could make to what is published, each named with date and field.

afterAll(removeFolders);

type Changes = [days: string, path: string, value: unknown][];
const failed = { result: "FAIL", reason: "it differs" };
const none = { issued: 0, void: 0, reserved: 0, free: 12, certificates_valid: 0 };
const counts = (more: object) => (was: object) => ({ ...was, issued: 4, reserved: 2, free: 5, void: 1, ...more });
const first = (more: object) => (all: object[]) => [{ ...all[0], ...more }, ...all.slice(1)];
const added = (more: object) => (all: object[]) => [...all, { ...all[0], ...more }];
const [OLD, LATE] = ["2026-10-20T08:59:59.999Z", "2026-10-30T00:00:00.000Z"];

/** What is altered, on which days, and what is said about it. All days have the hashes that fit. */
const rows: [expected: string, ...changes: Changes][] = [
  // A day by itself.
  [`2 casks[1]: not in order, or there twice`, ["2", "casks", backwards]],
  [`2 casks[2]: not in order, or there twice`, ["2", "casks", twice(1)]],
  [`2 reason: there is one, but the result is PASS`, ["2", "reason", "none"]],
  [`2 result: PASS, though ${C1} is FAIL`, ["2", "casks.1", (was: object) => ({ ...was, ...failed })]],
  [`2 result: PASS, though money is FAIL`, ["2", "money", (was: object) => ({ ...was, ...failed })]],
  [`2 ${C1}.reason: none is given for FAIL`, ["2", "casks.1.result", "FAIL"]],
  [`2 ${C1}.reason: there is one, but the result is PASS`, ["2", "casks.1.reason", "x"]],
  [`2 money.reason: none is given for FAIL`, ["2", "money.result", "FAIL"]],
  [`2 money.reason: there is one, but the result is PASS`, ["2", "money.reason", "x"]],
  [`5 result: the audit itself says FAIL: it differs`, ["5", "result", "FAIL"], ["5", "reason", "it differs"]],
  [`5 result: the audit itself says FAIL: no reason given`, ["5", "result", "FAIL"]],
  // Counts.
  [`2 ${C1}.total: -1 is not a count`, ["2", "casks.1", counts({ total: -1, free: -8 })]],
  [`2 ${C1}.issued: -1 is not a count`, ["2", "casks.1", counts({ issued: -1, free: 10 })]],
  [`2 ${C1}.reserved: -1 is not a count`, ["2", "casks.1", counts({ reserved: -1, free: 8 })]],
  [`2 ${C1}.free: -1 is not a count`, ["2", "casks.1", counts({ free: -1, reserved: 8 })]],
  [`2 ${C1}.void: -1 is not a count`, ["2", "casks.1", counts({ void: -1, free: 7 })]],
  [`2 ${C1}.certificates_valid: -1 is not a count`, ["2", "casks.1.certificates_valid", -1]],
  ...["issued", "reserved", "free", "void"].map((field): (typeof rows)[number] => [
    `2 ${C1}.issued: issued, reserved, free and void add up to 13, total is 12`,
    ["2", `casks.1.${field}`, plus(1)],
  ]),
  [`2 ${C1}.certificates_valid: 6 of 5 stakes`, ["2", "casks.1", counts({ certificates_valid: 6 })]],
  // What was paid, and the mark-up: the issue price of the 12 stakes is $6,000.
  [`2 ${C2}.markup_cents: with 492001 paid, is not the issue price`, ["2", "casks.2.bought_for_cents", plus(1)]],
  [`2 ${C2}.markup_cents: with 492000 paid, is not the issue price`, ["2", "casks.2.markup_cents", plus(-1)]],
  [`2 ${C2}.markup_cents: goes together with bought_for_cents`, ["2", "casks.2.markup_cents", null]],
  [`2 ${C2}.bought_for_cents: 0 is not a count above 0`, ["2", "casks.2.bought_for_cents", 0]],
  // Documents and valuations of a cask.
  [`0 ${C1}.${V1}.valued_on: 2026-10-31 is after this day`, ["*", "casks.1.valuations.0.valued_on", "2026-10-31"]],
  [`0 ${C1}.documents[1].issued_on: 2026-10-30 is after`, ["*", "casks.1.documents.1.issued_on", "2026-10-30"]],
  [`3 casks[csk_made_up_0003].ended_on: 2026-11-02 is after`, ["3+", "casks.3.ended_on", "2026-11-02"]],
  [`0 ${C1}.valuations: an id is there twice`, ["*", "casks.1.valuations", added({ valued_on: "2026-10-28" })]],
  [`0 ${C1}.valuations[1]: not in order`, ["*", "casks.1.valuations", added({ id: "a" })]],
  [`0 ${C1}.documents[1]: not in order`, ["*", "casks.1.documents", backwards]],
  // Money.
  ...["cask_proceeds", "rewards_pending", "unsettled", "wallets", "withdrawals_open"].map(
    (part): (typeof rows)[number] => [
      `2 money.owed_cents: 125002, but its parts`,
      ["2", `money.${part}_cents`, plus(1)],
    ],
  ),
  [`2 money.held_cents: 125001 is less than the 125002 owed`, ["2", "money.held_cents", 125_001]],
  [`2 owed.cents: is 120003, and money.wallets_cents 120002`, ["2", "owed.cents", plus(1)]],
  // One day after another.
  [`3 ledger_rows: 53, fewer than the 102 of ${dateAt(2)}`, ["3+", "ledger_rows", plus(-50)]],
  [`3 ledger_head: changed since ${dateAt(2)} without a new row`, ["3", "ledger_rows", 102]],
  [`3 ledger_head: the same as of ${dateAt(2)}`, ["3", "ledger_head", base.days[2]?.ledger_head]],
  [`3 ${C1}: was sold of on ${dateAt(2)} and is missing now`, ["3+", "casks", without(1)]],
  [`3 ${C1}.name: was "Cask nº 1 «Übersee»" on ${dateAt(2)}`, ["3+", "casks.1.name", "Other"]],
  [
    `3 ${C1}.total: was 12 on ${dateAt(2)}`,
    ["3+", "casks.1", (was: { total: number; free: number }) => ({ ...was, total: 13, free: was.free + 1 })],
  ],
  [
    `3 ${C2}.bought_for_cents: was 492000 on ${dateAt(2)}, is null`,
    ["3+", "casks.2", (was: object) => ({ ...was, bought_for_cents: null, markup_cents: null })],
  ],
  [`5 casks[csk_made_up_0003].ended_on: was "2026-11-01" on ${dateAt(4)}`, ["5", "casks.3.ended_on", null]],
  [`3 ${C1}.${V1}: stands in ${dateAt(2)}, and was dropped`, ["3+", "casks.1.valuations", []]],
  ...Object.entries({ method: "x", source: "x", tier: "x", value_cents: 1, valued_on: "2026-10-01" }).map(
    ([field, value]): (typeof rows)[number] => [
      `3 ${C1}.${V1}.${field}: was `,
      ["3+", `casks.1.valuations.0.${field}`, value],
    ],
  ),
  ...Object.entries({ issuer: "x", issued_on: null, expires_on: "2031-01-01" }).map(
    ([field, value]): (typeof rows)[number] => [
      `3 ${C1}.documents[1].${field}: was `,
      ["3+", `casks.1.documents.1.${field}`, value],
    ],
  ),
  ...[["kind", "hydrometer"] as const, ["sha256", sha("other")] as const].map(
    ([field, value]): (typeof rows)[number] => [
      `3 ${C1}.documents[1].sha256: gauge `,
      ["3+", `casks.1.documents.1.${field}`, value],
    ],
  ),
  [`3 ${C1}.documents[1].sha256: gauge `, ["3+", "casks.1.documents", without(1)]],
  [
    `5 ${C1}.${V1}.tier: was "modelled" on ${dateAt(2)}, is "measured"`,
    ["*", "casks.1", (was: object) => ({ ...was, ...none })],
    ["5", "casks.1.valuations.0.tier", "measured"],
    ["3", "casks", without(1)],
    ["4", "casks", without(1)],
  ],
  // Bids.
  [`0 ${BID}.accepted_parts: is more than the whole`, ["*", "bids.0.accepted_parts", 4]],
  [`0 ${BID}.voted_parts: is more than the whole`, ["*", "bids.0.voted_parts", 3]],
  [`0 ${BID}.fees_cents: are more than the price`, ["*", "bids.0.fees_cents", 1226]],
  [`0 ${BID}.closes_at: is not after opened_at`, ["*", "bids.0.opened_at", "2026-11-01T12:00:00.000Z"]],
  [`0 ${BID}.opened_at: is after this day`, ["*", "bids.0.opened_at", LATE]],
  [`0 ${BID}.withdrawn_at: is before it opened, or after`, ["*", "bids.0.withdrawn_at", OLD]],
  [`0 ${BID}.withdrawn_at: is before it opened, or after`, ["*", "bids.0.withdrawn_at", LATE]],
  ...Object.entries({ accepted: 4, declined: 2, issued: 10, list_sha256: sha("x") }).map(
    ([field, value]): (typeof rows)[number] => [
      `2 ${BID}.${field}: goes together with result`,
      ["2", `bids.0.${field}`, value],
    ],
  ),
  [`3 ${BID}.accepted: goes together with result`, ["3+", "bids.0.accepted", null]],
  [`3 ${BID}.accepted: 9, with 2 declined, are more than the 10 issued`, ["3+", "bids.0.accepted", 9]],
  [`3 ${BID}.result: is refused; by its rule 4 of 6 voted of 10 is accepted`, ["3+", "bids.0.result", "refused"]],
  [
    `3 ${BID}.result: is accepted; by its rule 1 of 3 voted of 10 is expired`,
    ["3+", "bids.0", (was: object) => ({ ...was, accepted: 1 })],
  ],
  [`2 ${BID}.result: is there before the vote has closed`, ["2", "bids.0", () => base.days[3]?.bids[0]]],
  [`3 ${BID}.accepted_whole: was 3 on ${dateAt(2)}, is 4`, ["3+", "bids.0.accepted_whole", 4]],
  [`3 ${BID}.gross_cents: was 1225 on ${dateAt(2)}, is 1226`, ["3+", "bids.0.gross_cents", 1226]],
  [`4 ${BID}.issued: was 10 on ${dateAt(3)}, is 11`, ["4", "bids.0.issued", 11]],
  [`2 ${BID}.withdrawn_at: was "2026-10-30T09:00:00.000Z"`, ["1", "bids.0.withdrawn_at", "2026-10-30T09:00:00.000Z"]],
  [`2 bids[1]: not in order, or there twice`, ["2", "bids", twice(0)]],
  [`5 ${BID}: stands in ${dateAt(4)}, and was dropped`, ["5", "bids", []]],
  // Resales.
  [`2 resales[0].cask_id: is not listed`, ["2", "resales.0.cask_id", "csk_other"]],
  [`2 resales[1].fee_cents: are more than the price`, ["2", "resales.1.fee_cents", 90_000]],
  [`2 resales[0].valued_cents: 50001 is not a value of the cask`, ["2", "resales.0.valued_cents", 50_001]],
  [`2 resales[0].price_cents: 24999 is too far from the value`, ["2", "resales.0.price_cents", 24_999]],
  [`2 resales[0].price_cents: 55001 is too far from the value`, ["2", "resales.0.price_cents", 55_001]],
];

describe("an altered history with hashes that fit", () => {
  it.each(rows)("%s", async (expected, ...changes) => {
    const wrong = await wrongIn(resealFrom(altered(changes), 0), [], ["--days", "6"]);
    const [at, field] = [expected.slice(0, 1), expected.slice(2)];
    expect(wrong).toContainEqual(expect.stringContaining(`${dateAt(Number(at))} ${field}`));
  });

  it.each<[string, ...Changes]>([
    ["nothing"],
    [
      "other counts where the cask failed",
      ["2", "casks.1", (was: object) => ({ ...was, ...failed, free: -3 })],
      ["2", "result", "FAIL"],
    ],
    [
      "the price of a cask that is announced",
      ["*", "casks.1.valuations", first({ tier: "issue", valued_on: "2099-01-01" })],
    ],
    [
      "values and documents that are added",
      ["3+", "casks.1.valuations", (all: object[]) => [{ ...all[0], id: "a", valued_on: "2026-10-01" }, ...all]],
      ["3+", "casks.1.documents", added({ kind: "z" })],
    ],
    ["two documents that are the same", ["*", "casks.1.documents", twice(1)]],
    [
      "a cask that goes, of which nothing was sold",
      ["*", "casks.1", (was: object) => ({ ...was, ...none })],
      ["3+", "casks", without(1)],
    ],
    ["a row without news", ["3", "ledger_rows", 102], ["3", "ledger_head", base.days[2]?.ledger_head]],
    ["fees that take all of a price", ["*", "bids.0.fees_cents", 1225]],
    ["a bid withdrawn as it opened", ["*", "bids.0.withdrawn_at", "2026-10-20T09:00:00.000Z"]],
    ["a bid withdrawn on this very day", ["3+", "bids.0.withdrawn_at", "2026-11-01T23:59:59.999Z"]],
    ["a rule that asks all to accept", ["*", "bids.0.accepted_parts", 3], ["3+", "bids.0.result", "refused"]],
    ["a rule that asks all to vote", ["*", "bids.0.voted_parts", 2], ["3+", "bids.0.result", "expired"]],
    ["a stake resold at half its value", ["2", "resales.0.price_cents", 25_000]],
    ["a stake resold at a tenth above its value", ["2", "resales.0.price_cents", 55_000]],
    ["an audit that said FAIL on an earlier day", ["3", "result", "FAIL"], ["3", "reason", "ledger: row 12 differs"]],
  ])("%s passes", async (_, ...changes) => expect(await wrongIn(resealFrom(altered(changes), 0))).toEqual([]));
});

describe("hashes that do not fit", () => {
  const sealed = (at: number, more: object) =>
    base.days.map((day, place) => (place === at ? sealDay({ ...day, ...more }) : day));
  it.each<[string, () => typeof base.days, string]>([
    [
      "a day changed after it was published",
      () => altered([["3", "ledger_rows", 1]]),
      `${dateAt(3)} ledger_rows: 1, fewer than the 102`,
    ],
    ["and the day itself is blamed", () => altered([["3", "ledger_rows", 900]]), `${dateAt(3)} hash: is `],
    [
      "a day changed, with its own hash made to fit",
      () => sealed(2, { ledger_head: sha("x") }),
      `${dateAt(3)} previous_hash: is not the hash of ${dateAt(2)}`,
    ],
    ["a day left out", () => base.days.toSpliced(3, 1), `${dateAt(4)} previous_date: ${dateAt(3)} is missing`],
    [
      "the first day left out",
      () => base.days.slice(1),
      `${dateAt(1)} previous_date: ${dateAt(0)} is missing (to check`,
    ],
    [
      "a day passed over",
      () => sealed(5, { previous_date: dateAt(3), previous_hash: base.days[3]?.hash }),
      `${dateAt(5)} previous_date: is "${dateAt(3)}", though ${dateAt(4)} was`,
    ],
    [
      "a day that names none",
      () => sealed(5, { previous_date: null, previous_hash: null }),
      `${dateAt(5)} previous_date: is null, though`,
    ],
    [
      "a day that names a hash alone",
      () => sealed(0, { previous_hash: sha("x") }),
      `${dateAt(0)} previous_hash: goes together with previous_date`,
    ],
    [
      "a day that follows itself",
      () => sealed(0, { previous_date: dateAt(0), previous_hash: sha("x") }),
      `${dateAt(0)} previous_date: is not a day before`,
    ],
  ])("%s", async (_, days, expected) =>
    expect(await wrongIn(days())).toContainEqual(expect.stringContaining(expected)),
  );

  it("are told by date, and of a day the hash last", async () => {
    const days = resealFrom(altered([["1", "casks.1.total", 13]]), 0);
    set(days[3] ?? {}, "ledger_rows", 1);
    set(days[4] ?? {}, "money.held_cents", 1);
    const said = (await wrongIn(days)).map((line) => line.split(":")[0]);
    expect(said.slice(0, 5)).toEqual(
      [
        [1, `${C1}.issued`],
        [3, "ledger_rows"],
        [3, "hash"],
        [4, "money.held_cents"],
        [4, "hash"],
      ].map(([at, field]) => `${dateAt(Number(at))} ${field}`),
    );
  });

  it("of a history that is consistent in itself are found by a head that was kept, which names the first day", async () => {
    const forged = resealFrom(altered([["2", "ledger_head", sha("other")]]), 2);
    const head = (at: number, hash = base.days[at]?.hash) => ["--head", `${dateAt(at)}=${hash}`];
    expect(await wrongIn(forged)).toEqual([]);
    expect(
      await wrongIn(
        base.days,
        [],
        [0, 1, 2, 3, 4, 5].flatMap((at) => head(at)),
      ),
    ).toEqual([]);
    const wrong = await wrongIn(
      forged,
      [],
      [4, 2, 1, 3].flatMap((at) => head(at)),
    );
    expect(wrong).toEqual([
      expect.stringContaining(`${dateAt(2)} hash: is ${forged[2]?.hash}, you know ${base.days[2]?.hash}`),
    ]);
    expect(await wrongIn(base.days.slice(0, 4), [], head(5))).toEqual([
      expect.stringContaining(`${dateAt(5)} hash: this day is not among`),
    ]);
    // The oldest day vouches for the one before it.
    expect(await wrongIn(base.days, [], ["--days", "1", ...head(4)])).toEqual([]);
    expect(await wrongIn(base.days, [], ["--days", "1", ...head(4, sha("x"))])).toEqual([
      expect.stringContaining(`${dateAt(4)} hash: is `),
    ]);
  });
});
