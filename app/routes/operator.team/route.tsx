import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { proposalErrors } from "~/content/proposal-texts";
import { teamTexts } from "~/content/team-texts";
import { changeJobs, readJobs, readTeam } from "~/areas/console/team";
import { showProposal } from "~/core/proposals/show-proposal";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { TeamScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.team);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, viewer, result } = await readConsole(args, "team", ({ nowMs }) => readTeam(args.context.db, nowMs));
  const isOperator = viewer.role === "operator";
  const people = result.people.map(({ email, name, ...one }) => {
    const proposal = result.proposals.find(({ subject }) => subject === `jobs:${one.id}`);
    return {
      ...one,
      jobs: one.jobs === "" ? [] : one.jobs.split(","),
      // A reader knows operators by the number of their accounts.
      who: isOperator ? (name ?? email ?? one.id) : one.id,
      proposal: proposal ? showProposal(proposal, isOperator) : null,
      proposed: proposal?.becomes ?? "",
    };
  });
  const isAlone = result.operators < 2;
  return json({ frame: frameProps(frame), viewerId: viewer.id, isAlone, people, allowed: result.allowed });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const asked = readJobs(await readForm(args.request));
  const proposalId = context.newId("chg");
  const { result } = await writeConsole(args, "team", (access) => changeJobs(context.db, access, proposalId, asked));
  if (result.ok) return savedAt(args, sectionHref("team"), result);
  return json(
    { person: asked?.person ?? null, error: asked ? proposalErrors[result.code] : teamTexts.notSaved },
    { status: asked ? 409 : 400 },
  );
}

export default function Team() {
  const refused = useActionData<typeof action>();
  return <TeamScreen {...useLoaderData<typeof loader>()} refused={refused ?? null} />;
}
