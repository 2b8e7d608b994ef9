import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { closingTexts } from "~/content/closing-texts";
import { described } from "~/content/page-titles";
import { closeAccount, keepAccount, readClosing, wasJustClosed } from "~/areas/accounts/closing/close-account";
import { codeFirst } from "~/server/code-first";
import { hasJustEnded, markJustEnded } from "~/server/just-ended";
import { readForm } from "~/server/login-form";
import { signedOut } from "~/server/login-session";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { busyFormsScript } from "~/ui/busy-forms";
import { CloseAccountScreen } from "./screen";
import { WaitingScreen } from "./waiting-screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(closingTexts.title);

const CONFIRM = "/confirm-code?next=close-account";

export async function loader(args: LoaderFunctionArgs) {
  const { fresh, isOperator, left } = await readClosing(args.context, await requireSession(args));
  if (!fresh && !left.asked) throw await codeFirst(args, CONFIRM);
  return json({ isOperator, left });
}

/** What is left out gives nothing up. */
const schema = z.object({
  intent: z.enum(["close", "keep"]).catch("close"),
  stakes: z.enum(["hold", "give-up"]).catch("hold"),
  balance: z.enum(["pay-out", "give-up"]).catch("pay-out"),
  understood: z.literal("yes").nullable().catch(null),
});

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const { intent, understood, ...choices } = schema.parse(Object.fromEntries(await readForm(args.request)));
  try {
    const session = withinLimit(context, await requireSession(args), "closing");
    if (intent === "keep") {
      await keepAccount(context, session);
      return redirect("/settings", 303);
    }
    if (!understood) {
      await readClosing(context, session);
      return json({ error: closingTexts.tickFirst, choices }, 400);
    }
    const closed = await closeAccount(context, session, choices);
    if (closed.outcome === "closed") return await leave(args);
    if (closed.outcome === "code-needed") return await codeFirst(args, CONFIRM);
    if (closed.outcome === "too-many") return json({ error: closingTexts.tooMany, choices }, 429);
    return redirect("/close-account", 303);
  } catch (thrown) {
    if (thrown instanceof Response && (await isSecondTap(args))) return leave(args);
    throw thrown;
  }
}

async function isSecondTap({ context, request }: ActionFunctionArgs): Promise<boolean> {
  const claim = await readSessionCookie(context.config, request);
  return claim ? wasJustClosed(context, claim.userId) : hasJustEnded(context.config, request, "account");
}

async function leave({ context }: ActionFunctionArgs) {
  const headers = await signedOut(context);
  headers.append("Set-Cookie", await markJustEnded(context.config, "account"));
  return redirect("/#account-closed", { status: 303, headers });
}

export default function CloseAccount() {
  const { isOperator, left } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (left.asked && !refused) return <WaitingScreen left={left} />;
  return (
    <CloseAccountScreen
      isOperator={isOperator}
      left={left}
      choices={refused?.choices ?? { stakes: "hold", balance: "pay-out" }}
      error={refused?.error ?? null}
    />
  );
}
