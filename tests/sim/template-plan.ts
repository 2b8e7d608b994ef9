// The people and casks at the start of a run: people of every standing, casks in every stage.

export const NOW_MS = Date.parse("2031-03-05T21:40:00Z");

/** Bought long ago and held to the end of the first cycle: its return can be withdrawn. */
export const HOLDERS = ["usr_ann", "usr_bob"] as const;
/** Money was paid out to their usual account before. */
export const PAID_BEFORE = "usr_bob";
export const ACTIVE = [...HOLDERS, "usr_cat", "usr_dan"] as const;
export const NEWCOMERS = ["usr_eve", "usr_fay"] as const;
export const OPERATOR = "usr_olga";
/** Who confirms what the first one proposes. */
export const SECOND_OPERATOR = "usr_otto";

/** Who referred whom. */
export const REFERRED = { usr_cat: "usr_ann", usr_dan: "usr_bob", usr_eve: "usr_ann" } as const;

export const CASKS = {
  single: { id: "csk_single", stakes: 1, priceCents: 50_000, launches: "2031-02-01", closes: "2031-04-30" },
  pair: { id: "csk_pair", stakes: 2, priceCents: 52_500, launches: "2031-02-01", closes: "2031-04-30" },
  plenty: { id: "csk_plenty", stakes: 6, priceCents: 45_000, launches: "2031-02-01", closes: "2031-04-30" },
  /** Its last day ends while people are still buying. */
  closing: { id: "csk_closing", stakes: 3, priceCents: 61_000, launches: "2031-02-01", closes: "2031-03-05" },
  upcoming: { id: "csk_upcoming", stakes: 3, priceCents: 70_000, launches: "2031-03-06", closes: "2031-04-30" },
  old: { id: "csk_old", stakes: 3, priceCents: 48_000, launches: "2029-01-01", closes: "2029-02-28" },
} as const;

export const BOUGHT_LONG_AGO_MS = Date.parse("2029-02-01T12:00:00Z");
export const VALUED = { on: "2031-02-01", cents: 58_400 };

/** Lower than the product's own, so that they are met. */
export const LIMITS = { requestsPerDay: 3, accountsPerMonth: 1, identityAboveCents: 15_000 };
