import type { Condition, Dataset, Field, FieldRef, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import type { Frame, TimeSlot } from '../plan/frame.ts'
import { staffOf } from './measured.ts'
import { endMoment } from '../business/end-moment.ts'

/** `last_seen_at`, `last login`: the only date that says when somebody last did what the words say. */
export function lastSeen(words: string, owner: Dataset): Field | null {
  const [only, ...more] = visible(owner).filter(
    (field) => isMoment(field) && ways.some(({ said, label }) => said.test(words) && label.test(field.label)),
  )
  return only === undefined || more.length > 0 ? null : only
}

const ways: readonly { readonly said: RegExp; readonly label: RegExp }[] = [
  {
    said: /\b(?:log|logged|login|logins|sign|signed|active|used|online)\b/,
    label: /^last (?:log ?in|logged in|sign ?in|signed in|seen|active|activity|access|online)\b/i,
  },
  {
    said: /\b(?:been|come|came|seen|visit|visited|visits|attended|heard|here|back)\b/,
    label: /^last (?:seen|visit|visited|attended|attendance|here|contact)\b/i,
  },
]

/** Not in this period, and not after it either. */
export function notSince(of: FieldRef, { start }: TimeSlot): Condition | null {
  return start === null
    ? null
    : {
        kind: 'or',
        of: [
          { kind: 'null', of },
          { kind: 'during', of, start: null, end: start },
        ],
      }
}

/** Nobody expects those who left to come. The answer says so. */
export function withoutLeavers(frame: Frame, owner: Dataset, ontology: Ontology): Frame {
  const end = isPeople(owner) ? endMoment(owner) : null
  if (end === null || JSON.stringify(frame.filters).includes(JSON.stringify(end.name))) return frame
  const says = `Only ${owner.label} who are still there.`
  return {
    ...frame,
    filters: [
      ...frame.filters,
      { key: 'state employed', condition: { kind: 'null', of: fieldOf(owner, end) } },
    ],
    notes: [...frame.notes, { about: 'what counts', says, changesNumbers: owner !== staffOf(ontology) }],
  }
}
