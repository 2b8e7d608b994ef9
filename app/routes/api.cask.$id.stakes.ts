import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/features/api/api-texts";
import { caskStakesWire } from "~/features/api/cask-wire";
import { readCaskStakes } from "~/features/casks/read-cask";
import { answer, problem } from "~/server/api-answer";
import { requireApiSession } from "~/server/api-caller";
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
  const session = await requireApiSession(args);
  const { viewer, nowMs, cask, held } = await readCaskStakes(args.context, session, readId(args.params.id));
  if (!cask) return problem(404, apiTexts.notFound, { field: "id" });
  return answer({ status: true, data: caskStakesWire(cask, held, { activated: viewer.activated, nowMs }) });
}
