import type { Statement } from '../../model/observation.ts'
import { currencyIn } from '../statement/currencies.ts'
import type { Fact } from '../statement/statements.ts'
import { specificities, statementOf } from '../statement/statements.ts'
import type { Code } from './codes.ts'
import { ibansIn, vatIdsIn } from './codes.ts'
import { labelled, labelledDate } from './labels.ts'
import { partiesOf } from './parties.ts'
import type { PrintedDate, PrintedDocument } from './printed-document.ts'
import { sumsOf } from './sums.ts'

/** An invoice as plain text. Undefined unless it has number, date and total. */
export function readInvoice(document: PrintedDocument): Statement | undefined {
  const number = numberOf(document)
  const sums = sumsOf(document)
  const invoiceDate = dateOf(document, number)
  if (sums.total === undefined || (number === undefined && invoiceDate === undefined)) return undefined
  const { seller, buyer } = partiesOf(document)
  const vatIds = vatIdsOf(document)
  return statementOf(
    'invoice',
    {
      invoice_number: number,
      invoice_date: invoiceDate,
      due_date: labelledDate(document, dueLabel, (date) => !isForDiscount(date)),
      currency: currencyOf(document),
      total_amount: sums.total,
      net_amount: sums.net,
      tax_amount: sums.tax,
      amount_due: dueOf(document, sums.total),
      seller_name: seller,
      seller_vat_id: vatIds.seller,
      buyer_name: buyer,
      buyer_vat_id: vatIds.buyer,
      iban: ibanOf(document),
      order_reference: orderOf(document),
    },
    sums.isChecked ? specificities.checked : specificities.pattern,
    invoiceDate?.value,
  )
}

const numberValue = /(?=[A-Z0-9/._-]*\d)[A-Z0-9][A-Z0-9/._-]{1,}[A-Z0-9]/i
const bill =
  '(?:tax[ -]?|proforma[ -]?|(?!(?:ab|an|be|um)rech)\\p{L}*(?=rechnung))?(?:invoice|rechnung(?:skorrektur)?|facture|factuur|fattura|factura|credit note|gutschrift|avoir|bill)s?'
const numberWord = '(?:no|nr|num|number|nummer|numéro|numero|número|n\\.?[°ºo]|n(?=\\.)|id|#)'
const numberLabels = [
  new RegExp(
    `(?<!\\p{L})${bill}(?:\\s?-?\\s*|(?: \\p{L}+){0,4}(?:\\s*\\([^()]{1,40}\\))+\\s*)${numberWord}(?!\\p{L})\\.?`,
    'iu',
  ),
  new RegExp(`(?<!\\p{L})${numberWord}\\.? (?:de (?:la )?|della )?(?:${bill})(?!\\p{L}| \\p{L})`, 'iu'),
  /(?<!\p{L})(?:beleg|document|dokument)[- ]?(?:no|nr|number|nummer)(?!\p{L})\.?/iu,
  new RegExp(`(?<!\\p{L})(?:${bill})(?!\\p{L})`, 'iu'),
]
const dateLabels = [
  /(?:invoice|billing|issue)[ -]?date|date of (?:issue|invoice)|date d[e']\s?(?:facture|émission|facturation)(?! associ)|rechnungsdatum|factuurdatum|data fattura|fecha (?:de )?(?:la )?(?:factura|emisión)|data (?:di emissione|documento)|date d[eu]\s?(?:la facture|document)|tax point|belegdatum|ausstellungsdatum/i,
  /^(?:date|dated|datum|fecha|data)\b/i,
]
const dueLabel =
  /due (?:date|on|by)|\bdue(?=\s*:)|^due$|date due|payment due|pay(?:able|ment)?(?: due)? (?:by|until|before)|zahlbar bis|fällig(?:keit(?:sdatum)?)?(?: am| bis)?|zahlungsziel|(?:netto|überweisen\b.*?) bis(?: zum)?|bis zum|vervaldatum|te betalen v[oó]{1,2}r|betalen v[oó]{1,2}r|date limite de paiement|échéance|(?:régler|payer) avant|vencimiento|pagar antes|scadenza|pagare entro/i
/** Dates of something else than the invoice. */
const otherDate =
  /liefer|leistung|deliver|service|shipp|\bdue\b|fällig|zahlbar|valid|gültig|\border|bestell|auftrag|livraison|échéance|prestation|period|zeitraum|levering|entrega|vencimiento|consegna|scadenza/i
const letterDate = /^\s*\p{Lu}[\p{L} .-]{2,30},(?: den| le)? $/u
const orderWord =
  '(?:purchase order|order|p\\.?o\\.?|bestell?(?:ung)?|auftrags?|commande|pedido|inkooporder|ordine)'
const orderLabels = [
  new RegExp(`${orderWord}\\s?-?(?:no|nr|number|nummer|n[°º]|n(?=\\.)|reference|ref|#)\\.?(?!\\p{L})`, 'iu'),
  new RegExp(
    `(?:numéro|numero|número|n[°º]|réf\\.?|référence)\\.? (?:de )?(?:bon de )?${orderWord}(?!\\p{L})`,
    'iu',
  ),
  /^(?:purchase order|p\.?o\.?|inkooporder|(?:your|ihre|uw|votre|su|vs\.?) (?:order|bestellung|bestelling|commande|pedido|ordine)|bestellung|bon de commande)(?:\s+\p{L}+\.?){0,2}(?=\s*(?::|$))/iu,
]

function orderOf(document: PrintedDocument): Fact<string> | undefined {
  for (const label of orderLabels) {
    const found = labelled(document, label, numberValue, 1)
    if (found !== undefined) return found.fact
  }
  return undefined
}

function numberOf(document: PrintedDocument): Fact<string> | undefined {
  for (const label of numberLabels) {
    const found = labelled(document, label, numberValue)
    if (found !== undefined && !/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(found.fact.value)) return found.fact
  }
  return undefined
}

/** By its label, otherwise after the number (`… vom 3.7.2014`), otherwise that of a letter (`Kiel, 3.7.2014`), otherwise the first date. */
function dateOf(document: PrintedDocument, number: Fact<string> | undefined): Fact<string> | undefined {
  const byLabel = labelledDate(document, dateLabels[0]!)
  if (byLabel !== undefined) return byLabel
  const span = number?.span
  const known = document.dates.filter((date) => date.day !== undefined && !otherDate.test(labelOf(date)))
  const behind = known.find(({ line, start }) => {
    if (span === undefined || (span.kind !== 'text' && span.kind !== 'page')) return false
    const page = span.kind === 'page' ? span.page - 1 : 0
    return line.page === page && start >= span.end && span.end > line.start
  })
  if (behind !== undefined) return document.dateFact(behind)
  const first = known.find((date) => letterDate.test(labelOf(date))) ?? known[0]
  return labelledDate(document, dateLabels[1]!) ?? (first && document.dateFact(first))
}

/** The words between a date and the date before it, or the wide gap before it. */
function labelOf({ line, start }: PrintedDate): string {
  const before = line.text.slice(0, start - line.start)
  return before.split(/\s{3,}|\d{4}\s/).at(-1) ?? ''
}

/** A day until which less is to be paid. The part of the sentence around the date says so. */
function isForDiscount({ line, start, end }: PrintedDate): boolean {
  const before =
    line.text
      .slice(0, start - line.start)
      .split(/[,;]|\.\s/)
      .at(-1) ?? ''
  const [behind = ''] = line.text.slice(end - line.start).split(/[,;]|\.\s/)
  return /skonto|discount|escompte|korting|descuento|sconto/i.test(before + behind)
}

function dueOf(document: PrintedDocument, total: Fact<number>): Fact<number> | undefined {
  for (const line of document.lines) {
    if (
      !/amount due|balance due|total due|zahlbetrag|zu zahlen|[àa] payer|te betalen|a pagar|da pagare|payable|outstanding/i.test(
        line.text,
      )
    )
      continue
    const amount = document.amounts(line).findLast(({ isMoney }) => isMoney)
    if (amount !== undefined) return document.amountFact(line, amount)
  }
  // Nothing was paid before, so the whole amount is due.
  const isPaid = /\b(?:paid|bezahlt|anzahlung|betaald|payé|deposit|prepaid|voldaan)\b/i.test(document.text)
  return isPaid ? undefined : total
}

function vatIdsOf(document: PrintedDocument): {
  readonly seller: Fact<string> | undefined
  readonly buyer: Fact<string> | undefined
} {
  const all = codeFact(document, vatIdsIn)
  const isBuyers = ({ before }: { before: string }) =>
    /\b(?:your|ihre|customer|kunden|buyer|client|klant|votre)\b/i.test(before)
  const seller = all.find((one) => !isBuyers(one)) ?? undefined
  const buyer =
    all.find((one) => isBuyers(one)) ?? all.find((one) => seller !== undefined && one.value !== seller.value)
  return { seller: seller && plain(seller), buyer: buyer && plain(buyer) }
}

/** The account to pay to. One from which the money is collected is the buyer's. */
function ibanOf(document: PrintedDocument): Fact<string> | undefined {
  const own = codeFact(document, ibansIn).find(({ before }) => !buyersAccount.test(before))
  return own && plain(own)
}

const buyersAccount =
  /(?:ihre[mns]?|deine[mn]?) (?:bank|giro)?konto|(?:your|customer'?s?) (?:bank )?account|debit(?:ed)? from|votre compte|uw rekening|(?:tu|su) cuenta/i

function plain({ value, span }: Fact<string>): Fact<string> {
  return { value, span }
}

function codeFact(document: PrintedDocument, find: (text: string) => readonly Code[]) {
  return document.lines.flatMap((line) =>
    find(document.withNext(line))
      .filter(({ start }) => start < line.text.length)
      .map(({ value, start, end }) => ({
        ...document.fact(value, line.page, line.start + start, line.start + end),
        before: line.text.slice(0, start),
      })),
  )
}

export function currencyOf(document: PrintedDocument): Fact<string> | undefined {
  const all = currencyIn(document.text)
  if (all === undefined) return undefined
  for (const line of document.lines) {
    const found = currencyIn(line.text)
    if (found?.code === all.code)
      return document.fact(found.code, line.page, line.start + found.start, line.start + found.end)
  }
  return undefined
}
