import { SUPPORT_PATH } from "~/content/page-paths";
import { supportKindTexts, supportTexts as texts } from "~/content/support-texts";
import type { SupportField, SupportTyped } from "~/areas/support/support-form";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, TextField } from "~/ui/field";
import { SelectField } from "~/ui/select-field";

export type Refused = {
  typed: SupportTyped;
  errors: Partial<Record<SupportField, string>>;
  message: string | null;
};

// With a query, so that what was refused is shown by the Worker: without one the page is a file.
const SEND = "/customer-support?to=send";
const ORDER = ["name", "contact", "kind", "message"] as const;
const kinds = Object.entries(supportKindTexts).map(([value, label]) => ({ value, label }));

/** Works without a script and without an account. */
export function SupportForm({ refused }: { refused: Refused | null }) {
  const errors = ORDER.flatMap((name) => {
    const message = refused?.errors[name];
    return message ? [{ name, message }] : [];
  });
  const of = (name: SupportField) => ({
    error: refused?.errors[name],
    startHere: errors[0]?.name === name,
  });
  const typed = (name: SupportField) => refused?.typed[name] ?? "";
  return (
    <section id="write" aria-labelledby="write-title" className="flex flex-col gap-4 rounded-md bg-paper p-4 text-peat">
      <h2 id="write-title" className="display text-lg">
        {texts.title}
      </h2>
      <ErrorSummary message={refused?.message} errors={errors} />
      <form method="post" action={SEND} noValidate className="flex flex-col gap-4">
        <Field
          name="name"
          label={texts.name}
          autoComplete="name"
          maxLength={100}
          required
          defaultValue={typed("name")}
          {...of("name")}
        />
        <Field
          name="contact"
          label={texts.contact}
          hint={texts.contactHint}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
          defaultValue={typed("contact")}
          {...of("contact")}
        />
        <SelectField
          name="kind"
          label={texts.kind}
          choose={texts.choose}
          options={kinds}
          chosen={typed("kind")}
          {...of("kind")}
        />
        <TextField
          name="message"
          label={texts.message}
          hint={texts.messageHint}
          rows={6}
          required
          defaultValue={typed("message")}
          {...of("message")}
        />
        <Button>{texts.send}</Button>
      </form>
    </section>
  );
}

/** In place of the form, once it was sent. @param number as it is read out */
export function SupportSent({ number }: { number: string }) {
  return (
    <section role="status" className="flex flex-col gap-2 rounded-md bg-paper p-4 text-peat">
      <h2 className="display text-lg">{texts.sentTitle}</h2>
      <p className="text-lg font-semibold">{texts.sent(number)}</p>
      <p>{texts.sentNext}</p>
      <p>
        <a
          href={`${SUPPORT_PATH}/${number}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {texts.sentThread}
        </a>
      </p>
    </section>
  );
}
