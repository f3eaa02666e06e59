import { periodKeys, periodWords } from '@quipu/query'
import { z } from 'zod'

/** The body of `PATCH /api/user-settings` under `dataAgent`. Null removes a setting, an absent one stays. */
export const dataAgentSettings = z.strictObject({
  defaultTimePeriod: z
    .string()
    .refine((key) => periodWords(key) !== null, {
      error: `is no time period; use ${periodKeys.join(', ')}, or last_<n>_days, _weeks, _months, _quarters, _years`,
    })
    .nullable()
    .optional()
    .describe('Period to use when a question leaves it open, such as current_quarter or last_30_days.'),
  highValueThreshold: z
    .number()
    .positive()
    .nullable()
    .optional()
    .describe('From which amount on something counts as high-value.'),
  weekStart: z
    .enum(['monday', 'sunday'])
    .nullable()
    .optional()
    .describe('First day of the week in answers. Default: that of the ontology, which is Monday.'),
  fiscalYearStart: z
    .int()
    .min(1)
    .max(12)
    .nullable()
    .optional()
    .describe('Month, 1 to 12, in which the fiscal year begins if the ontology does not say it.'),
})
