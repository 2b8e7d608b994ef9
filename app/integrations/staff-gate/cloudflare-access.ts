import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { StaffGate } from "./port";

// Cloudflare Access signs what it lets through: a JWT in a header, for this one application (its audience), with keys that
// change every few weeks (https://developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json/).

const ASSERTION = "Cf-Access-Jwt-Assertion";

/** Out of reach or unreadable: then nothing can be said about the assertion. */
const CANNOT_TELL = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID"]);

type Keys = ReturnType<typeof createRemoteJWKSet>;
/** Outlives a request: the keys are fetched once for an isolate, and again when an assertion names a new one. */
const keysOf = new Map<string, Keys>();

type Settings = {
  /** As in 'https://TEAM.cloudflareaccess.com'. */
  teamOrigin: string;
  /** The 'Application Audience (AUD) Tag'. */
  audience: string;
  fetch: typeof fetch;
  nowMs: () => number;
};

export function createAccessGate({ teamOrigin, audience, fetch, nowMs }: Settings): StaffGate {
  const keys = keysOf.get(teamOrigin) ?? fetchKeys(teamOrigin, fetch);
  keysOf.set(teamOrigin, keys);
  return {
    async admits(request) {
      const assertion = request.headers.get(ASSERTION);
      if (!assertion) return false;
      try {
        const rules = { issuer: teamOrigin, audience, algorithms: ["RS256"], requiredClaims: ["exp"] };
        await jwtVerify(assertion, keys, { ...rules, currentDate: new Date(nowMs()) });
        return true;
      } catch (error) {
        if (!(error instanceof errors.JOSEError) || CANNOT_TELL.has(error.code)) throw error;
        return false;
      }
    },
  };
}

const fetchKeys = (teamOrigin: string, call: typeof fetch): Keys =>
  createRemoteJWKSet(new URL("/cdn-cgi/access/certs", teamOrigin), { [customFetch]: (url, init) => call(url, init) });
