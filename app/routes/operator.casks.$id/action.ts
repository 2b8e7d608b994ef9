import { bidRefusals } from "~/content/console-bid-texts";
import { caskPageTexts, caskStateErrors, saleRefusals, valueTexts } from "~/content/console-cask-texts";
import { proposalErrors } from "~/content/proposal-texts";
import { dateOf } from "~/domain/calendar-date";
import { CASK_FIELDS } from "~/areas/casks/cask-form";
import { publishCask, readCaskState, withdrawCask } from "~/areas/casks/change-state";
import { confirmValuation, valuedSubject } from "~/areas/casks/propose-valuation";
import { addEvidence } from "~/areas/casks/evidence/add-evidence";
import { confirmExit, latestExitId, withdrawExit } from "~/areas/casks/exits/confirm-exit";
import { EXIT_FIELDS, previewExit, proposeExit, readExitForm } from "~/areas/casks/exits/propose-exit";
import { recordGauge } from "~/areas/casks/record-gauge";
import { previewValuation, recordValuation } from "~/areas/casks/record-valuation";
import { saveCask } from "~/areas/casks/save-cask";
import { asTyped } from "~/areas/casks/typed-values";
import type { CaskPage, CaskView } from "~/areas/console/cask-page";
import { draftBid } from "~/areas/market/draft-bid";
import { publishBid, withdrawBid } from "~/areas/market/publish-bid";
import { latestBidId } from "~/areas/market/read-bid";
import { withdrawChange } from "~/core/proposals/change";
import type { OperatorSession } from "~/core/session/guarded";
import type { RequestContext } from "~/server/context";
import { type FormOutcome, type RefusedForm, refusedForm } from "~/server/refused-form";

// At most two round trips; the same form twice has the outcome of the first.

type Sent = {
  context: RequestContext;
  session: OperatorSession;
  caskId: string;
  fields: Record<string, unknown>;
  bytes: Uint8Array<ArrayBuffer> | null;
};

/** `query`: of a preview, which wrote nothing. */
type Outcome = { ok: true; waits?: boolean; query?: Record<string, string> } | ({ ok: false } & FormOutcome);

type Form = {
  view: CaskView;
  messages: Readonly<Record<string, string>>;
  kept?: readonly string[];
  run: (sent: Sent) => Promise<Outcome>;
};

const idIn = (value: unknown): string | null =>
  typeof value === "string" && /^[a-z0-9_-]{1,60}$/i.test(value) ? value : null;
const versionIn = ({ version }: Record<string, unknown>): number | null =>
  typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : null;

/** A form that does not say takes the cask as it is. */
async function stateOf({ context, session, caskId, fields }: Sent) {
  const shown = versionIn(fields);
  if (shown !== null) return { caskId, version: shown };
  const { result } = await session.read(() => readCaskState(context.db, caskId));
  return { caskId, version: result?.version ?? 0 };
}

async function saveTerms({ context, session, caskId, fields }: Sent): Promise<Outcome> {
  const version = versionIn(fields);
  const outcome = await saveCask(context, session, { caskId, version, fields });
  if (outcome.ok) return outcome;
  const shown = outcome.code === "changed-meanwhile" ? outcome.version : (version ?? "");
  const typed = "typed" in outcome ? outcome.typed : asTyped(fields, CASK_FIELDS);
  return { ...outcome, typed: { ...typed, version: String(shown) } };
}

const VALUE_FIELDS = ["valued_on", "value_per_stake", "tier", "method", "source", "author", "reason", "supersedes"];

/** Without `step=save` what was typed goes into the address of its preview, where every figure is calculated again. */
async function value({ context, session, caskId, fields }: Sent): Promise<Outcome> {
  const asked = { caskId, supersedesId: idIn(fields.supersedes), fields };
  if (fields.step !== "save") {
    const preview = await previewValuation(context, session, asked);
    return preview.ok ? { ok: true, query: asTyped(fields, VALUE_FIELDS) } : preview;
  }
  const valuationId = idIn(fields.valuation) ?? context.newId("val");
  return recordValuation(context, session, { ...asked, valuationId });
}

/** Without permission the request is refused before the figures are read. */
async function withSale(
  sent: Sent,
  go: (form: Extract<ReturnType<typeof readExitForm>, { ok: true }>) => Promise<Outcome>,
): Promise<Outcome> {
  const form = readExitForm(sent.fields, dateOf(sent.context.nowMs()));
  if (form.ok) return go(form);
  await sent.session.read(() => latestExitId(sent.context.db, sent.caskId));
  return form;
}

/** The latest proposal, so that what is asked twice is asked about the same one. */
const exitOf = async ({ context, session, caskId, fields }: Sent) =>
  idIn(fields.exit) ?? (await session.read(() => latestExitId(context.db, caskId))).result ?? "";

type DecideBid = typeof publishBid | typeof withdrawBid;
const decideBid =
  (decide: DecideBid) =>
  async ({ context, session, caskId, fields }: Sent): Promise<Outcome> => {
    const bidId = idIn(fields.bid) ?? (await session.read(() => latestBidId(context.db, caskId))).result;
    return bidId === null ? { ok: false, code: "no-such-bid" } : decide(context, session, { caskId, bidId });
  };

const state = { view: "cask", messages: caskStateErrors } as const;
const valuing = {
  view: "value",
  messages: { ...proposalErrors, ...caskStateErrors, "no-such-cask": valueTexts.notOnOffer },
  kept: VALUE_FIELDS,
} as const;
const deciding = {
  ...valuing,
  messages: { ...proposalErrors, "no-such-cask": valueTexts.notOnOffer },
  kept: [],
} as const;
const bidding = { view: "bid", messages: bidRefusals } as const;
const selling = { view: "sell", messages: saleRefusals, kept: EXIT_FIELDS } as const;

const FORMS: Record<string, Form> = {
  save: { view: "cask", messages: { "changed-meanwhile": caskPageTexts.changedMeanwhile }, run: saveTerms },
  publish: { ...state, run: async (sent) => publishCask(sent.context, sent.session, await stateOf(sent)) },
  withdraw: { ...state, run: async (sent) => withdrawCask(sent.context, sent.session, await stateOf(sent)) },
  value: { ...valuing, run: value },
  "confirm-value": {
    ...deciding,
    run: ({ context, session, caskId, fields }) =>
      confirmValuation(context, session, {
        caskId,
        fields,
        proposalId: idIn(fields.proposal),
        supersedesId: idIn(fields.supersedes),
      }),
  },
  "cancel-value": {
    ...deciding,
    run: async ({ context, session, caskId, fields }) =>
      (
        await session.write((operator) =>
          withdrawChange(context.db, { subject: valuedSubject(caskId), proposalId: idIn(fields.proposal), operator }),
        )
      ).result,
  },
  gauge: {
    view: "gauge",
    messages: caskStateErrors,
    run: ({ context, session, caskId, fields }) =>
      recordGauge(context, session, { gaugeId: idIn(fields.gauge) ?? context.newId("gau"), caskId, fields }),
  },
  evidence: {
    view: "evidence",
    messages: caskStateErrors,
    kept: ["supersedes"],
    run: ({ context, session, caskId, fields, bytes }) =>
      addEvidence(context, session, {
        evidenceId: idIn(fields.document) ?? context.newId("evd"),
        supersedesId: idIn(fields.supersedes),
        caskId,
        fields,
        bytes,
      }),
  },
  bid: {
    ...bidding,
    run: async ({ context, session, caskId, fields, bytes }) => {
      const bidId = idIn(fields.bid) ?? context.newId("bid");
      const outcome = await draftBid(context, session, { bidId, caskId, fields, bytes });
      return outcome.ok ? { ok: true, waits: true } : outcome;
    },
  },
  "confirm-bid": { ...bidding, run: decideBid(publishBid) },
  "withdraw-bid": { ...bidding, run: decideBid(withdrawBid) },
  sell: {
    ...selling,
    run: (sent) =>
      withSale(sent, async ({ terms }) => {
        const preview = await previewExit(sent.context, sent.session, { caskId: sent.caskId, terms });
        const query = asTyped(sent.fields, ["sold_on", "buyer_kind", "gross", "fees"]);
        return preview.ok ? { ok: true, query } : preview;
      }),
  },
  propose: {
    ...selling,
    run: (sent) =>
      withSale(sent, async ({ terms, netPerStakeCents }) => {
        const asked = { caskId: sent.caskId, terms, netPerStakeCents: netPerStakeCents ?? -1 };
        const outcome = await proposeExit(sent.context, sent.session, asked);
        return outcome.ok ? { ok: true, waits: true } : outcome;
      }),
  },
  confirm: {
    ...selling,
    run: (sent) =>
      withSale(sent, async ({ terms, netPerStakeCents }) => {
        const asked = { exitId: await exitOf(sent), terms, netPerStakeCents: netPerStakeCents ?? -1 };
        return confirmExit(sent.context, sent.session, asked);
      }),
  },
  cancel: { ...selling, run: async (sent) => withdrawExit(sent.context, sent.session, { exitId: await exitOf(sent) }) },
};

export type RefusedCask = RefusedForm & { view: CaskView };
export type PartProps = {
  fields: Record<string, string>;
  viewerId: string;
  page: CaskPage;
  /** The same for the same form, so that sent twice it creates one. */
  newId: string;
  refused: Omit<RefusedCask, "status"> | null;
  href: string;
  mayChange: boolean;
  typed: Record<string, string>;
  errors: Record<string, string>;
};

type Answer =
  { ok: true; view: CaskView; waits?: boolean; query?: Record<string, string> } | ({ ok: false } & RefusedCask);

export async function sendCaskForm(sent: Sent): Promise<Answer> {
  const { intent } = sent.fields;
  const form = typeof intent === "string" && Object.hasOwn(FORMS, intent) ? FORMS[intent] : undefined;
  if (!form) {
    await sent.session.read(() => readCaskState(sent.context.db, sent.caskId));
    return { ok: false, view: "cask", ...refusedForm({ code: "unknown" }, caskStateErrors), status: 400 };
  }
  const { view, messages, kept = [], run } = form;
  const outcome = await run(sent);
  if (outcome.ok) return { ...outcome, view };
  return { ok: false, view, ...refusedForm(outcome, messages, asTyped(sent.fields, kept)) };
}
