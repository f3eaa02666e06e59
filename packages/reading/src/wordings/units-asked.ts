import type { Ontology } from '@quipu/query'
import { rawWords } from '../lexicon/name-words.ts'
import type { Assumption } from '../plan/reading.ts'

interface WithoutUnits {
  readonly question: string
  readonly notes: readonly Assumption[]
}

/** "areas in square kilometers", "over 20 kg" where no name of the data says a unit: the figures as they are, and a note. */
export function withoutUnits(question: string, { datasets }: Ontology): WithoutUnits {
  const isNamed = (unit: string): boolean =>
    datasets.some(({ isHidden, fields }) => !isHidden && fields.some(({ label }) => namesUnit(label, unit)))
  const left = new Set<string>()
  const plain = question.replaceAll(said, (all, unit: string) => {
    if (isNamed(unit)) return all
    left.add(all.trim().replace(/^(?:measured |given |expressed |all )?in /i, ''))
    return ''.padEnd(all.length)
  })
  // "And in kilos?" goes on from another question.
  const isRest = plain.split(/\s+/).filter((word) => word !== '').length < 3
  if (left.size === 0 || isRest) return { question, notes: [] }
  const says = `The data names no unit: whether the figures are in ${[...left].join(', ')} is not known.`
  return { question: plain, notes: [{ about: 'unit', says, changesNumbers: true }] }
}

function namesUnit(label: string, unit: string): boolean {
  const [own] = rawWords(unit)
  return own !== undefined && rawWords(label).includes(own)
}

const units =
  '(?:kilomet(?:er|re)s?|kms?|met(?:er|re)s?|centimet(?:er|re)s?|millimet(?:er|re)s?|miles?|feet|foot|inch(?:es)?|yards?|acres?|hectares?|kilograms?|kilos?|kgs?|grams?|lbs?|tons?|tonnes?|lit(?:er|re)s?|gallons?|celsius|fahrenheit)'
const squared = '(?:square |sq\\.? |cubic )?'
const said = new RegExp(
  String.raw`(?:(?: (?:measured|given|expressed|all))? in (?:\p{L}+ per )?|(?<=\d) ?(?:\p{L}+ per )?)${squared}(${units})\b(?: per ${squared}\p{L}+)?(?=\W|$)`,
  'giu',
)
