import type { CaskView } from "./cask-page";

/** A form of a cask's page, as it was sent. */
export type CaskForm = { caskId: string; fields: Record<string, unknown> };

/** What the form of a cask's page led to. */
export type CaskChange =
  /** The part of the cask's page to go on with. `query`: of a preview, which wrote nothing. `waits` for another operator. */
  { ok: true; view: CaskView; query?: Record<string, string>; waits?: boolean } | ({ ok: false } & RefusedChange);

export type RefusedChange = {
  status: 400 | 404 | 409;
  /** The part of the page that shows it. */
  view: CaskView;
  message: string | null;
  /** By the names of the form's fields. */
  errors: Record<string, string>;
  /** As it was sent, to be shown again. */
  typed: Record<string, string>;
};

type Refusal = {
  view: CaskView;
  message?: string;
  errors?: Partial<Record<string, string>>;
  typed?: Record<string, string>;
};

/** Nothing was written because of what was typed. */
export const mistyped = ({ view, message, errors = {}, typed = {} }: Refusal): CaskChange => ({
  ...{ ok: false, status: 400, view, message: message ?? null, typed },
  errors: Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ),
});

/** Nothing was written because of how things stand. */
export const refused = ({ view, message, typed = {} }: Refusal & { message: string }): CaskChange => ({
  ...{ ok: false, status: 409, view, message, errors: {}, typed },
});
