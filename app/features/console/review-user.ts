import type { Database } from "~/db/client";
import { together } from "~/db/work";
import type { Access } from "~/features/session/access";
import { readNamedBeneficiary } from "./read-beneficiary";
import { readUser } from "./read-user";

type Asked = { userId: string; auditId: string; access: Access; show: boolean };

/** One person for an operator. @param asked `show`: who the beneficiary is, too */
export const reviewUser = (db: Database, asked: Asked) =>
  together({
    beneficiary: readNamedBeneficiary(db, asked),
    review: readUser(db, { userId: asked.userId, nowMs: asked.access.nowMs }),
  });
