import type { CertificateFacts } from "~/areas/holdings/certificates/issue-certificate";
import { auditNow } from "./check/audit";
import { checkAtRest } from "./check/at-rest";
import { type Flow, FLOWS } from "./crash-flows";
import { type Fault, FAULTS, noFaults, oneFault } from "./faults";
import { heal } from "./heal";
import { Random } from "./random";
import type { Shop } from "./shop";
import { openShop, type Template } from "./template";
import { NOW_MS } from "./template-plan";
import { World } from "./world";

// The state at the end of a run, without the ids and times that may differ: two runs that ended alike have the same.

const LEFT = {
  // An attempt that was not paid makes no difference.
  payments: `SELECT user_id, purpose, cask_id, amount_cents, received_cents, mode, state, reason FROM payments WHERE received_cents IS NOT NULL ORDER BY 1, 2, 3, 4, 7`,
  stakes:
    "SELECT cask_id, number, holder_number, user_id, price_cents, state, certificate_state FROM stakes ORDER BY 1, 2, 3",
  offers: `SELECT cask_id, user_id, price_cents, fee_cents, advanced_cents, credit_cents, state, end_reason, paid_at_ms IS NOT NULL
    FROM offers ORDER BY 1, 2, 3, 7`,
  bids: "SELECT cask_id, state, issued_stakes, accepted_stakes, declined_stakes FROM bids ORDER BY 1, 2",
  ballots: "SELECT number, choice FROM bid_ballots ORDER BY 1, 2",
  certificates:
    "SELECT cask_id, number, certificates.state FROM certificates JOIN stakes ON stakes.id = stake_id ORDER BY 1, 2, 3",
  accounts: "SELECT id, credits_total - debits_total FROM accounts ORDER BY 1",
  transfers: "SELECT reason, amount, currency, count(*) FROM transfers GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
  referrals: "SELECT referred_id, state FROM referrals ORDER BY 1",
  withdrawals: "SELECT user_id, stake_id, cycle_number, amount_cents, state FROM withdrawals ORDER BY 1, 2, 3, 5",
  exits: "SELECT cask_id, state, net_per_stake_cents, remainder_cents FROM cask_exits ORDER BY 1, 2",
  casks: "SELECT id, sold_stakes, reserved_stakes FROM casks ORDER BY 1",
  users: "SELECT id, activated_at_ms IS NOT NULL FROM users ORDER BY 1",
  deadLetters: "SELECT origin, error FROM dead_letters ORDER BY 1, 2",
};

function fingerprint({ store, providers, bucket, emails }: Shop): string {
  const tables = Object.entries(LEFT).map(([name, query]) => [name, store.rows(query)]);
  const charges = Object.values(providers).flatMap((provider) =>
    provider.charges.map(({ provider: name, cents, refunds, dispute }) => ({
      name,
      cents,
      refunds: refunds.map((refund) => ({ ...refund, atMs: undefined })),
      dispute,
    })),
  );
  const files = [...bucket.objects.values()].map((bytes) => {
    const { caskName, stakeNumber, holderName, amountCents } = JSON.parse(
      new TextDecoder().decode(bytes),
    ) as CertificateFacts;
    return [caskName, stakeNumber, holderName, amountCents].join();
  });
  // How often operators hear in an hour's time that a job stands, and what waits on a day, depends on when a crash happened.
  const alarms = /waiting for more than an hour$|^Dunnage today/;
  const told = emails.filter(({ subject }) => !alarms.test(subject));
  const sent = told.map(({ to, subject }) => `${to} ${subject}`);
  const withoutIds = JSON.stringify([tables, charges, files.sort(), sent.sort()], null, 1).replaceAll(
    /us:pay_\d+/g,
    "us",
  );
  return withoutIds;
}

export type CrashRow = {
  flow: string;
  steps: number;
  tried: number;
  healed: number;
  problems: string[];
  /** Why an audit says FAIL once the flow has broken a rule. */
  failedAudits: string[];
};

/** A crash before a step is one after the step before it. */
const IN_TURN: readonly Fault[][] = [
  ["crash-after", "error-before"],
  ["crash-after"],
  ["crash-after", "error-after"],
  ["crash-after"],
];

type Ending = { left: string; steps: number; reached: boolean; violations: string[]; failedAudits: string[] };

/**
 * Every step of every flow crashes before and after its effect, and fails before and after it; the end must be as if
 * nothing had happened.
 * @param short of a longer flow only so many steps are tried, evenly spread; each crashes after its effect, and every other one fails,
 * before its effect and after it in turn
 */
export async function crashTable(
  template: Template,
  short: { mostSteps: number } | null = null,
  flows: readonly Flow[] = FLOWS,
): Promise<CrashRow[]> {
  const rows: CrashRow[] = [];
  for (const flow of flows) {
    const calm = await disturb(template, flow, 0, "none");
    const row: CrashRow = {
      flow: flow.name,
      steps: calm.steps,
      tried: 0,
      healed: 0,
      problems: calm.violations,
      failedAudits: calm.failedAudits,
    };
    const every = short ? Math.ceil(calm.steps / short.mostSteps) || 1 : 1;
    for (let step = 1, at = 0; step <= calm.steps; step += every, at++) {
      for (const fault of (short && IN_TURN[at % IN_TURN.length]) || FAULTS) {
        const ending = await disturb(template, flow, step, fault);
        row.tried += 1;
        const problem = problemOf(ending, calm);
        if (problem === null) row.healed += 1;
        else row.problems.push(`step ${step}, ${fault}: ${problem}`);
      }
    }
    rows.push(row);
  }
  return rows;
}

function problemOf(ending: Ending, calm: Ending): string | null {
  if (!ending.reached) return "the step was not reached";
  if (ending.violations.length > 0) return ending.violations.join("; ");
  return ending.left === calm.left ? null : `ended otherwise: ${firstDifference(ending.left, calm.left)}`;
}

async function disturb(template: Template, flow: Flow, step: number, fault: Fault): Promise<Ending> {
  template.store.begin();
  try {
    const world = new World(new Random(1), NOW_MS);
    const shop = openShop(template, world);
    const prepared = flow.prepare(shop);
    await world.run();
    await prepared;
    const plan = oneFault(flow.disturbed, step, fault);
    world.faults = plan;
    const acted = flow.act(shop);
    await world.run();
    await acted;
    await heal(shop, noFaults);
    checkAtRest(shop);
    const { violations, failedAudits } = world;
    const left = fingerprint(shop);
    if (violations.length > 0) await auditNow(shop);
    return { left, steps: plan.seen, reached: plan.hit, violations, failedAudits };
  } finally {
    template.store.forget();
  }
}

function firstDifference(left: string, right: string): string {
  const [ours, theirs] = [left.split("\n"), right.split("\n")];
  const at = ours.findIndex((line, index) => line !== theirs[index]);
  return `${ours.slice(at - 1, at + 3).join(" ")} instead of ${theirs.slice(at - 1, at + 3).join(" ")}`;
}
