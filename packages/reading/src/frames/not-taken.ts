import type { Ontology } from '@quipu/query'
import { and, emptyQuery, field as fieldOf } from '../interpret/builder.ts'
import { notDead } from '../business/not-dead.ts'
import { goneStates } from '../business/state-words.ts'
import { takingOf } from '../business/taken-spans.ts'
import { missedStates } from '../metrics/not-sold.ts'
import type { Frame } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { ReadHead } from './clause-reading.ts'
import { timedWords } from './clause-time.ts'
import { ofKind } from './kind-heads.ts'
import { stillThere, thingOf } from './taken-things.ts'

const form = new RegExp(
  String.raw`^(?:(?<many>how many)|which|what|list|show(?: me)?)? ?(?:of (?:our|the) |our |the )?(?<head>.+?) (?:that |which )?(?:have|has|had|were|was)(?:n['’]t|nt| not) (?:been |gone )?(?:out|away|on (?:hire|loan|rent)|(?:hired|rented|lent|let|loaned)(?: out)?)(?: on hire)? (?<when>.+)$`,
)

/** "which bikes haven't been out in the last 60 days": things that no booking has taken since, which are still there. */
export function readNotTaken(
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  readHead: ReadHead,
): Frame | null {
  const text = question
    .toLowerCase()
    .replaceAll(/[?.!\s]+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const { many, head = '', when = '' } = form.exec(text)?.groups ?? {}
  const timed = head === '' ? null : timedWords(when, true, ontology, context)
  if (timed === null || timed.time === null || timed.words !== '') return null
  const isCount = many !== undefined
  const frame =
    ofKind(head, isCount, ontology, (thing) => takingOf(thing, ontology) !== null) ??
    readHead(`${isCount ? 'how many' : 'which'} ${head}`)
  const thing = frame === null ? null : thingOf(frame, ontology)
  const taking = thing === null ? null : takingOf(thing, ontology)
  if (frame === null || thing === null || taking === null) return null
  const { span, rows } = taking
  const where = and([
    { kind: 'during', of: fieldOf(span.dataset, span.begin), ...timed.time },
    ...notDead(span.dataset, ontology, [
      ...goneStates.filter((state) => state !== 'returned'),
      ...missedStates,
    ]),
  ])
  const says = `What counts are ${span.dataset.label} by their ${span.begin.label}.`
  return {
    ...frame,
    filters: [
      ...frame.filters,
      {
        key: 'absent out',
        condition: {
          kind: 'not',
          of: { kind: 'related', of: thing.name, query: { ...emptyQuery(rows), where } },
        },
      },
      ...stillThere(thing, ontology).map((condition, at) => ({ key: `there ${at}`, condition })),
    ],
    notes: [...frame.notes, { about: 'what counts', says, changesNumbers: false }],
  }
}
