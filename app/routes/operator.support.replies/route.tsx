import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  deleteReply,
  listReplies,
  readReplyTyped,
  type ReplyTyped,
  type SavedReply,
  saveReply,
} from "~/areas/support/saved-replies";
import { sectionHref } from "~/content/console-sections";
import { replyTexts as texts } from "~/content/console-support-texts";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { savedAt } from "~/server/saved-at";
import { Button } from "~/ui/button";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { consoleLink } from "~/ui/console/subject-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, TextField } from "~/ui/field";

type Refused = { replyId: string; typed: ReplyTyped; errors: Partial<ReplyTyped>; message: string | null };

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  replies: SavedReply[];
  /** The reply in the form: one of these, or a new one. */
  formOf: string;
  refused: Refused | null;
};

const HREF = `${sectionHref("support")}/replies`;
const FORM_ID = "reply";
const link = `inline-flex min-h-11 items-center ${consoleLink}`;

function RepliesScreen({ frame, replies, formOf, refused }: Props) {
  const replyId = refused?.replyId ?? formOf;
  const kept = replies.find(({ id }) => id === replyId);
  return (
    <ConsolePage {...frame} title={texts.title}>
      <p className="max-w-160 text-peat-60">{texts.lead}</p>
      {refused && <ErrorSummary message={refused.message} errors={errorsOf(refused)} />}
      {replies.length === 0 && <p>{texts.none}</p>}
      {replies.length > 0 && (
        <ul className="max-w-160 divide-y divide-peat-30 border-y border-peat-30">
          {replies.map(({ id, title, body }) => (
            <li key={id} className="py-2">
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <h2 className="min-w-0 font-semibold wrap-anywhere">{title}</h2>
                {frame.mayChange && (
                  <a href={`${HREF}?reply=${id}#${FORM_ID}`} aria-label={texts.changeOf(title)} className={link}>
                    {texts.change}
                  </a>
                )}
              </div>
              <p className="line-clamp-2 whitespace-pre-wrap wrap-anywhere text-peat-60">{body}</p>
            </li>
          ))}
        </ul>
      )}
      {frame.mayChange ? (
        <section id={FORM_ID} aria-labelledby="reply-title" className="flex max-w-160 flex-col gap-4">
          <h2 id="reply-title" className="font-semibold">
            {kept ? texts.changeOf(kept.title) : texts.add}
          </h2>
          <ReplyForm replyId={replyId} kept={kept} refused={refused} />
          {kept && <DeleteForm replyId={replyId} />}
        </section>
      ) : (
        <p>{texts.readOnly}</p>
      )}
      <p>
        <a href={sectionHref("support")} className={link}>
          {sectionTitles.support}
        </a>
      </p>
    </ConsolePage>
  );
}

const ORDER = ["title", "body"] as const;

const errorsOf = ({ errors }: Refused) =>
  ORDER.flatMap((name) => (errors[name] === undefined ? [] : [{ name, message: errors[name] }]));

type FormProps = { replyId: string; kept: SavedReply | undefined; refused: Refused | null };

function ReplyForm({ replyId, kept, refused }: FormProps) {
  const typed = refused?.typed ?? kept;
  const errors = refused?.errors ?? {};
  return (
    <form method="post" action={HREF} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="reply" value={replyId} />
      <input type="hidden" name="intent" value="save" />
      <Field
        name="title"
        label={texts.field.title}
        hint={texts.titleHint}
        maxLength={60}
        autoComplete="off"
        defaultValue={typed?.title}
        error={errors.title}
        startHere={errors.title !== undefined}
      />
      <TextField
        name="body"
        label={texts.field.body}
        hint={texts.bodyHint}
        rows={6}
        defaultValue={typed?.body}
        error={errors.body}
        startHere={errors.title === undefined && errors.body !== undefined}
      />
      <div>
        <Button wide={false}>{texts.save}</Button>
      </div>
    </form>
  );
}

function DeleteForm({ replyId }: { replyId: string }) {
  return (
    <form method="post" action={HREF} className="flex flex-wrap items-center gap-x-4">
      <input type="hidden" name="reply" value={replyId} />
      <Button look="danger" wide={false} name="intent" value="delete">
        {texts.remove}
      </Button>
      <a href={HREF} className={link}>
        {texts.leave}
      </a>
    </form>
  );
}

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(texts.title);

/** `?reply=ID` puts that one into the form; without it, the form is for a new one. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const chosen = readId(new URL(args.request.url).searchParams.get("reply"));
  const { frame, result } = await readConsole(args, "support", () => listReplies(db));
  const known = result.some(({ id }) => id === chosen);
  return json({ frame: frameProps(frame), replies: result, formOf: known ? chosen : newId("rep") });
}

/** The form names its reply, so that sent twice it makes one. */
export async function action(args: ActionFunctionArgs) {
  const { db, newId } = args.context;
  const form = await readForm(args.request);
  const replyId = readId(form.get("reply")) || newId("rep");
  const typed = readReplyTyped(form);
  const { result } = await writeConsole(args, "support", (operator) =>
    form.get("intent") === "delete" ? deleteReply(db, replyId, operator) : saveReply(db, { replyId, typed, operator }),
  );
  if (result.ok) return savedAt(args, `${sectionHref("support")}/replies`);
  const { errors, code } = result;
  const message = code === null ? null : texts.errors[code];
  return json({ replyId, typed, errors, message }, { status: code === null ? 400 : 409 });
}

export default function Replies() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <RepliesScreen {...page} refused={refused ?? null} />;
}
