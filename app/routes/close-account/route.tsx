import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { closeAccount, readClosing, wasJustClosed, type WhatIsLeft } from "~/areas/accounts/users/close-account";
import { closingTexts as texts } from "~/content/closing-texts";
import { described } from "~/content/page-meta";
import { codeFirst } from "~/server/code-first";
import { readForm } from "~/server/login-form";
import { signedOut } from "~/server/login-session";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { requireSession } from "~/server/session/page-session";
import { busyFormsScript } from "~/ui/app-script";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { BulletList } from "~/ui/steps";

const ORDER = ["stakes", "moneyCents", "proceeds", "withdrawals", "payments", "certificates"] as const;

function Left({ items }: { items: readonly string[] }) {
  return (
    <>
      <Panel title={texts.left.title} look="barley">
        <p className="mb-3">{texts.left.lead}</p>
        <BulletList items={items} />
      </Panel>
      <ButtonLink href="/ways-out" look="secondary">
        {texts.left.waysOut}
      </ButtonLink>
      <ButtonLink href="/wallet" look="secondary">
        {texts.left.toWallet}
      </ButtonLink>
    </>
  );
}

function CloseForm({ tokens, error }: { tokens: number; error: string | null }) {
  return (
    <form method="post" action="/close-account" noValidate className="flex flex-col gap-6">
      {tokens > 0 && <p className="text-sm text-peat-60">Tokens have no cash value. They end with the account.</p>}
      <label htmlFor="field-understood" className="flex min-h-11 items-center gap-1 font-semibold">
        <input
          id="field-understood"
          type="checkbox"
          name="understood"
          value="yes"
          className="pick"
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : "field-understood-error"}
          {...(error === null ? {} : { autoFocus: true })}
        />
        I understand that this cannot be undone.
      </label>
      {error !== null && (
        <p id="field-understood-error" className="-mt-4 text-sm font-semibold text-brick">
          {error}
        </p>
      )}
      <Button look="danger">Close my account</Button>
    </form>
  );
}

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta = () => described(texts.title);

const CONFIRM = "/confirm-code?to=/close-account";

export async function loader(args: LoaderFunctionArgs) {
  const { fresh, isOperator, left } = await readClosing(args.context, await requireSession(args));
  if (!fresh) throw await codeFirst(args, CONFIRM);
  return json({ isOperator, left });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const understood = (await readForm(args.request)).get("understood") === "yes";
  try {
    const session = await requireSession(args);
    if (!understood) {
      await readClosing(context, session);
      return json({ error: "Tick the box to continue." }, 400);
    }
    const outcome = await closeAccount(context, session);
    if (outcome === "closed") return await leave(args);
    return outcome === "code-needed" ? await codeFirst(args, CONFIRM) : redirect("/close-account", 303);
  } catch (thrown) {
    if (thrown instanceof Response && (await isSecondTap(args))) return leave(args);
    throw thrown;
  }
}

async function isSecondTap({ context, request }: ActionFunctionArgs): Promise<boolean> {
  const claim = await readSessionCookie(context.config, request);
  return claim !== null && (await wasJustClosed(context, claim.userId));
}

async function leave({ context }: ActionFunctionArgs) {
  return redirect("/#account-closed", { status: 303, headers: await signedOut(context) });
}

const leftItems = (left: WhatIsLeft) =>
  ORDER.filter((what) => left[what] > 0).map((what) => texts.left[what](left[what]));

export default function CloseAccount() {
  const { isOperator, left } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error ?? null;
  const items = leftItems(left);
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle
        lead={
          isOperator
            ? "Another operator has to close an operator’s account."
            : "Closing erases what we know about you. It cannot be undone."
        }
      >
        {texts.title}
      </PageTitle>
      <Panel title="What is erased">
        <BulletList items={texts.erased} />
      </Panel>
      <Panel title="What stays, without your name">
        <BulletList items={texts.kept} />
      </Panel>
      {!isOperator && (items.length > 0 ? <Left items={items} /> : <CloseForm tokens={left.tokens} error={error} />)}
    </Page>
  );
}
