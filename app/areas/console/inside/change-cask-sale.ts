import { desc, sql } from "drizzle-orm";
import { saleRefusals } from "~/content/console-cask-texts";
import { caskExits } from "~/db/schema/cask-exits";
import { row } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { asTyped } from "~/areas/casks/typed-values";
import type { Deps } from "~/core/deps";
import { confirmExit } from "~/areas/casks/exits/confirm-exit";
import { EXIT_FIELDS, readExitForm } from "~/areas/casks/exits/exit-form";
import { previewExit } from "~/areas/casks/exits/preview-exit";
import { proposeExit } from "~/areas/casks/exits/propose-exit";
import { withdrawExit } from "~/areas/casks/exits/withdraw-exit";
import type { OperatorSession } from "~/core/session/guarded";
import { type CaskChange, type CaskForm, mistyped, refused } from "../cask-change";

type CaskSaleDeps = Pick<Deps, "db" | "nowMs" | "newId" | "nudge" | "log">;
type Code = keyof typeof saleRefusals;

const no = (code: Code, fields: Record<string, unknown>): CaskChange =>
  refused({ view: "sell", message: saleRefusals[code], typed: asTyped(fields, EXIT_FIELDS) });

const sold = (outcome: { ok: true } | { ok: false; code: Code }, fields: Record<string, unknown>): CaskChange =>
  outcome.ok ? { ok: true, view: "sell" } : no(outcome.code, fields);

type ExitTerms = Extract<ReturnType<typeof readExitForm>, { ok: true }>;

/** Requests without permission are refused before the input is validated. */
async function readSale(
  deps: CaskSaleDeps,
  session: OperatorSession,
  { caskId, fields }: CaskForm,
  go: (form: ExitTerms) => Promise<CaskChange>,
): Promise<CaskChange> {
  const form = readExitForm(fields, dateOf(deps.nowMs()));
  if (form.ok) return go(form);
  await session.read(() => liveExit(deps, caskId));
  return mistyped({ view: "sell", ...form });
}

/** What was typed goes into the address of its preview, where every figure is calculated again. One round trip. */
export function showSale(deps: CaskSaleDeps, session: OperatorSession, asked: CaskForm): Promise<CaskChange> {
  const { caskId, fields } = asked;
  return readSale(deps, session, asked, async ({ terms }) => {
    const preview = await previewExit(deps, session, { caskId, terms });
    if (!preview.ok) return no(preview.code, fields);
    return { ok: true, view: "sell", query: asTyped(fields, ["sold_on", "buyer_kind", "gross", "fees"]) };
  });
}

/** Two round trips. */
export function proposeSale(deps: CaskSaleDeps, session: OperatorSession, asked: CaskForm): Promise<CaskChange> {
  const { caskId, fields } = asked;
  return readSale(deps, session, asked, async ({ terms, netPerStakeCents }) => {
    const outcome = await proposeExit(deps, session, { caskId, terms, netPerStakeCents: netPerStakeCents ?? -1 });
    return outcome.ok ? { ok: true, view: "sell", waits: true } : sold(outcome, fields);
  });
}

/** One round trip; a second where the form does not name the proposal. */
export function confirmSale(deps: CaskSaleDeps, session: OperatorSession, asked: CaskForm): Promise<CaskChange> {
  return readSale(deps, session, asked, async ({ terms, netPerStakeCents }) => {
    const exitId = await exitIdOf(deps, session, asked);
    const outcome = await confirmExit(deps, session, { exitId, terms, netPerStakeCents: netPerStakeCents ?? -1 });
    return sold(outcome, asked.fields);
  });
}

/** One round trip; a second where the form does not name the proposal. */
export async function cancelSale(deps: CaskSaleDeps, session: OperatorSession, asked: CaskForm): Promise<CaskChange> {
  const exitId = await exitIdOf(deps, session, asked);
  return sold(await withdrawExit(deps, session, { exitId }), asked.fields);
}

async function exitIdOf(deps: CaskSaleDeps, session: OperatorSession, { caskId, fields }: CaskForm): Promise<string> {
  if (typeof fields.exit === "string" && fields.exit !== "") return fields.exit.slice(0, 60);
  const { result } = await session.read(() => liveExit(deps, caskId));
  return result?.id ?? "";
}

/** The latest proposal, so that what is asked twice is asked about the same one. */
const liveExit = ({ db }: Pick<Deps, "db">, caskId: string) =>
  row(
    db
      .select({ id: caskExits.id })
      .from(caskExits)
      .where(sql`${caskExits.caskId} = ${caskId}`)
      .orderBy(desc(caskExits.proposedAtMs))
      .limit(1),
  );
