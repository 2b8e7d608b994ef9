import { MOST_PASTED } from "~/domain/certificate-code";
import { Button } from "./button";
import { Field } from "./field";

export function VerifyForm({ typed = "" }: { typed?: string }) {
  return (
    <form method="get" action="/verify" className="flex flex-col gap-4">
      <Field
        name="code"
        label="Certificate code"
        hint="16 letters and digits. Capitals, spaces and hyphens make no difference."
        placeholder="abcd-efgh-jkmn-pqrt"
        defaultValue={typed}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={MOST_PASTED}
      />
      <Button>Check certificate</Button>
    </form>
  );
}
