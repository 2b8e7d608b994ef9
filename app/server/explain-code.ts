import { loginMessages, messages } from "~/content/messages";
import type { LoginFailure } from "~/areas/accounts/login/login-deps";
import { retryAfter } from "./login-form";

export type CodeRefusal = { text: string; status: number; headers: Record<string, string> };

export function explainCode(failure: LoginFailure, doing: "send" | "guess", nowMs: number): CodeRefusal {
  const say = (text: string, status: number, headers: Record<string, string> = {}) => ({ text, status, headers });
  switch (failure.code) {
    case "wrong-code":
      return say(
        failure.triesLeft > 0
          ? messages.otpInvalid
          : `${messages.otpInvalid} That was the last try for this code. Use Resend OTP to get a new one.`,
        400,
      );
    case "expired-code":
      return say(loginMessages.codeExpired, 400);
    case "ended-code":
    case "no-flow":
      return say(
        "This code is no longer valid: it was used, or a newer one was sent. Use Resend OTP to get a new one.",
        400,
      );
    case "too-many-tries":
      return say("This code no longer works after five wrong tries. Use Resend OTP to get a new one.", 400);
    case "rejected":
      return say(
        doing === "send" ? "We could not send a code there. Check the address or number." : messages.otpError,
        400,
      );
    case "suspended":
      return say(loginMessages.suspended, 403);
    case "still-checking":
      return say("This code is still being checked. Please tap Verify again in a moment.", 409, retryAfter(2_000));
    case "not-yet": {
      const waitMs = failure.retryAtMs - nowMs;
      return say(loginMessages.manyAsk(waitMs), 429, retryAfter(waitMs));
    }
    case "too-many": {
      const waitMs = failure.retryAtMs - nowMs;
      const text = doing === "send" ? loginMessages.tooManySends : loginMessages.tooManyGuesses;
      return say(text(waitMs), 429, retryAfter(waitMs));
    }
    case "unavailable":
      return say(doing === "send" ? loginMessages.sendingFailed : messages.otpError, 503, retryAfter(60_000));
  }
}
