import type { Database } from "~/db/client";
import type { Work } from "~/db/work";
import { type OperatorAccess, type OperatorSession, operatorSession } from "~/core/session/guarded";
import { openSession } from "./open-session";

type Needs = { db: Database; nowMs: () => number };
type Options = { alive?: boolean };

/** A session of this user behind the guard, which turns away everyone but operators. @param alive false: it has ended */
export const openOperatorSession = (context: Needs, userId: string, options: Options = {}): OperatorSession =>
  operatorSession(context.db, openSession(context, userId, options));

/** One step of such a session. */
export const asOperator = async <T>(
  context: Needs,
  userId: string,
  make: (operator: OperatorAccess) => Work<T>,
  options: Options = {},
): Promise<T> => (await openOperatorSession(context, userId, options).write(make)).result;

/** The error of a step that the guard turned away. */
export const TURNED_AWAY =
  /an operator must be logged in|people outside the staff cannot do this|an operator must have a fresh code|readers cannot change anything/;
