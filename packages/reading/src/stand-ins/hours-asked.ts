import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { staffOf } from '../frames/measured.ts'
import { homeOf } from '../business/moments.ts'
import { isFlag, visible } from '../lexicon/dataset-fields.ts'
import { hoursWorked } from '../metrics/work-metrics.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "billable percentage per person", "how much time went into …": what is asked of the hours that people worked. */
export function hoursAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const worked = businessOf(ontology).metric(hoursWorked)
  const home = worked === null ? null : homeOf(worked.name, ontology)
  const rows = ontology.datasets.find(({ name }) => name === home)
  if (rows === undefined) return []
  const words = tokens.map(({ lower }) => lower)
  const marks = visible(rows)
    .filter((field) => isFlag(field))
    .map(({ label }) =>
      label
        .toLowerCase()
        .replace(/^(?:is|was|has) /, '')
        .replaceAll(/[ -]/g, ''),
    )
  const parts = words.flatMap((word, from): readonly StandIn[] => {
    const [, next = '', after = ''] = words.slice(from)
    if (!marks.includes(word.replaceAll('-', '')) || !part.test(next) || after === 'of') return []
    return [{ from, to: from + 2, name: `percentage of ${word} hours`, changesNumbers: true }]
  })
  const spent = words.flatMap((word, from): readonly StandIn[] => {
    const [how, much, time, ...rest] = words.slice(from)
    if (how !== 'how' || (much !== 'much' && much !== 'many') || !/^(?:time|hours|hrs)$/.test(time ?? ''))
      return []
    const phrase = went.exec(rest.join(' '))?.[0]
    if (phrase === undefined) return []
    const to = from + 3 + phrase.split(' ').length
    return [{ from, to, name: 'hours worked on', changesNumbers: false }]
  })
  // "internal stuff" is whatever is internal.
  const loose = words.flatMap((word, at): readonly StandIn[] => {
    const before = words[at - 1] ?? ''
    return /^(?:stuff|things)$/.test(word) && ontology.values.exact(before).length > 0
      ? [{ from: at - 1, to: at + 1, name: before, changesNumbers: false }]
      : []
  })
  return [...parts, ...spent, ...loose, ...workersOf(words, ontology)]
}

/** "who worked on the harbour sign": the hours of each of them, which also tell who it was. */
function workersOf(words: readonly string[], ontology: Ontology): readonly StandIn[] {
  const staff = staffOf(ontology)
  const found =
    /^(?:and )?who (?:all )?(?:has |have |had )?(?:worked|works|been working|was working|were working) on (?=\p{L})/u.exec(
      words.join(' '),
    )
  if (staff === null || found === null) return []
  const to = found[0].trim().split(' ').length
  return [{ from: 0, to, name: `hours worked per ${staff.label} on`, changesNumbers: false }]
}

const part = /^(?:percentage|percent|share|proportion|ratio|rate|%|quota|utili[sz]ation)$/
const went =
  /^(?:(?:did|have|do|has) (?:we|i|they|everyone|everybody|people|the team) (?:spend|spent|put|log|logged|book|booked|work|worked)|(?:went|goes|go|gets|has gone)|(?:was|were|is|are|has been|have been) (?:spent|logged|booked|put|invested)) (?:on|in|into|to)(?= |$)/
