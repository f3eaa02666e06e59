import { z } from 'zod'

export type ModelSettings = z.output<typeof ModelSettings>

/** A language model that helps to read questions. */
export const ModelSettings = z.object({
  provider: z.enum(['openai', 'anthropic']),
  url: z.string(),
  model: z.string().min(1),
  /** Sent in a header, and nowhere else. */
  key: z.string().optional(),
  /** For one question, with everything that is tried again. */
  ms: z.number().positive().default(20_000),
  /** Of one person. */
  questionsPerDay: z.number().int().nonnegative().default(200),
  /** How many readings it may give. */
  readings: z.number().int().min(1).max(5).default(3),
  /** Whether it is told sample values of the data. */
  seesValues: z.boolean().default(false),
  /** Whether it words answers of questions. It then gets their rows. */
  wordsAnswers: z.boolean().default(false),
})
