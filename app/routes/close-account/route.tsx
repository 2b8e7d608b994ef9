import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { closeAccount, keepAccount, readClosing, wasJustClosed } from "~/areas/accounts/closing/close-account";
import { closingTexts, givenUp } from "~/content/closing-texts";
import { described } from "~/content/page-meta";
import { formatUsd } from "~/domain/money";
import { codeFirst } from "~/server/code-first";
import { hasJustEnded, markJustEnded } from "~/server/just-ended";
import { readForm } from "~/server/login-form";
import { signedOut } from "~/server/login-session";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { busyFormsScript } from "~/ui/app-script";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { CloseAccountScreen } from "./screen";

type WaitingProps = {
  left: {
    stakes: number;
    walletCents: number;
    pendingCents: number;
    withdrawals: number;
    payments: number;
    proceedsCents: number;
    tokens: number;
    asked: { giveUpStakes: boolean; giveUpBalance: boolean; askedAtMs: number; closesFromMs: number } | null;
  };
};

function Items({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function WaitingScreen({ left }: WaitingProps) {
  const texts = closingTexts.waiting;
  const moneyCents = left.walletCents + left.pendingCents + left.proceedsCents;
  const { asked } = left;
  const holdsSomething = left.stakes + moneyCents + left.tokens > 0;
  const waitsFor = [
    ...(left.stakes > 0 && !asked?.giveUpStakes ? [texts.stakes(left.stakes)] : []),
    ...(moneyCents > 0 && !asked?.giveUpBalance ? [texts.balance(formatUsd(moneyCents))] : []),
    ...(left.withdrawals > 0 ? [texts.withdrawals] : []),
    ...(left.payments > 0 ? [texts.payments] : []),
    ...(left.proceedsCents > 0 ? [texts.proceeds(formatUsd(left.proceedsCents))] : []),
  ];
  const taken = asked && holdsSomething ? givenUp({ ...asked, ...left, moneyCents }) : [];
  const waitsOnly = asked !== null && holdsSomething && waitsFor.length === 0;
  const lead = waitsOnly
    ? texts.waitOnly(asked.closesFromMs)
    : asked && holdsSomething
      ? texts.lead(asked.closesFromMs)
      : texts.leadEmpty;
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={lead}>{texts.title}</PageTitle>
      {!waitsOnly && <Items items={waitsFor.length > 0 ? waitsFor : [texts.soon]} />}
      {taken.length > 0 && (
        <div className="flex flex-col gap-2">
          <p>{texts.given}</p>
          <Items items={taken} />
        </div>
      )}
      {holdsSomething && <p>{texts.told}</p>}
      <div className="flex flex-col gap-3">
        <ButtonLink href="/wallet" look="secondary">
          {texts.toWallet}
        </ButtonLink>
        <form method="post" action="/close-account">
          <input type="hidden" name="intent" value="keep" />
          <Button>{texts.keep}</Button>
        </form>
      </div>
    </Page>
  );
}

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
