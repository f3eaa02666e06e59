import type { Interpretation } from '../statement/interpretation.ts'
import { readContract } from './contract.ts'
import { readInvoice } from './invoice.ts'
import { PrintedDocument } from './printed-document.ts'
import { readReceipt } from './receipt.ts'

/** The statements of a text for people, if it is a document of a known kind. */
export function readDocument(
  pages: readonly string[],
  kind: 'text' | 'page',
): Partial<Interpretation> | undefined {
  const document = new PrintedDocument(
    pages.slice(0, 20).map((page) => page.slice(0, 100_000).toWellFormed()),
    kind,
  )
  const paper = isOtherPaper(document) ? undefined : kindOf(document.text)
  const statement = readAs(paper, document) ?? readContract(document)
  if (statement === undefined) return undefined
  const open = document.dates.some(({ day }) => day === undefined)
  return {
    statements: [statement],
    ...(statement.observedAt === undefined ? {} : { date: statement.observedAt }),
    notes: open
      ? [
          'A date can be read with the day or the month first, and nothing in the text settles it. It was left out. If you know it, set the field with `correct`.',
        ]
      : [],
  }
}

function readAs(kind: 'invoice' | 'receipt' | undefined, document: PrintedDocument) {
  if (kind === undefined) return undefined
  return kind === 'invoice' ? readInvoice(document) : readReceipt(document)
}

/** Whether its title says that it is an offer, an order, a delivery note or a reminder: such papers have sums too. */
function isOtherPaper(document: PrintedDocument): boolean {
  const titles = document.lines.slice(0, 25).flatMap(({ cells }) => cells)
  const other = titles.findIndex(({ text }) => otherPaper.test(text))
  const bill = titles.findIndex(({ text }) => billTitle.test(text))
  const isReminder = reminder.test(titles[other]?.text ?? '')
  return other >= 0 && (bill < 0 || (isReminder && other < bill))
}

/** Shops print invoices too. Words about paying at a till or paying later distinguish the two. */
function kindOf(text: string): 'invoice' | 'receipt' | undefined {
  const [till, later] = [wordsOf(text, tillWords), wordsOf(text, laterWords)]
  if (till === 0 && later === 0) return billNumber.test(text) ? 'invoice' : undefined
  if (till > later)
    return wordsOf(text, /\b(?:(?:sub)?total|totaal|totale|amount|amt|summe|betrag|gesamt)\b/gi) > 0
      ? 'receipt'
      : undefined
  return billWord.test(text) ? 'invoice' : undefined
}

function wordsOf(text: string, pattern: RegExp): number {
  return new Set([...text.matchAll(pattern)].map(([word]) => word.toLowerCase())).size
}

const reminder =
  /^(?:(?:\d\. |letzte )?mahnung|zahlungserinnerung|payment reminder|reminder|(?:lettre de )?relance|aanmaning|herinnering)(?!\p{L})/iu
const otherPaper = new RegExp(
  `${reminder.source}|^(?:quotation|quote|estimate|offer|(?:unser )?angebot|kostenvoranschlag|devis|offerte|presupuesto|preventivo|pro ?forma|order confirmation|auftragsbestätigung|bestellung|bestellbestätigung|purchase order|confirmation de commande|bon de commande|delivery note|packing (?:list|slip)|lieferschein|bon de livraison|pakbon)(?!\\p{L})(?!\\s*:)`,
  'iu',
)
const billTitle =
  /^(?:tax |proforma |vat |commercial )?(?:invoice|rechnung|facture|factuur|fattura|factura|gutschrift|credit note|receipt|cash bill|quittung|kassenbon)/i
const billWord = /invoice|rechnung|facture|factuur|fattura|factura|gutschrift|credit note/i
const billNumber = /(?:invoice|rechnung|facture|factuur|fattura|factura)\s?(?:no|nr|#|n[°º.])/i
const tillWords =
  /\b(?:receipt|cash|cashier|change|rounding|thank you|come again|table|pax|gst summary|simplified tax invoice|tender(?:ed)?|counter|salesperson|goods sold|terminal|pos|qty|kassenbon|quittung|bon|kasse|r(?:ü|ue)ckgeld|bar|caisse|ticket|cb|espèces|carte bancaire|rendu|merci|kassabon|wisselgeld|ec-karte|girocard|kartenzahlung|tisch|bedienung|trinkgeld|couverts|serveur|pinpas|efectivo|tarjeta|contanti|scontrino|grazie|gracias|visa|mastercard|till|server|waiter|order no)\b/gi
const laterWords =
  /(?<!\p{L})(?:iban|bic|swift|due date|payment terms?|bill to|invoice to|sold to|invoice (?:number|date)|amount due|purchase order|zahlbar|überweis\p{L}*|fällig\p{L}*|zahlungs\p{L}+|rechnungs(?:nummer|nr|datum|empfänger)|kundennummer|ust\.?[- ]?id\p{L}*|umsatzsteuer-id\p{L}*|zahlbetrag|käufer|vervaldatum|date d'échéance|échéance|net [àa] payer|fecha de (?:factura|emisión|vencimiento)|vencimiento|base imponible|nif|partita iva|p\.? ?iva|imponibile|scadenza|factuur(?:nummer|datum)|klantnummer|btw|tva|facture|date limite de paiement|vat (?:id|no|number|reg)|remit|billing)(?!\p{L})/giu
