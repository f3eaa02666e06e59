import { isDay } from '../model/field-value.ts'
import type { Statement } from '../model/observation.ts'
import type { Fact } from './statement/statements.ts'
import { statementOf } from './statement/statements.ts'
import type { XmlElement } from './xml.ts'
import { attributeFact, elementAt, elementsAt, xmlFact } from './xml.ts'

/** Invoices in XML: CII (ZUGFeRD 1 and 2, Factur-X, XRechnung) and UBL (XRechnung, Peppol). */
export function isInvoiceXml(root: XmlElement): boolean {
  return /^(?:CrossIndustryInvoice|CrossIndustryDocument)$/.test(root.name) || isUbl(root)
}

/** `file` is the name of the embedded XML file. */
export function invoiceStatement(root: XmlElement, specificity: number, file?: string): Statement {
  const read = (path: string, from: XmlElement = root) => xmlFact(elementAt(from, path), file)
  const facts = isUbl(root) ? ublFacts(root, read, file) : ciiFacts(root, read, file)
  const date = facts['invoice_date']?.value
  return statementOf('invoice', facts, specificity, typeof date === 'string' ? date : undefined)
}

type Read = (path: string, from?: XmlElement) => Fact<string> | undefined
type Facts = Record<string, Fact | undefined>

function isUbl(root: XmlElement): boolean {
  return (
    /^(?:Invoice|CreditNote)$/.test(root.name) && elementAt(root, 'AccountingSupplierParty') !== undefined
  )
}

function ciiFacts(root: XmlElement, read: Read, file: string | undefined): Facts {
  const document = elementAt(root, 'ExchangedDocument') ?? elementAt(root, 'HeaderExchangedDocument')
  const trade =
    elementAt(root, 'SupplyChainTradeTransaction') ?? elementAt(root, 'SpecifiedSupplyChainTradeTransaction')
  const one = (suffix: string) => trade?.children.find(({ name }) => name.endsWith(suffix))
  const [agreement, settlement] = [
    one('HeaderTradeAgreement') ?? one('TradeAgreement'),
    one('TradeSettlement'),
  ]
  const sums = settlement?.children.find(({ name }) =>
    /SpecifiedTradeSettlement(?:Header)?MonetarySummation$/.test(name),
  )
  const at = (from: XmlElement | undefined, path: string) =>
    from === undefined ? undefined : read(path, from)
  const seller = elementAt(agreement, 'SellerTradeParty')
  const buyer = elementAt(agreement, 'BuyerTradeParty')
  const currency = at(settlement, 'InvoiceCurrencyCode')
  return {
    invoice_number: at(document, 'ID'),
    type_code: at(document, 'TypeCode'),
    invoice_date: dayOf(at(document, 'IssueDateTime/DateTimeString')),
    due_date: dayOf(at(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString')),
    currency,
    seller_name: at(seller, 'Name'),
    seller_vat_id: ciiVatId(seller, file),
    buyer_name: at(buyer, 'Name'),
    buyer_vat_id: ciiVatId(buyer, file),
    order_reference:
      at(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID') ??
      at(agreement, 'BuyerOrderReferencedDocument/ID'),
    iban: ibanOf(
      at(settlement, 'SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID'),
    ),
    net_amount: amountOf(at(sums, 'TaxBasisTotalAmount')),
    tax_amount: amountOf(xmlFact(inCurrency(elementsAt(sums, 'TaxTotalAmount'), currency?.value), file)),
    total_amount: amountOf(at(sums, 'GrandTotalAmount')),
    amount_due: amountOf(at(sums, 'DuePayableAmount')),
  }
}

function ublFacts(root: XmlElement, read: Read, file: string | undefined): Facts {
  const supplier = elementAt(root, 'AccountingSupplierParty/Party')
  const customer = elementAt(root, 'AccountingCustomerParty/Party')
  const currency = read('DocumentCurrencyCode')
  const sums = elementAt(root, 'LegalMonetaryTotal')
  const sum = (name: string) => (sums === undefined ? undefined : amountOf(read(name, sums)))
  const total = sum('TaxInclusiveAmount')
  return {
    invoice_number: read('ID'),
    type_code: read('InvoiceTypeCode') ?? read('CreditNoteTypeCode'),
    invoice_date: dayOf(read('IssueDate')),
    due_date: dayOf(read('DueDate') ?? read('PaymentMeans/PaymentDueDate')),
    currency: currency ?? attributeFact(elementAt(sums, 'PayableAmount'), 'currencyID', file),
    seller_name: ublName(supplier, read),
    seller_vat_id: ublVatId(supplier, file),
    buyer_name: ublName(customer, read),
    buyer_vat_id: ublVatId(customer, file),
    order_reference: read('OrderReference/ID'),
    iban: ibanOf(read('PaymentMeans/PayeeFinancialAccount/ID')),
    net_amount: sum('TaxExclusiveAmount'),
    tax_amount: amountOf(xmlFact(inCurrency(elementsAt(root, 'TaxTotal/TaxAmount'), currency?.value), file)),
    total_amount: total,
    amount_due: sum('PayableAmount'),
  }
}

/** The legal name, which an invoice must have by law; a trading name may differ. */
function ublName(party: XmlElement | undefined, read: Read): Fact<string> | undefined {
  if (party === undefined) return undefined
  const person = read('Person/FamilyName', party)
  return read('PartyLegalEntity/RegistrationName', party) ?? read('PartyName/Name', party) ?? person
}

function ciiVatId(party: XmlElement | undefined, file: string | undefined): Fact<string> | undefined {
  const ids = elementsAt(party, 'SpecifiedTaxRegistration/ID')
  return xmlFact(
    ids.find(({ attributes }) => attributes['schemeID'] === 'VA'),
    file,
  )
}

function ublVatId(party: XmlElement | undefined, file: string | undefined): Fact<string> | undefined {
  const schemes = elementsAt(party, 'PartyTaxScheme')
  const scheme = schemes.find((one) => elementAt(one, 'TaxScheme/ID')?.text.toUpperCase() === 'VAT')
  return xmlFact(elementAt(scheme, 'CompanyID'), file)
}

/** A total may be repeated in the currency of the tax office. */
function inCurrency(elements: readonly XmlElement[], currency: string | undefined): XmlElement | undefined {
  return elements.find(({ attributes }) => attributes['currencyID'] === currency) ?? elements[0]
}

export function amountOf(fact: Fact<string> | undefined): Fact<number> | undefined {
  if (fact === undefined || !/^[+-]?\d+(?:\.\d+)?$/.test(fact.value)) return undefined
  const value = Number(fact.value)
  return { value: Object.is(value, -0) ? 0 : value, span: fact.span }
}

/** `20180305` or `2018-03-05`, with or without a time or an offset after it. */
export function dayOf(fact: Fact<string> | undefined): Fact<string> | undefined {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)|^(\d{4})(\d{2})(\d{2})\d{4}/.exec(fact?.value ?? '')
  if (fact === undefined || found === null) return undefined
  const day = found
    .slice(1)
    .filter((part) => part !== undefined)
    .join('-')
  return isDay(day) ? { value: day, span: fact.span } : undefined
}

function ibanOf(fact: Fact<string> | undefined): Fact<string> | undefined {
  const value = fact?.value.replace(/\s/g, '').toUpperCase() ?? ''
  return fact !== undefined && /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(value)
    ? { value, span: fact.span }
    : undefined
}
