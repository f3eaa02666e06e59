import type { Format } from './interpretation.ts'
import { plainText } from './text.ts'

/** The ladder, most direct first: what a machine wrote for machines, then what a person can read. */
export const formats: readonly Format[] = [plainText]
