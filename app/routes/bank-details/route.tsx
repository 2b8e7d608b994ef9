import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messages } from "~/content/messages";
import { pageTitles, titled } from "~/content/page-titles";
import { profileTexts } from "~/content/profile-texts";
import { lastFour } from "~/domain/bank-hints";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { accountOpenedStatement } from "~/features/profile/account-opened";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/features/profile/bank-details";
import { openAccountNumber } from "~/features/profile/open-account-number";
import { type BankValues, changedAt, readBank, saveBankStatements } from "~/features/profile/save-bank-details";
import { carried, carry } from "~/server/carry";
import { freshSession } from "~/server/fresh-session";
import { readAsViewer, writeAsViewer } from "~/server/guards";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { createSealer } from "~/server/seal";
import { setToast } from "~/server/toast";
import type { Viewer } from "~/server/viewer";
import { BankDetailsScreen, type BankDetailsProps } from "./screen";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [titled(pageTitles.bankDetails)];

const CONFIRM = "/confirm-code?next=bank-details";

type Read = { viewer: Viewer; nowMs: number; row: SealedBankDetails | undefined };

/** The number is opened for this page, so the same batch puts that on record. */
async function read(args: LoaderFunctionArgs): Promise<Read> {
  const { db, newId } = args.context;
  const { viewer, rows, nowMs } = await readAsViewer(args, (asked) => [
    sealedBankDetailsQuery(db, asked.userId),
    accountOpenedStatement(db, {
      auditId: newId("aud"),
      userId: asked.userId,
      what: "bank-details",
      nowMs: asked.nowMs,
      live: freshSession(asked, asked.nowMs),
    }),
  ]);
  return { viewer, nowMs, row: rows[0][0] };
}

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const { viewer, nowMs, row } = carried<Read>(context) ?? (await read(args));
  if (!requireFreshProof(viewer, nowMs).ok) throw redirectDocument(CONFIRM);
  const accountNumber = await openAccountNumber({ log: context.log, sealer: createSealer(context.config) }, row);
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

type Refused = Pick<BankDetailsProps, "errors" | "alert"> & { values: BankValues };

/** Two round trips: what is saved, to know whether the account is another one, then the write. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const typed = readBank(Object.fromEntries(await readForm(args.request)));
  if (!typed.ok) {
    const alert = messages.userUpdateFailed(profileTexts.checkFields);
    return json<Refused>({ values: typed.typed, errors: typed.errors, alert }, 400);
  }
  const { values } = typed;
  try {
    const before = await read(args);
    if (!requireFreshProof(before.viewer, before.nowMs).ok) return redirect(CONFIRM, 303);
    carry(context, before);
    await save(args, before, values);
    return redirect("/settings", {
      status: 303,
      headers: { "Set-Cookie": await setToast(context.config, "user-updated") },
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("bank-details-error", {
      requestId: context.requestId,
      error: error instanceof Error ? error.name : "?",
    });
    return json<Refused>({ values, errors: {}, alert: messages.somethingWrong }, 500);
  }
}

async function save(args: ActionFunctionArgs, before: Read, values: BankValues): Promise<void> {
  const { db, newId, config, log } = args.context;
  const { viewer, row, nowMs } = before;
  const sealer = createSealer(config);
  const accountNumber = await openAccountNumber({ log, sealer }, row);
  const place = { table: "bank_details", column: "account_number_sealed", userId: viewer.id } as const;
  const account = { ...(await sealer.seal(values.account_number, place)), last4: lastFour(values.account_number) };
  const changedAtMs = changedAt(values, row && accountNumber !== null ? { row, accountNumber } : null, nowMs);
  await writeAsViewer(args, (asked) =>
    saveBankStatements(db, {
      userId: asked.userId,
      values,
      account,
      changedAtMs,
      auditId: newId("aud"),
      nowMs,
      allowed: freshSession(asked, nowMs),
    }),
  );
}

export default function BankDetails() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <BankDetailsScreen {...page} {...(refused ?? { errors: {}, alert: null })} />;
}
