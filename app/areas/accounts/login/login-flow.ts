import { createSessionStorage } from "@remix-run/cloudflare";
import { eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { loginCodes, loginFlows } from "~/db/schema/people";
import { mapWork, row, runWork, type Statement, type Work, writes } from "~/db/work";
import type { LoginDeps } from "./login-deps";
import { loginGoalSchema } from "./login-goals";
import { keepCode, type NewCode, type SeenCode, TRIES_PER_CODE } from "./one-time-codes";

// The ciphertext that remix-auth-otp makes of the code is sealed with the browser's random id, so D1 and the code secret cannot open it
// alone.

export const FLOW_LIFE_MS = 15 * 60_000;

export const LOGIN_MODES = ["sign-up", "login"] as const;
const PURPOSES = ["sign-in", "confirm", "new-address"] as const;

const flowSchema = z.object({
  channel: z.enum(["email", "sms"]),
  address: z.string(),
  mode: z.enum(LOGIN_MODES),
  ref: z.string().nullable(),
  goal: loginGoalSchema,
  purpose: z.enum(PURPOSES).default("sign-in"),
  userId: z.string().nullable().default(null),
  sentAtMs: z.number(),
  sends: z.number(),
  counted: z.array(z.string()).default([]),
  askKey: z.string().nullable().default(null),
});
const dataSchema = z.looseObject({ flow: flowSchema });

export type LoginFlow = z.infer<typeof flowSchema>;

export type HeldFlow = {
  id: string;
  idHash: string;
  flow: LoginFlow;
  data: Record<string, unknown> | null;
  code: SeenCode | null;
  attempt: string | null;
  newCode: NewCode | null;
  tries: number;
  alongWithCode: Statement[];
  triesLeft: number;
  proven: boolean;
};

export type FoundFlow = { state: "live" | "ended" | "late"; held: HeldFlow };

const hold = (id: string, idHash: string, flow: LoginFlow, found: Pick<HeldFlow, "data" | "code">): HeldFlow => ({
  id,
  idHash,
  flow,
  ...found,
  attempt: null,
  newCode: null,
  tries: TRIES_PER_CODE,
  alongWithCode: [],
  triesLeft: 0,
  proven: false,
});

const hashOf = (deps: Pick<LoginDeps, "hash">, id: string) => deps.hash(`flow:${id}`);

export async function newFlow(deps: Pick<LoginDeps, "hash">, id: string, flow: LoginFlow): Promise<HeldFlow> {
  return hold(id, await hashOf(deps, id), flow, { data: null, code: null });
}

type LoginFlowDeps = Pick<LoginDeps, "db" | "hash" | "nowMs">;

export async function flowWork(deps: LoginFlowDeps, id: string): Promise<Work<FoundFlow | null>> {
  const idHash = await hashOf(deps, id);
  const query = deps.db
    .select({
      data: loginFlows.data,
      endedAtMs: loginFlows.endedAtMs,
      expiresAtMs: loginFlows.expiresAtMs,
      code: {
        id: loginCodes.id,
        attempts: loginCodes.attempts,
        lastTry: loginCodes.lastTry,
        lastTryAtMs: loginCodes.lastTryAtMs,
        lastTryWrong: loginCodes.lastTryWrong,
        usedBy: loginCodes.usedBy,
        usedAtMs: loginCodes.usedAtMs,
      },
    })
    .from(loginFlows)
    .leftJoin(loginCodes, eq(loginCodes.id, loginFlows.codeId))
    .where(eq(loginFlows.idHash, idHash));
  return mapWork(row(query), (found) => {
    if (!found) return null;
    const data = dataSchema.parse(JSON.parse(found.data));
    const held = hold(id, idHash, data.flow, { data, code: found.code });
    const late = found.expiresAtMs <= deps.nowMs();
    return { state: found.endedAtMs !== null ? "ended" : late ? "late" : "live", held };
  });
}

export async function isFlow(deps: Pick<LoginDeps, "hash">, id: string): Promise<SQL> {
  return sql`EXISTS (SELECT 1 FROM login_flows WHERE id_hash = ${await hashOf(deps, id)})`;
}

export async function findFlow(deps: LoginFlowDeps, id: string | null): Promise<FoundFlow | null> {
  return id ? runWork(deps.db, await flowWork(deps, id)) : null;
}

export function flowStorage(deps: LoginDeps, held: HeldFlow) {
  const keep = async (data: Record<string, unknown>) => {
    if (held.proven) return;
    if (!held.newCode) throw new Error("a flow is kept only together with its code");
    const { db } = deps;
    const nowMs = deps.nowMs();
    const row = {
      data: JSON.stringify({ ...data, flow: held.flow }),
      expiresAtMs: nowMs + FLOW_LIFE_MS,
      codeId: held.newCode.id,
    };
    const storeFlow = held.data
      ? db.update(loginFlows).set(row).where(eq(loginFlows.idHash, held.idHash))
      : db.insert(loginFlows).values({ idHash: held.idHash, ...row });
    await runWork(
      db,
      writes(...keepCode(db, held.newCode, held.code?.id ?? null, nowMs), storeFlow, ...held.alongWithCode),
    );
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
      await runWork(deps.db, writes(endFlow(deps.db, held.idHash, deps.nowMs())));
    },
  });
}

export function endFlow(db: Database, idHash: string, nowMs: number) {
  return db.update(loginFlows).set({ endedAtMs: nowMs }).where(eq(loginFlows.idHash, idHash));
}
