import * as z from "zod";
import type { Database } from "~/db/client";
import { mapWork, type Work } from "~/db/work";
import type { DecideRefusal } from "~/core/proposals/change";
import type { OperatorAccess } from "~/core/session/guarded";
import { confirmMerger, type MergerProposed, proposeMerger } from "~/areas/holdings/merging/propose-merger";
import { findAccount } from "~/areas/holdings/merging/read-merger";
import { stopMergerOf } from "~/areas/holdings/merging/stop-merger";

// What an operator may do about two accounts of one person, from the page of the one that stays.

export const mergerSchemas = [
  z.object({ intent: z.literal("find-account"), other_account: z.string().trim().min(1).max(120) }),
  z.object({
    intent: z.literal("merge"),
    other: z.string().min(1).max(60),
    documents_seen: z.literal("yes").optional().catch(undefined),
    merge_reason: z.string().trim().min(1).max(200),
  }),
  z.object({ intent: z.literal("stop-merger"), merger: z.string().min(1).max(60) }),
] as const;

export type MergerAsked = z.infer<(typeof mergerSchemas)[number]>;

export const isAboutMerger = (asked: { intent: string }): asked is MergerAsked =>
  mergerSchemas.some(({ shape }) => shape.intent.value === asked.intent);

type By = { userId: string; operator: OperatorAccess };
type Acting = { ids: { proposal: string; merger: string; stopToken: string }; asked: MergerAsked };

/** `other`: the account that was named, of which the page shows what would move. */
export type MergerOutcome = MergerProposed | { ok: true; other: string } | { ok: false; code: DecideRefusal };

export function actOnMerger(db: Database, { userId, operator }: By, { ids, asked }: Acting): Work<MergerOutcome> {
  if (asked.intent === "find-account")
    return mapWork(findAccount(db, asked.other_account), (other): MergerOutcome =>
      other === null ? { ok: false, code: "no-such-account" } : { ok: true, other },
    );
  if (asked.intent === "stop-merger")
    return mapWork(stopMergerOf(db, { userId, operator, mergerId: asked.merger }), (stopped): MergerOutcome =>
      stopped ? { ok: true } : { ok: false, code: "decided-otherwise" },
    );
  const { proposal: proposalId, merger: mergerId, stopToken } = ids;
  return proposeMerger(db, {
    into: userId,
    from: asked.other,
    documentsSeen: asked.documents_seen === "yes",
    reason: asked.merge_reason,
    ...{ proposalId, mergerId, stopToken, operator },
  });
}

export const confirmMergerOf = (
  db: Database,
  { userId, operator }: By,
  asked: { merger: string; proposalId: string | null },
) => confirmMerger(db, { into: userId, mergerId: asked.merger, proposalId: asked.proposalId, operator });
