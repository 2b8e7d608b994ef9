/** A domain that no email can reach. */
const CLOSED_HOST = "@closed.invalid";

export const closedAddress = (userId: string) => `${userId}${CLOSED_HOST}`;

export const isClosedAddress = (email: string | null) => email?.endsWith(CLOSED_HOST) ?? false;
