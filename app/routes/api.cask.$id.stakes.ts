import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/features/api/api-texts";
import { caskStakesWire } from "~/features/api/cask-wire";
import { caskQuery } from "~/features/casks/read-cask";
import { stakesQuery } from "~/features/portfolio/holdings-queries";
import { answer, problem } from "~/server/api-answer";
import { findCaller, readAsCaller } from "~/server/api-caller";
import { type ApiArgs, answerApi } from "~/server/api-route";
import { readId } from "~/server/read-id";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: stakes };

async function stakes(args: ApiArgs): Promise<Response> {
  const { db } = args.context;
  const { viewer, rows, nowMs } = await readAsCaller(args, await findCaller(args), ({ userId }) => [
    caskQuery(db, readId(args.params.id)),
    stakesQuery(db, userId),
  ]);
  const [[cask], held] = rows;
  if (!cask) return problem(404, apiTexts.notFound, { field: "id" });
  return answer({ status: true, data: caskStakesWire(cask, held, { activated: viewer.activated, nowMs }) });
}
