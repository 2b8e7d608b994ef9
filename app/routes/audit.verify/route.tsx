import type { HeadersFunction } from "@remix-run/cloudflare";
import type { ReactNode } from "react";
import sha256 from "~/../public/verify-audit.mjs?sha256";
import { company } from "~/content/company";
import { publicPageMeta, titled } from "~/content/page-meta";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import type { PageHandle } from "~/server/page-handle";
import { Button } from "~/ui/button";
import { compactScript } from "~/ui/compact-script";
import { Field } from "~/ui/field";
import { Panel } from "~/ui/panel";
import { Command, Hash, Links, ProofPage } from "~/ui/proof-page";

const program = `node verify-audit.mjs ${company.siteUrl}`;

const page = {
  path: VERIFY_PATH,
  ...titled("Check it yourself"),
  description: "Recount every published day in your browser, or check a file that you kept. No sum is taken on trust.",
};

const COMMANDS = [
  ["Get it, and check what we publish:", `curl -O ${company.siteUrl}/verify-audit.mjs\n${program}`],
  ["With a hash and our public key, both of which you kept:", `${program} --head DATE=HASH --key KEY`],
  [
    "Check a file that you kept:",
    "node verify-audit.mjs --proof FILE --key KEY\nnode verify-audit.mjs --owed FILE --key KEY",
  ],
] as const;

const PROGRAM_PATH = "/verify-audit.mjs";

// Runs the public program over this site, or over one file that was kept. The program and the keys are loaded beforehand, so that a kept
// file needs no network; without keys, or in a browser that does not know them, signatures are not checked.
// A space beside punctuation is written \x20, because others are taken out.
const checkScript = compactScript(`(() => {
  const at = (id) => document.getElementById(id);
  const load = () => import("${PROGRAM_PATH}");
  const ask = async () => {
    const keys = (await (await fetch("/audit/key")).text()).trim().split("\\n");
    for (const key of keys)
      await crypto.subtle.importKey("raw", Uint8Array.from(atob(key), (one) => one.charCodeAt()), "Ed25519", false, ["verify"]);
    return keys;
  };
  const asked = ask().catch(() => []);
  const start = (id, check) => {
    const form = at(id);
    const say = (text, lines = []) => {
      at(id + "-said").textContent = text;
      at(id + "-lines").textContent = lines.join("\\n");
      at(id + "-lines").hidden = !lines[0];
    };
    form.hidden = false;
    form.onsubmit = async (event) => {
      event.preventDefault();
      say("");
      const button = form.querySelector("button");
      button.disabled = true;
      try {
        await check(form.elements, say);
      } catch (error) {
        say("The check could not be completed:\\x20" + error.message);
      }
      button.disabled = false;
    };
  };
  start("check", async ({ head }, say) => {
    const kept = head.value.trim();
    if (kept && !/^\\d{4}-\\d\\d-\\d\\d=[0-9a-f]{64}$/.test(kept)) return say("A hash looks like 2026-11-03=\\x20followed by 64 letters and digits.");
    const { verifyOrigin } = await load();
    let [files, told] = [0, ""];
    const get = (...what) => {
      files += 1;
      say(told = "Files read:\\x20" + files);
      return fetch(...what);
    };
    const { ok, lines } = await verifyOrigin(location.origin, {
      heads: kept ? [kept.split("=")] : [],
      days: kept ? 0 : 1,
      keys: await asked,
      get,
    });
    say(told + (ok ? " · PASS:\\x20everything checked agrees." : " · FAIL:\\x20this does not agree."), lines);
  });
  start("kept", async ({ file }, say) => {
    const [chosen] = file.files;
    if (!chosen) return say("Choose a file first.");
    const { verifyFile } = await load();
    const { ok, lines } = await verifyFile(chosen.name, await chosen.arrayBuffer(), await asked);
    say(ok ? "PASS" : "FAIL:\\x20this file does not prove what it says.", lines);
  });
  addEventListener("load", () => load().catch(() => {}));
})();`);

export const handle: PageHandle = {
  tagged: true,
  inlineScript: checkScript,
  scriptFiles: PROGRAM_PATH,
  asksUs: true,
};

export const meta = () => publicPageMeta(page);

export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=60, must-revalidate" });

export default function CheckAudits() {
  return (
    <ProofPage
      title="Check it yourself"
      lead="This page recounts what we publish, on your own device, and takes none of our results on trust."
      back={{ href: AUDIT_PATH }}
    >
      <Check
        id="check"
        panel="recount"
        title="Recount the audit"
        text="Loads the latest day with all its lists, adds everything up again and says PASS, or which figure is wrong."
      >
        <Field
          name="head"
          label="A hash you kept (optional)"
          hint="From an earlier check or an email, as DATE=HASH. Then every day is read, which may take many megabytes: if the past has been rewritten since, it no longer matches."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
        />
        <Button>Check now</Button>
      </Check>
      <Check
        id="kept"
        panel="proof"
        title="Check a file that you kept"
        text="The file from your certificate or your wallet. It is read on this device and sent nowhere; once this page is open, you can go offline."
      >
        <Field
          name="file"
          type="file"
          label="The file"
          hint="Is called dunnage-certificate-MARK.json or dunnage-owed-DATE.json. Choose it, or drop it here."
        />
        <Button look="secondary">Check the file</Button>
      </Check>
      <Panel title="On your own computer" id="own">
        <div className="flex flex-col gap-3 text-sm">
          <p>
            The program is one file, written to be read. It needs Node 20 or newer, and nothing else. It exits with 0
            for PASS, 1 for FAIL or for anything it could not read, and 2 for a wrong command.
          </p>
          {COMMANDS.map(([what, command]) => (
            <div key={what}>
              <p>{what}</p>
              <Command>{command}</Command>
            </div>
          ))}
          <Links links={[{ href: PROGRAM_PATH, label: "Read the program" }]} />
          <Hash label="SHA-256 of the program">{sha256}</Hash>
        </div>
      </Panel>
      <Panel title="What this does not prove" look="barley">
        <p className="text-sm">
          It does not prove that a cask is where we say it is: its documents do that. And anyone who controls this site
          could give you a different program along with different files. So keep a copy of the program, and a hash from
          an earlier day.
        </p>
      </Panel>
    </ProofPage>
  );
}

type CheckProps = { id: string; panel: string; title: string; text: string; children: ReactNode };

/** A form of the script, hidden until the script is there to run it. */
function Check({ id, panel, title, text, children }: CheckProps) {
  return (
    <Panel title={title} id={panel}>
      <p className="mb-4 text-sm">{text}</p>
      <noscript>
        <p className="text-sm">
          This check needs JavaScript. The same program runs on any computer with Node 20, as described below.
        </p>
      </noscript>
      <form id={id} hidden className="flex flex-col gap-4">
        {children}
      </form>
      <p id={`${id}-said`} role="status" className="figures mt-3 text-sm font-semibold" />
      <pre
        id={`${id}-lines`}
        hidden
        className="mt-3 rounded-sm bg-barley p-3 font-mono text-sm break-all whitespace-pre-wrap"
      />
    </Panel>
  );
}
