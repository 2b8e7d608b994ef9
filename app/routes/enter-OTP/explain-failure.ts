import { json, redirect } from "@remix-run/cloudflare";
import { loginMessages } from "~/content/login-messages";
import { messages } from "~/content/messages";
import type { LoginFailure } from "~/features/login/login-failure";
import { retryAfter } from "~/server/login-form";

/** The page again, saying what happened and the way on; without a login the landing page, which says that it is over. */
export function explainFailure(failure: LoginFailure, doing: "send" | "guess", nowMs: number) {
  const say = (alert: string, status: number, headers: Record<string, string> = {}) =>
    json({ alert }, { status, headers });
  switch (failure.code) {
    case "wrong-code":
      return say(
        failure.triesLeft > 0 ? messages.otpInvalid : `${messages.otpInvalid} ${loginMessages.wasLastTry}`,
        400,
      );
    case "expired-code":
      return say(loginMessages.codeExpired, 400);
    case "ended-code":
      return say(loginMessages.codeEnded, 400);
    case "too-many-tries":
      return say(loginMessages.triesUsedUp, 400);
    case "rejected":
      return say(doing === "send" ? loginMessages.addressRefused : messages.otpError, 400);
    case "suspended":
      return say(loginMessages.suspended, 403);
    case "too-many": {
      const waitMs = failure.retryAtMs - nowMs;
      const text = doing === "send" ? loginMessages.tooManySends : loginMessages.tooManyGuesses;
      return say(text(waitMs), 429, retryAfter(waitMs));
    }
    case "unavailable":
      return say(doing === "send" ? loginMessages.sendingFailed : messages.otpError, 503, retryAfter(60_000));
    case "no-flow":
      return redirect("/#session-expired", 303);
  }
}
