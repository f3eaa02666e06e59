import type { Fact } from '../statement/statements.ts'
import type { Line, PrintedDocument } from './printed-document.ts'

/** The company and its address: the lines above the first label. */
export function headOfReceipt(document: PrintedDocument): {
  readonly company: Fact<string> | undefined
  readonly address: Fact<string> | undefined
} {
  const head = document.lines.slice(0, headLength(document.lines))
  const company = companyIn(head)
  return { company: company && companyFact(document, company), address: addressFact(document, head, company) }
}

/** The head ends where the details of the sale begin. */
function headLength(lines: readonly Line[]): number {
  const end = lines.findIndex(
    ({ text }, index) => index > 0 && (saleLine.test(text) || (index > 1 && pricedLine.test(text))),
  )
  return Math.min(end < 0 ? 12 : end, 12)
}

const saleLine =
  /\b(?:tax invoice|invoice|receipt|cash (?:bill|sales?)|cashier|date|table|qty|description|item|bill no|order)\b|\d{1,2}:\d{2}|^\W*(?:rechnung|quittung|bon)\b/i

/** Something that was bought: its price ends the line, in a column of its own. */
const pricedLine = /\p{L}.*\s{2,}\d{1,5}[.,]\d{2}(?: ?[A-Z€£$]{1,3})?$/u

function companyIn(head: readonly Line[]): Line | undefined {
  const firstAddress = head.findIndex(({ text }) => isAddress(text))
  const names = head.filter(
    ({ text }, index) => isName(text) && (firstAddress <= 0 || index < firstAddress || legalForm.test(text)),
  )
  const score = (line: Line) =>
    (legalForm.test(line.text) ? 4 : 0) +
    (businessWord.test(line.text) ? 3 : 0) +
    (isDetail(head[head.indexOf(line) + 1]?.text ?? '') ? 1 : 0) +
    (line === names[0] ? 1.5 : 0) -
    (/^\(.*\)$/.test(line.text.trim()) ? 3 : 0)
  const [best] = names.toSorted((a, b) => score(b) - score(a) || a.index - b.index)
  if (best === undefined) return head[0]
  return beginningOf(head, best)
}

/** A name may span several lines, with the legal form in the last one. */
function beginningOf(head: readonly Line[], line: Line): Line {
  const before = head[head.indexOf(line) - 1]
  if (before === undefined || !isName(before.text)) return line
  const isContinued =
    closingWord.test(line.text.trim()) ||
    isKindOnly(line.text) ||
    (legalForm.test(line.text) && businessWord.test(before.text))
  return isContinued ? beginningOf(head, before) : line
}

/** A line with only the kind of firm: the name is above it. */
function isKindOnly(text: string): boolean {
  const rest = [legalForm, businessWord].reduce(
    (left, words) => left.replaceAll(new RegExp(words, 'gi'), ''),
    text,
  )
  return rest.replace(/\band\b/i, '').replace(/[^\p{L}]+/gu, '') === ''
}

/** The name without a registration number after it. */
function companyFact(document: PrintedDocument, line: Line): Fact<string> {
  const lead = line.text.length - line.text.trimStart().length
  const text = line.text
    .trim()
    .replace(/ ?\(? ?(?:co\.? ?(?:reg)?\.? ?(?:no)?\.? ?:? ?)?\(?[A-Z]{0,3}\d{5,}[-\dA-Z]* ?\)*$/i, '')
    .trim()
  const value = text === '' ? line.text.trim() : text
  return document.fact(value, line.page, line.start + lead, line.start + lead + value.length)
}

function addressFact(
  document: PrintedDocument,
  head: readonly Line[],
  company: Line | undefined,
): Fact<string> | undefined {
  const from = company === undefined ? 0 : head.indexOf(company) + 1
  const rest = head.slice(from)
  const first = rest.findIndex(({ text }) => isAddress(text))
  if (first < 0) return undefined
  const behind = rest.slice(first)
  const end = behind.findIndex(
    // A postcode and a city look like a number of registration.
    ({ text }) => isContact(text) || (isRegistration(text) && !isAddress(text)),
  )
  const lines = end < 0 ? behind : behind.slice(0, end)
  const [start, last] = [lines[0], lines.at(-1)]
  if (start === undefined || last === undefined || start.page !== last.page) return undefined
  const value = lines.map(({ text }) => text.trim()).join(' ')
  return document.fact(value, start.page, start.start, last.start + last.text.length)
}

function isName(text: string): boolean {
  const plain = text.trim()
  const letters = plain.match(/\p{L}/gu)?.length ?? 0
  if (letters < 3 || letters < plain.replace(/\s/g, '').length / 2) return false
  return !isContact(plain) && !isRegistration(plain) && !noise.test(plain)
}

function isDetail(text: string): boolean {
  return isAddress(text) || isRegistration(text)
}

function isAddress(text: string): boolean {
  const plain = text.trim()
  return (
    /^(?:no|lot|unit|suite|level|lvl|block|blk|g)\b[\s.:]*[A-Z]?-?\d/i.test(plain) ||
    /^\d{1,5}[A-Z]?(?:\s?[-,&/]\s?\d{0,4}[A-Z]?)*\s*[,.]?\s+\p{L}/iu.test(plain) ||
    (/\b(?:jalan|jln|lorong|lrg|taman|tmn|persiaran|lebuh\w*|street|st\.|road|rd\.?|avenue|ave|lane|drive|floor|flr|plaza|mall|bandar|kampung|mukim|seksyen)\b/i.test(
      plain,
    ) &&
      !legalForm.test(plain)) ||
    /\b(?:\p{L}+(?:straße|strasse|str\.|weg|platz|allee|laan|straat))\b/iu.test(plain) ||
    /\b\d{5}\b\s+\p{L}{2,}/u.test(plain)
  )
}

function isContact(text: string): boolean {
  return /\b(?:tel|fax|phone|telephone|hotline|h\/p|e-?mail|www|http|gst|sst|vat|ust|mwst|tva|siret|siren|tax\s*(?:id|no|reg))\b|@[\w-]+\.|^\+?[\d\s()-]{7,}$/i.test(
    text,
  )
}

function isRegistration(text: string): boolean {
  const plain = text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const number = plain.replace(
    /^(?:(?:co|company|roc|reg|registration|brn|business|ssm|no|number|id) )*/i,
    '',
  )
  return (
    /^[A-Z]{0,3}\d{5,}[A-Z\d ]{0,6}$/i.test(number) ||
    /^(?:co|company|roc|reg|formerly) (?:reg|no|known)\b/i.test(plain)
  )
}

const noise =
  /^\W*(?:tax invoice|simplified|invoice|receipt|cash|welcome|thank|reprint|duplicate|copy|customer|date|time|credit note|gst|inh|inhaber(?:in)?)\b|\bau capital de\b|^\W*[\d\W]+$/i
const legalForm =
  /\b(?:sdn\.?\s*,?\s*bhd|s\/b|bhd|ltd|limited|inc|llc|llp|plc|plt|corp|gmbh|ag|kg|ohg|ug|b\.?v\.?|n\.v\.|s\.?a\.?s|s\.?a\.?r\.?l|s\.r\.l|s\.p\.a|pte|co)\b\.?/i
/** Words that end the name of a firm and never begin one: a line that begins with one continues the line above. */
const closingWords =
  'enterprises?|trading|company|group|holdings?|industr(?:y|ies)|services?|solutions|marketing'
const closingWord = new RegExp(`^(?:${legalForm.source}|(?:${closingWords})\\b)`, 'i')
/** Kinds of shops and of firms, as they occur in names. */
const businessWord = new RegExp(
  `\\b(?:${[
    closingWords,
    'syarikat|perniagaan|international',
    'stores?|shops?|mart|(?:super|hyper|mini)? ?market|supermercado|supermarché|grocer\\w*|kedai|tienda|centre|center|cash & carry|pasar(?:aya)?',
    'restaurants?|restoran|restaurante|ristorante|cafe|café|caffè|coffee|bistro|pizzeria|kitchen|foods?|gasthaus|hotel',
    'bakery|confectionery|bäckerei|konditorei|boulangerie|panadería|butchers?|metzgerei|boucherie|florist|blumen',
    'pharmacy|chemist|farmasi|apotheke|pharmacie|farmacia|clinic|klinik|optician|salon|boutique',
    'hardware|electrical|electronics|furniture|machinery|motors?|garage|petrol(?:eum)?|stationery|stationers|books?|bookshop|gallery|gifts?|toys|sports',
  ].join('|')})\\b`,
  'i',
)
