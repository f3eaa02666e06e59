import { rememberedText } from './remembered.ts'
import { dictionaryFile } from './dictionary-file.ts'

type PartOfSpeech = 'noun' | 'verb' | 'adj'

interface Synset {
  readonly words: readonly string[]
  readonly pointers: readonly {
    readonly symbol: string
    readonly offset: number
    readonly pos: PartOfSpeech
  }[]
}

const posLetters: Readonly<Record<string, PartOfSpeech>> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj' }

/** Words close in meaning to `word`, which may be several words, with weights from 0 to 1. From WordNet, in its order of senses. */
export function neighbours(word: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const add = (text: string, weight: number): void => {
    const plain = text.replaceAll('_', ' ').toLowerCase()
    if (plain !== word && weight > (found.get(plain) ?? 0)) found.set(plain, weight)
  }
  for (const [pos, senses, most] of [
    ['noun', 0.84, 5],
    ['verb', 0.8, 4],
    ['adj', 0.78, 3],
  ] as const)
    synsetsOf(word, pos)
      .slice(0, most)
      .forEach((synset, rank) => {
        const weight = senses - rank * 0.04
        collect(synset, pos, weight, add)
        for (const word of viaPhrases(synset, pos)) add(word, weight * 0.8)
      })
  return found
}

/** Words that share a phrase with these: a course and a syllabus are both a "course of study". */
function viaPhrases({ words }: Synset, pos: PartOfSpeech): readonly string[] {
  return words
    .filter((word) => word.includes('_'))
    .flatMap((phrase) => synsetsOf(phrase, pos).flatMap((other) => other.words))
}

/** Whether WordNet has the word in that part of speech, or in any. */
export function isEnglish(word: string, pos?: PartOfSpeech): boolean {
  return (pos === undefined ? (['noun', 'verb', 'adj'] as const) : [pos]).some(
    (each) => offsets(word, each).length > 0,
  )
}

/** Whether the word also says how, where or when: `back`, `right`. */
export function isAdverb(word: string): boolean {
  return offsets(word, 'adv').length > 0
}

/** The nouns that an adjective pertains to: `french` → france. */
export function pertainsTo(adjective: string): readonly string[] {
  return synsetsOf(adjective, 'adj').flatMap((synset) =>
    synset.pointers
      .filter((each) => each.symbol === '\\')
      .flatMap((each) =>
        synsetAt(each.offset, each.pos).words.map((word) => word.replaceAll('_', ' ').toLowerCase()),
      ),
  )
}

const knownPersons = new Map<string, boolean>()

/** The dictionary has another meaning first, but data hardly ever does. */
const persons: ReadonlySet<string> = new Set(
  'agent driver cleaner builder publisher manufacturer medic founder holder entrant commuter principal creator dispenser dresser fireman moderator processor talent ally female male'.split(
    ' ',
  ),
)

/** Hires are mostly of rooms and tools, and transfers of money. */
const things: ReadonlySet<string> = new Set(['hire', 'poster', 'tender', 'transfer'])

/** Whether the word means a kind of people. A `date` and a `type` may be persons too, but not first of all. */
export function isPerson(word: string): boolean {
  const known = knownPersons.get(word)
  if (known !== undefined) return known
  const [first, second] = synsetsOf(word, 'noun')
  const isOne =
    (first !== undefined && isPersonal(first)) ||
    (first !== undefined &&
      second !== undefined &&
      isPersonal(second) &&
      isNamedByDoing(word) &&
      ![...hypernyms(first)].includes('artifact'))
  const found = !things.has(word) && (persons.has(word) || isOne)
  knownPersons.set(word, found)
  return found
}

/** A climber climbs, also where the dictionary knows plants that climb first. */
function isNamedByDoing(word: string): boolean {
  const [, verb] = /^(\w{3,})er$/.exec(word) ?? []
  return verb !== undefined && [verb, `${verb}e`].some((one) => synsetsOf(one, 'verb').length > 0)
}

function isPersonal(synset: Synset, steps = 8): boolean {
  if (synset.words.includes('person') && synset.words.includes('individual')) return true
  return (
    steps > 0 &&
    synset.pointers.some(
      (each) =>
        (each.symbol === '@' || each.symbol === '@i') &&
        isPersonal(synsetAt(each.offset, each.pos), steps - 1),
    )
  )
}

/** Whether the word means, first of all, a thing that can be handed over: no person, place or building. */
export function isGoods(word: string): boolean {
  const above = synsetsOf(word, 'noun')
    .slice(0, 1)
    .flatMap((synset) => [...hypernyms(synset)])
  return above.some((each) => handed.has(each)) && !above.some((each) => fixed.has(each))
}

/** Whether one of the word's first meanings is a kind of this: a shirt is a garment. */
export function isKindOf(word: string, kind: string): boolean {
  return [word, word.replace(/s$/, '')].some((form) =>
    synsetsOf(form, 'noun')
      .slice(0, 3)
      .some((synset) => [...hypernyms(synset)].includes(kind)),
  )
}

/** Whether one of the word's first meanings is something that takes place: a shift, a session, a visit. */
export function isOccasion(word: string): boolean {
  return synsetsOf(word, 'noun')
    .slice(0, 3)
    .some((synset) => [...hypernyms(synset)].some((each) => occasions.has(each)))
}

const occasions: ReadonlySet<string> = new Set(
  'time_period work_time meeting travel social_event contest meal'.split(' '),
)

const handed: ReadonlySet<string> = new Set(
  'food beverage foodstuff substance artifact plant animal plant_part solid'.split(' '),
)
const fixed: ReadonlySet<string> = new Set('person location structure social_group facility way'.split(' '))

function* hypernyms(synset: Synset, steps = 12): Generator<string> {
  yield* synset.words
  if (steps === 0) return
  for (const { symbol, offset, pos } of synset.pointers)
    if (symbol === '@' || symbol === '@i') yield* hypernyms(synsetAt(offset, pos), steps - 1)
}

function collect(
  synset: Synset,
  pos: PartOfSpeech,
  weight: number,
  add: (text: string, weight: number) => void,
): void {
  for (const word of synset.words) add(word, weight)
  for (const pointer of synset.pointers) {
    const near = pointerWeights[pointer.symbol]
    if (near === undefined) continue
    const other = synsetAt(pointer.offset, pointer.pos)
    // A violinist is not a violin, though one word derives from the other.
    const isOther =
      pointer.symbol === '+' &&
      pos === 'noun' &&
      pointer.pos === 'noun' &&
      isPersonal(other) !== isPersonal(synset)
    for (const word of other.words) add(word, weight * (isOther ? 0.7 : near))
    if (pointer.symbol !== '@') continue
    if (pos === 'noun' && weight >= leadingSenses)
      for (const word of linked(other, '@')) add(word, weight * 0.6)
    if (other.pointers.filter((each) => each.symbol === '~').length <= 14)
      for (const word of linked(other, '~')) add(word, weight * 0.62)
  }
}

/** For nouns, only the first two senses include the hypernyms of their hypernyms. */
const leadingSenses = 0.795

function linked({ pointers }: Synset, symbol: string): readonly string[] {
  return pointers
    .filter((each) => each.symbol === symbol)
    .flatMap((each) => synsetAt(each.offset, each.pos).words)
}

/** Hypernym, hyponym, derivation, similar, see also, pertains to. */
const pointerWeights: Readonly<Record<string, number>> = {
  '@': 0.75,
  '~': 0.75,
  '+': 0.85,
  '&': 0.8,
  '^': 0.7,
  '\\': 0.8,
}

function synsetsOf(word: string, pos: PartOfSpeech): readonly Synset[] {
  return offsets(word, pos).map((offset) => synsetAt(offset, pos))
}

const synsets = new Map<string, Synset>()
function synsetAt(offset: number, pos: PartOfSpeech): Synset {
  const key = `${pos}${offset}`
  const known = synsets.get(key)
  if (known !== undefined) return known
  const buffer = dictionaryFile(`data.${pos}`)
  const parts = buffer.toString('latin1', offset, buffer.indexOf(10, offset)).split(' ')
  const count = Number.parseInt(parts[3] ?? '0', 16)
  const words = Array.from({ length: count }, (_, i) => (parts[4 + 2 * i] ?? '').replace(/\([a-z]+\)$/, ''))
  const start = 4 + 2 * count
  const pointers = Array.from({ length: Number(parts[start] ?? 0) }, (_, i) => ({
    symbol: (parts[start + 1 + 4 * i] ?? '').replace(/^([@~])i$/, '$1i'),
    offset: Number(parts[start + 2 + 4 * i] ?? 0),
    pos: posLetters[parts[start + 3 + 4 * i] ?? ''],
  })).flatMap((each) => (each.pos === undefined ? [] : [{ ...each, pos: each.pos }]))
  const synset = { words, pointers }
  synsets.set(key, synset)
  return synset
}

function offsets(word: string, pos: PartOfSpeech | 'adv'): readonly number[] {
  return offsetsOf[pos](word)
}

const offsetsOf: Readonly<Record<PartOfSpeech | 'adv', (word: string) => readonly number[]>> = {
  noun: rememberedText((word) => findOffsets(word, 'noun')),
  verb: rememberedText((word) => findOffsets(word, 'verb')),
  adj: rememberedText((word) => findOffsets(word, 'adj')),
  adv: rememberedText((word) => findOffsets(word, 'adv')),
}

/** Binary search in the sorted index file. */
function findOffsets(word: string, pos: PartOfSpeech | 'adv'): readonly number[] {
  const wanted = word.toLowerCase().replaceAll(' ', '_')
  if (!/^[a-z0-9_.'-]+$/.test(wanted)) return []
  const buffer = dictionaryFile(`index.${pos}`)
  let low = 0
  let high = buffer.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const begin = buffer.lastIndexOf(10, middle - 1) + 1
    const blank = buffer.indexOf(32, begin)
    const key = buffer.toString('latin1', begin, blank)
    if (key === wanted) {
      const parts = buffer.toString('latin1', begin, buffer.indexOf(10, begin)).trim().split(' ')
      return parts.slice(-Number(parts[2])).map(Number)
    }
    if (key < wanted) low = buffer.indexOf(10, middle) + 1 || buffer.length
    else high = begin
  }
  return []
}
