import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { caskWire } from "~/features/api/cask-wire";
import { listCasksQuery, orderCasks } from "~/features/casks/list-casks";
import { answer } from "~/server/api-answer";
import { findCaller, readAsCaller } from "~/server/api-caller";
import { type ApiArgs, answerApi } from "~/server/api-route";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: casks };

async function casks(args: ApiArgs): Promise<Response> {
  const { viewer, rows, nowMs } = await readAsCaller(args, await findCaller(args), (asked) => [
    listCasksQuery(args.context.db, asked.nowMs),
  ]);
  const reader = { activated: viewer.activated, nowMs };
  return answer({ status: true, data: orderCasks(rows[0], nowMs).map((cask) => caskWire(cask, reader)) });
}
