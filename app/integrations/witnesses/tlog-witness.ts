import { type WitnessAnswer, type WitnessCaller, WitnessError } from "./port";

// Witnesses over HTTP, as C2SP tlog-witness has it.

const TIMEOUT_MS = 10_000;
/** A checkpoint with a few signatures has a thousand. */
const MOST_BYTES = 20_000;

type NotTaken = Extract<WitnessAnswer, { says: "not-taken" }>["code"];
const NOT_TAKEN: Partial<Record<number, NotTaken>> = {
  400: "not-understood",
  403: "key-not-known",
  404: "log-not-known",
  405: "log-not-known",
};

export function createWitnessCaller({ fetch: call }: { fetch: typeof fetch }): WitnessCaller {
  async function ask(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
    try {
      const answer = await call(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await answer.text();
      if (text.length > MOST_BYTES) throw new WitnessError("its answer is too long");
      return { status: answer.status, text };
    } catch (error) {
      throw error instanceof WitnessError ? error : new WitnessError("cannot be reached");
    }
  }
  return {
    async addCheckpoint(address, body) {
      const { status, text } = await ask(`${address}/add-checkpoint`, { method: "POST", body });
      if (status === 200) return { says: "signed", lines: text };
      const [, digits] = /^(0|[1-9]\d{0,14})\n$/.exec(text) ?? [];
      if (status === 409 && digits !== undefined) return { says: "other-size", size: Number(digits) };
      if (status === 422) return { says: "fork" };
      const code = NOT_TAKEN[status];
      if (code === undefined) throw new WitnessError(`answers ${status}`);
      return { says: "not-taken", code };
    },
    async readCheckpoint(address, originHash) {
      const { status, text } = await ask(`${address}/${originHash}/checkpoint`, { method: "GET" });
      if (status === 404) return null;
      if (status !== 200) throw new WitnessError(`answers ${status}`);
      return text;
    },
  };
}
