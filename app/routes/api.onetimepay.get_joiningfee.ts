import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { feeWire } from "~/features/api/login-wire";
import { readFeeAsViewer } from "~/features/settings/joining-fee";
import { answer } from "~/server/api-answer";
import { requireApiSession } from "~/server/api-caller";
import { type ApiArgs, answerApi } from "~/server/api-route";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: fee };

async function fee(args: ApiArgs): Promise<Response> {
  const { feeCents } = await readFeeAsViewer(args.context, await requireApiSession(args));
  return answer(feeWire(feeCents));
}
