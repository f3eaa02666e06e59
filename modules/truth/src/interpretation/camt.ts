import type { Statement } from '../model/observation.ts'
import { amountOf, dayOf } from './e-invoice.ts'
import type { Fact } from './statement/statements.ts'
import { specificities, statementOf } from './statement/statements.ts'
import type { XmlElement } from './xml.ts'
import { attributeFact, elementAt, elementsAt, xmlFact } from './xml.ts'

/** CAMT.053 and its siblings: account statements of ISO 20022. */
export function isBankXml(root: XmlElement): boolean {
  return root.name === 'Document' && containers(root).length > 0
}

/** One transaction for each detail of an entry; an entry without details is one itself. */
export function bankStatements(root: XmlElement): readonly Statement[] {
  return containers(root).flatMap((container) => {
    const account =
      xmlFact(elementAt(container, 'Acct/Id/IBAN')) ?? xmlFact(elementAt(container, 'Acct/Id/Othr/Id'))
    return elementsAt(container, 'Ntry').flatMap((entry) => {
      const details = elementsAt(entry, 'NtryDtls/TxDtls')
      const hasOwnAmounts = details.length > 1 && details.every((one) => amountElement(one) !== undefined)
      if (details.length <= 1) return [transactionOf(entry, details[0], entry, account)]
      return hasOwnAmounts
        ? details.map((detail) => transactionOf(entry, detail, detail, account))
        : [transactionOf(entry, undefined, entry, account)]
    })
  })
}

function containers(root: XmlElement): readonly XmlElement[] {
  return [...elementsAt(root, '*/Stmt'), ...elementsAt(root, '*/Rpt'), ...elementsAt(root, '*/Ntfctn')]
}

function transactionOf(
  entry: XmlElement,
  detail: XmlElement | undefined,
  sum: XmlElement,
  account: Fact<string> | undefined,
): Statement {
  const money = sum === entry ? elementAt(entry, 'Amt') : amountElement(sum)
  const side = elementAt(sum, 'CdtDbtInd') ?? elementAt(entry, 'CdtDbtInd')
  const isDebit = side?.text === 'DBIT'
  const read = (path: string) => xmlFact(elementAt(detail, path))
  const [party, partyAccount] = isDebit ? ['Cdtr', 'CdtrAcct'] : ['Dbtr', 'DbtrAcct']
  const amount = amountOf(xmlFact(money))
  const date = dayOf(
    xmlFact(
      elementAt(entry, 'ValDt/Dt') ??
        elementAt(entry, 'ValDt/DtTm') ??
        elementAt(entry, 'BookgDt/Dt') ??
        elementAt(entry, 'BookgDt/DtTm'),
    ),
  )
  const reference = read('Refs/EndToEndId')
  const remittance = elementsAt(detail, 'RmtInf/Ustrd')
  const description: Fact<string> | undefined =
    remittance[0] === undefined
      ? xmlFact(elementAt(entry, 'AddtlNtryInf'))
      : { ...xmlFact(remittance[0])!, value: remittance.map(({ text }) => text).join('\n') }
  return statementOf(
    'transaction',
    {
      date,
      amount: amount && {
        value: isDebit && amount.value !== 0 ? -amount.value : amount.value,
        span: amount.span,
      },
      currency: attributeFact(money, 'Ccy'),
      account,
      reference: reference?.value === 'NOTPROVIDED' ? undefined : reference,
      bank_reference: read('Refs/AcctSvcrRef') ?? xmlFact(elementAt(entry, 'AcctSvcrRef')),
      description,
      counterparty_name: read(`RltdPties/${party}/Nm`) ?? read(`RltdPties/${party}/Pty/Nm`),
      counterparty_iban: read(`RltdPties/${partyAccount}/Id/IBAN`),
      creditor_reference: read('RmtInf/Strd/CdtrRefInf/Ref'),
      booking_date: dayOf(xmlFact(elementAt(entry, 'BookgDt/Dt') ?? elementAt(entry, 'BookgDt/DtTm'))),
      counterparty_bic:
        read(`RltdAgts/${party}Agt/FinInstnId/BICFI`) ?? read(`RltdAgts/${party}Agt/FinInstnId/BIC`),
      status: xmlFact(elementAt(entry, 'Sts/Cd') ?? elementAt(entry, 'Sts')),
    },
    specificities.native,
    date?.value,
  )
}

function amountElement(detail: XmlElement): XmlElement | undefined {
  return elementAt(detail, 'Amt') ?? elementAt(detail, 'AmtDtls/TxAmt/Amt')
}
