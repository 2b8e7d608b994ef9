import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { company } from "~/content/company";
import { profileTexts } from "~/content/profile-texts";
import type { LoginFlow } from "~/features/login/login-flow";
import { maskAddress } from "~/features/login/mask-address";
import type { LoginAddress } from "~/features/login/read-address";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { startLogin } from "~/features/login/start-login";
import { carried, carry } from "~/server/carry";
import { explainCode } from "~/server/explain-code";
import { readAsViewer } from "~/server/guards";
import { loginCookie } from "~/server/login-cookie";
import { loginDeps } from "~/server/login-deps";
import { retryAfterOfAction } from "~/server/login-form";
import type { Viewer } from "~/server/viewer";
import { ConfirmCodeScreen } from "./screen";

// Before bank details and withdrawals: a code to the address the account already has. The login does the rest, and leads on
// to where the visitor was going. Sending takes a button, so that no prefetched link ever sends a code.

export const meta: MetaFunction = () => [{ title: `${profileTexts.confirm.title} · ${company.brand}` }];

export const headers: HeadersFunction = retryAfterOfAction;

const nextSchema = z.enum(["wallet-withdraw", "bank-details", "personal-details"]).catch("wallet-withdraw");
type Next = z.infer<typeof nextSchema>;

const PLACES: Record<Next, { goal: LoginFlow["goal"]; back: string; href: string }> = {
  "wallet-withdraw": { goal: "/wallet?dialog=withdraw", back: "/wallet", href: "/wallet?dialog=withdraw" },
  "bank-details": { goal: "/bank-details", back: "/settings", href: "/bank-details" },
  "personal-details": { goal: "/wallet", back: "/settings", href: "/personal-details" },
};

const nextOf = (request: Request): Next => nextSchema.parse(new URL(request.url).searchParams.get("next"));

type Seen = { viewer: Viewer; nowMs: number };

export async function loader(args: LoaderFunctionArgs) {
  const next = nextOf(args.request);
  const { viewer, nowMs } = carried<Seen>(args.context) ?? (await readAsViewer(args, () => []));
  if (requireFreshProof(viewer, nowMs).ok) throw redirect(PLACES[next].href);
  return json({ next, destination: maskAddress(addressOf(viewer)), backHref: PLACES[next].back });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const next = nextOf(args.request);
  const { viewer, nowMs } = await readAsViewer(args, () => []);
  carry(context, { viewer, nowMs } satisfies Seen);
  const started = await startLogin(loginDeps(context), {
    address: addressOf(viewer),
    mode: "login",
    ref: null,
    goal: PLACES[next].goal,
    ip: context.ip,
  });
  if (!started.ok) {
    const { text, status, headers } = explainCode(started.failure, "send", nowMs);
    return json({ alert: text }, { status, headers });
  }
  return redirect("/enter-OTP", {
    status: 303,
    headers: { "Set-Cookie": await loginCookie(context.config).serialize(started.flowId) },
  });
}

/** Every user has one of the two. */
function addressOf({ email, phone }: Viewer): LoginAddress {
  return email !== null ? { channel: "email", value: email } : { channel: "sms", value: phone ?? "" };
}

export default function ConfirmCode() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <ConfirmCodeScreen {...page} alert={refused?.alert ?? null} />;
}
