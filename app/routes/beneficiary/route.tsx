import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { beneficiaryTexts as texts } from "~/content/beneficiary-texts";
import { described } from "~/content/page-titles";
import { openBeneficiary, readBeneficiary, saveBeneficiary } from "~/areas/accounts/beneficiary/beneficiary";
import { openKeptForm } from "~/core/kept-form/kept-form";
import { endKeptForm, keepAndGo, keptFormId } from "~/server/kept-form";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/busy-forms";
import { BeneficiaryScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(texts.title);

const CONFIRM = "/confirm-code?next=beneficiary";
/** The name of the form, of what is kept of it. */
const FORM = "beneficiary";
const EMPTY = { name: "", relation: "", contact: "" };

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const keptId = await keptFormId(context, request, FORM);
  const { viewer, fresh, beneficiary, kept } = await openBeneficiary(context, await requireSession(args), keptId);
  if (!fresh) throw redirect(CONFIRM);
  const typed = await openKeptForm(context, kept, { form: FORM, userId: viewer.id });
  return json({ hasOne: beneficiary !== null, values: { ...EMPTY, ...beneficiary, ...typed } });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const fields = Object.fromEntries(await readForm(args.request));
  const session = await requireSession(args);
  const read = fields.intent === "remove" ? null : readBeneficiary(fields);
  if (read && !read.ok) return json({ typed: read.typed, errors: read.errors }, 400);
  const keptId = await keptFormId(context, args.request, FORM);
  const saved = await saveBeneficiary(context, withinLimit(context, session, FORM), {
    values: read && read.values,
    keptId,
  });
  if (!saved.ok) return keepAndGo(context, session, { form: FORM, fields: read?.values ?? {}, location: CONFIRM });
  const headers = new Headers({ "Set-Cookie": await setToast(context.config, "beneficiary-saved") });
  if (keptId !== null) headers.append("Set-Cookie", await endKeptForm(context, FORM));
  return redirect("/settings", { status: 303, headers });
}

export default function Beneficiary() {
  const { hasOne, values } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <BeneficiaryScreen hasOne={hasOne} values={refused?.typed ?? values} errors={refused?.errors ?? {}} />;
}
