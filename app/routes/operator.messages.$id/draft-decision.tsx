import { messageTexts as texts } from "~/content/console-message-texts";
import type { ReviewedMessage } from "~/areas/console/read-message";
import { type Counted, MANY_PEOPLE, minutesFor } from "~/areas/notices/messages/audience";
import { Button } from "~/ui/button";

type Props = { message: ReviewedMessage; counted: Counted[] };

/** What may be done with a draft that nobody has proposed: by one, or by two above ten people. */
export function DraftDecision({ message, counted }: Props) {
  const people = counted.find(({ state }) => state === "waiting")?.people ?? 0;
  const to = texts.people(people);
  const version = String(message.version);
  return (
    <div className="flex flex-col gap-4">
      {people === 0 && <p className="font-semibold">{texts.nobody}</p>}
      {people > 0 && people < MANY_PEOPLE && (
        <Decide fields={{ intent: "send", version }} hint={texts.sendHint}>
          <Button>{texts.send(to)}</Button>
        </Decide>
      )}
      {people >= MANY_PEOPLE && message.mayWrite < 2 && <p>{texts.onlyOne}</p>}
      {people >= MANY_PEOPLE && message.mayWrite >= 2 && (
        <Decide
          fields={{ intent: "propose", version, to: texts.to(to) }}
          hint={`${texts.proposeHint} ${texts.sendHint} ${texts.takes(minutesFor(people))}`}
        >
          <Button>{texts.propose(to)}</Button>
        </Decide>
      )}
      <Decide fields={{ intent: "drop" }} hint={texts.dropHint}>
        <Button look="danger">{texts.drop}</Button>
      </Decide>
    </div>
  );
}

type DecideProps = { fields: Record<string, string>; hint: string; children: React.ReactNode };

function Decide({ fields, hint, children }: DecideProps) {
  return (
    <form method="post" className="flex flex-col gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="text-peat-60">{hint}</p>
      {children}
    </form>
  );
}
