import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMoment } from './dataset-fields.ts'
import { otherSpellings } from '../words/spellings.ts'
import { wordForms } from '../words/word-forms.ts'
import { nameWords } from './name-words.ts'
import { rememberedText } from './remembered.ts'

/** A time field named after an event: `left_on`, `shipped_at`, `hire_date`, `check_out`. */
export interface EventField {
  readonly dataset: Dataset
  readonly field: Field
  /** Stems of the verb, and the particles that belong to it. */
  readonly stems: ReadonlySet<string>
  readonly after: readonly string[]
}

const known = new WeakMap<Ontology, readonly EventField[]>()

/** Made once for each ontology. */
export function eventFieldsOf(ontology: Ontology): readonly EventField[] {
  const found = known.get(ontology)
  if (found !== undefined) return found
  const made = ontology.datasets
    .filter((each) => !each.isHidden)
    .flatMap((dataset) => dataset.fields.flatMap((field) => eventFieldOf(dataset, field)))
  known.set(ontology, made)
  return made
}

function eventFieldOf(dataset: Dataset, field: Field): readonly EventField[] {
  if (field.isHidden || !isMoment(field)) return []
  const own = nameWords(dataset.label)
  const words = field.label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ofTime.has(word))
  const rest = words.length > 1 && own.includes(words[0] ?? '') ? words.slice(1) : words
  const [verb, ...after] = rest
  if (verb === undefined || verb.length < 3 || after.some((word) => !particles.has(word))) return []
  return [{ dataset, field, stems: stemsOf(verb), after }]
}

const ofTime: ReadonlySet<string> = new Set(
  'date time on at day datetime timestamp ts dt when year month was is actual utc'.split(' '),
)
const particles: ReadonlySet<string> = new Set('in out off up down back over'.split(' '))

/** The common stem of a verb and its nouns: cancelled, cancellation, cancel. */
export const stemsOf: (word: string) => ReadonlySet<string> = rememberedText(
  (word) =>
    new Set(
      [word, ...wordForms(word), ...otherSpellings(word)]
        .map(stemOf)
        // The only short verb that names an event: `goes_out`.
        .filter((stem) => stem.length > 2 || stem === 'go'),
    ),
)

function stemOf(word: string): string {
  return word
    .replace(/ution$/, 've')
    .replace(/(?<=...)(?:at(?:ions?|ed?)|[aei]?tions?|ions?|ments?|als?|ures?|ed|ing)$/, '')
    .replace(/(?<=....)y$/, '')
    .replace(/([^s])\1$/, '$1')
    .replace(/(?<=..)e$/, '')
}

const endings = stemsFor('leave left terminate end exit depart resign quit retire finish')

function stemsFor(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').flatMap((word) => [...stemsOf(word)]))
}

/** The time field that stays empty until somebody leaves. */
export function endOf(dataset: Dataset, ontology: Ontology): Field | null {
  return named(dataset, ontology, endings).find(({ statistics }) => statistics.nulls > 0) ?? null
}

function named(dataset: Dataset, ontology: Ontology, stems: ReadonlySet<string>): readonly Field[] {
  return eventFieldsOf(ontology)
    .filter((each) => each.dataset === dataset && [...each.stems].some((stem) => stems.has(stem)))
    .map(({ field }) => field)
}

/** A moment that is set in advance. The event has happened once that moment has passed. */
export function isDeadline(label: string): boolean {
  return /\b(?:expir|laps)/i.test(label)
}
