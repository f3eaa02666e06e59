import { z } from 'zod'

export type ModelSettings = z.output<typeof ModelSettings>

/** A language model that helps to read questions. */
export const ModelSettings = z.object({
  provider: z.enum(['openai', 'anthropic']),
  url: z.string(),
  model: z.string().min(1),
  /** Sent only in a header. */
  key: z.string().optional(),
  /** For one question, including retries. */
  ms: z.number().positive().default(20_000),
  /** Of one person. */
  questionsPerDay: z.number().int().nonnegative().default(200),
  /** The largest number of its readings. */
  readings: z.number().int().min(1).max(5).default(3),
  /** Whether sample values of the data are sent. */
  seesValues: z.boolean().default(false),
  /** Whether it words answers of questions. It then gets their rows. */
  wordsAnswers: z.boolean().default(false),
})
