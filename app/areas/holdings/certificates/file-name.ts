/** Letters of the cask's name that a file name has room for: percent-encoded, they stay far below what a header may have. */
const MOST = 60;

/** What is left of a name when it may only have these letters, digits and single hyphens. */
function slug(text: string, others: RegExp): string {
  const whole = text.toLowerCase().replace(others, "-").replace(/^-+/, "");
  return [...whole].slice(0, MOST).join("").replace(/-+$/, "");
}

/**
 * A Content-Disposition for the file, which is called after cask and stake: 'dunnage-loch-ardel-hogshead-stake-3.pdf'. The
 * plain name is ASCII (RFC 6266); the extended one keeps the letters of the cask's name, percent-encoded (RFC 8187).
 */
export function certificateDisposition(caskName: string, stakeNumber: number): string {
  const plain = slug(caskName.normalize("NFKD").replace(/\p{M}/gu, ""), /[^a-z0-9]+/g);
  const whole = slug(caskName.normalize("NFC"), /[^\p{L}\p{M}\p{N}]+/gu);
  const nameOf = (cask: string) => ["dunnage", cask, "stake", stakeNumber].filter((part) => part !== "").join("-");
  return `inline; filename="${nameOf(plain)}.pdf"; filename*=UTF-8''${encodeURIComponent(`${nameOf(whole)}.pdf`)}`;
}
