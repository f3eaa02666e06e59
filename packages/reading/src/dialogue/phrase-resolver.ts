import type { AggregateFunction, Condition, Expression, Ontology, Query } from '@quipu/query'
import type { NounCandidate, ValueCandidate } from '../annotate/chunk.ts'
import { field } from '../interpret/builder.ts'
import { joinPathsOf } from '../interpret/join-paths.ts'
import { nounsOf, valuesOf } from '../interpret/whole-phrase.ts'
import { datasetsOf } from '../restate/fields.ts'
import type { Resolver } from './follow-up-clauses.ts'

const measured =
  /^(?:the )?(number of|count of|total|sum of|average|mean|median|highest|maximum|lowest|minimum)(?: different| distinct| unique)? (.+)$/i
const functions: Readonly<Record<string, AggregateFunction>> = {
  'number of': 'count',
  'count of': 'count',
  total: 'sum',
  'sum of': 'sum',
  average: 'avg',
  mean: 'avg',
  median: 'median',
  highest: 'max',
  maximum: 'max',
  lowest: 'min',
  minimum: 'min',
}

/** Entry point: resolves a phrase of a follow-up in the context of the previous query. The whole phrase must be understood. */
export function phraseResolver(previous: Query, ontology: Ontology): Resolver {
  const distance = distanceFrom(previous, ontology)
  const nearest = <T extends NounCandidate | ValueCandidate>(all: readonly T[]): T | undefined => {
    const best = Math.max(...all.map(({ score }) => score))
    return all.filter(({ score }) => score > best - 0.06).toSorted((a, b) => distance(a) - distance(b))[0]
  }
  const noun = (phrase: string): Expression | null => {
    const found = nearest(nounsOf(phrase, ontology))
    return found === undefined ? null : expressionOf(found)
  }
  return {
    expression: (phrase) => noun(phrase) ?? aggregateOf(phrase, noun),
    condition: (phrase) => {
      const [value, name] = valueAndName(phrase, ontology)
      const wanted = name === null ? value : value.filter((each) => name.some((one) => isOf(each, one)))
      const found = nearest(wanted)
      return found === undefined ? null : conditionOf(found)
    },
  }
}

function distanceFrom(previous: Query, ontology: Ontology): (of: NounCandidate | ValueCandidate) => number {
  const joinPaths = joinPathsOf(ontology)
  const used = datasetsOf(previous)
  return (of) => {
    if ('kind' in of && of.kind === 'metric') return 0
    const name = typeof of.dataset === 'string' ? of.dataset : of.dataset.name
    if (used.includes(name)) return used.indexOf(name) / 100
    return joinPaths.between(previous.subject, name)?.length ?? 99
  }
}

function expressionOf(noun: NounCandidate): Expression {
  if (noun.kind === 'metric') return { kind: 'metric', name: noun.metric.name }
  return noun.kind === 'dataset'
    ? { kind: 'rows', dataset: noun.dataset.name }
    : field(noun.dataset, noun.field)
}

function aggregateOf(phrase: string, noun: (phrase: string) => Expression | null): Expression | null {
  const match = measured.exec(phrase)
  const name = functions[match?.[1]?.toLowerCase() ?? '']
  const of = match?.[2] === undefined ? null : noun(match[2])
  if (name === undefined || of === null || of.kind === 'metric') return null
  if (of.kind === 'rows' && name !== 'count') return null
  return { kind: 'aggregate', function: name, of, distinct: name === 'count' && of.kind === 'field' }
}

/** "West", "region West", "the West region", "shipped orders". */
function valueAndName(
  phrase: string,
  ontology: Ontology,
): readonly [readonly ValueCandidate[], readonly NounCandidate[] | null] {
  const whole = valuesOf(phrase, ontology)
  if (whole.length > 0) return [whole, null]
  const words = phrase.split(/\s+/)
  for (let cut = 1; cut < words.length; cut++) {
    const [before, after] = [
      words.slice(0, cut).join(' '),
      words
        .slice(cut)
        .join(' ')
        .replace(/^(?:is|of|=) /i, ''),
    ]
    for (const [value, name] of [
      [after, before],
      [before, after],
    ] as const) {
      const values = valuesOf(value, ontology)
      const names = values.length === 0 ? [] : nounsOf(name, ontology)
      if (names.length > 0) return [values, names]
    }
  }
  return [[], null]
}

function isOf(value: ValueCandidate, noun: NounCandidate): boolean {
  if (noun.kind === 'metric' || noun.dataset.name !== value.dataset) return false
  return noun.kind === 'dataset' || noun.field.name === value.field
}

function conditionOf({ dataset, field: name, value, also }: ValueCandidate): Condition {
  const is = (of: string, text: string): Condition => ({
    kind: 'compare',
    left: { kind: 'field', dataset, field: of },
    operator: '=',
    right: { kind: 'literal', value: text },
  })
  return also === undefined
    ? is(name, value)
    : { kind: 'and', of: [is(name, value), is(also.field, also.value)] }
}
