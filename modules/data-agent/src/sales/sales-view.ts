import { z } from 'zod'

export const SalesChoices = z.object({
  /** The time of the figures. */
  period: z.enum(['last 12 months', 'all time']),
  /** A person defined revenue as this expression: it is used, whatever is chosen here. */
  own_revenue: z.string().nullable(),
  choices: z.array(
    z.object({
      dataset: z.string(),
      label: z.string(),
      meaning: z.string(),
      expression: z.string(),
      /** The revenue of the period. Null where there is none, or it cannot be computed. */
      revenue: z.number().nullable(),
      unit: z.string().nullable(),
      /** Which rows were summed, in words. */
      reading: z.string(),
      is_taken: z.boolean().describe('Answers take it for the sales now.'),
      is_confirmed: z.boolean().describe('A person said so.'),
    }),
  ),
})
export type SalesChoices = z.infer<typeof SalesChoices>
