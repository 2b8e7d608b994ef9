import { redirect } from "@remix-run/cloudflare";
import { KEPT_FOR_CODE_MS, type KeptFields, openKeptForm, saveKeptForm } from "~/features/kept-form/kept-form";
import type { Sealed } from "~/features/profile/sealer";
import type { Session } from "~/features/session/session";
import type { RequestContext } from "~/server/context";
import { endKeptForm, keepForm, keptFormId } from "~/server/kept-form";

// A withdrawal's form on its way to a code, or to a second look at unlikely bank data, and back.

const FORM = "withdrawal";
const ASKED = ["of", "shown_cents", "stake_id", "cycle_number"] as const;
const SUBJECT = ["of", "stake_id", "cycle_number"] as const;
const BANK = ["holder_name", "bank_name", "ifsc_code", "account_number"] as const;

export const keptWithdrawalId = (context: RequestContext, request: Request) => keptFormId(context, request, FORM);

export const endKeptWithdrawal = (context: RequestContext) => endKeptForm(context, FORM);

export function openKeptWithdrawal(
  context: RequestContext,
  { viewer, kept }: { viewer: { id: string }; kept: Sealed | undefined },
): Promise<KeptFields | null> {
  return openKeptForm(context, kept, { form: FORM, userId: viewer.id });
}

/** On to another page, which finds what was typed and what it was about. One round trip. */
export async function keepWithdrawal(
  context: RequestContext,
  session: Session,
  sent: Record<string, unknown>,
  location: string,
) {
  const { userId } = session.claim;
  const given = [...ASKED, ...BANK].filter((name) => typeof sent[name] === "string");
  const fields = Object.fromEntries(given.map((name) => [name, String(sent[name])]));
  const kept = await keepForm(context, { form: FORM, userId, fields, lifeMs: KEPT_FOR_CODE_MS });
  if (kept) await saveKeptForm(context, session, kept.sealed);
  return redirect(location, { status: 303, headers: kept ? { "Set-Cookie": kept.cookie } : {} });
}

/** What was typed about the account. */
export const typedAccount = (kept: KeptFields) =>
  Object.fromEntries(BANK.flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]])));

/** Whether both are about the same return. What a form does not say fits any: there was only one to ask for. */
export const isAboutSame = (kept: KeptFields, fields: Record<string, unknown>) =>
  SUBJECT.every((name) => kept[name] === undefined || fields[name] === undefined || kept[name] === fields[name]);
