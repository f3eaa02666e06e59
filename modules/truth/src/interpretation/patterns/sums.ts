import type { Amount } from '../statement/amounts.ts'
import type { Fact } from '../statement/statements.ts'
import type { Cell, Line, PrintedDocument } from './printed-document.ts'

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
  const row = totalRow(document) ?? headedRow(document)
  if (row !== undefined) return { ...row, isChecked: true }
  const totals = candidates(document, totalRank)
  const nets = candidates(document, netRank)
  const taxes = candidates(document, taxRank)
  for (const total of totals)
    for (const net of nets)
      for (const tax of taxes)
        if (net.fact.value !== 0 && near(net.fact.value + tax.fact.value, total.fact.value))
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

/** A line with the headings net, tax and total, and the three amounts below them. */
function headedRow(document: PrintedDocument): Omit<Sums, 'isChecked'> | undefined {
  for (const heading of document.lines) {
    const cells = [netRank, taxRank, totalRank].map((rankOf) =>
      heading.cells.find(({ text }) => rankOf(text.toLowerCase()) > 0),
    )
    if (new Set(cells).size < 3 || moneyOf(document, heading).length > 0) continue
    for (const line of document.lines.slice(heading.index + 1, heading.index + 5)) {
      const amounts = moneyOf(document, line)
      const [net, tax, total] = cells.map((cell) => cell && nearestTo(cell, amounts))
      if (net === undefined || tax === undefined || total === undefined) continue
      if (net === tax || !near(net.value + tax.value, total.value)) continue
      const [a, b, c] = [net, tax, total].map((one) => document.amountFact(line, one))
      return { net: a, tax: b, total: c }
    }
  }
  return undefined
}

function nearestTo(cell: Cell, amounts: readonly Amount[]): Amount | undefined {
  const middle = cell.column + cell.text.length / 2
  const distance = ({ start, end }: Amount) => Math.abs((start + end) / 2 - middle)
  return amounts.toSorted((a, b) => distance(a) - distance(b))[0]
}

function candidates(document: PrintedDocument, rankOf: (label: string) => number): readonly Candidate[] {
  const found = document.lines.flatMap((line) =>
    moneyOf(document, line).flatMap((amount, index, all) => {
      const label = labelBefore(document, line, amount, all[index - 1])
      // Some PDF files have gaps inside their words.
      const rank = rankOf(label) || rankOf(label.replace(/(?<=\p{L}) (?=\p{L})/gu, ''))
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
    /sub-?\s?tot|sous-?\s?total|zwischensumme|goods total|warenwert|positionssumme|\bneto\b|imponibil[ei]|netto(?!\s?à)|\bnet\b(?!\s*(?:à|a) payer)|ohne|excl|\bht\b|hors|discount|rabatt|qty|abschläge|zuschläge/.test(
      label,
    )
  )
    return 0
  if (/\b(?:vat|tva|btw|iva|mwst|ust)\b|i\.v\.a\./.test(label) && !/in[ck]l|brutto|ttc/.test(label)) return 0
  if (
    /total (?:amount )?due|amount due|balance due|grand total|zahlbetrag|zu zahlen|[àa] payer|te betalen|brutto|inkl|incl|\bttc\b|gesamtbetrag(?! der)|endbetrag|endsumme|rechnungsbetrag|totaalbedrag|invoice total|(?:amount|total|due) payable|importe total|a pagar|da pagare|total(?:e)? (?:de la )?(?:factura|fattura|documento)|total (?:for|of) (?:this |the )?invoice/.test(
      label,
    )
  )
    return 3
  if (/überweisen sie|please (?:pay|transfer)|veuillez (?:payer|régler|virer)/.test(label)) return 1
  return /\btotal\b|totaal|gesamt|\bsumme\b|\btotale\b|bedrag/.test(label) ? 2 : 0
}

function netRank(label: string): number {
  if (
    /net amount|netto|total net|ohne|excl|\bht\b|hors taxe|taxable|base imponible|imponibile|\bneto\b|goods total|warenwert|zwischensumme.*netto/.test(
      label,
    )
  )
    return 3
  return /sub-?\s?tota|zwischensumme|sous-?\s?total|\bnet\b(?! [àa] payer)|nettobetrag|positionssumme/.test(
    label,
  )
    ? 2
    : 0
}

function taxRank(label: string): number {
  if (/ohne|excl|inkl|incl|brutto|netto|basis|subject to|total due|imponibil[ei]/.test(label)) return 0
  return /\b(?:vat|tax(?:es)?|mwst|ust|btw|tva|iva|gst|sst)\b|i\.v\.a\.|umsatzsteuer|mehrwertsteuer|steuerbetrag|sales tax|\bimposta\b|\bcuota\b/.test(
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
