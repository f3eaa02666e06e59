/** Thrown through a call for its door to answer. It is no failure of what was called. */
export abstract class DoorError extends Error {}
