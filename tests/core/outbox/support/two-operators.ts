import { expect } from "vitest";
import { roleStatements } from "~/core/ledger/role-statements";
import { correctName } from "~/areas/holdings/certificates/reissue-certificate";
import { run } from "../../../db/support/rows-in-states";
import type { TestContext } from "../../../support/context";
import { asOperator } from "../../../support/as-operator";
import { signIn } from "../../../support/people";
import { byId, type outboxOf } from "./caused-rows";

type Outbox = Pick<ReturnType<typeof outboxOf>, "causedBy" | "noticeRow" | "operators">;

/** A name is corrected, and a role is given and taken. */
export async function causeChanges(context: TestContext, { causedBy, noticeRow, operators }: Outbox): Promise<void> {
  const one = await signIn(context, { operator: true });
  const told = async (kind: "role-changed", id: string, more: string[] = []) =>
    byId([...(await operators()).map((each) => each.id), ...more].map((each) => noticeRow(kind, each, id)));

  const named = { userId: (await signIn(context)).userId, correctionId: "nam_a", reason: "r", replacements: [] };
  const holder = { fullName: "Asha Rao", onCertificate: "Asha Rao" };
  const corrected = await causedBy(() =>
    asOperator(context, one.userId, (operator) => correctName(context.db, { ...named, holder, operator })).then(
      () => undefined,
    ),
  );
  expect(corrected).toEqual([noticeRow("name-corrected", "nam_a", "0")]);

  const { email, userId } = await signIn(context);
  const change = (auditId: string, role: "operator" | "investor") => async () => {
    for (const statement of roleStatements({ auditId, email, role, nowMs: context.nowMs() })) await run(statement);
  };
  expect(await causedBy(change("r1", "operator"))).toEqual(await told("role-changed", "r1"));
  expect(await causedBy(change("r2", "investor"))).toEqual(await told("role-changed", "r2", [userId]));
}
