import { company } from "~/content/company";

const lines = [
  "User-agent: *",
  "Disallow: /api/",
  "Disallow: /certificates/",
  "Disallow: /webhooks/",
  "",
  `Sitemap: ${company.siteUrl}/sitemap.xml`,
  "",
];

export function loader() {
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
