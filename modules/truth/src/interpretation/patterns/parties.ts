import type { Fact } from '../statement/statements.ts'
import type { Cell, Line, PrintedDocument } from './printed-document.ts'

export interface Parties {
  readonly seller?: Fact<string> | undefined
  readonly buyer?: Fact<string> | undefined
}

/** Who bills whom: by label, by the sender's line of a letter, by legal form. */
export function partiesOf(document: PrintedDocument): Parties {
  const letter = senderLine(document)
  const buyer = labelledParty(document, buyerLabel) ?? letter?.buyer
  const seller =
    labelledParty(document, sellerLabel) ??
    letter?.seller ??
    companyByForm(document, buyer) ??
    firstName(document)
  return { seller, buyer }
}

function labelledParty(document: PrintedDocument, label: RegExp): Fact<string> | undefined {
  for (const line of document.lines)
    for (const cell of line.cells) {
      const found = label.exec(cell.text)
      if (found === null) continue
      const rest = cell.text.slice(found[0].length).replace(/^[\s:]+/, '')
      if (rest !== '' && !/^(?:address|adresse|details|information)?\s*:?$/i.test(rest)) {
        const start = cell.start + cell.text.length - rest.length
        if (/:\s*$/.test(found[0]) || cell.text[found[0].length] === ':') {
          const fact = nameFact(document, line, { ...cell, text: rest, start })
          if (fact !== undefined) return fact
        }
        continue
      }
      for (const below of document.below(line, cell, 4)) {
        const fact = nameFact(document, below.line, besideNameLabel(below.line, below.cell))
        if (fact !== undefined) return fact
      }
    }
  return undefined
}

/** `Name:` may stand before the name. */
function besideNameLabel(line: Line, cell: Cell): Cell {
  const next = line.cells[line.cells.indexOf(cell) + 1]
  return /^(?:name|firma|company|nom|naam)\s*:?$/i.test(cell.text) && next !== undefined ? next : cell
}

/** The small line above the window of a letter: name, street and city of the sender. The buyer follows. */
function senderLine(document: PrintedDocument): Parties | undefined {
  for (const line of document.lines.slice(0, 15)) {
    const [cell] = line.cells
    const parts = cell?.text.split(/\s+[-–●•·|*]\s+/) ?? []
    if (cell === undefined || parts.length < 3 || !parts.slice(1).some((part) => postcode.test(part)))
      continue
    const seller = nameFact(document, line, { ...cell, text: parts[0]! })
    const below = document.below(line, cell, 3).find((one) => !salutation.test(one.cell.text))
    return { seller, buyer: below && nameFact(document, below.line, below.cell) }
  }
  return undefined
}

/** The most frequent name with a legal form, other than the buyer's. */
function companyByForm(document: PrintedDocument, buyer: Fact<string> | undefined): Fact<string> | undefined {
  const found = new Map<string, { fact: Fact<string>; count: number }>()
  for (const line of document.lines)
    for (const cell of line.cells) {
      const name = legalName.exec(cell.text)
      if (name === null) continue
      const key = name[0].toLowerCase()
      const known = found.get(key)
      if (known !== undefined) known.count += 1
      else if (buyer === undefined || !buyer.value.toLowerCase().includes(key))
        found.set(key, {
          fact: document.fact(
            name[0],
            line.page,
            cell.start + name.index,
            cell.start + name.index + name[0].length,
          ),
          count: 1,
        })
    }
  return [...found.values()].toSorted((a, b) => b.count - a.count)[0]?.fact
}

function firstName(document: PrintedDocument): Fact<string> | undefined {
  for (const line of document.lines.slice(0, 6)) {
    const fact = line.cells[0] && nameFact(document, line, line.cells[0])
    if (fact !== undefined) return fact
  }
  return undefined
}

function nameFact(document: PrintedDocument, line: Line, cell: Cell): Fact<string> | undefined {
  if (salutation.test(cell.text)) return undefined
  const lead = /^(?:attn|z\.?\s?hd|c\/o|att)\.?:?\s*/i.exec(cell.text)?.[0].length ?? 0
  const text = cell.text.slice(lead).trim()
  const start = cell.start + cell.text.indexOf(text, lead)
  if (!/^[\p{Lu}\p{N}[]/u.test(text) && !legalName.test(text)) return undefined
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 3 || text.length > 80 || notName.test(text)) return undefined
  return document.fact(text, line.page, start, start + text.length)
}

const postcode = /\d{4,5}\s+\p{L}|\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}/u
const sellerLabel =
  /^(?:seller|vendor|supplier|from|service provider|verkäufer|rechnungsersteller|rechnungssteller|lieferant|verkoper|leverancier|vendeur|fournisseur|emisor|vendedor|proveedor|fornitore|cedente|emittente|émetteur|issued by|leistungserbringer|absender|afzender|van(?=\s*:?$))(?!\p{L})(?!\s*(?:nr|no|number|id|street|n[°º]))/iu
const buyerLabel =
  /^(?:bill(?:ed)?[ -]to|invoice(?:d)? to|sold to|customer|buyer|client|käufer(?:\/leistungsempfänger)?|rechnungsempfänger|leistungsempfänger|rechnungsadresse|kunde|klant|factuuradres|koper|facturé à|destinataire|acheteur|adresse du client|adresse de facturation|cliente|facturar a|datos del cliente|destinatario|intestatario|spett\.?(?:le)?|aan(?=\s*:?$)|an(?=\s*:?$))(?!\p{L})(?!\s*(?:nr|no|number|id|ref|service|n[°º.]))/iu
const notName =
  /\b(?:invoice|rechnung|facture|factuur|fattura|factura|date|datum|page|seite|number|nummer|total|summe|tel|fax|www|http|copyright|account|kundennummer)\b|@|^(?:gln|gtin|eori|siret|siren)\b|^\d+[\d\s./-]*$|[:;]$|\.{3}|^\p{L}[\p{L} .-]{1,25}:\s/iu
/** It stands alone above the name. */
const salutation =
  /^(?:herrn?|frau|familie|firma|mr|mrs|ms|mme|madame|monsieur|m(?=\.)|señora?|sig(?:nora?|ra)?|de heer|mevrouw)\.?\s*$/iu
const legalName =
  /[\p{Lu}\p{N}][\p{L}\p{N}&.,'’+-]*(?: [\p{L}\p{N}&.,'’+()-]+){0,5}?,? (?:GmbH(?: & Co\.? KG)?|AG|KG|OHG|UG|SE|e\.V\.|Ltd\.?|Limited|Inc\.?|LLC|LLP|PLC|Corp\.?|B\.V\.|N\.V\.|BV|NV|S\.?A\.?S\.?|SARL|S\.A\.|SA|S\.r\.l\.|S\.p\.A\.|S\.L\.|AB|ApS|A\/S|Oy|Pty)(?![\p{L}])/u
