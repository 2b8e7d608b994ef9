import { type HeadersFunction, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import sha256 from "~/../public/verify-audit.mjs?sha256";
import { sizeOfAudits } from "~/areas/proof/read-audit";
import { auditCheckTexts, auditCheckTexts as texts, keptFileTexts } from "~/content/audit-check-texts";
import { workflowText } from "~/content/audit-workflow";
import { publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import type { PageHandle } from "~/server/page-handle";
import { Button } from "~/ui/button";
import { Choice } from "~/ui/choice";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { SiteFooter } from "~/ui/site-footer";
import { checkScript, PROGRAM_PATH } from "./check-script";
import { Code } from "./code";
import { KeptFile } from "./kept-file";

const link = "inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4";

type Audits = { days: number; newestBytes: number; allBytes: number } | null;

type Props = { sha256: string; audits: Audits };

function CheckScreen({ sha256, audits }: Props) {
  const { here, not } = texts;
  return (
    <Page top={{ back: { href: AUDIT_PATH } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <Panel title={here.title}>
        <noscript>
          <p className="text-sm">{here.noScript}</p>
        </noscript>
        {audits ? <Check audits={audits} /> : <p className="text-sm">{here.none}</p>}
      </Panel>
      <KeptFile />
      <div className="border-t border-peat-30">
        <OwnComputer sha256={sha256} />
        <Daily sha256={sha256} />
      </div>
      <Panel title={not.title} look="barley">
        <p className="text-sm">{not.text}</p>
      </Panel>
    </Page>
  );
}

function Hash({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <p className="text-sm text-peat-60">{title}</p>
      <p className="font-mono text-sm break-all">{children}</p>
    </div>
  );
}

function OwnComputer({ sha256 }: Pick<Props, "sha256">) {
  const { own } = texts;
  return (
    <Fold title={own.title} id="own">
      <div className="flex flex-col gap-3 text-sm">
        <p>{own.text}</p>
        <Code>{own.commands}</Code>
        <p>{own.kept}</p>
        <Code>{own.keptCommand}</Code>
        <p>{keptFileTexts.title}:</p>
        <Code>{keptFileTexts.commands}</Code>
        <p className="text-peat-60">{own.ends}</p>
        <p>
          <a href={PROGRAM_PATH} className={link}>
            {own.program}
          </a>
        </p>
        <Hash title={own.sha256}>{sha256}</Hash>
      </div>
    </Fold>
  );
}

/** For somebody who has never made a repository: what to press, and the text to paste only when asked for. */
function Daily({ sha256 }: Pick<Props, "sha256">) {
  const { daily } = texts;
  const [account, name, paste] = daily.steps;
  return (
    <Fold title={daily.title} id="daily">
      <div className="flex flex-col gap-3 text-sm">
        <p>{daily.text}</p>
        <ol className="flex list-decimal flex-col gap-2 pl-5">
          <li>{account}</li>
          <li>
            {name} <span className="font-mono break-all">{daily.file}</span>
          </li>
          <li>{paste}</li>
        </ol>
        <ToPaste title={daily.show}>{workflowText(sha256)}</ToPaste>
        <p className="text-peat-60">{daily.note}</p>
      </div>
    </Fold>
  );
}

function ToPaste({ title, children }: { title: string; children: string }) {
  return (
    <details>
      <summary className="inline-block cursor-pointer py-3 text-copper underline underline-offset-4">{title}</summary>
      <Code>{children}</Code>
    </details>
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
        <p className="text-sm">{here.text(audits.newestBytes)}</p>
        <details>
          <summary className="inline-block cursor-pointer py-3 text-sm text-copper underline underline-offset-4">
            {here.more}
          </summary>
          <div className="flex flex-col gap-4 pt-2">
            <Choice
              legend={scope.legend}
              name="days"
              chosen="1"
              options={[
                { value: "1", label: scope.newest, hint: scope.newestHint },
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
          </div>
        </details>
        <Button>{here.run}</Button>
      </form>
      <p id="progress" role="status" className="figures mt-3 text-sm text-peat-60" />
      <pre
        id="result"
        hidden
        className="mt-3 rounded-sm bg-barley p-3 font-mono text-sm break-all whitespace-pre-wrap"
      />
    </>
  );
}

export const handle: PageHandle = {
  tagged: true,
  inlineScript: checkScript,
  scriptFiles: PROGRAM_PATH,
  asksUs: true,
};

export const meta = () =>
  publicPageMeta({
    path: VERIFY_PATH,
    ...titled(auditCheckTexts.title),
    description: auditCheckTexts.description,
  });

export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=60, must-revalidate" });

/** Reads published files only. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json({ sha256, audits: await sizeOfAudits(context) });
}

export default function CheckAudits() {
  return <CheckScreen {...useLoaderData<typeof loader>()} />;
}
