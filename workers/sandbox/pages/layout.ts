import { sha256Base64 } from "../signing";
import { Html, html } from "./html";

const STYLES = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef1f4; color: #1b232c; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 24px 16px 48px; }
main.narrow { max-width: 375px; }
h1 { font-size: 24px; line-height: 1.2; margin: 0 0 16px; }
h2 { font-size: 18px; line-height: 1.3; margin: 32px 0 8px; }
p { margin: 0 0 12px; }
a { color: #1d4f91; }
.note { margin: 0 0 24px; padding: 8px 12px; border: 2px dashed #8a5a00; border-radius: 8px; background: #fff6e0; font-weight: 600; }
.error { margin: 0 0 16px; padding: 8px 12px; border-left: 4px solid #a3282b; background: #fff; color: #8a1d20; font-weight: 600; }
.card { margin: 0 0 16px; padding: 16px; border-radius: 12px; background: #fff; overflow-wrap: anywhere; }
.card h2 { margin-top: 0; }
.amount { margin: 0 0 4px; font-size: 32px; line-height: 1.2; font-weight: 700; font-variant-numeric: tabular-nums; }
.quiet { color: #4d5a68; font-size: 14px; }
.code { margin: 0 0 8px; font: 700 28px/1.2 ui-monospace, monospace; letter-spacing: 0.12em; }
pre { margin: 0; white-space: pre-wrap; font: 14px/1.5 ui-monospace, monospace; }
button { display: block; width: 100%; min-height: 48px; margin: 0 0 12px; padding: 10px 16px; border: 2px solid #1d4f91;
  border-radius: 12px; background: #fff; color: #1d4f91; font: inherit; font-weight: 600; cursor: pointer; }
button.primary { background: #1d4f91; color: #fff; }
:focus-visible { outline: 3px solid #c2570c; outline-offset: 2px; }
label { display: block; font-weight: 600; }
input { width: 100%; min-height: 48px; margin: 4px 0 12px; padding: 8px 12px; border: 2px solid #4d5a68; border-radius: 12px; font: inherit; }
ul { margin: 0 0 16px; padding-left: 20px; }
.card ul { margin-bottom: 12px; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 8px; margin: 0 0 12px; }
.row button { margin: 0; }
`;

/** In one piece, so that formatting the page cannot change what the hash covers. */
const STYLE_ELEMENT = new Html(`<style>${STYLES}</style>`);

type Page = { title: string; body: Html; status?: number; narrow?: boolean; refreshS?: number; formTargets?: string[] };

/** A page without scripts; its one style block is allowed by hash, its forms may only go where `formTargets` say. */
export async function page({
  title,
  body,
  status = 200,
  narrow = false,
  refreshS,
  formTargets = [],
}: Page): Promise<Response> {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refreshS === undefined ? "" : html`<meta http-equiv="refresh" content="${refreshS}" />`}
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main class="${narrow ? "narrow" : "wide"}">${body}</main>
      </body>
    </html> `;
  const formAction = ["'self'", ...new Set(formTargets)].join(" ");
  const policy = [
    "default-src 'none'",
    "img-src data:",
    `style-src 'sha256-${await sha256Base64(STYLES)}'`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(document.text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
