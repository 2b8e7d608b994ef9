import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bankAnswerTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-titles";
import { bankAnswers } from "~/areas/console/lists/bank-answers";
import { ListPage } from "~/areas/console/lists/list-page";
import { readAnswer } from "~/areas/payouts/bank-answers/read-answer";
import { takeAnswer } from "~/areas/payouts/bank-answers/take-answer";
import { readList } from "~/server/console-list";
import { noWork, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { hashBytes } from "~/server/sha256";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";

export const handle: PageHandle = { console: true };

export const meta = () => described(bankAnswers.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, bankAnswers);

/** The same file handed in twice leads to the same answer. A file that cannot be read changes nothing. */
export async function action(args: ActionFunctionArgs) {
  const { db } = args.context;
  const file = (await readForm(args.request)).get("file");
  const bytes = file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
  const answer = bytes === null ? ("file" as const) : readAnswer(bytes);
  const sha256 = Array.from(hashBytes(bytes ?? new Uint8Array()), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  const unread = typeof answer === "string" ? { code: answer, line: null } : "code" in answer ? answer : null;
  const { result } = await writeConsole(args, "withdrawals", (operator) =>
    typeof answer === "string" || "code" in answer ? noWork(null) : takeAnswer(db, { sha256, answer, operator }),
  );
  if (unread) return json(unread, { status: 400 });
  return savedAt(args, `/operator/bank-answers/${result}`);
}

export default function BankAnswers() {
  const list = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const error = refused ? [texts.errors[refused.code], refused.line].filter(Boolean).join(" ") : undefined;
  return (
    <ListPage list={bankAnswers} {...list}>
      {error && <ErrorSummary errors={[{ name: "file", message: error }]} />}
      {list.frame.mayChange && list.isFirst && (
        <form method="post" encType="multipart/form-data" noValidate className="flex max-w-120 flex-col gap-4">
          <p>{texts.lead}</p>
          <Field
            name="file"
            type="file"
            label={texts.file}
            hint={texts.csvColumns}
            accept=".csv,text/csv"
            error={error}
          />
          <div>
            <Button wide={false}>{texts.handIn}</Button>
          </div>
        </form>
      )}
    </ListPage>
  );
}
