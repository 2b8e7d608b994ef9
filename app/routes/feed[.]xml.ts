import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listNews } from "~/areas/proof/read-evidence";
import { company } from "~/content/company";
import { AUDIT_PATH, EVIDENCE_PATH, FEED_PATH } from "~/content/page-paths";
import { feedTexts } from "~/content/site-texts";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { minute: [] };

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Casks and audit days, newest first, as Atom (RFC 4287). One round trip, at most once a minute. */
export async function loader({ context: { db, nowMs } }: LoaderFunctionArgs) {
  const entries = await listNews(db);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${company.siteUrl}${FEED_PATH}</id>`,
    `<title>${feedTexts.title}</title>`,
    `<updated>${new Date(entries[0]?.atMs ?? nowMs()).toISOString()}</updated>`,
    `<author><name>${escaped(company.legalName)}</name></author>`,
    `<link rel="self" href="${company.siteUrl}${FEED_PATH}"/>`,
    ...entries.map(({ id, cask, atMs }) => {
      const url = `${company.siteUrl}${cask === null ? `${AUDIT_PATH}/${id}` : `${EVIDENCE_PATH}?cask=${id}`}`;
      const title = cask === null ? feedTexts.audit(id) : feedTexts.cask(cask);
      const updated = new Date(atMs).toISOString();
      return `<entry><id>${url}</id><title>${escaped(title)}</title><updated>${updated}</updated><link href="${url}"/></entry>`;
    }),
    "</feed>",
    "",
  ];
  return new Response(xml.join("\n"), { headers: { "Content-Type": "application/atom+xml; charset=utf-8" } });
}
