/** Where a closing is stopped, and from where a text message about a withdrawal leads on: short, for text messages. */
export const stopAddress = (origin: string, stopToken: string) => `${origin}/stop/${stopToken}`;
