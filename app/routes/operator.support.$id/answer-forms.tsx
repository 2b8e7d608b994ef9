import { requestTexts as texts } from "~/content/console-support-texts";
import type { ReviewedRequest } from "~/areas/console/read-support";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { SelectField } from "~/ui/select-field";

/** An answer that is not sent yet: refused, or with a saved reply inserted. */
export type AnswerTyped = { error: keyof typeof texts.errors | null; body: string };

type Props = {
  request: ReviewedRequest;
  replies: { id: string; title: string }[];
  mayChange: boolean;
  isOwn: boolean;
  typed: AnswerTyped | null;
};

export function AnswerForms({ request, replies, mayChange, isOwn, typed }: Props) {
  if (request.closedAtMs !== null) return <p>{texts.isClosed}</p>;
  if (!mayChange) return <p>{texts.readOnly}</p>;
  if (isOwn) return <p>{texts.own}</p>;
  const error = typed?.error === "body" ? texts.errors.body : undefined;
  return (
    <>
      <form method="post" noValidate className="flex flex-col gap-4">
        {replies.length > 0 && <InsertReply replies={replies} />}
        <TextField
          name="body"
          label={texts.answer}
          hint={texts.answerHint}
          rows={8}
          defaultValue={typed?.body ?? ""}
          error={error}
          startHere={error !== undefined || typed?.error === null}
        />
        <p className="text-peat-60">{request.email === null ? texts.byText : texts.byMail(request.email)}</p>
        <Button name="intent" value="answer">
          {texts.send}
        </Button>
      </form>
      <form method="post" className="flex flex-col gap-2 border-t border-peat-30 pt-5">
        <input type="hidden" name="intent" value="close" />
        <p className="text-peat-60">{texts.closeHint}</p>
        <Button look="secondary">{texts.close}</Button>
      </form>
    </>
  );
}

/** In the form of the answer: what is typed there goes along and comes back. */
function InsertReply({ replies }: Pick<Props, "replies">) {
  const options = replies.map(({ id, title }) => ({ value: id, label: title }));
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField name="reply" label={texts.reply} choose={texts.chooseReply} options={options} chosen="" optional />
      </div>
      <Button look="secondary" wide={false} name="intent" value="insert">
        {texts.insert}
      </Button>
    </div>
  );
}
