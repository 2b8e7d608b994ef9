import { verifyTexts as texts } from "~/content/certificate-texts";
import { MOST_PASTED } from "~/domain/certificate-code";
import { Button } from "./button";
import { Field } from "./field";

export function VerifyForm({ typed = "" }: { typed?: string }) {
  return (
    <form method="get" action="/verify" className="flex flex-col gap-4">
      <Field
        name="code"
        label={texts.form.label}
        hint={texts.form.hint}
        placeholder={texts.form.example}
        defaultValue={typed}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={MOST_PASTED}
      />
      <Button>{texts.form.check}</Button>
    </form>
  );
}
