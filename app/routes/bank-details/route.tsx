import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { editBankDetails, openAccountNumber, type SavedBank } from "~/areas/accounts/profile/bank-details";
import { type BankValues, readBank, saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { bankLabels, bankTexts } from "~/content/bank-texts";
import { messages } from "~/content/messages";
import { described } from "~/content/page-meta";
import { profileTexts } from "~/content/profile-texts";
import { isLikely, LIKELY } from "~/domain/bank-hints";
import { carried, carry } from "~/server/carry";
import { codeFirst } from "~/server/code-first";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast } from "~/server/toast";
import { notSaved } from "~/server/too-many";
import { Button } from "~/ui/button";
import { compactScript } from "~/ui/compact-script";
import { ErrorSummary, errorsInOrder } from "~/ui/error-summary";
import { Field, fieldId, TextField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Page, PageTitle } from "~/ui/page";

type Name = "holder_name" | "bank_name" | "ifsc_code" | "account_number" | "branch_address";
type Texts = Partial<Record<Name, string>>;

const FIELDS: { name: Exclude<Name, "branch_address">; autoComplete: string; numeric?: true }[] = [
  { name: "holder_name", autoComplete: "name" },
  { name: "bank_name", autoComplete: "off" },
  { name: "ifsc_code", autoComplete: "off" },
  { name: "account_number", autoComplete: "off", numeric: true },
];

const DOUBTS = {
  ifsc_code: { likely: LIKELY.ifscCode, text: bankTexts.unlikelyIfsc },
  account_number: { likely: LIKELY.accountNumber, text: bankTexts.unlikelyAccountNumber },
} as const;

/**
 * Never an error: a bank may write its numbers in its own way. Its place is kept, so that the button that is being tapped does not move.
 */
function Doubt({ name, value = "" }: { name: keyof typeof DOUBTS; value: string | undefined }) {
  const { likely, text } = DOUBTS[name];
  return (
    <span
      id={`${fieldId(name)}-doubt`}
      data-likely={likely.source}
      className={`flex gap-1 text-amber ${value.trim() === "" || isLikely(likely, value) ? "invisible" : ""}`}
    >
      <Icon name="alert" size={16} className="mt-0.5" />
      {text}
    </span>
  );
}

const hasDoubt = (name: Name): name is keyof typeof DOUBTS => name in DOUBTS;

const doubtScript = compactScript(`addEventListener("focusout", ({ target }) => {
  const doubt = document.getElementById(target.id + "-doubt");
  const text = target.value?.replace(/[\\s\\p{Cf}\\p{Pd}]/gu, "").replace(/(?![0-9])\\p{Nd}/gu, "0");
  if (doubt) doubt.classList.toggle("invisible", !text || new RegExp(doubt.dataset.likely, "i").test(text));
});`);

export const handle: PageHandle = { investor: "account", inlineScript: doubtScript };

export const meta = () => described("Bank details");

export const headers = retryAfterOfAction;

const CONFIRM = "/confirm-code?to=/bank-details";
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

type Refused = { values: Partial<BankValues>; errors: Texts; alert: string };

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
    const { alert, init } = notSaved(context, error);
    if (init.status === 500 && !carried(context)) carry(context, NOT_READ);
    return json<Refused>({ values: sent, errors: {}, alert }, init);
  }
}

export default function BankDetails() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const values: Texts = { ...page.values, ...refused?.values };
  const { list, of } = errorsInOrder<Name>(
    [...FIELDS.map(({ name }) => name), "branch_address"],
    refused?.errors ?? {},
  );
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead="Where we pay your returns. After a change, and before the first payment to an account, withdrawals wait for 48 hours.">
        Bank details
      </PageTitle>
      <ErrorSummary message={refused?.alert} errors={list} />
      <form method="post" action="/bank-details" noValidate className="flex flex-col gap-4">
        {FIELDS.map(({ name, autoComplete, numeric }) => (
          <Field
            key={name}
            {...of(name)}
            label={bankLabels[name]}
            autoComplete={autoComplete}
            inputMode={numeric && "numeric"}
            spellCheck={false}
            maxLength={120}
            defaultValue={values[name]}
            hint={hasDoubt(name) ? <Doubt name={name} value={values[name]} /> : undefined}
          />
        ))}
        <TextField
          {...of("branch_address")}
          label={bankLabels.branch_address}
          autoComplete="off"
          maxLength={500}
          defaultValue={values.branch_address}
        />
        <Button busy="Saving…">Save</Button>
      </form>
    </Page>
  );
}
