import type { Amount } from '../statement/amounts.ts'
import type { Fact } from '../statement/statements.ts'
import type { Line, PrintedDocument } from './printed-document.ts'

export interface Sums {
  readonly net?: Fact<number> | undefined
  readonly tax?: Fact<number> | undefined
  readonly total?: Fact<number> | undefined
  /** Net and tax give the total. */
  readonly isChecked: boolean
}

interface Candidate {
  readonly fact: Fact<number>
  readonly rank: number
}

/** The sums of an invoice. Of the labelled amounts, it takes those that add up. */
export function sumsOf(document: PrintedDocument): Sums {
  const row = totalRow(document)
  if (row !== undefined) return { ...row, isChecked: true }
  const totals = candidates(document, totalRank)
  const nets = candidates(document, netRank)
  const taxes = candidates(document, taxRank)
  for (const total of totals)
    for (const net of nets)
      for (const tax of taxes)
        if (net.fact.value > 0 && near(net.fact.value + tax.fact.value, total.fact.value))
          return { net: net.fact, tax: tax.fact, total: total.fact, isChecked: true }
  return { ...uncheckedSums(document, totals, nets, taxes), isChecked: false }
}

function uncheckedSums(
  document: PrintedDocument,
  totals: readonly Candidate[],
  nets: readonly Candidate[],
  taxes: readonly Candidate[],
): Omit<Sums, 'isChecked'> {
  const total = totals[0]?.fact
  if (total === undefined) return { net: nets[0]?.fact, tax: taxes[0]?.fact }
  const net = nets.find(({ fact }) => fact.value > 0 && fact.value <= total.value)?.fact
  // Several rates: the taxes together are the difference between net and total.
  const isWithoutTax =
    taxes.some(({ fact }) => fact.value === 0) ||
    (taxes.length === 0 &&
      /\b(?:ohne|excl\w*\.?|zzgl\.?|hors)\s+(?:MwSt|USt|VAT|tax|BTW|TVA)/i.test(document.text))
  const tax = taxes.find(({ fact }) => net !== undefined && near(net.value + fact.value, total.value))?.fact
  return {
    total,
    net: net ?? (isWithoutTax ? total : undefined),
    tax: tax ?? taxes.find(({ fact }) => fact.value === 0)?.fact,
  }
}

/** A row of totals under net, tax and gross: the first two add up to the third. */
function totalRow(document: PrintedDocument): Omit<Sums, 'isChecked'> | undefined {
  for (const line of document.lines) {
    if (!/\b(?:total|totaal|summe|gesamt)/i.test(line.text)) continue
    const [net, tax, total, ...more] = moneyOf(document, line)
    if (net === undefined || tax === undefined || total === undefined || more.length > 0) continue
    if (tax.value >= 0 && net.value > tax.value && near(net.value + tax.value, total.value)) {
      const [a, b, c] = [net, tax, total].map((one) => document.amountFact(line, one))
      return { net: a, tax: b, total: c }
    }
  }
  return undefined
}

function candidates(document: PrintedDocument, rankOf: (label: string) => number): readonly Candidate[] {
  const found = document.lines.flatMap((line) =>
    moneyOf(document, line).flatMap((amount, index, all) => {
      const rank = rankOf(labelBefore(document, line, amount, all[index - 1]))
      return rank === 0 ? [] : [{ fact: document.amountFact(line, amount), rank, place: line.index }]
    }),
  )
  return found.toSorted((a, b) => b.rank - a.rank || b.place - a.place)
}

/** The words between the previous amount and this one; for an amount alone on its line, the words above it. */
function labelBefore(
  document: PrintedDocument,
  line: Line,
  amount: Amount,
  before: Amount | undefined,
): string {
  const own = line.text.slice(before?.end ?? 0, amount.start).toLowerCase()
  if (/\p{L}{3,}/u.test(own) || before !== undefined) return own
  const above = document.lines[line.index - 1]
  return above === undefined || moneyOf(document, above).length > 0 ? own : above.text.toLowerCase()
}

function totalRank(label: string): number {
  if (
    /sub-?\s?tot|zwischensumme|netto(?!\s?à)|\bnet\b(?!\s*(?:à|a) payer)|ohne|excl|\bht\b|hors|discount|rabatt|qty/.test(
      label,
    )
  )
    return 0
  if (
    /total (?:amount )?due|amount due|balance due|grand total|zahlbetrag|zu zahlen|à payer|te betalen|brutto|inkl|incl|\bttc\b|gesamtbetrag|endbetrag|rechnungsbetrag|invoice total|amount payable|importe total|total (?:for|of) (?:this |the )?invoice/.test(
      label,
    )
  )
    return 3
  return /\btotal\b|totaal|gesamt|\bsumme\b|\btotale\b|bedrag/.test(label) ? 2 : 0
}

function netRank(label: string): number {
  if (
    /net amount|netto|total net|ohne|excl|\bht\b|hors taxe|taxable|base imponible|imponibile|zwischensumme.*netto/.test(
      label,
    )
  )
    return 3
  return /sub-?\s?tota|zwischensumme|\bnet\b|nettobetrag|positionssumme/.test(label) ? 2 : 0
}

function taxRank(label: string): number {
  if (/ohne|excl|inkl|incl|brutto|netto|basis|subject to|total due/.test(label)) return 0
  return /\b(?:vat|tax|mwst|ust|btw|tva|iva|gst|sst)\b|umsatzsteuer|mehrwertsteuer|steuerbetrag|sales tax/.test(
    label,
  )
    ? 2
    : 0
}

function moneyOf(document: PrintedDocument, line: Line): readonly Amount[] {
  return document.amounts(line).filter(({ isMoney }) => isMoney)
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.015
}
