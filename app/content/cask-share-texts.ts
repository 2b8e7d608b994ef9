import { kindNames } from "./casks";
import { company } from "./company";
import { riskTexts } from "./risk-texts";

type Shared = { name: string; distillery: string; kind: keyof typeof kindNames };

// Sharing a cask: what the page says, what the picture shows, and what goes with it. Others see it: no price, count or date, and
// nothing about the person who shares.

export const caskShareTexts = {
  title: "Share this cask",
  lead: "Others see this picture and a link. Neither shows a price, what is left, or what you own.",
  invitation:
    "The link is your invitation: it names your referral code and nothing else about you. The text says that you may earn a reward.",
  alt: ({ name, distillery, kind }: Shared) =>
    `The picture: a drawing of the cask, ${name}, ${distillery}, ${kindNames[kind]}. ${riskTexts.short}`,
  brand: company.brand,
  origin: ({ distillery, kind }: Shared) => `${distillery} · ${kindNames[kind]}`,
  risk: riskTexts.short,
  button: "Share picture and link",
  without: "Share the link",
  yourLink: "Link",
  select: "Select the link to copy it.",
  copy: "Copy link",
  copied: "Copied",
  failed: "Your device could not share it. Copy the link instead.",
  /** @param rewarded the link is a referral link */
  text: ({ name, distillery }: Shared, rewarded: boolean) =>
    [
      `${name}, ${distillery}: a cask on ${company.brand}, where investors own stakes in casks.`,
      rewarded ? "I may earn a reward if you join with this link." : null,
      riskTexts.short,
    ]
      .filter((part) => part !== null)
      .join(" "),
} as const;
