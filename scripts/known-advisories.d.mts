import type { KnownAdvisory } from "./steps/judge-audit.mjs";

export const LISTED_ON: string;
export const knownAdvisories: KnownAdvisory[];
