import type { SessionStorage } from "@remix-run/cloudflare";
import { type AuthenticateOptions, Strategy } from "remix-auth";
import * as z from "zod";
import { LoginStop } from "../login-failure";
import type { HeldFlow } from "../login-flow";
import type { LoginDeps } from "../login-deps";
import { giveTryBack, takeTry, useUpCode } from "../one-time-codes";

// The SMS vendor makes and verifies the code. The number and the vendor's request id come from our own rows, never from
// the browser; D1 decides tries and single use before and after the vendor is called.

const CODE_ID = "auth:code-id";

export class PhoneStrategy extends Strategy<true, { phone: string }> {
  override name = "phone";

  constructor(
    private readonly deps: LoginDeps,
    private readonly held: HeldFlow,
    onProven: () => Promise<void>,
  ) {
    super(async () => {
      held.proven = true;
      await onProven();
      return true;
    });
  }

  override async authenticate(
    request: Request,
    sessionStorage: SessionStorage,
    options: AuthenticateOptions,
  ): Promise<true> {
    const code = (await request.formData()).get("code");
    const session = await sessionStorage.getSession(request.headers.get("Cookie"));
    try {
      if (typeof code === "string") {
        await this.check(z.string().parse(session.get(CODE_ID)), code);
        return await this.verify({ phone: this.held.flow.address });
      }
      session.set(CODE_ID, await this.send());
    } catch (error) {
      const cause = error instanceof Error ? error : new Error("unknown failure");
      return this.failure(cause.message, request, sessionStorage, options, cause);
    }
    await sessionStorage.commitSession(session);
    return true;
  }

  /** A new request at the vendor each time, even when sending again: from then on the earlier request counts for nothing. */
  private async send(): Promise<string> {
    const { deps, held } = this;
    const { requestId } = await deps.phoneCodes.send(held.flow.address);
    const id = deps.newId("code");
    const addressHash = await deps.hash(`sms:${held.flow.address}`);
    held.newCode = { id, addressHash, channel: "sms", vendorRequestId: requestId, tries: held.tries };
    return id;
  }

  private async check(id: string, code: string): Promise<void> {
    const { db } = this.deps;
    const taken = await takeTry(db, id, this.held.attempt, this.deps.nowMs());
    if (!taken.ok) throw new LoginStop(taken.failure);
    if (!taken.vendorRequestId) throw new Error("an SMS code without a request id");
    let right: boolean;
    try {
      right = await this.deps.phoneCodes.verify(taken.vendorRequestId, code);
    } catch (error) {
      await giveTryBack(db, id);
      throw error;
    }
    if (!right) throw new LoginStop({ code: "wrong-code", triesLeft: taken.triesLeft });
    if (!(await useUpCode(db, id, this.held.attempt, this.deps.nowMs()))) throw new LoginStop({ code: "ended-code" });
  }
}
