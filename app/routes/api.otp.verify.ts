import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { verifyBody } from "~/api/login-wire";
import { answer, problem } from "~/api/answer";
import { readBody, readFields } from "~/api/fields";
import { tokenForCode } from "~/api/login";
import { type ApiArgs, answerApi } from "~/api/dispatch";
import { explainCode } from "~/server/explain-code";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export async function action(args: ActionFunctionArgs) {
  const answered = await answerApi(args, methods);
  // Clients of this one call look for 'type'.
  return answered.ok ? answered : Response.json({ type: "error", ...(await answered.json<object>()) }, answered);
}

const methods = { POST: verify };

async function verify({ request, context }: ApiArgs): Promise<Response> {
  const { msg91Id, otp } = readFields(verifyBody, await readBody(request));
  const proven = await tokenForCode(context, { flowId: msg91Id, code: otp });
  if (proven.ok) return answer({ type: "success", token: proven.token });
  const { text, status, headers } = explainCode(proven.failure, "guess", context.nowMs());
  return problem(status, text, { headers });
}
