import { cleanLine, ToolError } from '@quipu/kit'

/** An item that callers can name. */
export interface Candidate {
  readonly id: number
  /** Any of these names refers to it. */
  readonly names: readonly string[]
  /** Distinguishes it from others of the same name, such as `Work / Website`. Default: its first name. */
  readonly shownAs?: string
}

/**
 * The item that a caller means by an id or a name. An exact match is preferred to one that differs in
 * case or accents. Several matches are an error that lists them; nothing is guessed.
 */
export function chooseNamed<Thing extends Candidate>(
  kind: string,
  wanted: string | number,
  all: readonly Thing[],
): Thing {
  const text = String(wanted).trim()
  const exact = typeof wanted === 'number' ? [] : all.filter(({ names }) => names.includes(text))
  const [byId] = /^-?\d+$/.test(text) ? all.filter(({ id }) => id === Number(text)) : []
  const folded = all.filter(({ names }) => names.some((name) => fold(name) === fold(text)))
  const found = exact.length > 0 ? exact : byId === undefined ? folded : [byId]
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined) throw ambiguous(kind, text, found)
  throw unknownName(kind, text, all)
}

export function ambiguous(kind: string, wanted: string, found: readonly Candidate[]): ToolError {
  return new ToolError(
    'VALIDATION_ERROR',
    `${quote(wanted)} can be ${found.length} ${plural(kind)}: ${listed(found)}. Give the id of one.`,
    { candidates: found.slice(0, mostListed).map(candidate) },
  )
}

export function unknownName(kind: string, wanted: string, all: readonly Candidate[]): ToolError {
  const near = nearTo(wanted, all)
  const hint = near.length === 0 ? '' : ` There are: ${listed(near)}.`
  return new ToolError('NOT_FOUND', `There is no ${kind} ${quote(wanted)} that you can see.${hint}`, {
    candidates: near.map(candidate),
  })
}

const mostListed = 10

/** The items that share a word with the given name; all of them if there are few. */
function nearTo(wanted: string, all: readonly Candidate[]): readonly Candidate[] {
  const words = fold(wanted)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const near = all.filter(({ names }) =>
    names.some((name) => words.some((word) => fold(name).includes(word))),
  )
  const shown = near.length === 0 && all.length <= mostListed ? all : near
  return shown.slice(0, mostListed)
}

function listed(found: readonly Candidate[]): string {
  const listed = found.slice(0, mostListed).map((each) => `${cleanLine(nameOf(each))} (id ${each.id})`)
  return [...listed, ...(found.length > mostListed ? ['…'] : [])].join(', ')
}

function candidate(each: Candidate): { id: number; name: string } {
  return { id: each.id, name: cleanLine(nameOf(each)) }
}

function nameOf({ shownAs, names, id }: Candidate): string {
  return shownAs ?? names[0] ?? String(id)
}

function plural(kind: string): string {
  return kind === 'person' ? 'people' : `${kind}s`
}

function quote(text: string): string {
  return JSON.stringify(cleanLine(text).slice(0, 100))
}

export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
