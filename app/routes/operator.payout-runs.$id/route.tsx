import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { payoutTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-meta";
import { asTyped } from "~/areas/casks/typed-values";
import { callBackRun } from "~/areas/payouts/payout-runs/call-back-run";
import { markPaid } from "~/areas/payouts/payout-runs/mark-paid";
import { readRun } from "~/areas/payouts/payout-runs/read-run";
import { readRunForm, type RunFormErrors } from "~/areas/payouts/payout-runs/run-form";
import { mapWork, noWork, readThing, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { readId } from "~/server/read-id";
import { RunScreen } from "./screen";

export const meta: MetaFunction = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const runId = readId(params.id);
  const { frame, result } = await readThing(args, "withdrawals", ({ nowMs }) => readRun(context.db, runId, nowMs));
  return json({ frame, run: result });
}

/** `missed`: the requests that could not be marked paid; or the run that was not called back. */
type Outcome = { ok: true } | { ok: false; errors: RunFormErrors; missed?: { requests: number } | "not-called-back" };

/** The whole form in one post; sending it twice has no further effect. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const runId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const form = readRunForm(fields);
  const { result } = await writeConsole(args, "withdrawals", (operator): Work<Outcome> => {
    if (!form.ok) return noWork(form);
    if (form.intent === "call-back")
      return mapWork(callBackRun(context.db, { runId, reason: form.reason, operator }), (done) =>
        done ? { ok: true } : { ok: false, errors: {}, missed: "not-called-back" },
      );
    return mapWork(markPaid(context.db, { runId, references: form.references, operator }), (missed) =>
      missed.length === 0 ? { ok: true } : { ok: false, errors: {}, missed: { requests: missed.length } },
    );
  });
  if (result.ok) return savedAt(args, `/operator/payout-runs/${runId}`);
  const { errors, missed = null } = result;
  return json({ errors, missed, typed: asTyped(fields, Object.keys(fields)) }, { status: form.ok ? 409 : 400 });
}

export default function PayoutRun() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <RunScreen {...page} refused={refused ?? null} />;
}
