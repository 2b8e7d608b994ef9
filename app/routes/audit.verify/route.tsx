import type { HeadersFunction } from "@remix-run/cloudflare";
import type { ReactNode } from "react";
import sha256 from "~/../public/verify-audit.mjs?sha256";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import type { PageHandle } from "~/server/page-handle";
import { Button } from "~/ui/button";
import { Field, fieldId } from "~/ui/field";
import { Fold } from "~/ui/fold";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { SiteFooter } from "~/ui/site-footer";
import { checkScript, PROGRAM_PATH } from "./check-script";

const program = `node verify-audit.mjs ${company.siteUrl}`;

const texts = {
  title: "Check it yourself",
  description: "Recount every published day in your browser, or check a file that you kept. No sum is taken on trust.",
  lead: "This page recounts what we publish, on your own device, and takes none of our results on trust.",
  pass: "PASS: everything checked agrees.",
  failed: "The check could not be completed: {reason}",
  here: {
    title: "Recount the audit",
    text: "Loads the latest day with all its lists, adds everything up again and says PASS, or which figure is wrong.",
    head: "A hash you kept (optional)",
    headHint:
      "From an earlier check or an email, as DATE=HASH. Then every day is read, which may take many megabytes: if the past has been rewritten since, it no longer matches.",
    headWrong: "A hash looks like 2026-11-03= followed by 64 letters and digits.",
    run: "Check now",
    /** The script fills in the figure. */
    progress: "Files read: {files}",
    fail: "FAIL: this does not agree.",
    noScript: "This check needs JavaScript. The same program runs on any computer with Node 20, as described below.",
  },
  /** The file of a certificate or a wallet. */
  kept: {
    title: "Check a file that you kept",
    text: "The file from your certificate or your wallet. It is read on this device and sent nowhere; once this page is open, you can go offline.",
    file: "The file",
    fileHint: "Is called dunnage-certificate-MARK.json or dunnage-owed-DATE.json. Choose it, or drop it here.",
    check: "Check the file",
    noScript: "This check needs JavaScript. On any computer with Node 20, one of these commands says PASS or FAIL:",
    commands: "node verify-audit.mjs --proof FILE --key KEY\nnode verify-audit.mjs --owed FILE --key KEY",
    pass: "PASS",
    fail: "FAIL: this file does not prove what it says.",
    none: "Choose a file first.",
  },
  own: {
    title: "On your own computer",
    text: "The program is one file, written to be read. It needs Node 20 or newer, and nothing else.",
    program: "Read the program",
    commands: `curl -O ${company.siteUrl}/verify-audit.mjs\n${program}`,
    kept: "With a hash and our public key, both of which you kept:",
    keptCommand: `${program} --head DATE=HASH --key KEY`,
    ends: "It exits with 0 for PASS, 1 for FAIL or for anything it could not read, and 2 for a wrong command: a timer of yours can run it every day.",
    sha256: "SHA-256 of the program",
  },
  not: {
    title: "What this does not prove",
    text: "It does not prove that a cask is where we say it is: its documents do that. And whoever controls this site could give you a different program along with different files. So keep a copy of the program, and a hash from an earlier day.",
  },
} as const;

export const handle: PageHandle = {
  tagged: true,
  inlineScript: checkScript,
  scriptFiles: PROGRAM_PATH,
  asksUs: true,
};

export const meta = () => publicPageMeta({ path: VERIFY_PATH, ...titled(texts.title), description: texts.description });

export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=60, must-revalidate" });

export default function CheckAudits() {
  return (
    <Page top={{ back: { href: AUDIT_PATH } }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <Recount />
      <KeptFile />
      <OwnComputer />
      <Panel title={texts.not.title} look="barley">
        <p className="text-sm">{texts.not.text}</p>
      </Panel>
    </Page>
  );
}

function Recount() {
  const { here } = texts;
  return (
    <Panel title={here.title}>
      <noscript>
        <p className="text-sm">{here.noScript}</p>
      </noscript>
      <Check id="check" says={{ progress: here.progress, wrong: here.headWrong, pass: texts.pass, fail: here.fail }}>
        <p className="text-sm">{here.text}</p>
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
      </Check>
    </Panel>
  );
}

type CheckProps = { id: "check" | "kept"; says: Record<string, string>; children: ReactNode };

/** A form of the script, hidden until the script is there to run it. @param props.says what the script puts into its answer */
function Check({ id, says, children }: CheckProps) {
  const data = Object.entries({ ...says, failed: texts.failed }).map(([name, text]) => [`data-${name}`, text]);
  return (
    <>
      <form id={id} hidden {...Object.fromEntries(data)} className="flex flex-col gap-4">
        {children}
      </form>
      <p id={`${id}-said`} role="status" className="figures mt-3 text-sm font-semibold" />
      <pre
        id={`${id}-lines`}
        hidden
        className="mt-3 rounded-sm bg-barley p-3 font-mono text-sm break-all whitespace-pre-wrap"
      />
    </>
  );
}

/** Checks the file of a certificate or a wallet without asking us. */
function KeptFile() {
  const { kept } = texts;
  const id = fieldId("file");
  return (
    <Panel title={kept.title} id="proof">
      <p className="mb-4 text-sm">{kept.text}</p>
      <noscript>
        <p className="mb-2 text-sm">{kept.noScript}</p>
        <Code>{kept.commands}</Code>
      </noscript>
      <Check id="kept" says={{ none: kept.none, pass: kept.pass, fail: kept.fail }}>
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-semibold">
            {kept.file}
          </label>
          <input
            id={id}
            type="file"
            name="file"
            aria-describedby={`${id}-hint`}
            className="min-h-12 w-full rounded-md border border-peat-45 bg-paper px-3 py-2 text-base"
          />
          <p id={`${id}-hint`} className="mt-1 text-sm text-peat-60">
            {kept.fileHint}
          </p>
        </div>
        <Button look="secondary">{kept.check}</Button>
      </Check>
    </Panel>
  );
}

function OwnComputer() {
  const { own, kept } = texts;
  return (
    <div className="border-t border-peat-30">
      <Fold title={own.title} id="own">
        <div className="flex flex-col gap-3 text-sm">
          <p>{own.text}</p>
          <Code>{own.commands}</Code>
          <p>{own.kept}</p>
          <Code>{own.keptCommand}</Code>
          <p>{kept.title}:</p>
          <Code>{kept.commands}</Code>
          <p className="text-peat-60">{own.ends}</p>
          <a
            href={PROGRAM_PATH}
            className="inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4"
          >
            {own.program}
          </a>
          <p className="text-peat-60">{own.sha256}</p>
          <p className="font-mono break-all">{sha256}</p>
        </div>
      </Fold>
    </div>
  );
}

/** What is typed into a terminal. */
function Code({ children }: { children: string }) {
  return <pre className="rounded-sm bg-barley p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">{children}</pre>;
}
