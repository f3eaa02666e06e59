export { FairQueue, QueueFull } from './fair-queue.ts'
export type { QueueLimits, QueueRequest } from './fair-queue.ts'
export { Turns } from './turns.ts'
