import { keptFileTexts as texts } from "~/content/audit-check-texts";
import { Button } from "~/ui/button";
import { fieldId } from "~/ui/field";
import { Panel } from "~/ui/panel";
import { Code } from "./code";

/** Checks the file of a wallet without asking us. Hidden until its script is there to do it. */
export function KeptFile() {
  const { said, errors } = texts;
  const id = fieldId("file");
  return (
    <Panel title={texts.title} id="proof">
      <p className="text-sm">{texts.text}</p>
      <noscript>
        <p className="mt-3 mb-2 text-sm">{texts.noScript}</p>
        <Code>{texts.commands}</Code>
      </noscript>
      <form
        id="kept"
        hidden
        data-none={errors.none}
        data-failed={errors.failed}
        data-pass={said.pass}
        data-fail={said.fail}
        className="mt-4 flex flex-col gap-4"
      >
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-semibold">
            {texts.file}
          </label>
          <input
            id={id}
            type="file"
            name="file"
            aria-describedby={`${id}-hint`}
            className="min-h-12 w-full rounded-md border border-peat-45 bg-paper px-3 py-2 text-base"
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-peat-60">
            {texts.fileHint}
          </p>
        </div>
        <Button look="secondary">{texts.check}</Button>
      </form>
      <p id="kept-said" role="status" className="mt-3 text-sm font-semibold whitespace-pre-line" />
      <pre
        id="kept-lines"
        hidden
        className="mt-3 rounded-sm bg-barley p-3 font-mono text-sm break-all whitespace-pre-wrap"
      />
    </Panel>
  );
}
