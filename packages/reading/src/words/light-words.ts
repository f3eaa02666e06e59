import type { Ontology } from '@quipu/query'
import { rewritten, type Idiom } from './idioms.ts'

/** Says without words that carry nothing what has them: "each one", "a single", "once", "in charge of". */
export function withoutLightWords(question: string, ontology: Ontology): string {
  const names = ontology.datasets.flatMap(({ label, fields }) => [
    label,
    ...fields.map((field) => field.label),
  ])
  const own = unlessNamed.flatMap(({ by, idiom }) => (names.some((name) => by.test(name)) ? [] : [idiom]))
  return rewritten(withPostcode(question, names), [...light, ...own])
}

/** "zip code" where the data has one `postcode`, or a `zip`. */
function withPostcode(question: string, names: readonly string[]): string {
  const [only, ...more] = new Set(
    names.filter((name) => postcode.test(name)).map((name) => name.toLowerCase()),
  )
  if (only === undefined || more.length > 0) return question
  return question.replaceAll(postcodes, (said: string) => (only === said.toLowerCase() ? said : only))
}

const postcode = /^(?:zip|postal|post)(?: ?(?:post)?codes?)?$/i
const postcodes = /\b(?:zip|postal|post) codes?\b/giu

const past = String.raw`\p{L}{2,}ed|bought|sold|paid|got|sent|lent|made|took|won|lost`

const lived: Idiom = {
  pattern: /\b(city|cities|town|towns|country|countries|state|states) of residence\b/giu,
  plain: '$1',
}

/** "all the products in the store", where the data knows of one shop only */
const ownShop: Idiom = {
  pattern: /(?<=\b(?:all|all of) (?:the |our )?\p{L}+) in (?:the|our) (?:store|shop)(?=\W*$)/giu,
  plain: '',
}

/** "the youngest employee in the company", "when did she leave the company": the one that asks. */
const ownFirm: Idiom = {
  pattern:
    /(?<=\p{L} \p{L}+)(?: (?:in|at))? (?<=(?:\b(?:in|at)|\b(?:join|joined|leave|left|joining|leaving)) )(?:the|our) (?:company|firm)(?=\W*(?:$|[.?!]))/giu,
  plain: '',
}

/** "artists who have never received a rating" */
const received: Idiom = {
  pattern:
    /\b(who|that|which|but|and) (?:(?:have|has|had) )?(?:(not|never) )?(?:received|obtained)(?= (?:an?|any|the|more|less|\p{L}+ (?:higher|lower|above|below|of))\b)/giu,
  plain: '$1 $2 have',
}

/** What means nothing only where no name of the data has the word. */
const unlessNamed: readonly { readonly by: RegExp; readonly idiom: Idiom }[] = [
  { by: /\bresidence\b/i, idiom: lived },
  { by: /\brecei(?:v|pt)/i, idiom: received },
  { by: /\b(?:stores?|shops?)\b/i, idiom: ownShop },
  { by: /\b(?:compan|firms?\b|enterprise|manufacturer|publisher|airline|supplier)/i, idiom: ownFirm },
]

const light: readonly Idiom[] = [
  // "how many cards does each one hold"
  { pattern: /\b(each|every) (?:single )?one\b(?! of\b)/giu, plain: '$1' },
  // "the single most expensive job", "the largest single gift ever"
  { pattern: /\bsingle (?=(?:most|least|\p{L}{3,}est) )/giu, plain: '' },
  {
    pattern:
      /(?<=\b(?:largest|biggest|smallest|highest|lowest|longest|shortest|best|worst|dearest|cheapest|most expensive) )single (?=\p{L})/giu,
    plain: '',
  },
  // "in more than a single shop"
  { pattern: /\b(more than|at least|only|just|exactly|than|in) an? single (?=\p{L})/giu, plain: '$1 one ' },
  { pattern: /\bat least an? (?=\p{L})/giu, plain: 'at least one ' },
  { pattern: /(?<=\b(?:not|never|without|\p{L}+n't)\b.*) an? single (?=\p{L})/giu, plain: ' any ' },
  // "who bought it at least once", "who have once bought bread"
  { pattern: /(?<=\p{L} \p{L}+.*) at least once\b(?! (?:an?|per|in|every|each)\b)/giu, plain: '' },
  { pattern: /\b(have|has|had) (?:ever )?once (?=\p{L}{2,}(?:ed|t|n)\b)/giu, plain: '$1 ' },
  // "customers who most recently purchased something"
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:who|that|which|have|has)\b.*\b(?:${past})) (?:something|anything)\b(?! (?:that|which|from|in|by|for|of)\b)`,
      'giu',
    ),
    plain: '',
  },
  // "the doctors who are in charge of more than one ward", "the staff in charge of the hall"
  { pattern: /(?<=\p{L} (?:who|that|which) )(?:is|are|was|were) in charge of\b/giu, plain: 'have' },
  {
    pattern:
      /(?<=\b(?:which|what) (?:\p{L}+ ){1,2})(?:is|are|was|were) in charge of(?= (?:more|less|fewer|at least|at most|the most|the fewest|the least|\d|two|three|four|five)\b)/giu,
    plain: 'have',
  },
  {
    pattern: /(?<=\p{L} )in charge of\b(?<!(?:\b(?:is|are|was|were|be|been)|['’]s) in charge of)/giu,
    plain: 'of',
  },
  // "games that are free of accidents"
  { pattern: /(?<=\p{L} )(?:(?:that|which) )?(?:is|are|was|were) free of\b/giu, plain: 'that have no' },
  // "festivals outside the United States"
  { pattern: /\boutside (?:of )?(?=(?:the )?(?:["'“‘]|\p{Lu}))/gu, plain: 'not in ' },
  { pattern: /\binside (?:of )?(?=(?:the )?(?:["'“‘]|\p{Lu}))/gu, plain: 'in ' },
]
