import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { feeWire } from "~/api/login-wire";
import { readFeeAsViewer } from "~/features/settings/joining-fee";
import { answer } from "~/api/answer";
import { requireApiSession } from "~/api/caller";
import { type ApiArgs, answerApi } from "~/api/dispatch";

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
