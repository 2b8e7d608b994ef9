import { changeTable, nameTable, stateTable } from "./name-tables";

// The lists of names of what operators write to many people at once.

/** Who holds a stake of the cask, or who watches it. */
export const MESSAGE_AUDIENCES = ["holders", "watchers"] as const;
export const messageAudiences = nameTable("message_audiences", MESSAGE_AUDIENCES);
export const MESSAGE_STATES = ["draft", "sent", "dropped"] as const;
export const messageStates = stateTable("message_states", MESSAGE_STATES);
export const messageStateChanges = changeTable("message_state_changes", messageStates);
/**
 * What became of a message for one person. 'no-address': no mailbox, so among their notices only. 'not-wanted': they
 * had switched it off. 'gone': their account was suspended or closed.
 */
export const RECIPIENT_STATES = ["waiting", "sent", "no-address", "not-wanted", "gone"] as const;
export const recipientStates = nameTable("recipient_states", RECIPIENT_STATES);
