export const papersTexts = {
  settings: "Statements",
  links: [{ href: "/my-data", label: "Download my data" }],
} as const;
