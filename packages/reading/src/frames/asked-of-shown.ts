import { metricExpression, type Condition, type Dataset, type Field, type Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Frame, MeasureSlot } from '../plan/frame.ts'
import { singular } from '../words/word-forms.ts'
import { businessOf } from '../business/business.ts'
import { homeOfFrame } from './home-of-frame.ts'
import { mainAmount } from './measured.ts'
import { fieldInstead, withSold } from './measure-instead.ts'
import { reachesOne } from '../business/nearest.ts'

const they = '(?:they|those|these|them|that|it|he|she|each(?: of (?:them|those|these))?|each one|every one)'
const each =
  '(?: (?:for|of|per|by|in) (?:each|every|all)(?: (?:one|of (?:them|those|these)))?| each| for them| of (?:them|those|these))?'
const average = new RegExp(
  String.raw`^(?:what (?:is|was|are|were) )?(?:the |their |its )?(?:average|avg|mean) ((?:\p{L}+ )??\p{L}+?)(?: (?:value|amount|size|total))?(${each})$`,
  'iu',
)
const counted = new RegExp(
  String.raw`^(?:how many|(?:the |their )?number of) (\p{L}+)(?: (?:did|do|does|have|has|had|were|was|is|are|in|from|for|by) (?:from |for |by )?${they}(?: \p{L}+)*| each)$`,
  'iu',
)
const counts = /^(?:the |their )?number of (\p{L}+)$/iu
const parts =
  /^(?:split|divide|break)(?: (?:it|that|this|them))?(?: (?:up|down))? (?:into|in|between) (?:the )?(\p{L}+)(?:,| and| &| or) (?:the )?(\p{L}+)$/iu
const separately = /^(?:the )?(\p{L}+) and (?:the )?(\p{L}+) (?:separately|apart|each|on their own)$/iu

/**
 * What a follow-up asks of the things that were shown: another average, another number, or parts of the amount. Null for another
 * question. `isAddition`: it begins with "and".
 */
export function askedOfShown(
  words: string,
  frame: Frame,
  ontology: Ontology,
  isAddition: boolean,
): Frame | null {
  const text = words.replace(/[\s?!.,]+$/u, '')
  const [, mean, ofEach = ''] = average.exec(text) ?? []
  if (mean !== undefined)
    return (
      averageInstead(mean, frame, ontology) ??
      (isAddition || ofEach !== '' ? fieldInstead(mean, 'avg', frame, ontology) : null)
    )
  const [, noun = isAddition && frame.groups.length > 0 ? counts.exec(text)?.[1] : undefined] =
    counted.exec(text) ?? []
  if (noun !== undefined) return countBeside(noun, frame, ontology)
  const [, one, other] = parts.exec(text) ?? separately.exec(text) ?? []
  return one === undefined || other === undefined ? null : partsOf([one, other], frame, ontology)
}

function thingNamed(noun: string, ontology: Ontology): Dataset | null {
  const [best] = nounsOf(noun, ontology, 0.9).filter((one) => one.kind === 'dataset')
  return best?.kind === 'dataset' ? best.dataset : null
}

/** "and the average order for each of them": in the same groups and the same period. */
function averageInstead(noun: string, frame: Frame, ontology: Ontology): Frame | null {
  const dataset = thingNamed(noun, ontology)
  const home = homeOfFrame(frame, ontology)
  if (dataset === null || home === null || frame.share !== null || frame.isGrowth === true) return null
  if (home !== dataset && !reachesOne(home.name, dataset.name, ontology)) return null
  const { trade, metric } = businessOf(ontology)
  const sale = trade?.header === dataset ? metric('average_order_value') : null
  const own = mainAmount(dataset)
  const slot: MeasureSlot | null =
    sale !== null
      ? { kind: 'metric', name: sale.name }
      : own?.kind === 'field'
        ? { ...own, function: 'avg' }
        : null
  return slot === null ? null : { ...frame, subject: null, measures: [slot], notes: notesOf(frame) }
}

/** "and how many orders did they place": the number beside the figure, in the same groups, period and order. */
function countBeside(noun: string, frame: Frame, ontology: Ontology): Frame | null {
  const dataset = thingNamed(noun, ontology)
  const home = homeOfFrame(frame, ontology)
  if (dataset === null || home === null || frame.measures.length !== 1 || frame.share !== null) return null
  if (home !== dataset && !reachesOne(home.name, dataset.name, ontology)) return null
  const count = countedLike(frame.measures[0], dataset, ontology)
  const isShown = frame.groups.length > 0
  const rank = frame.rank === null ? null : { ...frame.rank, isAlone: false }
  return { ...frame, measures: isShown ? [...frame.measures, count] : [count], rank, notes: notesOf(frame) }
}

/** Beside an average, the number of the rows that it is an average of: without cancelled ones where it leaves them out. */
function countedLike(slot: MeasureSlot | undefined, dataset: Dataset, ontology: Ontology): MeasureSlot {
  const whole = slot?.kind === 'metric' ? metricExpression(slot.name, ontology) : null
  const part = whole?.kind === 'arithmetic' && whole.operator === '/' ? whole.left : null
  const condition = part?.kind === 'aggregate' ? part.where : undefined
  const isOwn = condition !== undefined && datasetsIn(condition).every((name) => name === dataset.name)
  return condition !== undefined && isOwn
    ? { kind: 'rate', dataset: dataset.name, condition, of: 'count' }
    : { kind: 'count', dataset: dataset.name }
}

function datasetsIn(condition: Condition): readonly string[] {
  return [...JSON.stringify(condition).matchAll(/"dataset":"([^"]*)"/g)].map(([, name = '']) => name)
}

/** "split that into labour and parts": amounts of the same rows whose names have these words. */
function partsOf(words: readonly string[], frame: Frame, ontology: Ontology): Frame | null {
  const dataset = homeOfFrame(frame, ontology)
  const [slot] = frame.measures
  if (dataset === null || frame.rank !== null || frame.share !== null) return null
  if (slot?.kind !== 'metric' && slot?.kind !== 'field') return null
  const fields = words.map((word) => partNamed(word, dataset))
  if (fields.some((field) => field === null)) return null
  const measures = fields.flatMap((field): readonly MeasureSlot[] =>
    field === null ? [] : [{ kind: 'field', field: fieldRef(dataset, field), function: 'sum' }],
  )
  return { ...withSold(frame, ontology), measures, notes: notesOf(frame) }
}

/** The only amount of these rows that has the word in its name, before those with a tax. */
function partNamed(word: string, dataset: Dataset): Field | null {
  const own = singular(word.toLowerCase())
  const named = visible(dataset).filter(
    (field) =>
      isMeasure(field) && nameWords(field.label).some((one) => one === own || one === word.toLowerCase()),
  )
  const net = named.filter(({ label }) => /\bnet\b/i.test(label))
  const [only, ...more] = named.length > 1 && net.length > 0 ? net : named
  return only === undefined || more.length > 0 ? null : only
}

function notesOf({ notes }: Frame): Frame['notes'] {
  return notes.filter(({ about }) => about !== 'number of rows')
}
