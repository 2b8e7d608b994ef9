// Watching a cask: a mail when it opens and before it closes.

export const watchTexts = {
  bell: (cask: string, watched: boolean) => (watched ? `Stop watching ${cask}` : `Watch ${cask}`),
} as const;
