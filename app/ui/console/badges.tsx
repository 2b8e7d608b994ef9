import { paymentTexts } from "~/content/console-payment-texts";
import { Badge, type BadgeTone } from "../badge";
import { certificateTexts } from "~/content/console-certificate-texts";
import { certificateLate } from "~/domain/certificate-late";
import { dueTexts, withdrawalTexts } from "~/content/console-texts";
import { type CalendarDate, formatInstant } from "~/domain/calendar-date";
import { payoutDue } from "~/domain/payout-due";
import { supportDue } from "~/domain/support-due";
import { userTexts } from "~/content/console-user-texts";

type PaymentStateName = keyof typeof paymentTexts.states;

const PAYMENT_TONES: Partial<Record<PaymentStateName, BadgeTone>> = {
  settled: "gain",
  open: "copper",
  paid: "attention",
  refunding: "attention",
  disputed: "error",
};

export function PaymentState({ state, reason }: { state: PaymentStateName; reason: string | null }) {
  const lost = state === "disputed" && reason === "dispute-lost";
  return (
    <span className="whitespace-nowrap">
      <Badge tone={PAYMENT_TONES[state] ?? "neutral"}>{lost ? "lost in a dispute" : paymentTexts.states[state]}</Badge>
    </span>
  );
}

type CertificateStateName = keyof typeof certificateTexts.states;

const CERTIFICATE_TONES: Record<CertificateStateName, BadgeTone> = {
  pending: "attention",
  issued: "gain",
  void: "neutral",
};

type Shown = { state: CertificateStateName; createdAtMs: number; planned: number };

export function CertificateState({ certificate, nowMs }: { certificate: Shown; nowMs: number }) {
  const { state, createdAtMs, planned } = certificate;
  const late = state === "pending" && planned === 0 ? certificateLate(createdAtMs, nowMs) : null;
  return (
    <span className="whitespace-nowrap">
      {late === null ? (
        <Badge tone={CERTIFICATE_TONES[state]}>{certificateTexts.states[state]}</Badge>
      ) : (
        <Badge tone="error">{`late ${late} h`}</Badge>
      )}
    </span>
  );
}

function DueBadge({ payableFromMs, nowMs }: Pick<WithdrawalProps, "payableFromMs" | "nowMs">) {
  const due = payoutDue(payableFromMs, nowMs);
  if (due.state === "waits") return <Badge>{`waits until ${formatInstant(payableFromMs)}`}</Badge>;
  if (due.state === "late") return <Badge tone="error">{dueTexts.late(due.hours)}</Badge>;
  return <Badge tone="attention">{dueTexts.due(due.hours)}</Badge>;
}

const WITHDRAWAL_TONES = {
  sending: "attention",
  paid: "gain",
  rejected: "error",
  returned: "error",
  cancelled: "neutral",
} as const satisfies Record<string, BadgeTone>;

type WithdrawalProps = { state: keyof typeof WITHDRAWAL_TONES | "progress"; payableFromMs: number; nowMs: number };

export function WithdrawalState({ state, ...due }: WithdrawalProps) {
  if (state === "progress") return <DueBadge {...due} />;
  return <Badge tone={WITHDRAWAL_TONES[state]}>{withdrawalTexts.states[state]}</Badge>;
}

type RequestStanding = { kind: string; createdAtMs: number; answeredAtMs: number | null; closedAtMs: number | null };

export function RequestBadge({ of, nowMs }: { of: RequestStanding; nowMs: number }) {
  if (of.closedAtMs !== null) return <Badge>closed</Badge>;
  if (of.answeredAtMs !== null) return <Badge tone="gain">answered</Badge>;
  const isCancellation = of.kind === "cancellation";
  const { state, hours } = supportDue(of.createdAtMs, nowMs, isCancellation);
  if (state === "late") return <Badge tone="error">{dueTexts.late(hours)}</Badge>;
  return <Badge tone="attention">{dueTexts.due(hours)}</Badge>;
}

const STANDINGS = { draft: "draft", published: "on sale", withdrawn: "withdrawn", sold: "sold" };

type StandingProps = {
  standing: keyof typeof STANDINGS;
  cask: { closesOn: CalendarDate; sold: number; total: number };
  today: CalendarDate;
};

export function StandingBadge({ standing, cask, today }: StandingProps) {
  if (standing === "draft") return <Badge tone="attention">{STANDINGS.draft}</Badge>;
  if (standing !== "published") return <Badge>{STANDINGS[standing]}</Badge>;
  if (cask.sold >= cask.total) return <Badge tone="copper">sold out</Badge>;
  if (cask.closesOn < today) return <Badge>closed</Badge>;
  return <Badge tone="gain">{STANDINGS.published}</Badge>;
}

export type UserStanding = {
  role: "investor" | "operator" | "reader";
  activatedAtMs: number | null;
  suspendedAtMs: number | null;
  closedAtMs: number | null;
};

export function UserBadges({ role, activatedAtMs, suspendedAtMs, closedAtMs }: UserStanding) {
  const { states } = userTexts;
  if (closedAtMs !== null) return <Badge>{states.closed}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1 max-lg:justify-end">
      {suspendedAtMs !== null && <Badge tone="error">{states.suspended}</Badge>}
      {role !== "investor" && <Badge tone="copper">{states[role]}</Badge>}
      <Badge tone={activatedAtMs === null ? "neutral" : "gain"}>
        {activatedAtMs === null ? states.fresh : states.activated}
      </Badge>
    </span>
  );
}
