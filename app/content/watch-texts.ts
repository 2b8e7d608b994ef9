// Watching a cask: a mail when it opens and before it closes.

export const watchTexts = {
  watch: "Watch",
  unwatch: "Stop watching",
  bell: (cask: string, watched: boolean) => (watched ? `Stop watching ${cask}` : `Watch ${cask}`),
  hint: "A mail when it opens, and three days before it closes.",
  hintOpen: "A mail three days before it closes.",
} as const;
