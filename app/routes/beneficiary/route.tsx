import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { beneficiaryTexts as texts } from "~/content/beneficiary-texts";
import { titled } from "~/content/page-titles";
import { openBeneficiary, readBeneficiary, saveBeneficiary } from "~/features/beneficiary/beneficiary";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { setToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/busy-forms";
import { BeneficiaryScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => [titled(texts.title)];

const CONFIRM = "/confirm-code?next=beneficiary";

export async function loader(args: LoaderFunctionArgs) {
  const { fresh, beneficiary } = await openBeneficiary(args.context, await requireSession(args));
  if (!fresh) throw redirect(CONFIRM);
  return json({ beneficiary });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const fields = Object.fromEntries(await readForm(args.request));
  const session = await requireSession(args);
  const read = fields.intent === "remove" ? null : readBeneficiary(fields);
  if (read && !read.ok) return json({ typed: read.typed, errors: read.errors }, 400);
  const saved = await saveBeneficiary(context, session, read && read.values);
  if (!saved.ok) return redirect(CONFIRM, 303);
  const headers = { "Set-Cookie": await setToast(context.config, "beneficiary-saved") };
  return redirect("/settings", { status: 303, headers });
}

export default function Beneficiary() {
  const { beneficiary } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const empty = { name: "", relation: "", contact: "" };
  return (
    <BeneficiaryScreen
      hasOne={beneficiary !== null}
      values={refused?.typed ?? beneficiary ?? empty}
      errors={refused?.errors ?? {}}
    />
  );
}
