import { z } from 'zod'
import { cleanLine, cleanText } from '@quipu/kit'
import { lengthOf } from './folded-text.ts'

export const statuses = ['all', 'pending', 'completed'] as const
export const sortKeys = ['created_at', 'title', 'due_date'] as const
export const sortOrders = ['asc', 'desc'] as const

const Text = z.string().refine((text) => text.isWellFormed(), 'must be valid Unicode text')

export const Title = Text.transform(cleanLine)
  .refine((title) => title !== '', { error: 'is required and cannot be empty', abort: true })
  .refine(...atMost(200))
  .meta({ maxLength: 200 })

/** An empty description is null. */
export const Description = Text.transform((text) => cleanText(text) || null)
  .refine(...atMost(1000))
  .meta({ maxLength: 1000 })

/** An existing calendar day. There is no year 0. */
export const Day = z
  .string()
  .refine((text) => isDay(text), 'must be in YYYY-MM-DD format')
  .meta({ format: 'date' })

export const ClearableDescription = Text.nullable()
  .transform((text) => (text === null ? null : cleanText(text) || null))
  .refine(...atMost(1000))
  .meta({ maxLength: 1000 })

export const ClearableDay = z
  .string()
  .nullable()
  .refine((text) => text === null || isDay(text), 'must be in YYYY-MM-DD format')
  .meta({ format: 'date' })

export const TaskId = z.int().min(1)
export const Limit = z.int().min(1).max(200).default(50)
export const Offset = z.int().min(0).default(0)
export const Status = z.enum(statuses).default('all')
export const Cursor = z.string()
export const Keyword = Text.transform(cleanLine)
  .refine((keyword) => keyword !== '', { error: 'is required and cannot be empty', abort: true })
  .refine(...atMost(200))

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text)
}

function atMost(characters: number) {
  return [
    (text: string | null) => text === null || lengthOf(text) <= characters,
    `exceeds maximum length of ${characters} characters`,
  ] as const
}
