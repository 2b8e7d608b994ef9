import * as z from "zod";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { answerRequest, closeRequest, type SupportDecided } from "~/areas/support/answer-request";
import { readSupport, type ReviewedRequest } from "~/areas/console/read-support";
import { shownContact } from "~/areas/console/shown-contact";
import { noWork, readConsole, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import type { ReactNode } from "react";
import { supportKindTexts } from "~/content/support-texts";
import { groupCode } from "~/domain/certificate-code";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleForm, Refusal } from "~/ui/console/form-parts";
import { Instant, SubjectLink } from "~/ui/console/cells";
import { LinkRow } from "~/ui/console/page-links";
import { PaymentState, RequestBadge } from "~/ui/console/badges";
import { DefinitionRows } from "~/ui/definition-rows";

/** By the outcome's code, or the field. */
const errors = {
  body: "Enter the answer, at most 4,000 characters.",
  "no-such-request": "There is no such request.",
  closed: "This request has been closed in the meantime.",
  "not-allowed": "Nothing was changed. If it is your own, someone else has to do it.",
} as const;

export const meta = () => described(sectionTitles.support);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const requestId = readId(params.id);
  const { frame, nowMs, viewer, result } = await readConsole(args, "support", () => readSupport(context.db, requestId));
  const { request, answers } = result;
  if (!request) throw notFound();
  return json({
    frame,
    nowMs,
    request: { ...request, ...shownContact(request, frame.mayChange) },
    answers,
    isOwn: request.userId === viewer.id,
  });
}

const schema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("answer"),
    body: z
      .string()
      .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
      .pipe(z.string().min(1).max(4_000)),
  }),
  z.object({ intent: z.literal("close") }),
]);
type Outcome = SupportDecided | { ok: false; code: "body" };

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { db } = context;
  const requestId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const { data: asked, error } = schema.safeParse(fields);
  const answerId = context.newId("ans");
  const { result } = await writeConsole(args, "support", (operator): Work<Outcome> => {
    switch (asked?.intent) {
      case "answer":
        return answerRequest(db, { requestId, operator, answerId, body: asked.body });
      case "close":
        return closeRequest(db, { requestId, operator });
      default:
        return noWork({ ok: false, code: error?.issues[0]?.path[0] === "body" ? "body" : "not-allowed" });
    }
  });
  // The list of those that wait is what comes next.
  if (result.ok) return savedAt(args, sectionHref("support"));
  if (result.code === "no-such-request") throw notFound();
  const body = typeof fields.body === "string" ? fields.body.slice(0, 5_000) : "";
  return json({ error: result.code, body }, { status: asked ? 409 : 400 });
}

type AnswerTyped = { error: keyof typeof errors; body: string };

type Props = { request: ReviewedRequest; mayChange: boolean; isOwn: boolean; typed: AnswerTyped | null };

function AnswerForms({ request, mayChange, isOwn, typed }: Props) {
  if (request.closedAtMs !== null) return <p>This request is closed.</p>;
  if (!mayChange) return null;
  if (isOwn) return <p>This is your own request. Another operator has to answer it.</p>;
  return (
    <>
      <ConsoleForm
        intent="answer"
        fields={[
          {
            name: "body",
            label: "Your answer",
            rows: 8,
            most: 4_000,
            hint: "An empty line starts a new paragraph. The request number is added.",
          },
        ]}
        typed={{ body: typed?.body }}
        errors={{ body: typed?.error === "body" ? errors.body : undefined }}
        button="Send this answer"
      >
        <p className="text-peat-60">
          {request.email === null
            ? "We only have a phone number: a text message says that an answer is waiting. Pass it on by phone or WhatsApp as well."
            : `It is sent by email to ${request.email}.`}
        </p>
      </ConsoleForm>
      <ConsoleForm
        ruled
        intent="close"
        lead="If they write again, it is a new request."
        button="Close this request"
        look="secondary"
      />
    </>
  );
}

export default function Request() {
  const { frame, request, answers, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  return (
    <ConsolePage {...frame} title={`Request ${groupCode(request.number)}`}>
      {refused && <Refusal code={refused.error} texts={errors} fields={["body"]} />}
      <div className="grid gap-6 @desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <section aria-labelledby="answers-title" className="flex flex-col gap-4">
            <h2 id="answers-title" className="font-semibold">
              What was written
            </h2>
            <Said who={<bdi>{`${request.name} wrote`}</bdi>} atMs={request.createdAtMs} text={request.message} />
            {answers.map(({ id, operatorId, body, createdAtMs }) => (
              <Said
                key={id}
                who={<SubjectLink subject={`operator:${operatorId}`} />}
                atMs={createdAtMs}
                text={body}
                isOurs
              />
            ))}
          </section>
          <AnswerForms {...page} request={request} mayChange={frame.mayChange} typed={refused} />
        </div>
        <div className="min-w-0">
          <RequestRows request={request} nowMs={page.nowMs} />
          <LinkRow
            links={[
              [sectionHref("support"), sectionTitles.support],
              [`${sectionHref("log")}?of=support:${request.id}`, "History of this request"],
            ]}
          />
        </div>
      </div>
    </ConsolePage>
  );
}

type SaidProps = { who: ReactNode; atMs: number; text: string; isOurs?: boolean };

function Said({ who, atMs, text, isOurs = false }: SaidProps) {
  return (
    <article className={`rounded-sm p-4 ${isOurs ? "bg-copper-soft lg:ml-8" : "bg-barley lg:mr-8"}`}>
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-peat-60">
        <span className="min-w-0 wrap-anywhere">{who}</span>
        <Instant atMs={atMs} />
      </p>
      <p dir="auto" className="mt-2 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </article>
  );
}

function RequestRows({ request, nowMs }: { request: ReviewedRequest; nowMs: number }) {
  return (
    <DefinitionRows
      rows={[
        { label: "State", value: <RequestBadge of={request} nowMs={nowMs} /> },
        { label: "About", value: supportKindTexts[request.kind] },
        request.kind === "cancellation" && { label: "Purchase", value: <Purchase {...request} /> },
        { label: "From", value: <bdi>{request.name}</bdi> },
        request.email !== null && { label: "Email", value: <bdi>{request.email}</bdi> },
        request.phone !== null && { label: "Phone", value: <bdi>{request.phone}</bdi> },
        { label: "Account", value: <Account {...request} /> },
        { label: "Written", value: <Instant atMs={request.createdAtMs} /> },
        request.closedAtMs !== null && { label: "Closed", value: <Instant atMs={request.closedAtMs} /> },
      ]}
    />
  );
}

/** Refunded on the payment's own page. A code is printed on what others may have seen, so it does not say who wrote. */
function Purchase({ paymentId, paymentState, paymentReason, buyerId, userId, ownerOfAddress }: ReviewedRequest) {
  if (paymentId === null || paymentState === null)
    return <>No payment or certificate has this code: ask for the right one.</>;
  return (
    <>
      <SubjectLink subject={`payment:${paymentId}`} name={paymentId} />{" "}
      <PaymentState state={paymentState} reason={paymentReason} />
      {buyerId !== (userId ?? ownerOfAddress) ? (
        <span className="block text-xs font-normal text-brick">
          Written from another address than the buyer’s: ask the buyer before you refund.
        </span>
      ) : (
        paymentState === "settled" && (
          <span className="block text-xs font-normal text-peat-60">
            Refund it on its page, then close this request.
          </span>
        )
      )}
    </>
  );
}

/** A logged-in sender is who they say; an address alone can be typed by anyone. */
function Account({ userId, ownerOfAddress }: ReviewedRequest) {
  const id = userId ?? ownerOfAddress;
  if (id === null) return <>none</>;
  return (
    <>
      <SubjectLink subject={`user:${id}`} name={id} />
      <span className="block text-xs font-normal text-peat-60">
        {userId === null
          ? "has this address, but was not logged in: do not reveal what only they may know"
          : "was logged in"}
      </span>
    </>
  );
}
