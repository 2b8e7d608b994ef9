import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bankAnswerTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-titles";
import { markAnswer, type MarkOutcome } from "~/areas/payouts/bank-answers/mark-answer";
import { readBankAnswer } from "~/areas/payouts/bank-answers/read-bank-answer";
import { frameProps } from "~/server/console-frame";
import { noWork, readThing, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { AnswerScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const answerId = readId(params.id);
  const { frame, viewer, result } = await readThing(args, "withdrawals", () => readBankAnswer(context.db, answerId));
  const { handedInByEmail, markedByEmail, ...answer } = result;
  return json({
    frame: frameProps(frame),
    answer,
    // Readers see operators by the number of their accounts only.
    by: (frame.mayChange ? handedInByEmail : null) ?? answer.handedInBy,
    markedBy: (frame.mayChange ? markedByEmail : null) ?? answer.markedBy,
    isMine: answer.handedInBy === viewer.id,
  });
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const answerId = readId(params.id);
  const asked = (await readForm(args.request)).get("intent") === "mark";
  const { result } = await writeConsole(
    args,
    "withdrawals",
    (operator): Work<MarkOutcome | { ok: false; code: "form" }> =>
      asked ? markAnswer(context.db, { answerId, operator }) : noWork({ ok: false, code: "form" }),
  );
  if (result.ok) return savedAt(args, `/operator/bank-answers/${answerId}`);
  return json({ error: texts.errors[result.code] }, { status: asked ? 409 : 400 });
}

export default function OneBankAnswer() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <AnswerScreen {...page} error={refused?.error ?? null} />;
}
