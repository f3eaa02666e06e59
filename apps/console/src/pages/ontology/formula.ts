import type { Ontology } from './use-overlay.ts'

/** A field as a formula names it. A name with a space or a dash is quoted, as in `Invoices."Paid on"`. */
export function inFormula(dataset: string, field: string): string {
  return `${quoted(dataset)}.${quoted(field)}`
}

/** The sum of the first amount. */
export function exampleFormula({ datasets }: Pick<Ontology, 'datasets'>): string {
  for (const { name, fields, is_hidden: isHidden } of datasets) {
    const amount = fields.find((field) => field.role === 'measure' && !field.is_hidden)
    if (amount !== undefined && !isHidden) return `sum(${inFormula(name, amount.name)})`
  }
  return 'sum(order_items.quantity * order_items.unit_price)'
}

/** What a formula takes for a name, and not for a sum, a text or one of its own words. */
const plain = /^[\p{L}_][\p{L}\p{N}_$]*$/u
const words = /^(?:and|or|not|is|in|null|true|false|distinct|filter|where|like|between|case|when)$/i

function quoted(name: string): string {
  return plain.test(name) && !words.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
