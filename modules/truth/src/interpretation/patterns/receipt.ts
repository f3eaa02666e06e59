import type { Statement } from '../../model/observation.ts'
import type { Amount } from '../statement/amounts.ts'
import type { Fact } from '../statement/statements.ts'
import { specificities, statementOf } from '../statement/statements.ts'
import { currencyOf } from './invoice.ts'
import type { Line, PrintedDocument } from './printed-document.ts'
import { headOfReceipt } from './receipt-head.ts'

/** A receipt of a shop: company and address at the top, the total near the end, checked against the amount paid. */
export function readReceipt(document: PrintedDocument): Statement | undefined {
  const total = totalOf(document)
  if (total === undefined) return undefined
  const { company, address } = headOfReceipt(document)
  const date = dateOf(document)
  return statementOf(
    'receipt',
    {
      company,
      address,
      date,
      total: total.fact,
      tax_amount: taxOf(document),
      currency: currencyOf(document),
      receipt_number: numberOf(document),
    },
    total.isChecked ? specificities.checked : specificities.pattern,
    date?.value,
  )
}

function dateOf(document: PrintedDocument): Fact<string> | undefined {
  const known = document.dates.filter(({ day }) => day !== undefined)
  const labelled = known.find(({ line }) => /\b(?:date|datum|tarikh|fecha|data)\b/i.test(line.text))
  const timed = known.find(({ line }) => /\b\d{1,2}:\d{2}\b/.test(line.text))
  const found = labelled ?? timed ?? known[0]
  return found && document.dateFact(found)
}

interface Candidate {
  readonly line: Line
  readonly amount: Amount
  readonly rank: number
}

interface Total {
  readonly fact: Fact<number>
  /** It equals the amount paid minus the change. */
  readonly isChecked: boolean
}

function totalOf(document: PrintedDocument): Total | undefined {
  const lines = beforeTaxSummary(document.lines)
  const paid = paidLessChange(document, lines)
  const labelled = lines.flatMap((line, index) => candidatesOf(document, lines, line, index))
  const candidates = [
    ...labelled,
    ...unlabelled(document, lines, paid),
    ...(labelled.length === 0 ? subtotals(document, lines) : []),
  ]
  const rounding = amountOnLine(document, lines, /\bround\w*\b(?!.*\btotal)|\brounding\b/i)
  const score = ({ amount, rank, line }: Candidate) =>
    rank +
    (paid.some((sum) => near(sum, amount.value)) ? 4 : 0) +
    (rounding !== undefined &&
    rounding !== 0 &&
    candidates.some((one) => near(one.amount.value + rounding, amount.value))
      ? 2
      : 0) +
    line.index / 1000
  const [best] = candidates.toSorted((a, b) => score(b) - score(a))
  if (best === undefined) return undefined
  const isChecked = paid.some((sum) => near(sum, best.amount.value))
  return { fact: document.amountFact(best.line, best.amount), isChecked }
}

function candidatesOf(
  document: PrintedDocument,
  lines: readonly Line[],
  line: Line,
  index: number,
): readonly Candidate[] {
  const rank = rankOf(line.text)
  if (rank === undefined) return []
  const own = moneyOf(document, line).at(-1)
  if (own !== undefined) return [{ line, amount: own, rank }]
  // A total whose amount is on the next line.
  const next = lines[index + 1]
  const below =
    next === undefined || rankOf(next.text) !== undefined ? undefined : moneyOf(document, next).at(-1)
  return next === undefined || below === undefined ? [] : [{ line: next, amount: below, rank: rank - 0.5 }]
}

/** An amount without a label that equals the amount paid minus the change. */
function unlabelled(
  document: PrintedDocument,
  lines: readonly Line[],
  paid: readonly number[],
): readonly Candidate[] {
  return lines.flatMap((line) => {
    const isOther =
      /\b(?:cash|change|tender\w*|paid|sub ?total|card|visa|bar|gegeben|r(?:ü|ue)ckgeld|wechselgeld|cb|espèces|carte|rendu|contant|wisselgeld|efectivo|contanti|resto)\b/i.test(
        line.text,
      )
    const amount = moneyOf(document, line).findLast(({ value }) => paid.some((sum) => near(sum, value)))
    return amount === undefined || isOther || line.index < document.lines.length / 3
      ? []
      : [{ line, amount, rank: 1 }]
  })
}

/** If no line is labelled as total, the last subtotal is the total. */
function subtotals(document: PrintedDocument, lines: readonly Line[]): readonly Candidate[] {
  return lines.flatMap((line) => {
    const amount = /\bsub[ -]?total\b|\bdue\b|\btotal\b/i.test(line.text)
      ? moneyOf(document, line).at(-1)
      : undefined
    return amount === undefined ? [] : [{ line, amount, rank: 1 }]
  })
}

/** How surely a label means the amount to pay. */
function rankOf(text: string): number | undefined {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}%]+/gu, ' ')
  if (
    /\b(?:sub ?total|subttl|qty|quantity|total items?|disc\w*|saving\w*|points?|count|change|excl\w*|before|balance b f|no of)\b/.test(
      plain,
    )
  )
    return /\b(?:grand|rounded|incl\w*)\b.*\btotal|total.*\b(?:incl\w*|rounded|payable)\b/.test(plain) &&
      !/\bexcl\w*|\bqty\b/.test(plain)
      ? 3
      : undefined
  if (
    /\btotal (?:gst|tax|vat|sst|svc|service|cash|tendered)\b(?! inc)|\btotal inc\w* (?:gst|tax) \d|\b(?:gst|tax|vat) total\b/.test(
      plain,
    )
  )
    return undefined
  if (
    /\bround\w*\b.*\btotal\b|\btotal\b.*\bround\w*\b|\btotal after adj|\b(?:grand|nett?) ?total\b.*\bround/.test(
      plain,
    )
  )
    return 6
  if (
    /\b(?:grand|final|nett?) (?:total|amount|amt)\b|\b(?:total|amount|amt|balance) (?:due|payable|to pay)\b|\btotal (?:amt|amount)? ?(?:due|payable)\b|^due\b/.test(
      plain,
    )
  )
    return 5.5
  if (
    /\btotal\b.*\binc(?:l\w*)?\b|\bzu zahlen\b|\bà payer\b|\bte betalen\b|\bgesamt(?:betrag|summe)\b/.test(
      plain,
    )
  )
    return 5
  if (/\b(?:total|totaal|summe|gesamt|betrag|totale|jumlah)\b/.test(plain)) return 4
  return /\b(?:t0tal|tota1|ttl|bill amount|amount rm|amt)\b/.test(plain) ? 2 : undefined
}

/** The tax summary uses the word total for other sums. */
function beforeTaxSummary(lines: readonly Line[]): readonly Line[] {
  const end = lines.findIndex(({ text }) =>
    /\b(?:gst|tax|vat|sst|mwst)\s*(?:summary|analysis|breakdown)/i.test(text),
  )
  return end < 3 ? lines : lines.slice(0, end)
}

/** Cash minus change, and the amount charged to a card. */
function paidLessChange(document: PrintedDocument, lines: readonly Line[]): readonly number[] {
  const cash = amountOnLine(
    document,
    lines,
    /(?<!\p{L})(?:cash|tender\w*|paid|bar|gegeben|received|espèces|contant|efectivo|contanti)(?!\p{L})(?!\s*(?:bill|sales?|change|back))/iu,
  )
  const change = amountOnLine(
    document,
    lines,
    /(?<!\p{L})(?:change|r(?:ü|ue)ckgeld|wechselgeld|zur(?:ü|ue)ck|rendu|wisselgeld|cambio|resto|balance)(?!\p{L})/iu,
  )
  const card = amountOnLine(
    document,
    lines,
    /\b(?:visa|master\s?card|maestro|card|amex|debit|credit|cb|carte bancaire|ec-karte|girocard|pinpas|tarjeta)\b/i,
  )
  return [
    ...(cash === undefined ? [] : [cash - (change ?? 0)]),
    ...(card === undefined ? [] : [card]),
  ].filter((sum) => sum > 0)
}

function amountOnLine(document: PrintedDocument, lines: readonly Line[], label: RegExp): number | undefined {
  for (const line of lines) {
    if (!label.test(line.text) || /\btotal\b/i.test(line.text)) continue
    const found = moneyOf(document, line).at(-1)
    if (found !== undefined) return found.value
  }
  return undefined
}

function taxOf(document: PrintedDocument): Fact<number> | undefined {
  const line = document.lines.find(({ text }) =>
    /\b(?:total (?:gst|tax|vat|sst)|(?:gst|vat|sst|mwst|ust|tax|tva|btw|iva)\b[^\n]{0,12}\d{1,2}\s?%)/i.test(
      text,
    ),
  )
  const amount = line && moneyOf(document, line).at(-1)
  return line && amount && document.amountFact(line, amount)
}

function numberOf(document: PrintedDocument): Fact<string> | undefined {
  for (const line of document.lines) {
    const found =
      /\b(?:receipt|invoice|bill|doc(?:ument)?|inv|slip|bon|beleg|ticket)\s*(?:n[°º]|(?:no|nr|number|num|#)?\s*[.:#]*\s*[:#.])\s*([A-Z0-9][A-Z0-9/-]*\d[A-Z0-9/-]*)/di.exec(
        line.text,
      )
    const range = found?.indices?.[1]
    if (found && range)
      return document.fact(found[1]!, line.page, line.start + range[0], line.start + range[1])
  }
  return undefined
}

function moneyOf(document: PrintedDocument, line: Line): readonly Amount[] {
  return document.amounts(line).filter(({ isMoney }) => isMoney)
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.005
}
