import { z } from 'zod'

export const OntologyId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)

/** The id of an ontology, or its name. */
export const IdOrName = z
  .string()
  .refine((text) => text.trim() !== '' && text.length <= 300, 'must have 1 to 300 characters')

/** Counted in code points: an emoji is one character. White space alone is not a question. */
export const Question = z
  .string()
  .refine((text) => text.trim() !== '' && Array.from(text).length <= 2000, 'must have 1 to 2000 characters')

/** Label of a clarifying question → answer. */
export const Answers = z
  .record(z.string().max(200), z.string().max(500))
  .refine((answers) => Object.keys(answers).length <= 20, 'must have at most 20 entries')

/** A query of the query language. Its content is checked with the ontology. */
export const QueryObject = z.record(z.string(), z.unknown())

export const MaxRows = z.int().min(1).max(1000)

export const Name = z.string().trim().min(1).max(120)
export const Description = z.string().trim().max(2000)

export const ColumnNames = z
  .array(z.strictObject({ dataset: z.string().max(300), field: z.string().max(300) }))
  .max(5000)
