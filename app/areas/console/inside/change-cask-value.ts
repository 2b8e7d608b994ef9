import { caskStateErrors, valueTexts } from "~/content/console-cask-texts";
import { proposalErrors } from "~/content/proposal-texts";
import { confirmValuation } from "~/areas/casks/confirm-valuation";
import { previewValuation } from "~/areas/casks/preview-valuation";
import { recordValuation, type ValuationRefusal } from "~/areas/casks/record-valuation";
import { valuedSubject } from "~/areas/casks/propose-valuation";
import { asTyped } from "~/areas/casks/typed-values";
import type { Deps } from "~/core/deps";
import { withdrawChange } from "~/core/proposals/withdraw-change";
import type { OperatorSession } from "~/core/session/guarded";
import { type CaskChange, type CaskForm, mistyped, refused } from "../cask-change";

const FIELDS = ["valued_on", "value_per_stake", "tier", "method", "source", "author", "reason"];

const idIn = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 60) : null);

/** What was typed goes into the address of its preview, where every figure is calculated again. One round trip. */
export async function showValue(
  deps: Pick<Deps, "db">,
  session: OperatorSession,
  { caskId, fields }: CaskForm,
): Promise<CaskChange> {
  const supersedesId = idIn(fields.supersedes);
  const preview = await previewValuation(deps, session, { caskId, supersedesId, fields });
  if (!preview.ok) return refusal(preview, fields);
  return { ok: true, view: "value", query: asTyped(fields, [...FIELDS, ...(supersedesId ? ["supersedes"] : [])]) };
}

/** Two round trips. */
export async function saveValue(
  deps: Pick<Deps, "db" | "newId" | "nudge">,
  session: OperatorSession,
  { caskId, fields }: CaskForm,
): Promise<CaskChange> {
  const outcome = await recordValuation(deps, session, {
    valuationId: idIn(fields.valuation) ?? deps.newId("val"),
    caskId,
    supersedesId: idIn(fields.supersedes),
    fields,
    ...texts(fields, ["seen", "sure"]),
  });
  return outcome.ok ? { ...outcome, view: "value" } : refusal(outcome, fields);
}

/** What is sent of these, where it is text. */
const texts = (fields: Record<string, unknown>, names: readonly ("seen" | "sure")[]) =>
  Object.fromEntries(names.flatMap((name) => (typeof fields[name] === "string" ? [[name, fields[name]]] : [])));

const noValue = (code: keyof typeof proposalErrors | "no-such-cask"): CaskChange =>
  refused({ view: "value", message: code === "no-such-cask" ? valueTexts.notOnOffer : proposalErrors[code] });

/** Confirms what another operator proposed, as it was seen. Two round trips. */
export async function confirmValue(
  deps: Pick<Deps, "db" | "nudge">,
  session: OperatorSession,
  { caskId, fields }: CaskForm,
): Promise<CaskChange> {
  const asked = { caskId, proposalId: idIn(fields.proposal), supersedesId: idIn(fields.supersedes), fields };
  const outcome = await confirmValuation(deps, session, asked);
  return outcome.ok ? { ok: true, view: "value" } : noValue(outcome.code);
}

/** One round trip. */
export async function cancelValue(
  { db }: Pick<Deps, "db">,
  session: OperatorSession,
  { caskId, fields }: CaskForm,
): Promise<CaskChange> {
  const { result } = await session.write((operator) =>
    withdrawChange(db, { subject: valuedSubject(caskId), proposalId: idIn(fields.proposal), operator }),
  );
  return result.ok ? { ok: true, view: "value" } : noValue(result.code);
}

function refusal(outcome: ValuationRefusal, fields: Record<string, unknown>): CaskChange {
  const typed = asTyped(fields, [...FIELDS, "supersedes"]);
  if (outcome.code === "invalid") return mistyped({ view: "value", errors: outcome.errors, typed });
  if (outcome.code === "changed-meanwhile")
    return refused({ view: "value", message: valueTexts.changedMeanwhile, typed });
  if (outcome.code === "far-off")
    return refused({ view: "value", message: valueTexts.farOff(outcome.factor), typed: { ...typed, sure: "" } });
  if (outcome.code === "no-such-cask") return refused({ view: "value", message: valueTexts.notOnOffer, typed });
  const messages = { ...proposalErrors, ...caskStateErrors };
  return refused({ view: "value", message: messages[outcome.code], typed });
}
