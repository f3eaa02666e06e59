import type { JsonObject } from '@quipu/kit'
import { categories, categoryNamed, type Category } from '../domain/catalogue.ts'
import { invalid } from '../errors.ts'
import { Signatures } from './signature.ts'

/** All categories, the commands of one, or one command with its whole schema. */
export function listing(wanted: string | undefined): Record<string, unknown> {
  if (wanted === undefined || wanted === '') return index()
  const category = categoryNamed(wanted)
  if (category !== undefined) return categoryListing(category)
  const command = categories.flatMap(({ commands }) => commands).find(({ type }) => type === wanted)
  if (command !== undefined) return { ...command }
  const known = categories.map(({ slug }) => slug).join(', ')
  throw invalid('category', `category must be one of: ${known}; or the type of a command`)
}

function index() {
  return {
    categories: Object.fromEntries(
      categories.map(({ slug, commands }) => [slug, commands.map(({ type }) => type)]),
    ),
    next: 'name a category to see fields and examples',
  }
}

function categoryListing({ slug, commands }: Category) {
  const signatures = new Signatures()
  return {
    category: slug,
    commands: commands.map(({ type, summary, schema, example }) => ({
      type,
      summary,
      // A JSON Schema is JSON.
      fields: signatures.of(type, schema as JsonObject),
      example,
    })),
    next: 'name a command type instead to see its JSON Schema',
  }
}
