import type { AgreedSum, Dataset, Field, Relationship, SumChange } from '@quipu/query'
import type { QueryLimits, Source } from '../../sources/source.ts'
import { findFormula, leastGroups, unexplained, type Agreement, type Formula } from './find-formula.ts'
import { columnsOf, sampleLines, sampleRows, type Link, type Sample } from './sample-amounts.ts'

interface Model {
  readonly datasets: readonly Dataset[]
  readonly relationships: readonly Relationship[]
}

interface Found {
  readonly sums: readonly { readonly sum: AgreedSum; readonly says: string }[]
  readonly doubts: readonly { readonly field: string; readonly says: string }[]
}

/** The datasets, with what their rows come to where amounts elsewhere in the data confirm it, and with what stays open. */
export async function withAgreedSums(
  source: Source,
  { datasets, relationships }: Model,
  limits: QueryLimits,
  isSecret: (dataset: string, field: string) => boolean,
): Promise<readonly Dataset[]> {
  const numbersOf = (dataset: Dataset): readonly Field[] => numbersIn(dataset, isSecret)
  let room = mostSamples
  const made: Dataset[] = []
  for (const dataset of datasets) {
    const found: Found[] = []
    const parents = linksOf(dataset, datasets, relationships)
    if (numbersOf(dataset).length > 0) {
      for (const sample of samplesOf(dataset, parents, numbersOf)) {
        if (room === 0) break
        room -= 1
        limits.signal.throwIfAborted()
        found.push(await sample(source, { datasets, relationships }, limits))
      }
    }
    made.push(withFound(dataset, found))
  }
  return made
}

/** Each takes two short statements, or two for each dataset beside it. */
const mostSamples = 80
/** More numbers than this are measurements, not the parts of an amount. */
const mostNumbers = 12
/** The share of rows whose amounts have to agree. */
const mostlyAgrees = 0.8

type Sampling = (source: Source, model: Model, limits: QueryLimits) => Promise<Found>

function samplesOf(
  dataset: Dataset,
  parents: readonly Link[],
  numbersOf: (dataset: Dataset) => readonly Field[],
): readonly Sampling[] {
  const inRows: Sampling = async (source, _, limits) =>
    inOneRow(dataset, await sampleRows(source, dataset, numbersOf(dataset), limits))
  const hasParts = numbersOf(dataset).length > 2 && dataset.rows >= leastGroups
  const ofParents = parents
    .filter((parent) => canBeLines(dataset, parent))
    .map((parent): Sampling => async (source, model, limits) => {
      const things = parents.filter(({ to }) => to !== parent.to)
      const once = things.filter(({ to }, at) => things.findIndex((each) => each.to === to) === at)
      const request = { lines: dataset, parent, things: once.slice(0, 3), beside: [], numbersOf }
      const own =
        numbersOf(parent.to).length === 0
          ? { sums: [], doubts: [] }
          : ofLines(dataset, parent, await sampleLines(source, request, limits))
      if (own.sums.length > 0) return own
      const beside = besideOf(dataset, parent, model).filter(({ to }) => numbersOf(to).length > 0)
      if (beside.length === 0) return own
      const sample = await sampleLines(source, { ...request, beside: beside.slice(0, 3) }, limits)
      const others = ofLines(
        dataset,
        parent,
        sample,
        ({ factors, change }) => factors.length > 1 || change?.by === 'share' || change?.by === 'percent',
      )
      return others.sums.length > 0 ? others : own
    })
  return [...(hasParts ? [inRows] : []), ...ofParents]
}

/** Numbers to calculate with. */
function numbersIn(
  { name, fields }: Dataset,
  isSecret: (dataset: string, field: string) => boolean,
): readonly Field[] {
  const numbers = fields.filter(
    ({ name: field, type, role, isPrimaryKey }) =>
      type === 'number' && role === 'measure' && !isPrimaryKey && !isSecret(name, field),
  )
  return numbers.length > mostNumbers ? [] : numbers
}

function linksOf({ name }: Dataset, datasets: Model['datasets'], relationships: Model['relationships']) {
  return relationships.flatMap((relationship): readonly Link[] => {
    const to = datasets.find((each) => each.name === relationship.to)
    const isOne = relationship.cardinality !== 'many-to-many'
    return relationship.from !== name || to === undefined || to.name === name || !isOne
      ? []
      : [{ to, relationship }]
  })
}

/** A few rows for each of the parent. */
function canBeLines({ rows, fields }: Dataset, { to, relationship }: Link): boolean {
  const key = fields.find(({ name }) => name === relationship.fromFields[0])
  const parents = key === undefined || key.statistics.distinct === 0 ? to.rows : key.statistics.distinct
  return to.rows >= leastGroups && parents >= leastGroups && rows / parents <= mostLines
}

const mostLines = 30

function besideOf(lines: Dataset, parent: Link, { datasets, relationships }: Model): readonly Link[] {
  return datasets.flatMap((other) =>
    other === lines
      ? []
      : linksOf(other, datasets, relationships)
          .filter(
            (link) =>
              link.to === parent.to &&
              canBeLines(other, link) &&
              link.relationship.toFields.join() === parent.relationship.toFields.join(),
          )
          .slice(0, 1)
          .map(({ relationship }) => ({ to: other, relationship })),
  )
}

/** Within a row only a product, or the name of what is taken off, says which of its numbers is the result. */
function inOneRow(dataset: Dataset, sample: Sample): Found {
  const isReduction = (column: number): boolean => reduction.test(sample.columns[column]?.field.label ?? '')
  const isProduct = ({ factors, change }: Formula): boolean =>
    factors.length > 1 ||
    change?.by === 'share' ||
    change?.by === 'percent' ||
    (change?.by === 'amount' && isReduction(change.column))
  const found = findFormula(
    sample.groups,
    columnsOf(sample, dataset),
    (formula, target) =>
      isProduct(formula) && !formula.factors.includes(target) && formula.change?.column !== target,
  )
  return {
    sums: found !== null && isOften(found) ? [said(sumOf(found, sample, dataset.name), sample, dataset)] : [],
    doubts: [],
  }
}

const reduction = /\b(?:discount|rebate|reduction|mark ?down|deduction|allowance)s?\b/i

function ofLines(
  lines: Dataset,
  parent: Link,
  sample: Sample,
  allows: (formula: Formula) => boolean = () => true,
): Found {
  const columns = columnsOf(sample, lines)
  const found = findFormula(sample.groups, columns, allows)
  if (found === null || isCopied(found, sample)) return { sums: [], doubts: [] }
  if (isOften(found)) {
    const sum = reducedFurther(found, lines, sample) ?? found
    return { sums: [said(sumOf(sum, sample, parent.to.name), sample, parent.to)], doubts: [] }
  }
  const open = found.factors.length < 2 ? [] : unexplained(sample.groups, columns, found)
  const price = sample.columns[found.factors.at(-1) ?? 0]
  return {
    sums: [],
    doubts: open.flatMap((place) => {
      const field = sample.columns[place]?.field
      if (field === undefined || price?.dataset !== lines) return []
      const words = wordsOf(sumOf(found, sample, parent.to.name), sample)
      const target = `${sample.targets[found.target]?.field.label ?? ''} of ${parent.to.label}`
      const says = `${words} agrees with ${target} only where ${field.label} is empty or 0, so it is not known how ${field.label} changes amounts`
      return [{ field: price.field.name, says }]
    }),
  }
}

/** Prices agree with the subtotal, and prices less a discount of the line with the total: the line comes to what is left. */
function reducedFurther(found: Agreement, lines: Dataset, sample: Sample): Agreement | null {
  if (found.change !== null) return null
  const isReduced = ({ factors, change }: Formula): boolean =>
    factors.join() === found.factors.join() &&
    change !== null &&
    change.by !== 'added' &&
    change.by !== 'times' &&
    reduction.test(sample.columns[change.column]?.field.label ?? '')
  const further = findFormula(
    sample.groups,
    columnsOf(sample, lines),
    (formula, target) => isReduced(formula) && target !== found.target,
  )
  return further !== null && isOften(further) ? further : null
}

function isOften({ agreed, compared }: Agreement): boolean {
  return agreed >= compared * mostlyAgrees
}

/** The price of a thing that each row repeats, and of which nobody has a second row, is no total of rows. */
function isCopied({ factors, change, target }: Agreement, { groups, targets }: Sample): boolean {
  const isPrice = /\b(?:price|tariff|rate)\b/i.test(targets[target]?.field.label ?? '')
  return isPrice && factors.length === 1 && change === null && groups.every(({ rows }) => rows.length === 1)
}

function said(sum: AgreedSum, sample: Sample, per: Dataset): Found['sums'][number] {
  const target = sample.targets.find(
    ({ dataset, field, less }) =>
      dataset.name === sum.agreesWith.dataset &&
      field.name === sum.agreesWith.field &&
      (less?.name ?? null) === sum.less,
  )
  const without = target === undefined || target.less === null ? '' : ` without ${target.less.label}`
  const amount = `${target?.field.label ?? ''}${without} of ${target?.dataset.label ?? ''}`
  return {
    sum,
    says: `The amount of each row is ${wordsOf(sum, sample)}. Added up, it agrees with ${amount} for ${sum.agreed} of ${sum.compared} ${per.label} that were compared.`,
  }
}

function withFound(dataset: Dataset, found: readonly Found[]): Dataset {
  const sums = found.flatMap((one) => one.sums)
  const doubts = found.flatMap((one) => one.doubts)
  const fields = dataset.fields.map((field) => {
    const own = doubts.filter((doubt) => doubt.field === field.name).map(({ says }) => says)
    if (own.length === 0) return field
    const { understood = '', doubts: before = [] } = field.reading ?? {}
    return { ...field, reading: { ...field.reading, understood, doubts: [...before, ...own] } }
  })
  if (sums.length === 0) return { ...dataset, fields }
  const { reading } = dataset
  const understood = [reading?.understood ?? '', ...sums.map(({ says }) => says)].join(' ').trim()
  return {
    ...dataset,
    fields,
    reading: { understood, doubts: reading?.doubts ?? [], sums: sums.map(({ sum }) => sum) },
  }
}

function sumOf(
  { factors, change, target, compared, agreed }: Agreement,
  sample: Sample,
  per: string,
): AgreedSum {
  const placeOf = (column: Sample['columns'][number] | undefined) => ({
    dataset: column?.dataset.name ?? '',
    field: column?.field.name ?? '',
  })
  return {
    factors: factors.map((place) => placeOf(sample.columns[place])),
    change: change === null ? null : { field: placeOf(sample.columns[change.column]).field, by: change.by },
    agreesWith: placeOf(sample.targets[target]),
    less: sample.targets[target]?.less?.name ?? null,
    per,
    compared,
    agreed,
  }
}

function wordsOf({ factors, change }: AgreedSum, { columns, targets }: Sample): string {
  const label = (dataset: string, name: string): string =>
    [...columns, ...targets].find((one) => one.dataset.name === dataset && one.field.name === name)?.field
      .label ?? name
  const product = factors.map(({ dataset, field }) => label(dataset, field)).join(' × ')
  const changed = columns.find(({ field }) => field.name === change?.field)?.field.label ?? ''
  return change === null ? product : changes[change.by](product, changed)
}

const changes: Readonly<Record<SumChange['by'], (product: string, changed: string) => string>> = {
  share: (product, changed) => `${product} × (1 − ${changed})`,
  percent: (product, changed) => `${product} × (1 − ${changed} / 100)`,
  amount: (product, changed) => `${product} − ${changed}`,
  each: (product, changed) => `${product} − ${changed} of each`,
  added: (product, changed) => `${product} + ${changed}`,
  times: (product, changed) => `${product} × ${changed}`,
}
