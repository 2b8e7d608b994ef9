import { keeperPage as texts, statementErrors } from "~/content/keeper-texts";
import type { ShownStatement } from "~/domain/keepers/examine-statement";
import { Button } from "./button";
import { TextField, fieldId } from "./field";

const MOST_CHARACTERS = 60_000;
const FILE = "file";

type FormProps = {
  /** As it was pasted. */
  typed: string;
  error?: string | undefined;
};

/** Paste or file: what it says is shown before anything is handed in. Works without a script. */
export function StatementForm({ typed, error }: FormProps) {
  const id = fieldId(FILE);
  return (
    <form method="post" encType="multipart/form-data" noValidate className="flex flex-col gap-4">
      <TextField
        name="text"
        label={texts.text}
        hint={texts.textHint}
        error={error}
        startHere={error !== undefined}
        rows={8}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
        defaultValue={typed}
      />
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          {texts.file}
        </label>
        <input
          id={id}
          type="file"
          name={FILE}
          accept=".json,application/json,text/plain"
          aria-describedby={`${id}-hint`}
          className="min-h-12 w-full rounded-md border border-peat-45 bg-paper px-3 py-2 text-base"
        />
        <p id={`${id}-hint`} className="mt-1 text-sm text-peat-60">
          {texts.fileHint}
        </p>
      </div>
      <Button name="intent" value="look">
        {texts.look}
      </Button>
    </form>
  );
}

/** What was understood, and the button that hands in exactly that. @param text null: it has been taken */
export function StatementShown({
  statement,
  text,
  back,
}: {
  statement: ShownStatement;
  text: string | null;
  back: string;
}) {
  const { date, lines, findings } = statement;
  const isTaken = text === null;
  return (
    <section aria-labelledby="statement-title" className="flex flex-col gap-4">
      <div>
        <h2 id="statement-title" className="display text-lg">
          {isTaken ? texts.taken : texts.understood}
        </h2>
        <p role={isTaken ? "status" : undefined} className="mt-1">
          {(isTaken ? texts.takenLead : texts.understoodLead)(date, lines.length)}
        </p>
        <p className="mt-1 text-sm text-peat-60">{texts.signature}</p>
      </div>
      <ul className="divide-y divide-peat-30 border-y border-peat-30">
        {lines.map((line) => (
          <li key={line.number} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 font-semibold wrap-anywhere">{texts.cask(line.number, line.name ?? "?")}</span>
            <span className={`figures ml-auto text-sm ${line.present ? "" : "font-semibold text-brick"}`}>
              {line.present ? texts.there : texts.notThere}
              {", "}
              {line.litres === null ? texts.notMeasured : texts.litres(line.litres)}
            </span>
            {line.note !== "" && <span className="basis-full text-sm wrap-anywhere">{texts.note(line.note)}</span>}
          </li>
        ))}
      </ul>
      <Findings findings={findings} />
      {isTaken ? (
        <p>
          <a
            href={back}
            className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
          >
            {texts.another}
          </a>
        </p>
      ) : (
        <form method="post" encType="multipart/form-data" className="flex flex-col gap-3">
          <input type="hidden" name="text" value={text} />
          <Button name="intent" value="hand-in">
            {texts.handIn}
          </Button>
          <Button look="secondary" name="intent" value="change">
            {texts.change}
          </Button>
        </form>
      )}
    </section>
  );
}

/** What is unusual about a statement; it is taken all the same. */
function Findings({ findings }: Pick<ShownStatement, "findings">) {
  if (findings.length === 0) return null;
  return (
    <div className="rounded-md border border-amber bg-amber-soft p-4">
      <h3 className="font-semibold">{texts.findings}</h3>
      <p className="text-sm">{texts.findingsLead}</p>
      <ul className="mt-2 list-disc pl-5 text-sm wrap-anywhere">
        {findings.map((one) => (
          <li key={`${one.kind} ${one.number ?? one.caskId ?? ""}`}>{sayFinding(one)}</li>
        ))}
      </ul>
    </div>
  );
}

function sayFinding({ kind, number, name, litres }: ShownStatement["findings"][number]): string {
  const cask = name === null ? (number ?? "?") : texts.cask(number, name);
  const text = (tenths: number | undefined) => ((tenths ?? 0) / 10).toFixed(1);
  return texts.finding[kind](cask, text(litres?.was), text(litres?.is));
}

export const sayRefusal = ({ code, where }: { code: keyof typeof statementErrors; where: string }): string =>
  statementErrors[code](where);
