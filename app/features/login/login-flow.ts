import { createSessionStorage } from "@remix-run/cloudflare";
import { and, eq, gt } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { loginFlows } from "~/db/schema/people";
import { runWork, writes } from "~/db/work";
import type { LoginDeps } from "./login-deps";
import { LOGIN_GOALS } from "./login-goals";
import { keepCode, type NewCode } from "./one-time-codes";

// A login in progress, between sending a code and verifying it. The browser holds a random id; D1 holds its HMAC and the rest.
// The ciphertext that remix-auth-otp makes of the code is sealed with that id, so D1 and the code secret cannot open it alone.

export const FLOW_LIFE_MS = 15 * 60_000;

export const LOGIN_MODES = ["sign-up", "login"] as const;

const flowSchema = z.object({
  channel: z.enum(["email", "sms"]),
  address: z.string(),
  mode: z.enum(LOGIN_MODES),
  ref: z.string().nullable(),
  goal: z.enum(LOGIN_GOALS),
  sentAtMs: z.number(),
  sends: z.number(),
});
const dataSchema = z.looseObject({ flow: flowSchema });

export type LoginFlow = z.infer<typeof flowSchema>;

/** The flow during one request. `data` is what remix-auth stores in it; null for a new flow. */
export type HeldFlow = {
  id: string;
  idHash: string;
  flow: LoginFlow;
  data: Record<string, unknown> | null;
  /** Set by the strategy that sent a code: the code to store with the flow. */
  newCode: NewCode | null;
  triesLeft: number;
  /** The code was correct: the flow is over, and nothing more is written. */
  proven: boolean;
};

const hold = (id: string, idHash: string, flow: LoginFlow, data: HeldFlow["data"]): HeldFlow => ({
  id,
  idHash,
  flow,
  data,
  newCode: null,
  triesLeft: 0,
  proven: false,
});

const hashOf = (deps: Pick<LoginDeps, "hash">, id: string) => deps.hash(`flow:${id}`);

export async function newFlow(deps: Pick<LoginDeps, "hash" | "newSecretId">, flow: LoginFlow): Promise<HeldFlow> {
  const id = deps.newSecretId();
  return hold(id, await hashOf(deps, id), flow, null);
}

/** One round trip. */
export async function openFlow(
  deps: Pick<LoginDeps, "db" | "hash" | "nowMs">,
  id: string | null,
): Promise<HeldFlow | null> {
  if (!id) return null;
  const idHash = await hashOf(deps, id);
  const [row] = await deps.db
    .select({ data: loginFlows.data })
    .from(loginFlows)
    .where(and(eq(loginFlows.idHash, idHash), gt(loginFlows.expiresAtMs, deps.nowMs())));
  if (!row) return null;
  const data = dataSchema.parse(JSON.parse(row.data));
  return hold(id, idHash, data.flow, data);
}

/** remix-auth's session storage for this one flow. A new code goes into D1 in the same batch as the flow that can verify it. */
export function flowStorage(deps: LoginDeps, held: HeldFlow) {
  const keep = async (data: Record<string, unknown>) => {
    if (held.proven) return;
    if (!held.newCode) throw new Error("a flow is kept only together with its code");
    const { db } = deps;
    const nowMs = deps.nowMs();
    const row = { data: JSON.stringify({ ...data, flow: held.flow }), expiresAtMs: nowMs + FLOW_LIFE_MS };
    const keepFlow = held.data
      ? db.update(loginFlows).set(row).where(eq(loginFlows.idHash, held.idHash))
      : db.insert(loginFlows).values({ idHash: held.idHash, ...row });
    await runWork(db, writes(...keepCode(db, held.newCode, nowMs), keepFlow));
  };
  return createSessionStorage({
    cookie: deps.flowCookie,
    createData: async (data) => {
      await keep(data);
      return held.id;
    },
    readData: async (id) => (id === held.id ? held.data : null),
    updateData: async (_id, data) => keep(data),
    deleteData: async () => {
      await forgetFlow(deps.db, held.idHash);
    },
  });
}

/** The statement that ends a flow, whatever its outcome. */
export function forgetFlow(db: Database, idHash: string) {
  return db.delete(loginFlows).where(eq(loginFlows.idHash, idHash));
}
