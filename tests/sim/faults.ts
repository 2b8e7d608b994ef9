import type { Random } from "./random";

// The faults of a step. 'before': its effect never happened; 'after': it happened, but the caller was not told.

export type Fault = "none" | "crash-before" | "crash-after" | "error-before" | "error-after";

export const FAULTS = ["crash-before", "crash-after", "error-before", "error-after"] as const;

export type StepKind = "d1" | "provider" | "r2" | "mail" | "queue";

export type FaultPlan = (step: { kind: StepKind; invocation: string; nowMs: number }) => Fault;

/** From when to when one kind of thing is out of reach. */
export type Outage = { kind: "provider" | "mail" | "r2" | "d1"; fromMs: number; untilMs: number };

const HOUR_MS = 3_600_000;

/** Hours or days; mostly none. */
export function randomOutages(random: Random, nowMs: number): Outage[] {
  return (["provider", "mail", "r2"] as const)
    .filter(() => random.chance(0.1))
    .map((kind) => {
      const fromMs = nowMs + random.between(0, HOUR_MS);
      return { kind, fromMs, untilMs: fromMs + random.between(1, random.chance(0.5) ? 10 : 70) * HOUR_MS };
    });
}

/** A database with too much to do; mostly none. Minutes, in which not even the timer runs. */
export function randomOverload(random: Random, nowMs: number): Outage[] {
  if (!random.chance(0.05)) return [];
  const fromMs = nowMs + random.between(0, HOUR_MS / 2);
  return [{ kind: "d1", fromMs, untilMs: fromMs + random.between(60_000, HOUR_MS / 4) }];
}

/** While it lasts nothing arrives; otherwise as planned. */
export function withOutages(plan: FaultPlan, outages: readonly Outage[]): FaultPlan {
  return (step) => {
    const out = outages.some(
      ({ kind, fromMs, untilMs }) => kind === step.kind && fromMs <= step.nowMs && step.nowMs < untilMs,
    );
    return out ? "error-before" : plan(step);
  };
}

export const noFaults: FaultPlan = () => "none";

/** How rough a run is, from its seed: some are calm, some are wild. */
export function randomFaults(random: Random): FaultPlan {
  const rate = random.pick([0, 0.01, 0.02, 0.04, 0.08]);
  const providerDown = random.chance(0.15) ? 0.5 : rate;
  return ({ kind }) => {
    if (random.chance(rate)) return random.chance(0.5) ? "crash-before" : "crash-after";
    if (random.chance(kind === "provider" ? providerDown : rate))
      return random.chance(0.5) ? "error-before" : "error-after";
    return "none";
  };
}

/** One fault, at the nth step of the invocations of one name; counts the steps it saw. */
export function oneFault(invocation: string, step: number, fault: Fault): FaultPlan & { seen: number; hit: boolean } {
  const plan = Object.assign(
    (at: { invocation: string }): Fault => {
      if (at.invocation !== invocation) return "none";
      plan.seen += 1;
      if (plan.hit || plan.seen !== step) return "none";
      plan.hit = true;
      return fault;
    },
    { seen: 0, hit: false },
  );
  return plan;
}
