import { caskStateErrors, valueTexts } from "~/content/console-cask-texts";
import { previewValuation } from "~/features/casks/preview-valuation";
import { recordValuation, type ValuationRefusal } from "~/features/casks/record-valuation";
import { asTyped } from "~/features/casks/typed-values";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import { type CaskChange, mistyped, refused } from "./cask-change";

type Asked = { caskId: string; fields: Record<string, unknown> };

const FIELDS = ["valued_on", "value_per_stake", "tier", "method", "source", "author", "reason"];

const idIn = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, 60) : null);

/** What was typed goes into the address of its preview, where every figure is reckoned anew. One round trip. */
export async function showValue(
  deps: Pick<Deps, "db">,
  session: Session,
  { caskId, fields }: Asked,
): Promise<CaskChange> {
  const supersedesId = idIn(fields.supersedes);
  const preview = await previewValuation(deps, session, { caskId, supersedesId, fields });
  if (!preview.ok) return refusal(preview, fields);
  return { ok: true, view: "value", query: asTyped(fields, [...FIELDS, ...(supersedesId ? ["supersedes"] : [])]) };
}

/** Two round trips. */
export async function saveValue(
  deps: Pick<Deps, "db" | "newId" | "nudge">,
  session: Session,
  { caskId, fields }: Asked,
): Promise<CaskChange> {
  const outcome = await recordValuation(deps, session, {
    valuationId: idIn(fields.valuation) ?? deps.newId("val"),
    caskId,
    supersedesId: idIn(fields.supersedes),
    fields,
    seen: typeof fields.seen === "string" ? fields.seen : undefined,
  });
  return outcome.ok ? { ok: true, view: "value" } : refusal(outcome, fields);
}

function refusal(outcome: ValuationRefusal, fields: Record<string, unknown>): CaskChange {
  const typed = asTyped(fields, [...FIELDS, "supersedes"]);
  if (outcome.code === "invalid") return mistyped({ view: "value", errors: outcome.errors, typed });
  if (outcome.code === "changed-meanwhile")
    return refused({ view: "value", message: valueTexts.changedMeanwhile, typed });
  if (outcome.code === "no-such-cask") return refused({ view: "value", message: valueTexts.notOnOffer, typed });
  return refused({ view: "value", message: caskStateErrors[outcome.code], typed });
}
