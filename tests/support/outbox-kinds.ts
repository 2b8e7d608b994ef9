import page from "../../docs/architecture.md?raw";

const quotedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = ""]) => quoted);

/** The table of docs/architecture.md: what causes each kind of work, who does it, and how urgent it is. */
export const outboxKinds = Object.fromEntries(
  [...page.matchAll(/^\| (`[^|]*) \| `([a-z-]+):[^`]*` \| `([^`]+)` \| (urgent|normal) \|$/gm)].map(
    ([, causes = "", start = "", handler = "", urgency]) => {
      const names = quotedIn(causes);
      const statements = names.filter((name) => name.includes("/"));
      const triggers = names.filter((name) => !name.includes("/"));
      return [start, { ...(triggers.length > 0 && { triggers }), statements, handler, urgent: urgency === "urgent" }];
    },
  ),
);
