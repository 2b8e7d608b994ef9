/** What stands where a closed account's email address stood: of a domain that no mail can reach, and naming nobody. */
const CLOSED_HOST = "@closed.invalid";

export const closedAddress = (userId: string) => `${userId}${CLOSED_HOST}`;

export const isClosedAddress = (email: string | null) => email?.endsWith(CLOSED_HOST) ?? false;
