import { compactScript } from "~/ui/compact-script";

export const PROGRAM_PATH = "/verify-audit.mjs";

// Runs the public program over this site, or over one file that was kept, and shows what it says. The program is loaded beforehand, so
// that a kept file needs no network. Texts are in the forms' attributes.
export const checkScript = compactScript(`(() => {
  const at = (id) => document.getElementById(id);
  const fill = (text, values) => text.replace(/{(\\w+)}/g, (_, name) => values[name]);
  const load = () => import("${PROGRAM_PATH}");
  const show = (id, lines) => {
    at(id).textContent = lines.join("\\n");
    at(id).hidden = !lines[0];
  };
  const start = (form, progress, result, check) => {
    if (!form) return;
    const texts = form.dataset;
    const say = (text) => at(progress).textContent = text;
    form.hidden = false;
    form.onsubmit = async (event) => {
      event.preventDefault();
      show(result, []);
      say("");
      const button = form.querySelector("button");
      button.disabled = true;
      try {
        await check(form.elements, texts, say);
      } catch (error) {
        say(fill(texts.failed, { reason: error.message }));
      }
      button.disabled = false;
    };
  };
  start(at("check"), "progress", "result", async ({ head, days }, texts, say) => {
    const kept = head.value.trim();
    if (kept && !/^\\d{4}-\\d\\d-\\d\\d=[0-9a-f]{64}$/.test(kept)) return say(texts.wrong);
    const { verifyOrigin, linesOf } = await load();
    let told;
    const options = { heads: kept ? [kept.split("=")] : [], days: +days.value };
    const report = await verifyOrigin(location.origin, options, (read) => {
      say(told = fill(texts.progress, { ...read, kilobytes: Math.ceil(read.bytes / 1000) }));
    });
    say(told + " · " + (report.ok ? texts.pass : texts.fail));
    show("result", linesOf(report));
  });
  const form = at("kept");
  const { file } = form.elements;
  form.ondragover = (event) => event.preventDefault();
  form.ondrop = (event) => {
    event.preventDefault();
    file.files = event.dataTransfer.files;
    form.requestSubmit();
  };
  addEventListener("load", () => load().catch(() => {}));
  start(form, "kept-said", "kept-lines", async (_, texts, say) => {
    const [chosen] = file.files;
    if (!chosen) return say(texts.none);
    const { verifyFile } = await load();
    const { ok, means, lines } = await verifyFile(chosen.name, await chosen.arrayBuffer());
    say(ok ? [texts.pass, ...means].join("\\n") : texts.fail);
    show("kept-lines", lines);
  });
})();`);
