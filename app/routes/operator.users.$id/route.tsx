import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { asTyped } from "~/areas/casks/typed-values";
import { eraseOnRequest, type ErasureOutcome } from "~/areas/accounts/users/close-account";
import {
  type ActOnUserOutcome,
  endUserSessions,
  liftPayoutBlock,
  restoreUser,
  suspendUser,
} from "~/areas/accounts/users/act-on-user";
import { readUser, type ReviewedUser } from "~/areas/console/read-user";
import { shownContact } from "~/areas/console/shown-contact";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";
import { mapWork, noWork, readConsole, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import type { ReactNode } from "react";
import { userTexts as texts } from "~/content/console-user-texts";
import { formatUsd } from "~/domain/money";
import { ConsolePage } from "~/ui/console/console-page";
import { Refusal } from "~/ui/console/form-parts";
import { consoleLink, Instant, SubjectLink } from "~/ui/console/cells";
import { LinkRow } from "~/ui/console/page-links";
import { UserBadges } from "~/ui/console/badges";
import { DefinitionRows } from "~/ui/definition-rows";
import { Act } from "./act";
import { MoneyLists } from "./money-lists";

export const meta = () => described(sectionTitles.users);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args;
  const userId = readId(params.id);
  const { searchParams } = new URL(request.url);
  const file = searchParams.get("file");
  const { frame, viewer, result } = await readConsole(args, "users", ({ nowMs }) =>
    readUser(context.db, { userId, nowMs }),
  );
  const { user, ...lists } = result;
  if (!user) throw notFound();
  const { mayChange } = frame;
  return json({
    ...lists,
    noFile: file === "not-allowed" ? ("not-allowed" as const) : null,
    frame,
    user: { ...user, ...shownContact(user, mayChange), address: mayChange ? user.address : null },
    hidesAddress: !mayChange && user.address !== null,
    isOwn: user.id === viewer.id,
    checkId: context.newId("idc"),
  });
}

/** The form's own: the same form sent twice is one check. */
const check = z.string().regex(/^idc_[a-z0-9]{10,40}$/);
const reason = z.string().trim().min(1).max(200);

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("suspend"), reason }),
  z.object({ intent: z.literal("restore") }),
  z.object({ intent: z.literal("end-sessions") }),
  z.object({ intent: z.literal("identity"), outcome: z.enum(["passed", "failed"]), check: check.optional() }),
  z.object({ intent: z.literal("lift") }),
  z.object({ intent: z.literal("erase") }),
]);
type Outcome = ActOnUserOutcome | ErasureOutcome | { ok: false; code: (typeof FIELDS)[number] };

const FIELDS = ["reason", "outcome"] as const;

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { db, newId } = context;
  const userId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const { data: asked, error } = schema.safeParse(fields);
  const wrong = FIELDS.find((field) => field === error?.issues[0]?.path[0]);
  const auditId = newId("aud");
  const { result } = await writeConsole(args, "users", (operator): Work<Outcome> => {
    const by = { userId, operator };
    switch (asked?.intent) {
      case "suspend":
        return suspendUser(db, { ...by, suspensionId: newId("sus"), reason: asked.reason });
      case "restore":
        return restoreUser(db, { ...by, auditId });
      case "end-sessions":
        return endUserSessions(db, { ...by, auditId });
      case "lift":
        return liftPayoutBlock(db, { ...by, auditId });
      case "identity": {
        const checked = { ...by, auditId, checkId: asked.check ?? newId("idc"), outcome: asked.outcome };
        return mapWork(recordIdentityCheck(db, checked), (done): Outcome =>
          done ? { ok: true } : { ok: false, code: "not-allowed" },
        );
      }
      case "erase":
        return eraseOnRequest(db, by);
      case undefined:
        return noWork({ ok: false, code: wrong ?? "not-allowed" });
    }
  });
  const page = `${sectionHref("users")}/${userId}`;
  if (result.ok) return savedAt(args, page);
  if (result.code === "no-such-user") throw notFound();
  return json({ error: result.code, typed: asTyped(fields, [...FIELDS, "intent"]) }, { status: asked ? 409 : 400 });
}

type Props = { user: ReviewedUser; hidesAddress: boolean };

function UserRows({ user, hidesAddress }: Props) {
  const known = [
    { label: "State", value: <UserBadges {...user} /> },
    { label: "Account", value: user.id },
    text("Email", user.email),
    text("Phone", user.phone),
    text("Address", hidesAddress ? "•••" : user.address),
    user.nameOnCertificate === user.fullName ? null : text("Name on certificates", user.nameOnCertificate),
    { label: "Wallet", value: <Sum of={formatUsd(user.walletCents)} /> },
    user.pendingCents === 0 ? null : { label: "Rewards pending", value: <Sum of={formatUsd(user.pendingCents)} /> },
    { label: "Tokens", value: <Sum of={user.tokens.toLocaleString("en")} /> },
    { label: "Identity check", value: <Identity {...user} /> },
    user.suspendedBecause ? text("Because", user.suspendedBecause) : null,
    time("Closed", user.closedAtMs),
    time("Joined", user.createdAtMs),
    time("Activated", user.activatedAtMs),
    time("Contact changed", user.contactChangedAtMs),
    user.closedAtMs === null ? text("Referral code", user.referralCode) : null,
    user.referredBy !== null && {
      label: "Invited by",
      value: <SubjectLink subject={`user:${user.referredBy}`} name={user.referredBy} />,
    },
  ];
  return <DefinitionRows rows={known} />;
}

const text = (label: string, value: string | null) => (value === null ? null : { label, value: <bdi>{value}</bdi> });
const time = (label: string, atMs: number | null) => (atMs === null ? null : { label, value: <Instant atMs={atMs} /> });

function Sum({ of }: { of: ReactNode }) {
  return (
    <a href="#bookings" className={consoleLink}>
      {of}
    </a>
  );
}

function Identity({ identityOutcome, identityCheckedAtMs }: ReviewedUser) {
  if (identityOutcome === null || identityCheckedAtMs === null) return <>{texts.identity.none}</>;
  return (
    <>
      {texts.identity[identityOutcome]}, <Instant atMs={identityCheckedAtMs} />
    </>
  );
}

export default function User() {
  const { frame, user, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  const problem = refused?.error ?? page.noFile;
  const title = user.fullName ?? user.email ?? user.phone ?? "Closed account";
  return (
    <ConsolePage {...frame} title={title}>
      {problem && <Refusal code={problem} texts={texts.errors} fields={FIELDS} />}
      <div className="grid gap-x-6 gap-y-8 @desk:grid-cols-[minmax(0,1fr)_20rem] @desk:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <UserRows user={user} hidesAddress={page.hidesAddress} />
          <LinkRow
            links={[
              [sectionHref("users"), sectionTitles.users],
              [`${sectionHref("log")}?of=user:${user.id}`, "The whole log of this account"],
            ]}
          />
        </div>
        <Act
          user={user}
          mayChange={frame.mayChange}
          isOwn={page.isOwn}
          liveSessions={user.liveSessions}
          checkId={page.checkId}
          refused={refused}
        />
        <div className="min-w-0">
          <MoneyLists {...page} />
        </div>
      </div>
    </ConsolePage>
  );
}
