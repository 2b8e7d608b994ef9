import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  type HoldersPage,
  type MessageErrors,
  minutesFor,
  readHoldersPage,
  readWords,
  type SentMessage,
  type Words,
  writeToHolders,
} from "~/areas/notices/write-to-holders";
import { company } from "~/content/company";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { paragraphsOf } from "~/content/mail-text";
import { described } from "~/content/page-meta";
import { readThing, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { readId } from "~/server/read-id";
import { savedAt } from "~/server/saved-at";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { ConsoleForm, FormProblem } from "~/ui/console/form-parts";
import { Instant, TextLink } from "~/ui/console/cells";
import { DefinitionRows } from "~/ui/definition-rows";
import { Fold } from "~/ui/fold";

const refusals = {
  form: "Nothing was sent.",
  "no-such-cask": "There is no such cask.",
  nobody: "No one holds a stake in this cask.",
  "count-differs": "The number of holders has changed in the meantime. Look at the new number and send it again.",
};

type Answer = { typed: Words; messageId: string; errors: MessageErrors; preview: Words | null; message: string | null };

export default function WriteToHolders() {
  const { frame, caskId, cask, messages, ...page } = useLoaderData<typeof loader>();
  const answer: Answer | null = useActionData<typeof action>() ?? null;
  const messageId = answer?.messageId ?? page.messageId;
  const form = (
    <ConsoleForm
      className="max-w-160"
      intent="preview"
      hidden={{ message: messageId }}
      fields={[
        { name: "subject", label: "Subject", hint: "At most 120 characters.", most: 120 },
        {
          name: "body",
          label: "Message",
          rows: 10,
          most: 4_000,
          hint: "Plain text, at most 4,000 characters. Each new line starts a paragraph; web addresses are shown as plain text.",
        },
      ]}
      typed={answer?.typed}
      errors={answer?.errors}
      button="Preview"
    />
  );
  return (
    <ConsolePage {...frame} title={`Write to the holders of ${cask.name}`}>
      {answer && <FormProblem message={answer.message} errors={answer.errors} />}
      <p className="max-w-160 text-peat-60">
        By email and in their notifications. Everyone who holds a stake gets it, whatever they have turned off: write
        only what holders need to know.
      </p>
      <Counts {...cask} />
      {frame.mayChange && cask.people === 0 && <p className="font-semibold">{refusals.nobody}</p>}
      {frame.mayChange && cask.people > 0 && answer?.preview && (
        <>
          <Preview words={answer.preview} messageId={messageId} people={cask.people} />
          <Fold title="Change it" open={false}>
            {form}
          </Fold>
        </>
      )}
      {frame.mayChange && cask.people > 0 && !answer?.preview && form}
      {messages.length > 0 && <Sent messages={messages} />}
      <p>
        <TextLink href={`${sectionHref("casks")}/${caskId}`}>The cask</TextLink>
      </p>
    </ConsolePage>
  );
}

function Counts({ people, byEmail }: HoldersPage["cask"]) {
  return (
    <section aria-label="Who gets it" className="max-w-80">
      <h2 className="font-semibold">Who gets it</h2>
      <DefinitionRows
        tight
        rows={[
          { label: "People", value: String(people) },
          { label: "By email", value: String(byEmail) },
          { label: "No email address: notifications only", value: String(people - byEmail) },
        ]}
      />
    </section>
  );
}

function Preview({ words, messageId, people }: { words: Words; messageId: string; people: number }) {
  const minutes = minutesFor(people);
  return (
    <section aria-label="As they will read it" className="flex max-w-160 flex-col gap-3">
      <h2 className="font-semibold">As they will read it</h2>
      <article className="flex flex-col gap-3 rounded-md border border-peat-30 p-4">
        <p className="text-xs text-peat-60">{`From ${company.brand}`}</p>
        <p dir="auto" className="display text-lg wrap-anywhere">
          {words.subject}
        </p>
        {paragraphsOf(words.body).map((paragraph, place) => (
          <p key={place} dir="auto" className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </article>
      <ConsoleForm
        intent="send"
        hidden={{ message: messageId, people, ...words }}
        lead={`Once sent, it cannot be taken back. The last one is sent ${minutes <= 1 ? "within a minute or two" : `in about ${minutes} minutes`}.`}
        button={`Send it to ${people === 1 ? "1 person" : `${people} people`}`}
      />
    </section>
  );
}

function Sent({ messages }: { messages: SentMessage[] }) {
  const count = (label: string, of: (one: SentMessage) => number) => ({
    label,
    right: true,
    cell: (one: SentMessage) => String(of(one)),
  });
  return (
    <section aria-label="Sent before" className="flex flex-col gap-2">
      <h2 className="font-semibold">Sent before</h2>
      <ConsoleTable
        label="Sent before"
        columns={[
          { label: "Subject", cell: (one: SentMessage) => <bdi>{one.subject}</bdi> },
          { label: "Sent", cell: (one) => <Instant atMs={one.sentAtMs} /> },
          count("By email", (one) => one.sent),
          count("To go", (one) => one.waiting),
          count("Notifications only", (one) => one.noAddress),
          count("Account suspended or closed", (one) => one.gone),
        ]}
        rows={messages}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

export const meta: MetaFunction = () => described(sectionTitles.casks);

export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const caskId = readId(args.params.id);
  const { frame, result } = await readThing(args, "casks", () => readHoldersPage(db, caskId));
  return json({ frame, caskId, ...result, messageId: newId("msg") });
}

/** `intent=preview` writes nothing; `intent=send` sends exactly what was shown, once. */
export async function action(args: ActionFunctionArgs) {
  const { db, newId } = args.context;
  const caskId = readId(args.params.id);
  const form = await readForm(args.request);
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 5_000) : "";
  };
  const messageId = readId(form.get("message")) || newId("msg");
  const typed = { subject: field("subject"), body: field("body") };
  const read = readWords(typed);
  const words = read.ok ? read.words : null;
  const isSent = form.get("intent") === "send";
  const { result } = await writeConsole(args, "casks", (operator) =>
    writeToHolders(db, { messageId, caskId, words: isSent ? words : null, people: Number(field("people")), operator }),
  );
  if (result.ok) return savedAt(args, `${sectionHref("casks")}/${caskId}/write`);
  if (words === null)
    return json({ typed, messageId, errors: read.ok ? {} : read.errors, preview: null, message: null }, 400);
  const message = isSent ? refusals[result.code] : null;
  return json({ typed, messageId, errors: {}, preview: words, message }, isSent ? 409 : 200);
}
