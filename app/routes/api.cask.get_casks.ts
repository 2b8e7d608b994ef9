import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { caskWire } from "~/api/casks";
import { listCasks } from "~/features/casks/list-casks";
import { answer } from "~/api/answer";
import { requireApiSession } from "~/api/caller";
import { type ApiArgs, answerApi } from "~/api/dispatch";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: list };

async function list(args: ApiArgs): Promise<Response> {
  const { viewer, nowMs, casks } = await listCasks(args.context, await requireApiSession(args));
  const reader = { activated: viewer.activated, nowMs };
  return answer({ status: true, data: casks.map((cask) => caskWire(cask, reader)) });
}
