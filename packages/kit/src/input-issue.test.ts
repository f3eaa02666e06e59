import { expect, test } from 'vitest'
import { z } from 'zod'
import { firstIssue, phraseIssue } from './input-issue.ts'

const Input = z.strictObject({
  title: z.string().min(1).max(5),
  count: z.int().min(2).max(9).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  parts: z.array(z.string()).optional(),
})

const refused: [unknown, string][] = [
  [{}, 'title is required'],
  [{ title: 1 }, 'title must be a string'],
  [{ title: '' }, 'title is required and cannot be empty'],
  [{ title: 'far too long' }, 'title exceeds maximum length of 5 characters'],
  [{ title: 'x', count: 'many' }, 'count must be a number'],
  [{ title: 'x', count: 1 }, 'count is below minimum of 2'],
  [{ title: 'x', count: 10 }, 'count exceeds maximum of 9'],
  [{ title: 'x', order: 'up' }, 'order must be one of: "asc", "desc"'],
  [{ title: 'x', parts: ['a', 2] }, 'parts.1 must be a string'],
  [{ title: 'x', colour: 'red' }, 'colour is not a known parameter'],
  [7, 'arguments must be an object'],
]

test('[K180] every required parameter that is missing is named, up to 20', () => {
  const Many = z.strictObject(
    Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`p${at}`, z.string()])),
  )
  const Three = z.strictObject({ name: z.string(), place: z.object({ x: z.number(), y: z.number() }) })
  const messageFor = (schema: z.ZodType, given: unknown) => {
    const { error } = schema.safeParse(given)
    return error && phraseIssue(firstIssue(error, given))
  }

  expect(messageFor(Three, { place: {} })).toBe('name, place.x and place.y are required')
  expect(messageFor(Three, { name: 1, place: { x: 1, y: 2 } })).toBe('name must be a string')
  expect(messageFor(Many, {})).toMatch(/^p0, p1, .* and p19 are required$/)
})

test.each(refused)('[K4] the message for %j is "%s"', (given, sentence) => {
  const { error } = Input.safeParse(given)

  expect(error && phraseIssue(firstIssue(error, given))).toBe(sentence)
})
