import { type KeptFields, openKeptForm } from "~/core/kept-form/kept-form";
import type { Sealed } from "~/core/sealer";
import type { Session } from "~/core/session/session";
import type { RequestContext } from "~/server/context";
import { endKeptForm, keepAndGo, keptFormId } from "~/server/kept-form";

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
export function keepWithdrawal(
  context: RequestContext,
  session: Session,
  sent: Record<string, unknown>,
  location: string,
) {
  const given = [...ASKED, ...BANK].filter((name) => typeof sent[name] === "string");
  const fields = Object.fromEntries(given.map((name) => [name, String(sent[name])]));
  return keepAndGo(context, session, { form: FORM, fields, location });
}

/** What was typed about the account. */
export const typedAccount = (kept: KeptFields) =>
  Object.fromEntries(BANK.flatMap((name) => (kept[name] === undefined ? [] : [[name, kept[name]]])));

/** Whether both are about the same return. What a form does not say fits any: there was only one to ask for. */
export const isAboutSame = (kept: KeptFields, fields: Record<string, unknown>) =>
  SUBJECT.every((name) => kept[name] === undefined || fields[name] === undefined || kept[name] === fields[name]);
