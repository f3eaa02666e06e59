import type { Dataset, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf } from '../metrics/field-finder.ts'

/** "Members" are those who have a `membership`, where nothing is called a member. How many there are is how many have one that runs. */
export function withMembersAsMemberships(question: string, ontology: Ontology): string {
  if (!/\bmembers\b/i.test(question)) return question
  const [only, ...more] = ontology.datasets.filter((each) => isMembership(each, ontology))
  if (only === undefined || more.length > 0 || isCalled(ontology)) return question
  const label = only.label.toLowerCase()
  const plain = question
    .replace(/\b(?:current|paying|running) members\b/giu, 'active members')
    .replace(counted, (all, ask: string) => (/\bactive\b/i.test(all) ? all : `${ask}active members`))
  return plain.replaceAll(/\bmembers\b/giu, label)
}

/** No more than how many there are, perhaps by kind: no state, and nothing that they did. */
const counted =
  /^(\W*(?:how many(?: of our)? |number of |(?:the )?count of )?)members(?=(?: do we (?:currently )?have| have we got| are there| are(?= (?:on|in) ))?(?: (?:currently|now|at the moment|right now|today|in total))*(?: (?:per|by|for each|on|in) [^?]*)?\W*$)/iu

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
