import type { CalendarDate } from "~/domain/calendar-date";
import { examineStatement, type Finding, type MatchedLine } from "~/domain/keepers/examine-statement";
import {
  type SignedStatement,
  signedText,
  type Statement,
  statementFile,
  whereChanged,
} from "~/domain/keepers/statement";
import { sha256Of } from "../../evidence/sent-file";
import type { Keeper, TakenStatement } from "../read-keeper";
import { readStatement, type ReadStatement } from "./read-statement";

/** A statement that may be taken, with what it was understood to say. */
export type Judged = {
  ok: true;
  id: string;
  file: string;
  publicKey: string;
  signed: SignedStatement;
  lines: MatchedLine[];
  findings: Finding[];
  /** It was taken before: its answer is the first one's. */
  isKnown: boolean;
};

export type StatementRefusal =
  | Extract<ReadStatement, { ok: false }>
  | {
      ok: false;
      code:
        "unknown-keeper" | "no-key" | "altered" | "replayed" | "retired-key" | "not-signed" | "in-future" | "not-newer";
      /** What the words about it name: a cask's number, a day, or the keeper that the statement names. */
      where: string;
    };

/**
 * Whether a statement may be taken: of this keeper, signed with its good key, unchanged since, and of a later day than the last.
 * @param keeper null: there is no such keeper
 */
export async function judgeStatement(
  text: string,
  keeper: Keeper | null,
  today: CalendarDate,
): Promise<Judged | StatementRefusal> {
  const read = readStatement(text);
  if (!read.ok) return read;
  const { signed } = read;
  const { statement, signature } = signed;
  const refused = (code: Exclude<StatementRefusal["code"], "nothing">, where = "") =>
    ({ ok: false, code, where }) as StatementRefusal;
  if (!keeper || statement.keeper !== keeper.id) return refused("unknown-keeper", statement.keeper);
  const good = keeper.keys.find(({ retiredAtMs }) => retiredAtMs === null);
  const file = statementFile(signed);
  const id = await sha256Of(new TextEncoder().encode(file));
  const last = keeper.handedIn[0];
  const known = keeper.handedIn.find((one) => one.id === id);
  if (known) return { ...takenBefore(known, keeper), file };
  const changed = changedSince(keeper.handedIn, signature, statement);
  if (changed) return refused(changed.code, changed.where);
  const signer = await signerOf(keeper, signed);
  if (!signer) return refused("not-signed");
  if (signer.retiredAtMs !== null) return refused("retired-key", signer.publicKey);
  if (!good) return refused("no-key");
  if (statement.date > today) return refused("in-future", statement.date);
  if (last && statement.date <= last.statedOn) return refused("not-newer", last.statedOn);
  const examined = examineStatement(statement, keeper.casks);
  return { ok: true, id, file, publicKey: good.publicKey, signed, ...examined, isKnown: false };
}

function takenBefore({ id, publicKey, signed, findings }: TakenStatement, { casks }: Keeper): Omit<Judged, "file"> {
  const { lines } = examineStatement(signed.statement, casks);
  return { ok: true, id, publicKey, signed, lines, findings, isKnown: true };
}

/** A signature that belongs to another statement of theirs: this one was made of that. */
function changedSince(taken: readonly TakenStatement[], signature: string, statement: Statement) {
  const original = taken.find(({ signed }) => signed.signature === signature);
  const changed = original && whereChanged(original.signed.statement, statement);
  if (!original || !changed) return null;
  return changed.field === "date"
    ? ({ code: "replayed", where: original.statedOn } as const)
    : ({ code: "altered", where: changed.number } as const);
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

/** Which of the keeper's keys signed it, the good one first; undefined: none of them. */
async function signerOf({ keys }: Keeper, { signature, statement }: SignedStatement) {
  const text = new TextEncoder().encode(signedText(statement));
  for (const key of keys.toReversed()) {
    const publicKey = await crypto.subtle.importKey("raw", bytesOf(key.publicKey), "Ed25519", false, ["verify"]);
    if (await crypto.subtle.verify("Ed25519", publicKey, bytesOf(signature), text)) return key;
  }
  return undefined;
}
