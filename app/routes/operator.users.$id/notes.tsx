import { userTexts } from "~/content/console-user-texts";
import type { UserNote } from "~/areas/console/read-user";
import { Button } from "~/ui/button";
import { Instant } from "~/ui/console/instant";
import { TextField } from "~/ui/field";
import type { Refused } from "./act";

type Props = {
  notes: UserNote[];
  /** Readers see how many there are. */
  mayRead: boolean;
  mayAdd: boolean;
  refused: Refused | null;
};

const texts = userTexts.notes;

/** What operators wrote down about this person for each other, newest first. */
export function Notes({ notes, mayRead, mayAdd, refused }: Props) {
  return (
    <section id="notes" aria-labelledby="notes-title" className="flex flex-col gap-3">
      <h2 id="notes-title" className="font-semibold">
        {texts.title}
      </h2>
      {notes.length === 0 && <p className="text-peat-60">{texts.none}</p>}
      {notes.length > 0 && !mayRead && <p className="text-peat-60">{texts.hidden}</p>}
      {mayRead &&
        notes.map((note) => (
          <div key={note.id} className="rounded-sm bg-barley p-3">
            <p className="text-xs text-peat-60">
              <bdi>{texts.by(note.operator ?? note.operatorId)}</bdi> <Instant atMs={note.createdAtMs} />
            </p>
            <p className="whitespace-pre-line wrap-anywhere">
              <bdi>{note.body}</bdi>
            </p>
          </div>
        ))}
      {mayAdd && <NoteForm refused={refused} />}
    </section>
  );
}

function NoteForm({ refused }: Pick<Props, "refused">) {
  const isWrong = refused?.error === "note";
  return (
    <form method="post" noValidate className="flex flex-col gap-3">
      <input type="hidden" name="intent" value="note" />
      <TextField
        name="note"
        label={texts.label}
        hint={texts.hint}
        rows={3}
        maxLength={2_000}
        defaultValue={refused?.typed.note ?? ""}
        error={isWrong ? userTexts.errors.note : undefined}
        startHere={isWrong}
      />
      <div>
        <Button look="secondary" wide={false}>
          {texts.add}
        </Button>
      </div>
    </form>
  );
}
