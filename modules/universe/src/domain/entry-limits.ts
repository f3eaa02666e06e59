/** Longer entries are sent without their large fields; clients read the state instead. */
export const mostEntryBytes = 64 * 1024

/** The events of a long entry are sent if they are not longer than this. */
export const mostEventsBytes = 4 * 1024
