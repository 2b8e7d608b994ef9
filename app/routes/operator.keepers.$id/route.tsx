import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { changeKeeper, handIn, linkOf, readKeeperPage } from "~/areas/console/change-keeper";
import { showStatement } from "~/areas/casks/keepers/show-statement";
import type { ShownStatement } from "~/domain/keepers/examine-statement";
import { showProposal } from "~/core/proposals/show-proposal";
import { frameProps } from "~/server/console-frame";
import { openConsole, readConsole } from "~/server/console-session";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { savedAt } from "~/server/saved-at";
import { readSentStatement } from "~/server/sent-statement";
import { sayRefusal } from "~/ui/keeper-statement";
import { KeeperAdminScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.id ?? sectionTitles.keepers);

/** A keeper, or what is proposed of one: keys, statements, mailbox, and the form to hand a statement in. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args;
  const id = readId(params.id);
  const { frame, viewer, result } = await readConsole(args, "keepers", (access) =>
    readKeeperPage(context.db, access, id),
  );
  const { keeper, proposals, staff } = result;
  if (!keeper && proposals.length === 0) throw notFound();
  const { mayChange } = frame;
  const asked = new URL(request.url).searchParams.get("statement");
  const taken = keeper?.handedIn.find((one) => one.id === asked);
  return json({
    ...{ frame: frameProps(frame), viewerId: viewer.id, id, isAlone: (staff?.operators ?? 0) < 2 },
    proposal: proposals[0] ? { ...showProposal(proposals[0], mayChange), ...seenIn(proposals[0].becomes) } : null,
    taken: keeper && taken ? showStatement(taken, keeper) : null,
    keeper: keeper && {
      ...{ warehouse: keeper.warehouse, name: keeper.name, keys: keeper.keys },
      // Readers see no address, and have no link by which something can be handed in.
      email: mayChange ? keeper.email : null,
      link: mayChange ? await linkOf(context, keeper) : null,
      handedIn: keeper.handedIn.map(({ id: statementId, statedOn, receivedAtMs, signed, findings }) => {
        const casks = signed.statement.casks.length;
        return { id: statementId, statedOn, receivedAtMs, casks, findings: findings.length };
      }),
    },
  });
}

/** What is confirmed with the proposal. */
function seenIn(becomes: string) {
  const { key, warehouse } = JSON.parse(becomes) as { key: string | null; warehouse: string };
  return { publicKey: key ?? "", warehouse };
}

type Answer = {
  message: string | null;
  errors: Record<string, string>;
  typed: Record<string, string>;
  shown: ShownStatement | null;
};

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const keeperId = readId(args.params.id);
  const place = `${sectionHref("keepers")}/${keeperId}`;
  const { intent, text, fields } = await readSentStatement(args.request);
  const session = await openConsole(args, "keepers");
  const isStatement = fields.intent === "look" || fields.intent === "hand-in";
  const nothingShown: Answer = { message: null, errors: {}, typed: {}, shown: null };
  if (isStatement) {
    const outcome = await handIn(context, session, { keeperId, text, take: intent === "hand-in" });
    if (!outcome.ok)
      return json<Answer>({ ...nothingShown, errors: { text: sayRefusal(outcome) }, typed: { text } }, { status: 400 });
    if (outcome.taken) return savedAt(args, `${place}?statement=${outcome.judged.id}`);
    const shown = showStatement(outcome.judged, outcome.keeper);
    return json<Answer>({ ...nothingShown, typed: { text: outcome.judged.file }, shown });
  }
  if (fields.intent === "change") {
    await session.read(() => ({ statements: [], read: () => undefined }));
    return json<Answer>({ ...nothingShown, typed: { text } });
  }
  const change = await changeKeeper(context, session, { keeperId, fields: { ...fields, keeper: keeperId } });
  if (change.ok) return savedAt(args, place, change);
  const { status, message, errors, typed } = change;
  return json<Answer>({ message, errors, typed, shown: null }, { status });
}

export default function KeeperAdmin() {
  const data = useLoaderData<typeof loader>();
  return <KeeperAdminScreen {...data} answer={useActionData<typeof action>() ?? null} />;
}
