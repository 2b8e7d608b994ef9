import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginMessages } from "~/content/login-messages";
import { modeTexts } from "~/content/login-texts";
import { titled } from "~/content/page-titles";
import type { LoginFailure } from "~/features/login/login-failure";
import { type LoginAddress, readAddress } from "~/features/login/read-address";
import { startLogin } from "~/features/login/start-login";
import { loginCookie } from "~/server/login-cookie";
import { loginDeps } from "~/server/login-deps";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import { readSessionCookie } from "~/server/session/cookie";
import { readGetStartedForm } from "./get-started-form";
import { SignedInScreen } from "./signed-in-screen";
import { GetStartedScreen, type GetStartedScreenProps } from "./screen";

export const meta: MetaFunction<typeof loader> = ({ data }) => [titled(modeTexts[data?.mode ?? "sign-up"].heading)];

export const headers: HeadersFunction = retryAfterOfAction;

type Refused = Pick<GetStartedScreenProps, "values" | "errors" | "formError">;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { mode, ref } = readGetStartedForm(new URL(request.url), new FormData());
  const signedIn = (await readSessionCookie(context.config, request)) !== null;
  return json({ mode, referralCode: ref ?? "", signedIn });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { mode, ref, ...typed } = readGetStartedForm(new URL(request.url), await readForm(request));
  const values = { email: typed.email ?? undefined, phone_number: typed.phone_number ?? undefined };
  const refuse = (refused: Partial<Refused>, init: ResponseInit) =>
    json<Refused>({ values, errors: {}, ...refused }, init);

  const read = readAddress(typed);
  if (!read.ok) return refuse({ errors: { [read.field]: read.message } }, { status: 400 });
  const { address } = read;
  const started = await startLogin(loginDeps(context), { address, mode, ref, goal: "/wallet", ip: context.ip });
  if (!started.ok) {
    const { refused, init } = explain(started.failure, address, context.nowMs());
    return refuse(refused, init);
  }
  return redirect("/enter-OTP", {
    status: 303,
    headers: { "Set-Cookie": await loginCookie(context.config).serialize(started.flowId) },
  });
}

function explain(
  failure: LoginFailure,
  { channel }: LoginAddress,
  nowMs: number,
): { refused: Partial<Refused>; init: ResponseInit } {
  if (failure.code === "too-many") {
    const waitMs = failure.retryAtMs - nowMs;
    return {
      refused: { formError: loginMessages.tooManySends(waitMs) },
      init: { status: 429, headers: retryAfter(waitMs) },
    };
  }
  if (failure.code === "rejected") {
    const errors =
      channel === "email" ? { email: loginMessages.emailRefused } : { phone_number: loginMessages.phoneRefused };
    return { refused: { errors }, init: { status: 400 } };
  }
  return {
    refused: { formError: loginMessages.sendingFailed },
    init: { status: 503, headers: retryAfter(60_000) },
  };
}

export default function GetStarted() {
  const { signedIn, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (signedIn && !refused) return <SignedInScreen />;
  return <GetStartedScreen {...page} {...(refused ?? { values: {}, errors: {} })} />;
}
