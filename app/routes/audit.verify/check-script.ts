import { compactScript } from "~/ui/compact-script";

export const PROGRAM_PATH = "/verify-audit.mjs";

// Runs the public program over this site, and shows what it says. Its texts are in the form's attributes.
export const checkScript = compactScript(`(() => {
  const form = document.getElementById("check");
  const at = (id) => document.getElementById(id);
  const fill = (text, values) => text.replace(/{(\\w+)}/g, (_, name) => values[name]);
  if (!form) return;
  form.hidden = false;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const head = form.elements.head.value.trim();
    const wrong = head && !/^\\d{4}-\\d\\d-\\d\\d=[0-9a-f]{64}$/.test(head);
    at("result").hidden = true;
    at("progress").textContent = wrong ? form.dataset.wrong : "";
    if (wrong) return;
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const { verifyOrigin, linesOf } = await import("${PROGRAM_PATH}");
      const options = { heads: head ? [head.split("=")] : [], days: Number(form.elements.days.value) };
      const report = await verifyOrigin(location.origin, options, (read) => {
        at("progress").textContent = fill(form.dataset.progress, { ...read, kilobytes: Math.ceil(read.bytes / 1000) });
      });
      at("progress").textContent += " · " + (report.ok ? form.dataset.pass : form.dataset.fail);
      at("result").textContent = linesOf(report).join("\\n");
      at("result").hidden = false;
    } catch (error) {
      at("progress").textContent = fill(form.dataset.failed, { reason: error.message });
    }
    button.disabled = false;
  };
})();`);
