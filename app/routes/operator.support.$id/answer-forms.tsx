import { requestTexts as texts } from "~/content/console-support-texts";
import type { ReviewedRequest } from "~/areas/console/read-support";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";

export type Refused = { error: keyof typeof texts.errors; body: string };

type Props = {
  request: ReviewedRequest;
  mayChange: boolean;
  isOwn: boolean;
  refused: Refused | null;
};

export function AnswerForms({ request, mayChange, isOwn, refused }: Props) {
  if (request.closedAtMs !== null) return <p>{texts.isClosed}</p>;
  if (!mayChange) return <p>{texts.readOnly}</p>;
  if (isOwn) return <p>{texts.own}</p>;
  const error = refused?.error === "body" ? texts.errors.body : undefined;
  return (
    <>
      <form method="post" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="answer" />
        <TextField
          name="body"
          label={texts.answer}
          hint={texts.answerHint}
          rows={8}
          defaultValue={refused?.body ?? ""}
          error={error}
          startHere={error !== undefined}
        />
        <p className="text-peat-60">{request.email === null ? texts.byText : texts.byMail(request.email)}</p>
        <Button>{texts.send}</Button>
      </form>
      <form method="post" className="flex flex-col gap-2 border-t border-peat-30 pt-5">
        <input type="hidden" name="intent" value="close" />
        <p className="text-peat-60">{texts.closeHint}</p>
        <Button look="secondary">{texts.close}</Button>
      </form>
    </>
  );
}
