import {
  type ActionFunctionArgs,
  type Cookie,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { LOGIN_MODES } from "~/areas/accounts/login/login-flow";
import { consoleGoalOf } from "~/areas/accounts/login/login-goals";
import { SECOND_TAP_MS } from "~/areas/accounts/login/one-time-codes";
import { readAddress } from "~/areas/accounts/login/read-address";
import { startLogin } from "~/areas/accounts/login/start-login";
import { findReferralCode, readReferralCode } from "~/areas/accounts/referrals/find-referral-code";
import { modeTexts } from "~/content/messages";
import { publicPageMeta, siteDescription } from "~/content/page-meta";
import { askerOf } from "~/server/browser-cookie";
import type { RequestArgs } from "~/server/context";
import type { AppConfig } from "~/server/env";
import { explainCode } from "~/server/explain-code";
import { loginCookie } from "~/server/login-cookie";
import { loginDeps } from "~/server/login-deps";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { readRef, refCookie } from "~/server/ref-cookie";
import { readSessionCookie } from "~/server/session/cookie";
import { signedCookie } from "~/server/signed-cookie";
import { busyFormsScript } from "~/ui/app-script";
import { Button, ButtonLink } from "~/ui/button";
import { lookAgainScript } from "~/ui/look-again";
import { Page, PageTitle } from "~/ui/page";
import { GetStartedScreen, type GetStartedScreenProps } from "./screen";

// For a visitor whose turn to be sent a code comes later: the ticket and what they typed, for the waiting page.

const waiterSchema = z.object({ ticket: z.string(), notBeforeMs: z.number(), email: z.string(), phone: z.string() });

const LIFE_S = 75 * 60;

const ticketCookie = (config: AppConfig): Cookie => signedCookie(config, "ticket", LIFE_S);

const readWaiter = async ({ request, context }: RequestArgs) =>
  waiterSchema.safeParse(await ticketCookie(context.config).parse(request.headers.get("Cookie"))).data ?? null;

const typed = z.string().max(320).nullable().catch(null);

const schema = z.object({
  mode: z.enum(LOGIN_MODES).catch("sign-up"),
  ref: typed.transform(readReferralCode),
  email: typed,
  phone_number: typed,
  to: typed.transform(consoleGoalOf),
  waiting: z.literal("1").nullable().catch(null),
});

type GetStartedForm = z.infer<typeof schema>;

function readGetStartedForm(url: URL, form: FormData): GetStartedForm {
  const { searchParams } = url;
  return schema.parse({
    mode: form.get("mode") ?? searchParams.get("mode"),
    ref: form.get("ref") ?? searchParams.get("ref"),
    email: form.get("email"),
    phone_number: form.get("phone_number"),
    to: form.get("to") ?? searchParams.get("to"),
    waiting: searchParams.get("waiting"),
  });
}

function SignedInScreen() {
  return (
    <Page top={{ back: { href: "/" } }}>
      <PageTitle lead="To use another account, log out first.">You are logged in</PageTitle>
      <div className="flex flex-col gap-3">
        <ButtonLink href="/wallet">Go to your wallet</ButtonLink>
        <form method="post" action="/logout">
          <Button look="secondary">Logout</Button>
        </form>
      </div>
    </Page>
  );
}

export const handle: PageHandle = { inlineScript: `${busyFormsScript}${lookAgainScript}` };

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const { heading } = modeTexts[data?.mode ?? "sign-up"];
  return publicPageMeta({ path: "/get-started", title: heading, description: siteDescription });
};

export const headers = retryAfterOfAction;

type Refused = Pick<GetStartedScreenProps, "values" | "errors" | "formError">;

const waitingPath = (mode: string, to: string | null) =>
  `/get-started?${new URLSearchParams({ mode, waiting: "1", ...(to && { to }) }).toString()}`;

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { mode, ref, to, waiting } = readGetStartedForm(new URL(request.url), new FormData());
  const found = ref ? await findReferralCode(context, ref) : null;
  const referralCode = found ?? (await readRef(context.config, request)) ?? "";
  const cookies = [(await askerOf(args)).setCookie, found && (await refCookie(context.config).serialize(found))];
  const headers = new Headers();
  for (const cookie of cookies) if (cookie) headers.append("Set-Cookie", cookie);
  const wait = waiting ? await readWait(args, mode, to) : { waiting: null, refresh: null, values: {} };
  const signedIn = (await readSessionCookie(context.config, request)) !== null;
  if (signedIn && to !== null) throw redirect(to);
  return json({ mode, referralCode, to, signedIn, ...wait }, { headers });
}

async function readWait(args: LoaderFunctionArgs, mode: string, to: string | null) {
  const waiter = await readWaiter(args);
  if (!waiter) return { waiting: null, refresh: null, values: {} };
  const seconds = Math.max(0, Math.ceil((waiter.notBeforeMs - args.context.nowMs()) / 1000));
  const { email, phone } = waiter;
  return {
    waiting: { seconds, address: email || phone },
    refresh: seconds > 0 ? `${seconds};url=${waitingPath(mode, to)}` : null,
    values: { ...(email && { email }), ...(phone && { phone_number: phone }) },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { mode, ref, to, ...typed } = readGetStartedForm(new URL(request.url), await readForm(request));
  const values = { email: typed.email ?? undefined, phone_number: typed.phone_number ?? undefined };
  const refuse = (refused: Partial<Refused>, init: ResponseInit) =>
    json<Refused>({ values, errors: {}, ...refused }, init);

  const read = readAddress(typed);
  if (!read.ok) return refuse({ errors: { [read.field]: read.message } }, { status: 400 });
  const { address } = read;
  const { asker, setCookie } = await askerOf(args);
  const waiter = await readWaiter(args);
  const headers = new Headers(setCookie ? [["Set-Cookie", setCookie]] : []);
  const started = await startLogin(loginDeps(context), {
    address,
    mode,
    ref: ref ?? (await readRef(context.config, request)),
    goal: to ?? "/wallet",
    purpose: "sign-in",
    asker,
    ticket: waiter?.ticket ?? null,
  });
  if (started.ok) {
    headers.append("Set-Cookie", await loginCookie(context.config).serialize(started.flowId));
    const toSecondTap = { maxAge: SECOND_TAP_MS / 1000 };
    if (waiter) headers.append("Set-Cookie", await ticketCookie(context.config).serialize(waiter, toSecondTap));
    return redirect("/enter-OTP", { status: 303, headers });
  }
  const { failure } = started;
  if (failure.code === "not-yet") {
    const { ticket, retryAtMs: notBeforeMs } = failure;
    const kept = { ticket, notBeforeMs, email: typed.email ?? "", phone: typed.phone_number ?? "" };
    headers.append("Set-Cookie", await ticketCookie(context.config).serialize(kept));
    return redirect(waitingPath(mode, to), { status: 303, headers });
  }
  const { text, status, headers: more } = explainCode(failure, "send", context.nowMs());
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const field = address.channel === "email" ? "email" : "phone_number";
  return refuse(failure.code === "rejected" ? { errors: { [field]: text } } : { formError: text }, { status, headers });
}

export default function GetStarted() {
  const { signedIn, values, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (signedIn && !refused) return <SignedInScreen />;
  return <GetStartedScreen {...page} {...(refused ?? { values, errors: {} })} />;
}
