export const verifyTexts = {
  heads: {
    valid: { look: "gain", title: "This certificate is valid", text: "We issued it, and it is still valid." },
    void: {
      look: "error",
      title: "This certificate is no longer valid",
      text: "We issued it, but it no longer proves ownership.",
    },
    replaced: {
      look: "error",
      title: "This certificate was replaced",
      text: "We issued it, and a newer certificate of the same stake has taken its place. Ask for that one.",
    },
    resold: {
      look: "error",
      title: "This stake has been resold",
      text: "We issued this certificate. Its holder has since sold the stake to another investor, who has a certificate of their own.",
    },
    ended: {
      look: "unknown",
      title: "This stake has ended",
      text: "We issued this certificate. The whole cask has since been sold, and every holder was paid for their stakes.",
    },
    unknown: {
      look: "unknown",
      title: "We do not know this code",
      text: "No certificate has this code. Compare it with the certificate, group by group, and try again.",
    },
  },
  stakeOf: (number: number, total: number) => `${number} of ${total}`,
  since: { void: "Not valid since", replaced: "Not valid since", ended: "Sold on", resold: "Resold on" },
} as const;
