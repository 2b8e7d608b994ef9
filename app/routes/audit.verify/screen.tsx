import { auditCheckTexts as texts } from "~/content/audit-check-texts";
import { witnessWorkflowText, workflowText } from "~/content/audit-workflow";
import { witnessTexts } from "~/content/witness-texts";
import { AUDIT_PATH } from "~/content/page-paths";
import { Button } from "~/ui/button";
import { Choice } from "~/ui/choice";
import { Field } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { SiteFooter } from "~/ui/site-footer";
import { PROGRAM_PATH } from "./check-script";

const code = "rounded-sm bg-barley p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap";

function Code({ children }: { children: string }) {
  return <pre className={code}>{children}</pre>;
}

type Audits = { days: number; newestBytes: number; allBytes: number } | null;

type Props = { sha256: string; witnessSha256: string; audits: Audits };

export function CheckScreen({ sha256, witnessSha256, audits }: Props) {
  const { here, own, proof, daily, not } = texts;
  return (
    <Page top={{ back: { href: AUDIT_PATH } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <Panel title={here.title}>
        <noscript>
          <p className="text-sm">{here.noScript}</p>
        </noscript>
        {audits ? <Check audits={audits} /> : <p className="text-sm">{here.none}</p>}
      </Panel>
      <Panel title={own.title}>
        <div className="flex flex-col gap-3">
          <p className="text-sm">{own.text}</p>
          <Code>{own.commands}</Code>
          <p className="text-sm">{own.kept}</p>
          <Code>{own.keptCommand}</Code>
          <p className="text-sm">{own.ends}</p>
          <a
            href={PROGRAM_PATH}
            className="inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
          >
            {own.program}
          </a>
          <div>
            <p className="text-sm text-peat-60">{own.sha256}</p>
            <p className="font-mono text-sm break-all">{sha256}</p>
          </div>
        </div>
      </Panel>
      <Panel title={proof.title} id="proof">
        <div className="flex flex-col gap-3">
          <p className="text-sm">{proof.text}</p>
          <Code>{proof.commands}</Code>
          <a
            href={proof.keyHref}
            className="inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
          >
            {proof.key}
          </a>
          <p className="text-sm">{proof.grows}</p>
          <Code>{proof.growsCommands}</Code>
          <p className="text-sm text-peat-60">{proof.format}</p>
        </div>
      </Panel>
      <Panel title={daily.title}>
        <p className="text-sm">{daily.text}</p>
        <p className="mt-3 mb-1 font-mono text-sm break-all">{daily.file}</p>
        <Code>{workflowText(sha256)}</Code>
      </Panel>
      <BeWitness sha256={witnessSha256} />
      <Panel title={not.title} look="barley">
        <p className="text-sm">{not.text}</p>
      </Panel>
    </Page>
  );
}

function BeWitness({ sha256 }: { sha256: string }) {
  const { be } = witnessTexts;
  return (
    <Panel title={be.title} id="witness">
      <div className="flex flex-col gap-3">
        <p className="text-sm">{be.text}</p>
        <Code>{be.commands}</Code>
        <a
          href={be.href}
          className="inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
        >
          {be.program}
        </a>
        <div>
          <p className="text-sm text-peat-60">{be.sha256}</p>
          <p className="font-mono text-sm break-all">{sha256}</p>
        </div>
        <p className="text-sm">{be.trust}</p>
        <p className="text-sm">{be.daily}</p>
        <p className="font-mono text-sm break-all">{be.file}</p>
        <Code>{witnessWorkflowText(sha256)}</Code>
      </div>
    </Panel>
  );
}

/** Hidden until the script is there to run it. */
function Check({ audits }: { audits: NonNullable<Audits> }) {
  const { here } = texts;
  const { scope } = here;
  return (
    <>
      <form
        id="check"
        hidden
        data-progress={here.progress}
        data-failed={here.failed}
        data-wrong={here.headWrong}
        data-pass={here.pass}
        data-fail={here.fail}
        className="flex flex-col gap-4"
      >
        <p className="text-sm">{here.text}</p>
        <Choice
          legend={scope.legend}
          name="days"
          chosen="1"
          options={[
            { value: "1", label: scope.newest, hint: scope.newestHint(audits.newestBytes) },
            { value: "0", label: scope.all, hint: scope.allHint(audits.days, audits.allBytes) },
          ]}
        />
        <Field
          name="head"
          label={here.head}
          hint={here.headHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
        />
        <Button>{here.run}</Button>
      </form>
      <p id="progress" role="status" className="figures mt-3 text-sm text-peat-60" />
      <pre id="result" hidden className={`mt-3 break-all ${code}`} />
    </>
  );
}
