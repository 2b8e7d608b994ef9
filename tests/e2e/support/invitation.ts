import type { HttpJourney } from "./http-journey";

/** The referral code of a signed-in user, as their share dialog has it. */
export async function invitationBy(journey: HttpJourney): Promise<string> {
  const { html } = await journey.visit("/wallet?tab=rewards&dialog=share");
  const code = /\/get-started\?ref=([A-Z0-9]+)/.exec(html)?.[1];
  if (!code) throw new Error("no link to share");
  return code;
}
