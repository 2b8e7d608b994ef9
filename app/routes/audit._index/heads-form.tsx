import { auditHeadsTexts as texts } from "~/content/audit-heads-texts";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Panel } from "~/ui/panel";

export type HeadsRefused = { typed: string; error: string };

/** Asks for an address to send each day's head to. @param props.sent the form has just been sent */
export function HeadsForm({ refused, sent }: { refused: HeadsRefused | null; sent: boolean }) {
  return (
    <Panel title={texts.title} id="heads">
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
    </Panel>
  );
}
