import { formatDollarFigure } from "~/domain/money";

// What a prerendered page says as of now. The file carries a mark, and the Worker writes the text over it.

/** The figures as the database has them. */
export type LiveFigures = { joiningFeeCents: number };

/** What stands in the files; no visitor ever sees one. */
export const liveMarks = { joiningFee: "{live:joining-fee}" } as const;

export type LiveTexts = Record<keyof typeof liveMarks, string>;

export const liveTexts = ({ joiningFeeCents }: LiveFigures): LiveTexts => ({
  joiningFee: `$${formatDollarFigure(joiningFeeCents)}`,
});
