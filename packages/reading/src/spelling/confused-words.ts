import type { Ontology } from '@quipu/query'
import { lexiconOf } from '../lexicon/lexicon.ts'
import { isEnglish } from '../lexicon/wordnet.ts'
import { wordForms } from '../words/word-forms.ts'
import { isVowelAway } from './vowels.ts'
import type { Corrected, Correction } from './correct-spelling.ts'
import { everydayWords } from './everyday-words.ts'
import { operatorOf } from '../words/phrases.ts'

interface Confusion {
  /** The first group is what was written wrongly. */
  readonly pattern: RegExp
  readonly read: (written: string, ontology: Ontology) => string
  /** The second group is a value of the data. Default: not asked for. */
  readonly isBeforeValue?: boolean
  /** Read also where the word is part of a longer name, such as `lead time`. Default: not read. */
  readonly isPartOfName?: boolean
}

const units = '(?:day|week|month|quarter|year|weekday|hour)s?'
const before = '(?<=\\b(?:per|by|each|every|this|last|next|past|previous|\\d+) )'

/** Words that are English and stand where another one is meant. A word of the data is never read otherwise. */
const confusions: readonly Confusion[] = [
  // "sales per moth", "last weak"
  unit('mo(?:u?th|nt|nht)', 'month'),
  unit('we(?:ak|ek|e|eek|eks?k)', 'week'),
  unit('(?:yea|yer|ear|yeas?r)', 'year'),
  unit('(?:quart|quarte|quater|quarer)', 'quarter'),
  // "lst year", "tis month", "nxt week"
  beforeUnit('l(?:st|at|ats|sat|as|est|sst|aast|ats|ist|asr|ast?e)', 'last'),
  beforeUnit('t(?:hs|is|hes|hus|hsi|ihs|hi|hiss|his?s)', 'this'),
  beforeUnit('n(?:xt|et|est|xet|ex|ecxt|ezt)', 'next'),
  word('\\b(p(?:ersent|recent|rocent|ercant|ercet|ecent))\\b', 'percent'),
  // "orders form last week"
  word(
    '(?<!\\b(?:the|a|an|this|that|each|per|by|of|which|what|in) )(form)(?= (?:the|our|last|this|next|january|february|march|april|may|june|july|august|september|october|november|december|\\d|us\\b))',
    'from',
  ),
  {
    pattern: /(?<!\b(?:the|a|an|this|that|each|per|by|of|which|what|in) )\b(form)(?= (\p{L}+))/giu,
    read: () => 'from',
    isBeforeValue: true,
  },
  // "more then 5"
  word(
    '(?<=\\b(?:more|less|fewer|older|longer|bigger|larger|higher|lower|later|earlier|greater|smaller|other|rather|better|worse) )(then)\\b',
    'than',
  ),
  // "witch customers", "how may orders", "who many orders"
  word('(?<=^\\W*(?:and )?)(witch)(?= \\p{L})', 'which'),
  word('(?<=\\bhow )(may|man)(?= \\p{L})', 'many'),
  word('^(who)(?= (?:many|much)\\b)', 'how'),
  word('\\b(hwo|ohw|hw|hiw|hpw|hoe)(?= (?:m\\p{L}{2,3}|long|often)\\b)', 'how'),
  // "sales buy month", "did we loose", "payed"
  word(`\\b(buy)(?= ${units}\\b)`, 'by'),
  word('(?<=\\b(?:we|they|customers|to) )(loose)\\b', 'lose'),
  {
    pattern: /\b((?:un|re|over|under|pre)?pay(?:ed|d))\b/giu,
    read: (text) => text.replace(/pay(?:ed|d)$/i, 'paid'),
  },
  { pattern: /\b(costumers?)\b/giu, read: (written) => written.replace(/^costu/i, 'custo') },
  // "customers in leads", where a town is Leeds
  {
    pattern: /(?<=\b(?:in|from|near|around) )(\p{L}{4,})\b/giu,
    isPartOfName: true,
    read: (written, { values }) =>
      isPlainWord(written)
        ? written
        : (values
            .near(written, 4)
            .map(({ value }) => value)
            .find((value) => isVowelAway(written.toLowerCase(), value.toLowerCase())) ?? written),
  },
  // Run together, or apart.
  {
    pattern: /\b(how(?:many|much))\b/giu,
    read: (written) => `${written.slice(0, 3)} ${written.slice(3)}`,
  },
  {
    pattern: /\b((?:this|last|next)(?:year|month|week|quarter))\b/giu,
    read: (written) => `${written.slice(0, 4)} ${written.slice(4)}`,
  },
  { pattern: /\b(week days?|week ends?|per cent)\b/giu, read: (written) => written.replace(' ', '') },
  word('\\b(alot) of\\b', 'a lot'),
]

const everyday: ReadonlySet<string> = new Set(everydayWords)

/** A word of questions as such, or none of English: that is a misspelling. */
function isPlainWord(text: string): boolean {
  const word = text.toLowerCase()
  return (
    everyday.has(word) || operatorOf(word) !== undefined || !wordForms(word).some((form) => isEnglish(form))
  )
}

function unit(written: string, read: string): Confusion {
  return {
    pattern: new RegExp(`${before}(${written}s?)\\b`, 'giu'),
    read: (text) => (text.endsWith('s') ? `${read}s` : read),
  }
}

/** What stands before one period: "list months" asks for a list. */
function beforeUnit(written: string, read: string): Confusion {
  return word(
    `\\b(${written})(?= (?:\\d+ \\p{L}+|day|week|month|quarter|year|yr|weekend|summer|winter)\\b)`,
    read,
  )
}

function word(pattern: string, read: string): Confusion {
  return { pattern: new RegExp(pattern, 'giu'), read: () => read }
}

/** Reads words that are spelled right but are not the ones meant. */
export function withoutConfusions(question: string, ontology: Ontology): Corrected {
  const corrections: Correction[] = []
  const own = ownWords(ontology)
  const isOwn = (text: string): boolean => wordForms(text.toLowerCase()).some((form) => own.has(form))
  const text = confusions.reduce(
    (rest, { pattern, read, isBeforeValue, isPartOfName }) =>
      rest.replaceAll(pattern, (all: string, written: string, next: unknown) => {
        if (isBeforeValue === true && !(typeof next === 'string' && ontology.values.exact(next).length > 0))
          return all
        const meant = read(written, ontology)
        const isNamed = isPartOfName === true ? isWholeName(written, ontology) : isOwn(written)
        if ((isNamed && !/payed$/i.test(written)) || meant.toLowerCase() === written.toLowerCase()) return all
        corrections.push({ written, read: meant })
        return all.replace(written, meant)
      }),
    question,
  )
  return { question: text, corrections }
}

function isWholeName(written: string, { datasets }: Ontology): boolean {
  const forms = wordForms(written.toLowerCase())
  return datasets.some(({ label, fields }) =>
    [label, ...fields.map((field) => field.label)].some((name) =>
      wordForms(name.toLowerCase()).some((form) => forms.includes(form)),
    ),
  )
}

const known = new WeakMap<Ontology, ReadonlySet<string>>()

/** The words that the data itself uses for its names. Made once for each ontology. */
export function ownWords(ontology: Ontology): ReadonlySet<string> {
  const found = known.get(ontology) ?? new Set(lexiconOf(ontology).words)
  known.set(ontology, found)
  return found
}
