import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/content/api-texts";
import { sendBody } from "~/api/login-wire";
import { readReferralCode } from "~/features/login/new-referral-code";
import { readAddress } from "~/features/login/read-address";
import { startLogin } from "~/features/login/start-login";
import { answer, problem } from "~/api/answer";
import { readBody, readFields } from "~/api/fields";
import { type ApiArgs, answerApi } from "~/api/dispatch";
import { explainCode } from "~/server/explain-code";
import { loginDeps } from "~/server/login-deps";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { POST: send };

async function send({ request, context }: ApiArgs): Promise<Response> {
  const { email = null, phone_number = null, referral_code = null } = readFields(sendBody, await readBody(request));
  const read = readAddress({ email, phone_number });
  if (!read.ok) return problem(400, read.message, { field: read.field });
  const { address } = read;
  const ref = readReferralCode(referral_code);
  const { ip } = context;
  const started = await startLogin(loginDeps(context), { address, mode: "sign-up", ref, goal: "/wallet", ip });
  if (!started.ok) {
    const { text, status, headers } = explainCode(started.failure, "send", context.nowMs());
    return problem(status, text, { headers });
  }
  return answer({ status: true, msg91Id: started.flowId, message: apiTexts.codeSent });
}
