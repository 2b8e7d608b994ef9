import type * as z from "zod";
import { fieldTexts } from "~/content/api-texts";

// Says in our words what is wrong with a field. A message of the schema's own takes precedence.

type Placed = { path?: PropertyKey[] | undefined };

export const nameOf = ({ path = [] }: Placed): string => path.map(String).join(".");

/** The message of a rule in a schema; the text names the field, wherever the schema is used. */
export const named = (text: (name: string) => string) => ({ error: (issue: Placed) => text(nameOf(issue)) });

export function explainIssue(issue: z.core.$ZodRawIssue): string {
  const name = nameOf(issue);
  if (issue.input === undefined) return fieldTexts.missing(name);
  switch (issue.code) {
    case "invalid_type":
      return fieldTexts.otherKind(name, issue.expected);
    case "invalid_value":
      return fieldTexts.otherValue(name, issue.values);
    case "too_small":
      if (issue.exact) return fieldTexts.otherLength(name, Number(issue.minimum));
      return fieldTexts.tooSmall(name, {
        of: issue.origin,
        least: Number(issue.minimum),
        itself: issue.inclusive ?? true,
      });
    case "too_big":
      if (issue.exact) return fieldTexts.otherLength(name, Number(issue.maximum));
      return fieldTexts.tooBig(name, { of: issue.origin, most: Number(issue.maximum) });
    default:
      return fieldTexts.wrong(name);
  }
}
