import { company } from "./company";
import {
  AUDIT_PATH,
  CANCEL_PATH,
  EVIDENCE_PATH,
  EXITS_PATH,
  FEES_PATH,
  PROOF_PATH,
  VERIFY_PATH,
  WAYS_OUT_PATH,
} from "./page-paths";

export const pageTitles = { verify: "Verify a certificate" } as const;

const titled = (title: string) => ({ title: `${title} · ${company.brand}` });

export const siteDescription = `${company.brand}: numbered stakes in casks of whisky, wine and rum, held in bonded warehouses. Capital at risk.`;

export const described = (title: string) => [titled(title), { name: "description", content: siteDescription }];

type Page = { path: string; title: string; description: string };

/** @param title in full, for the tab and a shared link */
export function publicPageMeta({ path, title: name, description }: Page, title = titled(name).title) {
  const url = `${company.siteUrl}${path}`;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:site_name", content: company.brand },
    { property: "og:type", content: "website" },
    { property: "og:url", content: url },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: `${company.siteUrl}${previewImage.path}` },
    { property: "og:image:width", content: String(previewImage.width) },
    { property: "og:image:height", content: String(previewImage.height) },
    { property: "og:image:alt", content: previewImage.alt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export const previewImage = {
  path: "/images/preview.png",
  width: 1200,
  height: 630,
  alt: `${company.brand}: stakes in whisky, wine and rum casks, held in bond. Capital at risk. 18+ only.`,
} as const;

export const publicPaths = [
  "/",
  "/create-account",
  FEES_PATH,
  AUDIT_PATH,
  VERIFY_PATH,
  PROOF_PATH,
  EVIDENCE_PATH,
  WAYS_OUT_PATH,
  EXITS_PATH,
  "/terms-and-conditions",
  "/privacy-policy",
  "/terms-of-service",
  "/refunds-cancellations",
  "/customer-support",
  CANCEL_PATH,
  "/accessibility",
  "/data",
  "/verify",
] as const;
