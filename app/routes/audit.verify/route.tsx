import sha256 from "~/../public/verify-audit.mjs?sha256";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
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
  title: "Check it yourself",
  description: "Recount every published day in your browser, or check a file that you kept. No sum is taken on trust.",
};

const COMMANDS = `curl -O ${company.siteUrl}/verify-audit.mjs
${program}
${program} --head DATE=HASH --key KEY
node verify-audit.mjs --proof FILE --key KEY
node verify-audit.mjs --owed FILE --key KEY`;

const PROGRAM_PATH = "/verify-audit.mjs";

// Runs the public program over this site, or over one file that was kept. The program and the keys are loaded beforehand, so that a kept
// file needs no network; without keys, or in a browser that does not know them, signatures are not checked.
// A space beside punctuation is written \x20, because others are taken out.
const checkScript = compactScript(`(() => {
  const [form, said, found] = ["check", "check-said", "check-lines"].map((id) => document.getElementById(id));
  const load = () => import("${PROGRAM_PATH}");
  const ask = async () => {
    const keys = (await (await fetch("/audit/key")).text()).trim().split("\\n");
    for (const key of keys)
      await crypto.subtle.importKey("raw", Uint8Array.from(atob(key), (one) => one.charCodeAt()), "Ed25519", false, ["verify"]);
    return keys;
  };
  const asked = ask().catch(() => []);
  const say = (text, lines = []) => {
    said.textContent = text;
    found.textContent = lines.join("\\n");
    found.hidden = !lines[0];
  };
  const check = async ({ head, file: { files: [chosen] } }) => {
    const kept = head.value.trim();
    const { verifyFile, verifyOrigin } = await load();
    if (chosen) {
      const { ok, lines } = await verifyFile(chosen.name, await chosen.arrayBuffer(), await asked);
      return say(ok ? "PASS" : "FAIL:\\x20this file does not prove what it says.", lines);
    }
    if (kept && !/^\\d{4}-\\d\\d-\\d\\d=[0-9a-f]{64}$/.test(kept)) return say("A hash looks like 2026-11-03=\\x20followed by 64 letters and digits.");
    let [read, told] = [0, ""];
    const get = (...what) => {
      read += 1;
      say(told = "Files read:\\x20" + read);
      return fetch(...what);
    };
    const { ok, lines } = await verifyOrigin(location.origin, {
      heads: kept ? [kept.split("=")] : [],
      days: kept ? 0 : 1,
      keys: await asked,
      get,
    });
    say(told + (ok ? " · PASS:\\x20everything checked agrees." : " · FAIL:\\x20this does not agree."), lines);
  };
  form.hidden = false;
  form.onsubmit = async (event) => {
    event.preventDefault();
    say("");
    const button = form.querySelector("button");
    button.disabled = true;
    await check(form.elements).catch((error) => say("The check could not be completed:\\x20" + error.message));
    button.disabled = false;
  };
  addEventListener("load", () => load().catch(() => {}));
})();`);

export const handle: PageHandle = { tagged: true, inlineScript: checkScript, scriptFiles: PROGRAM_PATH, asksUs: true };

export const meta = () => publicPageMeta(page);

export const headers = () => ({ "Cache-Control": "public, max-age=60, must-revalidate" });

export default function CheckAudits() {
  return (
    <ProofPage
      title="Check it yourself"
      lead="This page recounts what we publish, on your own device, and takes none of our results on trust."
      back={{ href: AUDIT_PATH }}
    >
      <Panel title="Check now" id="proof">
        <p className="mb-4 text-sm">
          Loads the latest day with all its lists, adds everything up again and says PASS, or which figure is wrong. Or
          it checks one file that you kept.
        </p>
        <noscript>
          <p className="text-sm">
            This check needs JavaScript. The same program runs on any computer with Node 20, as described below.
          </p>
        </noscript>
        <form id="check" hidden className="flex flex-col gap-4">
          <Field
            name="head"
            label="A hash you kept (optional)"
            hint="From an earlier check or an email, as DATE=HASH. Then every day is read, which may take many megabytes: if the past has been rewritten since, it no longer matches."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={80}
          />
          <Field
            name="file"
            type="file"
            label="A file from your certificate or your wallet (optional)"
            hint="It is read on this device and sent nowhere; once this page is open, you can go offline."
          />
          <Button>Check now</Button>
        </form>
        <p id="check-said" role="status" className="figures mt-3 text-sm font-semibold" />
        <pre
          id="check-lines"
          hidden
          className="mt-3 rounded-sm bg-barley p-3 font-mono text-sm break-all whitespace-pre-wrap"
        />
      </Panel>
      <Panel title="On your own computer" id="own">
        <div className="flex flex-col gap-3 text-sm">
          <p>
            The program is one file, written to be read. It needs Node 20 or newer, and nothing else. It exits with 0
            for PASS, 1 for FAIL or for anything it could not read, and 2 for a wrong command. It checks what we
            publish, with a hash and our public key if you kept them, or a file that you kept:
          </p>
          <Command>{COMMANDS}</Command>
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
