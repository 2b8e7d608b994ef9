import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { auditHeadsTexts as texts } from "~/content/audit-heads-texts";
import { auditRoundTexts, auditTexts } from "~/content/audit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import { askHeads } from "~/areas/proof/audit-heads";
import { readLatest } from "~/areas/proof/audits/read-audit";
import { readCosigners } from "~/areas/proof/log/read-cosigners";
import { PROOF_FILES, readProof, type RoundList } from "~/areas/proof/publishing/proof-files";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { showDay } from "~/areas/proof/audits/show-day";
import { CosignersPanel } from "~/ui/audit/cosigners-panel";
import { DayScreen, NoAudit } from "~/ui/audit/day-screen";
import { RoundsPanel } from "~/ui/audit/rounds-panel";
import { EarlierDays } from "./earlier-days";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";

export const handle: PageHandle = { tagged: true };

export const meta = () =>
  publicPageMeta({ path: AUDIT_PATH, ...titled(auditTexts.title), description: auditTexts.description });

/** Asked again each time, because a refused form comes back to this page; the tag makes that cheap. */
export const headers: HeadersFunction = (args) => {
  const headers = new Headers(retryAfterOfAction(args));
  headers.set("Cache-Control", "private, no-cache");
  return headers;
};

/** The latest day. Reads published files only. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const [{ day, earlier }, cosigners, held] = await Promise.all([
    readLatest(context),
    readCosigners(context),
    readProof<RoundList>(context.proof, PROOF_FILES.rounds),
  ]);
  const asked = new URL(request.url).searchParams;
  return json({
    day: day && showDay(day, request, false),
    ...{ earlier, cosigners },
    rounds: (held?.rounds ?? []).map(shownRound),
    month: asked.get("month"),
    sent: asked.has("asked"),
  });
}

const shownRound = ({ caskId, caskName, month, priceCents, stakes }: RoundList["rounds"][number]) => ({
  ...{ caskId, month, title: auditRoundTexts.ofCask(caskName, month) },
  said: auditRoundTexts.result(priceCents, stakes),
});

/** Each day's head by mail. */
export async function action({ request, context }: ActionFunctionArgs) {
  const email = (await readForm(request)).get("email");
  const asked = await askHeads(context, { email, ip: context.ip });
  if (asked.ok) return redirect("/audit?asked#heads", 303);
  const typed = typeof email === "string" ? email.slice(0, 254) : "";
  if (asked.code === "invalid") return json<HeadsRefused>({ typed, error: asked.error }, { status: 400 });
  return json<HeadsRefused>(
    { typed, error: texts.tooMany },
    { status: 429, headers: retryAfter(asked.retryAtMs - context.nowMs()) },
  );
}

export default function Audit() {
  const { day, earlier, cosigners, rounds, month, sent } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  const heads = <HeadsForm refused={refused} sent={sent} />;
  if (!day) return <NoAudit>{heads}</NoAudit>;
  return (
    <DayScreen day={day} path={AUDIT_PATH} isOpen={sent || refused !== null || month !== null}>
      <RoundsPanel rounds={rounds} />
      <CosignersPanel cosigners={cosigners} />
      {heads}
      <EarlierDays dates={earlier} month={month} />
    </DayScreen>
  );
}

type HeadsRefused = { typed: string; error: string };

/** Asks for an address to send each day's head to. @param props.sent the form has just been sent */
function HeadsForm({ refused, sent }: { refused: HeadsRefused | null; sent: boolean }) {
  return (
    <Fold title={texts.title} id="heads" open={sent || refused !== null}>
      {sent ? (
        <div role="status">
          <p className="font-semibold">{texts.asked.title}</p>
          <p className="text-sm">{texts.asked.text}</p>
        </div>
      ) : (
        <form method="post" action="/audit?index" noValidate className="flex flex-col gap-4">
          <p className="text-sm text-peat-60">{texts.lead}</p>
          <Field
            name="email"
            label={texts.email}
            type="email"
            autoComplete="email"
            defaultValue={refused?.typed}
            error={refused?.error}
            startHere={Boolean(refused)}
            maxLength={254}
            required
          />
          <Button look="secondary">{texts.ask}</Button>
        </form>
      )}
    </Fold>
  );
}
