import type { Dataset, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "Members" are those who have a `membership`, where nothing is called a member. How many there are is how many have one that runs. */
export function membersAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const at = tokens.findIndex(({ lower }) => lower === 'members')
  if (at < 0) return []
  const [only, ...more] = ontology.datasets.filter((each) => isMembership(each, ontology))
  if (only === undefined || more.length > 0 || isCalled(ontology)) return []
  const label = only.label.toLowerCase()
  const isRunning = /^(?:current|paying|running)$/.test(tokens[at - 1]?.lower ?? '')
  const isCounted = counted.test(tokens.map(({ lower }) => lower).join(' '))
  const name = isRunning || isCounted ? `active ${label}` : label
  return [{ from: isRunning ? at - 1 : at, to: at + 1, name, changesNumbers: true }]
}

/** No more than how many there are, perhaps by kind: no state, and nothing that they did. */
const counted =
  /^\W*(?:how many(?: of our)? |number of |(?:the )?count of )?members(?: do we (?:currently )?have| have we got| are there| are(?= (?:on|in) ))?(?: (?:currently|now|at the moment|right now|today|in total))*(?: (?:per|by|for each|on|in) [^?]*)?\W*$/u

function isMembership(dataset: Dataset, ontology: Ontology): boolean {
  const isName = nameWords(dataset.label).join(' ') === 'membership'
  return isName && !dataset.isHidden && parentsOf(dataset, ontology).length > 0
}

/** Whether the data calls something else so. */
function isCalled({ datasets, values }: Ontology): boolean {
  return (
    values.exact('member').length + values.exact('members').length > 0 ||
    datasets.some(
      (each) =>
        !each.isHidden &&
        [each.label, ...visible(each).map((field) => field.label)].some((name) =>
          nameWords(name).includes('member'),
        ),
    )
  )
}
