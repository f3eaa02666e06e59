import type { Dataset, Ontology } from '@quipu/query'
import { eventsNamed } from '../business/event-names.ts'
import { buyerOf, staffOf } from '../frames/measured.ts'
import { isPeople } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "how many people joined the club": whoever the rows are about, or refer to, that have the date of what they did. */
export function peopleAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  return tokens.flatMap((token, from): readonly StandIn[] => {
    if (!/^(?:people|persons|folks)$/.test(token.lower) || tokens[from - 1]?.lower !== 'many') return []
    const verb = tokens.slice(from + 1).find(({ lower }) => !helping.has(lower))
    if (verb?.kind !== 'word' || isPeopleOwn(token.lower, ontology)) return []
    const after = new Set(tokens.slice(from + 1).flatMap(({ forms, lower }) => [lower, ...forms]))
    const events = eventsNamed(verb.lower, ontology)
    // "joined the club" is `club since`, and not the day on which staff began.
    const named = events.filter(({ field }) => nameWords(field.label).some((word) => after.has(word)))
    const doers = new Set(named.flatMap(({ dataset }) => doerOf(dataset, ontology) ?? []))
    const [only, ...more] = doers
    return only === undefined || more.length > 0
      ? []
      : [{ from, to: from + 1, name: only.label, changesNumbers: !isKnown(verb) }]
  })
}

const helping: ReadonlySet<string> = new Set('have has had did do who that'.split(' '))

function isPeopleOwn(word: string, { datasets }: Ontology): boolean {
  return datasets.some(({ label, isHidden }) => !isHidden && label.toLowerCase().includes(word))
}

/** "gold members": the people who have this value, where no people are called so. */
export function peopleWithValue({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  return tokens.flatMap(({ lower }, from): readonly StandIn[] => {
    const before = tokens[from - 1]
    if (!/^(?:members|people|customers|clients|users)$/.test(lower) || before?.kind !== 'word') return []
    const [base = lower] = nameWords(lower)
    const isCalled = ontology.datasets.some(
      ({ label, isHidden }) => !isHidden && nameWords(label).includes(base),
    )
    const owners = new Set(ontology.values.exact(before.lower).map(({ dataset }) => dataset))
    const [only, ...more] = ontology.datasets.filter(({ name, isHidden }) => !isHidden && owners.has(name))
    const isOther = only === undefined || more.length > 0 || !(isPeople(only) || only === buyerOf(ontology))
    return isCalled || isOther ? [] : [{ from, to: from + 1, name: only.label, changesNumbers: true }]
  })
}

/** The people themselves, or the only ones that a row refers to beside those who work here. */
function doerOf(dataset: Dataset, ontology: Ontology): Dataset | null {
  if (isPeople(dataset) || dataset === buyerOf(ontology)) return dataset
  const staff = staffOf(ontology)
  const [only, ...more] = parentsOf(dataset, ontology).filter((each) => isPeople(each) && each !== staff)
  return only === undefined || more.length > 0 ? null : only
}
