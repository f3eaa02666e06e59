import { formats } from './formats.ts'
import { readMessages } from './mailbox.ts'
import type { ImageReader, Interpretation, Material, Surroundings } from './statement/interpretation.ts'
import { Unreadable } from './statement/interpretation.ts'
import { limits } from './statement/limits.ts'
import { unread } from './statement/statements.ts'

/** Uses the first format that recognises the bytes and can read them. The last one takes everything. */
export async function interpret(material: Material, readImage?: ImageReader): Promise<Interpretation> {
  // An interpretation contains only JSON, so the type stays the same.
  return storable(await interpretAt(material, 0, readImage)) as Interpretation
}

/** No store keeps NUL bytes and halves of characters. They are replaced one for one, so that spans stay correct. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]))
}

/**
 * Some messages of a mailbox. The limits apply to each of them, not to all together. Of the text that spans point into, only the
 * first `letters` are given; all other pages are empty.
 */
export async function interpretMessages(
  messages: readonly Uint8Array[],
  letters = Infinity,
): Promise<Interpretation> {
  const most = { pages: Infinity, statements: Infinity }
  const found = await readMessages(messages, surroundingsAt(0, undefined), most)
  let left = letters
  const pages = found.pages.map((page) => {
    const kept = left > 0 ? page : ''
    left -= page.length
    return kept
  })
  return storable({ ...found, pages }) as Interpretation
}

function surroundingsAt(depth: number, readImage: ImageReader | undefined): Surroundings {
  return {
    readInner: depth >= limits.nesting ? undefined : (inner) => interpretAt(inner, depth + 1, readImage),
    readImage,
  }
}

async function interpretAt(
  material: Material,
  depth: number,
  readImage: ImageReader | undefined,
): Promise<Interpretation> {
  const surroundings = surroundingsAt(depth, readImage)
  const notes: string[] = []
  for (const format of formats.filter((one) => one.recognises(material))) {
    try {
      const found = await format.interpret(material, surroundings)
      return notes.length === 0
        ? found
        : { ...found, notes: [...notes, ...found.notes].slice(0, limits.notes) }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      if (format.binaryType !== undefined)
        return unread(`${format.name}-unread@1`, format.binaryType, error.message)
      notes.push(error.message)
    }
  }
  throw new Error('The last format must recognise everything')
}
