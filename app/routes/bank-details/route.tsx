import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messages } from "~/content/messages";
import { described, pageTitles } from "~/content/page-titles";
import { profileTexts } from "~/content/profile-texts";
import { editBankDetails, type SavedBank } from "~/areas/accounts/profile/edit-bank-details";
import { openAccountNumber } from "~/areas/accounts/profile/open-account-number";
import { type BankValues, readBank, saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { carried, carry } from "~/server/carry";
import { codeFirst } from "~/server/code-first";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast } from "~/server/toast";
import { isTooMany, refusedAs } from "~/server/too-many";
import { BankDetailsScreen, type BankDetailsProps } from "./screen";
import { doubtScript } from "./doubt-script";

export const handle: PageHandle = { investor: "account", inlineScript: doubtScript };

export const meta: MetaFunction = () => described(pageTitles.bankDetails);

export const headers = retryAfterOfAction;

const CONFIRM = "/confirm-code?next=bank-details";
/** After an error: the form has what was typed, and nothing else. */
const NOT_READ = "not-read";

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const saved =
    carried<SavedBank | typeof NOT_READ>(context) ?? (await editBankDetails(context, await requireSession(args)));
  if (saved === NOT_READ) return json({ values: {} });
  if (!saved.viewer.fresh) throw await codeFirst(args, CONFIRM);
  const { row } = saved;
  const accountNumber = await openAccountNumber(context, row);
  return json({
    values: {
      holder_name: row?.holderName ?? "",
      bank_name: row?.bankName ?? "",
      ifsc_code: row?.ifscCode ?? "",
      account_number: accountNumber ?? "",
      branch_address: row?.branchAddress ?? "",
    },
  });
}

type Refused = Pick<BankDetailsProps, "errors" | "alert"> & { values: Partial<BankValues> };

/** Two round trips: read what is saved, to see whether the account changes, then write. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const typed = readBank(Object.fromEntries(await readForm(args.request)));
  if (!typed.ok) {
    const alert = messages.userUpdateFailed(profileTexts.checkFields);
    return json<Refused>({ values: typed.typed, errors: typed.errors, alert }, 400);
  }
  const sent = typed.values;
  try {
    const session = await requireSession(args);
    const saved = await editBankDetails(context, session);
    carry(context, saved);
    const outcome = await saveBankDetails(context, withinLimit(context, session, "bank-details"), { saved, sent });
    if (!outcome.ok) return await codeFirst(args, CONFIRM);
    const headers = { "Set-Cookie": await setToast(context.config, "user-updated") };
    return redirect("/settings", { status: 303, headers });
  } catch (error) {
    if (isTooMany(error))
      return json<Refused>({ values: sent, errors: {}, alert: messages.tooManyRequests }, refusedAs(error));
    if (error instanceof Response) throw error;
    if (!carried(context)) carry(context, NOT_READ);
    context.log("bank-details-error", {
      requestId: context.requestId,
      error: error instanceof Error ? error.name : "?",
    });
    return json<Refused>({ values: sent, errors: {}, alert: messages.somethingWrong }, 500);
  }
}

export default function BankDetails() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const values = { ...page.values, ...refused?.values };
  return <BankDetailsScreen values={values} errors={refused?.errors ?? {}} alert={refused?.alert ?? null} />;
}
