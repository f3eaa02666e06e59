import type { Dataset, Field, Metric, Ontology } from '@quipu/query'
import { otherSpellings } from '../words/spellings.ts'
import { isVerbal } from '../words/verbal.ts'
import { wordForms } from '../words/word-forms.ts'
import { areApart, everydayGroupsOf, generalWords } from './everyday-synonyms.ts'
import { isFirstAndLast, isMeasure, isMoment, isPeople, nameFields } from './dataset-fields.ts'
import { moneyNames } from './money-words.ts'
import { codedNames, fillers, nameWords, rawWords } from './name-words.ts'
import { workerFields } from './person-fields.ts'
import { isEnglish, neighbours } from './wordnet.ts'
import { likeness } from './word-vectors.ts'

export type Item =
  | { readonly kind: 'dataset'; readonly dataset: Dataset }
  | { readonly kind: 'field'; readonly dataset: Dataset; readonly field: Field }
  | { readonly kind: 'metric'; readonly metric: Metric }

/** One way to name an item. Optional words, those of the field's dataset, may be left out. */
export interface NameForm {
  readonly item: Item
  readonly words: readonly string[]
  readonly optional: readonly boolean[]
  /** The position of the head noun. */
  readonly head: number
  /** For a field: the position of its dataset's noun, or -1. */
  readonly ownHead: number
  /** Words before this position belong to the dataset and not to the field's own name. */
  readonly ownFrom: number
  readonly weight: number
}

export interface NearWord {
  readonly word: string
  readonly weight: number
}

/** What words can mean in one ontology. */
export interface Lexicon {
  /** The words of names that a word or phrase of a question may stand for. */
  wordsNear(phrase: string): readonly NearWord[]
  formsWith(word: string): readonly NameForm[]
  /** Whether a dataset has exactly this name. */
  isThing(word: string): boolean
  readonly datasets: ReadonlyMap<string, Dataset>
  /** Every word of a name, in base form. */
  readonly words: Iterable<string>
}

const built = new WeakMap<Ontology, Lexicon>()

/** Built once for each ontology. */
export function lexiconOf(ontology: Ontology): Lexicon {
  const known = built.get(ontology)
  if (known !== undefined) return known
  const lexicon = build(ontology)
  built.set(ontology, lexicon)
  return lexicon
}

function build(ontology: Ontology): Lexicon {
  const forms: NameForm[] = []
  const datasets = ontology.datasets.filter((each) => !each.isHidden)
  for (const dataset of datasets) {
    const own = nameWords(dataset.label)
    forms.push(
      ...[dataset.label, ...dataset.synonyms.filter((name) => !isAmount(name, dataset))].map((name, i) =>
        plainForm({ kind: 'dataset', dataset }, nameWords(name), i === 0 ? 1 : 0.97),
      ),
    )
    const raw = rawWords(dataset.name)
    if (raw.join() !== own.join()) forms.push(plainForm({ kind: 'dataset', dataset }, raw, 0.97))
    forms.push(
      ...keyForms(dataset, own, ontology),
      ...partForms(dataset, own, datasets),
      ...headForms(dataset, own, datasets),
      ...personForms(dataset),
      ...peopleForms(dataset, datasets),
      ...workerForms(dataset, ontology),
    )
    for (const field of dataset.fields) if (!field.isHidden) forms.push(...fieldForms(dataset, own, field))
  }
  // Proposed metrics are read by frames alone: their words would take the place of fields here.
  for (const metric of ontology.metrics.filter(({ origin }) => origin === undefined))
    for (const name of [metric.label, metric.name, ...metric.synonyms])
      forms.push(plainForm({ kind: 'metric', metric }, nameWords(name), 1.05))
  for (const { dataset, field, word, weight } of moneyNames(datasets))
    forms.push(plainForm({ kind: 'field', dataset, field }, [word], weight))
  const usable = forms.filter((form) => form.words.length > 0)
  const postings = groupByWord(usable)
  const near = nearWords([...postings.keys()])
  const things = new Set(
    usable.flatMap((form) =>
      form.item.kind === 'dataset' && form.words.length === 1 && form.weight > 0.9 ? form.words : [],
    ),
  )
  return {
    wordsNear: (phrase) => near.get(phrase) ?? none,
    formsWith: (word) => postings.get(word) ?? noForms,
    isThing: (word) => things.has(word),
    datasets: new Map(datasets.map((each) => [each.name, each])),
    words: [...postings.keys()],
  }
}

const none: readonly NearWord[] = []
const noForms: readonly NameForm[] = []

/** A dataset with the key `orchard id` is about orchards, whatever its name is. */
function keyForms(dataset: Dataset, own: readonly string[], ontology: Ontology): NameForm[] {
  const [key, ...others] = dataset.primaryKey
  if (
    key === undefined ||
    others.length > 0 ||
    ontology.relationships.some((each) => each.from === dataset.name && each.fromFields.includes(key))
  )
    return []
  const label = dataset.fields.find((field) => field.name === key)?.label ?? ''
  const words = nameWords(label).filter((word) => !['id', 'code', 'number', 'key', 'no'].includes(word))
  if (
    words.length === 0 ||
    isAmount(words.join(' '), dataset) ||
    words.length === nameWords(label).length ||
    words.join() === own.join() ||
    words.some((word) => word.length < 3)
  )
    return []
  return [plainForm({ kind: 'dataset', dataset }, words, 0.93)]
}

/** "price" is the amount in a price list, and not its rows. */
function isAmount(name: string, { fields }: Dataset): boolean {
  const [only = '', ...more] = nameWords(name)
  return (
    more.length === 0 &&
    fields.some(
      (field) => isMeasure(field) && /^(\S+)(?: (?:amount|value))?$/.exec(field.label)?.[1] === only,
    )
  )
}

/** `order lines` beside `orders` can be called just "lines". */
function partForms(dataset: Dataset, own: readonly string[], all: readonly Dataset[]): NameForm[] {
  const [whole, part, ...others] = own
  if (whole === undefined || part === undefined || others.length > 0) return []
  const names = all.filter((each) => each !== dataset).map(({ label }) => nameWords(label))
  const isPart =
    names.some((words) => words.join(' ') === whole) && !names.some((words) => words.at(-1) === part)
  return isPart ? [plainForm({ kind: 'dataset', dataset }, [part], 0.93)] : []
}

/** `sales orders` with a date `ordered on` can be called just "orders": the date does not take the noun of its own rows. */
function headForms(dataset: Dataset, own: readonly string[], all: readonly Dataset[]): NameForm[] {
  const head = own.at(-1)
  if (head === undefined || own.length < 2) return []
  const isOther = all.some((each) => each !== dataset && nameWords(each.label).at(-1) === head)
  const isDated = dataset.fields.some(
    (field) =>
      isMoment(field) &&
      rawWords(field.label).some((word) => isVerbal(word) && wordForms(word).includes(head)),
  )
  return isOther || !isDated ? [] : [plainForm({ kind: 'dataset', dataset }, [head], 0.96)]
}

/** Where a name is split over two fields, "name" and "full name" mean both. */
function personForms(dataset: Dataset): NameForm[] {
  const fields = nameFields(dataset)
  const item: Item = { kind: 'dataset', dataset }
  const own = nameWords(dataset.label).filter((word) => !fillers.has(word))
  const named = (words: readonly string[], weight: number): NameForm => ({
    item,
    words: [...own, ...words],
    optional: [...own.map(() => true), ...words.map(() => false)],
    head: own.length + words.length - 1,
    ownHead: own.length - 1,
    ownFrom: own.length,
    weight,
  })
  if (isFirstAndLast(fields)) return [named(['name'], 0.97), named(['full', 'name'], 1)]
  return fields.length === 1 && nameWords(fields[0]?.label ?? '').at(-1) === 'name'
    ? [named(['full', 'name'], 0.95)]
    : []
}

/** Employees, guests and patients are people, where no dataset is called "people". */
function peopleForms(dataset: Dataset, all: readonly Dataset[]): NameForm[] {
  if (!isPeople(dataset)) return []
  const isCalledSo = all.some(({ label }) => nameWords(label).includes('person'))
  const names = [['headcount'], ['head', 'count'], ...(isCalledSo ? [] : [['person']])]
  return names.map((words) => plainForm({ kind: 'dataset', dataset }, words, 0.9))
}

/** "Employees" are those whom a text names, where they have no rows of their own. */
function workerForms(dataset: Dataset, ontology: Ontology): NameForm[] {
  const isStaff = ({ label }: Dataset): boolean => isStaffName(nameWords(label).at(-1) ?? '')
  if (ontology.datasets.some((each) => !each.isHidden && isStaff(each))) return []
  // Where a till has its `staff`, those who count the stock are not meant.
  const isSaid = ontology.datasets.some((each) =>
    each.fields.some(({ label, isHidden }) => !isHidden && isStaffName(label.toLowerCase())),
  )
  const workers = workerFields(dataset, ontology).filter(
    ({ label }) => !isSaid || isStaffName(label.toLowerCase()),
  )
  return workers.flatMap((field) =>
    ['employee', 'staff', 'person', 'colleague']
      .filter((word) => !nameWords(field.label).includes(word))
      .map((word) => plainForm({ kind: 'field', dataset, field }, [word], 0.9)),
  )
}

function isStaffName(word: string): boolean {
  return word === 'staff' || word === 'employee' || word === 'worker'
}

function plainForm(item: Item, words: readonly string[], weight: number): NameForm {
  // The last word of `check ins` is a part of the name, which a question may write or leave out.
  const particle = words.length === 2 && words[1] === 'in' ? 1 : -1
  const kept = words.filter((word, at) => at === particle || !fillers.has(word))
  const used = kept.length > 0 ? kept : words
  return {
    item,
    words: used,
    optional: used.map((_, at) => at === particle),
    head: particle === 1 ? 0 : headOf(words, used),
    ownHead: -1,
    ownFrom: 0,
    weight,
  }
}

/** `reference count` is a measure of references, and no count of whatever. */
function withoutFillers(words: readonly string[], field: Field): readonly string[] {
  const kept = words.filter((word) => !fillers.has(word))
  const isBare = isMeasure(field) && kept.every((word) => word === 'number' || word === 'count')
  return isBare ? words.filter((word) => !fillers.has(word) || word === 'reference') : kept
}

function fieldForms(dataset: Dataset, datasetWords: readonly string[], field: Field): NameForm[] {
  const item: Item = { kind: 'field', dataset, field }
  const raw = rawWords(field.name)
  const written = nameWords(field.label)
  const aliases = aliasesOf(dataset, field, written)
  const names = [
    written,
    ...field.synonyms.map(nameWords),
    ...(raw.join() === written.join() ? [] : [raw]),
    ...codedNames(field.name),
    ...aliases,
  ]
  const phrases = [written.filter((word) => !datasetWords.includes(word)), written.slice(-2)]
    .map((words) => words.join(' '))
    .filter((phrase, i, all) => phrase.includes(' ') && all.indexOf(phrase) === i && isKnownPhrase(phrase))
  const asWritten = field.name.toLowerCase()
  return [
    ...phrases.map((phrase) => phraseForm(item, phrase)),
    ...(raw.length > 1 && !asWritten.includes(' ') ? [phraseForm(item, asWritten)] : []),
    ...names.map((all, i) => {
      const words = withoutInitial(withoutFillers(all, field), datasetWords)
      const isOwn = words.map((word) => datasetWords.includes(word))
      const optional = isOwn.every(Boolean) ? isOwn.map(() => false) : isOwn
      const extra = datasetWords.filter((word) => !words.includes(word) && !fillers.has(word))
      const offset = extra.length
      return {
        item,
        words: [...extra, ...words],
        optional: [...extra.map(() => true), ...optional],
        head: offset + headOf(all, words),
        ownHead: [...extra, ...words].lastIndexOf(datasetWords.at(-1) ?? ''),
        ownFrom: offset,
        weight: i === 0 ? 1 : 0.96,
      }
    }),
  ]
}

/** A name of several words that English has one word for: "last name" is a surname. */
function phraseForm(item: Item, phrase: string): NameForm {
  return { item, words: [phrase], optional: [false], head: 0, ownHead: -1, ownFrom: 0, weight: 1 }
}

function isKnownPhrase(phrase: string): boolean {
  return everydayGroupsOf(phrase).length > 0 || cachedNeighbours(phrase).size > 0
}

/** The fields that show a row can be called "name" and the key "id", whatever their names are. */
function aliasesOf(dataset: Dataset, field: Field, words: readonly string[]): string[][] {
  const found: string[][] = []
  const has = (word: string, but?: Field): boolean =>
    dataset.fields.some((each) => each !== but && nameWords(each.label).includes(word))
  const isShown =
    nameFields(dataset)[0] === field &&
    field.type === 'text' &&
    field.role !== 'identifier' &&
    !field.isPrimaryKey
  if (isShown && ((!words.includes('name') && !has('name')) || (words.at(-1) === 'name' && words.length > 1)))
    found.push(['name'])
  if (dataset.primaryKey.length === 1 && dataset.primaryKey[0] === field.name && !words.includes('id'))
    found.push(['id'])
  const [only, tail, ...others] = words
  if (only !== undefined && (tail === 'amount' || tail === 'value') && others.length === 0)
    if (isMeasure(field) && !vague.has(only) && !has(only, field)) found.push([only])
  return found
}

/** Before "amount", these words say how it was computed and not what it is about. */
const vague: ReadonlySet<string> = new Set(
  'total net gross average mean minimum maximum unit whole full final current due open base'.split(' '),
)

/** `s name` in the dataset of students is its name. */
function withoutInitial(words: readonly string[], datasetWords: readonly string[]): readonly string[] {
  const [first, ...rest] = words
  if (first === undefined || rest.length === 0 || first.length > 2) return words
  return datasetWords.some((word) => word.startsWith(first)) || first.length === 1 ? rest : words
}

/** The last word, or the one before `of`. */
function headOf(all: readonly string[], kept: readonly string[]): number {
  const of = all.indexOf('of')
  const head = of > 0 ? all[of - 1] : all.at(-1)
  return Math.max(0, kept.lastIndexOf(head ?? ''))
}

function groupByWord(forms: readonly NameForm[]): Map<string, NameForm[]> {
  const postings = new Map<string, NameForm[]>()
  for (const form of forms)
    for (const word of new Set(form.words)) {
      const list = postings.get(word)
      if (list === undefined) postings.set(word, [form])
      else list.push(form)
    }
  return postings
}

function nearWords(vocabulary: readonly string[]): Map<string, NearWord[]> {
  const near = new Map<string, Map<string, number>>()
  const add = (phrase: string, word: string, weight: number): void => {
    const list = near.get(phrase) ?? new Map<string, number>()
    if (weight > (list.get(word) ?? 0)) list.set(word, weight)
    near.set(phrase, list)
  }
  for (const word of vocabulary) {
    add(word, word, 1)
    for (const form of wordForms(word)) add(form, word, form === word ? 1 : 0.94)
    for (const form of otherSpellings(word)) add(form, word, 0.99)
    if (word.length < 3 || /\d/.test(word)) continue
    for (const group of everydayGroupsOf(word))
      for (const other of group) if (other !== word) add(other, word, 0.86)
    for (const [other, weight] of cachedNeighbours(word))
      if (!spans.has(other)) add(other, word, byLikeness(weight, other, word))
    // `conducted` is also close to the neighbours of "conduct": a conductor.
    if (isVerbal(word))
      for (const base of wordForms(word).slice(1))
        if (isEnglish(base, 'verb'))
          for (const [other, weight] of cachedNeighbours(base)) add(other, word, weight * 0.97)
  }
  const isNamed = (word: string): boolean =>
    [...(near.get(word)?.values() ?? [])].some((weight) => weight > generalWeight)
  for (const [general, narrower] of generalWords)
    if (vocabulary.includes(general))
      for (const other of narrower) if (!isNamed(other)) add(other, general, generalWeight)
  return new Map(
    [...near].map(([phrase, words]) => [phrase, [...words].map(([word, weight]) => ({ word, weight }))]),
  )
}

/** A dictionary's word that occurs in other texts than the name weighs less, and one that occurs in the same texts more. */
function byLikeness(weight: number, word: string, name: string): number {
  const like = likeness(word, name)
  if (like === null || weight > mostByLikeness || areApart([word], [name])) return weight
  return Math.min(mostByLikeness, Math.max(0.2, weight + 0.4 * (like - usual)))
}

/** Below every synonym of a name. */
const mostByLikeness = 0.74
/** Words of one meaning are alike by this much at least. */
const usual = 0.25

/** Units of time: a date is not a month. */
const spans: ReadonlySet<string> = new Set(
  'day week month quarter year decade hour minute weekday'.split(' '),
)

/** A narrower word stands for the general one only where nothing closer is named. */
const generalWeight = 0.76

const neighbourCache = new Map<string, ReadonlyMap<string, number>>()
function cachedNeighbours(word: string): ReadonlyMap<string, number> {
  const known = neighbourCache.get(word)
  if (known !== undefined) return known
  const found = neighbours(word)
  if (neighbourCache.size < 5000) neighbourCache.set(word, found)
  return found
}
