import { compactScript } from "~/ui/compact-script";

export const PROGRAM_PATH = "/verify-audit.mjs";

// Runs the public program over this site, or over one file that was kept, and shows what it says. The program and the keys are loaded
// beforehand, so that a kept file needs no network; a browser that knows no such keys checks without, as does everyone before the first audit. Texts are in the forms' attributes.
export const checkScript = compactScript(`(() => {
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
    const texts = form.dataset;
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
        await check(form.elements, texts, say);
      } catch (error) {
        say(texts.failed.replace("{reason}", error.message));
      }
      button.disabled = false;
    };
    return form;
  };
  start("check", async ({ head }, texts, say) => {
    const kept = head.value.trim();
    if (kept && !/^\\d{4}-\\d\\d-\\d\\d=[0-9a-f]{64}$/.test(kept)) return say(texts.wrong);
    const { verifyOrigin } = await load();
    let [files, told] = [0, ""];
    const get = (...what) => {
      say(told = texts.progress.replace("{files}", ++files));
      return fetch(...what);
    };
    const { ok, lines } = await verifyOrigin(location.origin, {
      heads: kept ? [kept.split("=")] : [],
      days: kept ? 0 : 1,
      keys: await asked,
      get,
    });
    say(told + " · " + (ok ? texts.pass : texts.fail), lines);
  });
  const form = start("kept", async ({ file }, texts, say) => {
    const [chosen] = file.files;
    if (!chosen) return say(texts.none);
    const { verifyFile } = await load();
    const { ok, lines } = await verifyFile(chosen.name, await chosen.arrayBuffer(), await asked);
    say(ok ? texts.pass : texts.fail, lines);
  });
  form.ondragover = (event) => event.preventDefault();
  form.ondrop = (event) => {
    event.preventDefault();
    form.elements.file.files = event.dataTransfer.files;
    form.requestSubmit();
  };
  addEventListener("load", () => load().catch(() => {}));
})();`);
