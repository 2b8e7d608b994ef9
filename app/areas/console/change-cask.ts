import { caskPageTexts, caskStateErrors } from "~/content/console-cask-texts";
import { doubts } from "~/content/operator-cask-texts";
import { row } from "~/db/work";
import { CASK_FIELDS } from "~/areas/casks/cask-form";
import { type CaskStateOutcome, caskStateNow, type ChangeCaskState } from "~/areas/casks/cask-state";
import { publishCask } from "~/areas/casks/publish-cask";
import { recordGauge } from "~/areas/casks/record-gauge";
import { saveCask } from "~/areas/casks/save-cask";
import { asTyped } from "~/areas/casks/typed-values";
import { stopSales } from "~/areas/casks/stop-sales";
import { withdrawCask } from "~/areas/casks/withdraw-cask";
import type { Deps } from "~/core/deps";
import type { Sha256 } from "~/domain/audit/audit-files";
import { addEvidence } from "~/areas/casks/evidence/add-evidence";
import { saveKeeper } from "~/areas/casks/evidence/save-keeper";
import type { OperatorSession } from "~/core/session/guarded";
import { type CaskChange, type CaskForm, mistyped, refused } from "./cask-change";
import type { CaskView } from "./cask-page";
import { cancelBid, confirmBid, saveBid } from "./inside/change-cask-bid";
import { cancelSale, confirmSale, proposeSale, showSale } from "./inside/change-cask-sale";
import { cancelValue, confirmValue, saveValue, showValue } from "./inside/change-cask-value";

export type ChangeCaskDeps = Pick<Deps, "db" | "nowMs" | "newId" | "nudge" | "log"> & {
  proof: R2Bucket;
  sha256: Sha256;
};

export type AskedChange = CaskForm & {
  /** The file that was sent with the form. */
  bytes: Uint8Array<ArrayBuffer> | null;
};

type Change = (deps: ChangeCaskDeps, session: OperatorSession, asked: AskedChange) => Promise<CaskChange>;

const CHANGES: Record<string, Change> = {
  save: saveTerms,
  publish,
  withdraw: (deps, session, asked) => changeState(deps, session, asked, withdrawCask),
  "stop-sales": (deps, session, asked) => changeSales(deps, session, asked, true),
  "resume-sales": (deps, session, asked) => changeSales(deps, session, asked, false),
  value: (deps, session, asked) =>
    asked.fields.step === "save" ? saveValue(deps, session, asked) : showValue(deps, session, asked),
  "confirm-value": confirmValue,
  "cancel-value": cancelValue,
  gauge: saveGauge,
  evidence: saveDocument,
  keeper: changeKeeper,
  bid: saveBid,
  "confirm-bid": confirmBid,
  "withdraw-bid": cancelBid,
  sell: showSale,
  propose: proposeSale,
  confirm: confirmSale,
  cancel: cancelSale,
};

/** What the form's `intent` says. At most two round trips; the same form twice has the outcome of the first. */
export async function changeCask(
  deps: ChangeCaskDeps,
  session: OperatorSession,
  asked: AskedChange,
): Promise<CaskChange> {
  const { intent } = asked.fields;
  const change = typeof intent === "string" && Object.hasOwn(CHANGES, intent) ? CHANGES[intent] : undefined;
  if (change) return change(deps, session, asked);
  await session.read(() => row(caskStateNow(deps.db, asked.caskId)));
  return mistyped({ view: "cask", message: caskStateErrors.unknown });
}

/** The version that the form showed; null: it does not say. */
function versionOf({ version }: Record<string, unknown>): number | null {
  return typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : null;
}

/** Also of a new cask, whose form shows version 0. */
export async function saveTerms(
  deps: Pick<Deps, "db">,
  session: OperatorSession,
  { caskId, fields }: Pick<AskedChange, "caskId" | "fields">,
): Promise<CaskChange> {
  const outcome = await saveCask(deps, session, { caskId, version: versionOf(fields), fields });
  if (outcome.ok) return { ok: true, view: "cask" };
  if (outcome.code === "invalid") {
    const typed = { ...outcome.typed, version: String(versionOf(fields) ?? "") };
    return mistyped({ view: "cask", errors: outcome.errors, typed });
  }
  if (outcome.code === "doubtful")
    return asked("cask", { ...outcome, typed: { ...outcome.typed, version: String(versionOf(fields) ?? "") } });
  const typed = { ...asTyped(fields, CASK_FIELDS), version: String(outcome.version) };
  return refused({ view: "cask", message: caskPageTexts.changedMeanwhile, typed });
}

type ChangeState = (
  deps: Pick<Deps, "db">,
  session: OperatorSession,
  change: ChangeCaskState,
) => Promise<
  CaskStateOutcome<"closes-in-the-past" | "evidence-missing" | "has-ended" | "stakes-sold" | "stakes-reserved">
>;

async function changeState(
  deps: ChangeCaskDeps,
  session: OperatorSession,
  { caskId, fields }: AskedChange,
  change: ChangeState,
): Promise<CaskChange> {
  const shown = versionOf(fields);
  const now = shown === null ? (await session.read(() => row(caskStateNow(deps.db, caskId)))).result?.version : shown;
  const outcome = await change(deps, session, { caskId, version: now ?? 0 });
  return outcome.ok ? { ok: true, view: "cask" } : refused({ view: "cask", message: caskStateErrors[outcome.code] });
}

/** With `missing` and `publish_reason` it is published without that evidence. */
async function publish(deps: ChangeCaskDeps, session: OperatorSession, asked: AskedChange): Promise<CaskChange> {
  const { missing, publish_reason: typed } = asked.fields;
  const reason = typeof typed === "string" ? typed.trim() : "";
  const isWithout = typeof missing === "string" && missing !== "";
  if (isWithout && (reason === "" || reason.length > 300)) {
    await session.read(() => row(caskStateNow(deps.db, asked.caskId)));
    return mistyped({
      view: "cask",
      errors: { publish_reason: caskPageTexts.without.reasonMissing },
      typed: asTyped(asked.fields, ["publish_reason"]),
    });
  }
  const without = isWithout ? { missing, reason } : null;
  return changeState(deps, session, asked, (...given) => publishCask(given[0], given[1], { ...given[2], without }));
}

/** Of the cask as the page showed it: a form without its version changes nothing. */
async function changeSales(
  deps: ChangeCaskDeps,
  session: OperatorSession,
  { caskId, fields }: AskedChange,
  isStopped: boolean,
): Promise<CaskChange> {
  const outcome = await stopSales(deps, session, { caskId, version: versionOf(fields) ?? 0, isStopped });
  return outcome.ok ? { ok: true, view: "cask" } : refused({ view: "cask", message: caskStateErrors[outcome.code] });
}

/** The form again, with what is to be confirmed. */
const asked = (view: CaskView, { doubt, typed }: { doubt: string; typed: Record<string, string> }): CaskChange =>
  mistyped({ view, message: doubts.ask(doubt), typed: { ...typed, sure: doubt } });

async function saveGauge(
  deps: ChangeCaskDeps,
  session: OperatorSession,
  { caskId, fields }: AskedChange,
): Promise<CaskChange> {
  const gaugeId = idOf(fields.gauge) ?? deps.newId("gau");
  const outcome = await recordGauge(deps, session, { gaugeId, caskId, fields });
  if (outcome.ok) return { ok: true, view: "gauge" };
  if (outcome.code === "invalid") return mistyped({ view: "gauge", ...outcome });
  if (outcome.code === "doubtful") return asked("gauge", outcome);
  return refused({ view: "gauge", message: caskStateErrors[outcome.code] });
}

async function saveDocument(
  deps: ChangeCaskDeps,
  session: OperatorSession,
  { caskId, fields, bytes }: AskedChange,
): Promise<CaskChange> {
  const evidenceId = idOf(fields.document) ?? deps.newId("evd");
  const supersedesId = idOf(fields.supersedes);
  const outcome = await addEvidence(deps, session, { evidenceId, caskId, supersedesId, fields, bytes });
  if (outcome.ok) return { ok: true, view: "evidence" };
  if (outcome.code === "invalid") return mistyped({ view: "evidence", ...outcome });
  if (outcome.code === "doubtful")
    return asked("evidence", {
      ...outcome,
      typed: { ...outcome.typed, ...(supersedesId && { supersedes: supersedesId }) },
    });
  return refused({ view: "evidence", message: caskStateErrors[outcome.code] });
}

async function changeKeeper(deps: ChangeCaskDeps, session: OperatorSession, asked: AskedChange): Promise<CaskChange> {
  const outcome = await saveKeeper(deps, session, asked);
  if (outcome.ok) return { ok: true, view: "keeper" };
  if (outcome.code === "invalid") return mistyped({ view: "keeper", ...outcome });
  return refused({ view: "keeper", message: caskStateErrors[outcome.code] });
}

const idOf = (value: unknown): string | null =>
  typeof value === "string" && /^[a-z0-9_-]{1,60}$/i.test(value) ? value : null;
