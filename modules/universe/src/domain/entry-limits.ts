/** Longer ones are told without what makes them long; who needs it reads the state. */
export const mostEntryBytes = 64 * 1024

/** Of a long entry they are told if they are not what makes it long. */
export const mostEventsBytes = 4 * 1024
