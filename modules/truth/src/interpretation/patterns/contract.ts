import type { Statement } from '../../model/observation.ts'
import type { Fact } from '../statement/statements.ts'
import { specificities, statementOf } from '../statement/statements.ts'
import { labelled, labelledDate } from './labels.ts'
import type { PrintedDocument } from './printed-document.ts'

/** An agreement: it has the title of one, and parties or a date. */
export function readContract(document: PrintedDocument): Statement | undefined {
  const title = document.lines
    .slice(0, 5)
    .find(({ text }) => titleWord.test(text) && text.trim().length <= 100)
  if (title === undefined) return undefined
  const parties = partiesOf(document)
  const start = labelledDate(
    document,
    /effective (?:date|as of)|commenc\w+ (?:date|on)|start date|(?:starts?|begins?) on|\bfrom(?=\s\d)|dated|as of|beginn(?:t am)?(?!\p{L})|ab dem|entered into on|prend effet|à compter du/iu,
  )
  if (parties === undefined && start === undefined) return undefined
  const [titleCell] = title.cells
  return statementOf(
    'contract',
    {
      title: titleCell && document.cellFact(title, titleCell),
      contract_number: labelled(
        document,
        /(?:contract|agreement|vertrags?|contrat)\s?-?\s?(?:no|nr|number|nummer|n°|#)\.?/i,
        /(?=[A-Z0-9/._-]*\d)[A-Z0-9][A-Z0-9/._-]*[A-Z0-9]/i,
      )?.fact,
      parties,
      start_date: start,
      end_date: labelledDate(
        document,
        /end date|expir\w+ (?:date|on)|terminat\w+ on|until|\bto(?=\s\d)|endet am|vertragsende|bis zum|läuft bis/i,
      ),
      signed_date:
        labelledDate(
          document,
          /signed(?: on)?|date of signature|unterzeichnet am|, den(?=\s\d)|signé le|fait à/i,
        ) ?? labelledDate(document, /made on/i),
      notice_period: matched(
        document,
        /notice(?: period)?(?: of| is|:)?\s+((?:\w+ )?\(?\d+\)? (?:days?|weeks?|months?))|kündigungsfrist(?: von| beträgt|:)?\s+((?:\w+ )?\d+ (?:tage?n?|wochen?|monate?n?))|((?:\w+ )(?:\(\d+\) )?(?:days?|weeks?|months?))['’]? (?:prior |written )*notice/di,
      ),
      governing_law: matched(
        document,
        /(?:governed by|laws of|law of)(?: and construed in accordance with)?(?: the)?(?: laws? of)?(?: the)? ([\p{Lu}][\p{L} ]{2,40})/diu,
      ),
    },
    specificities.pattern,
    start?.value,
  )
}

const titleWord = /\b(?:agreement|contract|vertrag|\p{L}+vertrag|contrat|overeenkomst|contrato|contratto)\b/iu

function partiesOf(document: PrintedDocument): Fact<string[]> | undefined {
  for (const line of document.lines.slice(0, 40)) {
    const found =
      /\b(?:between|zwischen|entre|tussen)\b:?\s+(.{3,80}?)(?:\s*\([^)]*\))?,?\s+(?:and|und|et|en|y)\s+(.{3,80}?)(?=\s*(?:[(;.]|,(?! (?:inc|llc|ltd|corp|gmbh|plc|s\.?a)\b)|$))/di.exec(
        line.text,
      )
    const [first, last] = [found?.indices?.[1], found?.indices?.[2]]
    if (found && first && last)
      return document.fact(
        [nameIn(found[1]!), nameIn(found[2]!)],
        line.page,
        line.start + first[0],
        line.start + last[1],
      )
  }
  return partiesInLines(document)
}

/** Without what follows about the party, but with its legal form. */
function nameIn(text: string): string {
  return text.split(/,(?! (?:inc|llc|ltd|corp|co|gmbh|plc|s\.?a)\b)/i)[0]!.trim()
}

/** Each party in lines of its own, with its address behind its name. */
function partiesInLines(document: PrintedDocument): Fact<string[]> | undefined {
  const begin = document.lines.slice(0, 40).find(({ text }) => betweenWord.test(text))
  const found = begin && inLines.exec(document.textFrom(begin, 800))
  const [first, last] = [found?.indices?.[1], found?.indices?.[2]]
  if (!found || !first || !last) return undefined
  return document.fact(
    [found[1]!.trim(), found[2]!.trim()],
    begin.page,
    begin.start + first[0],
    begin.start + last[1],
  )
}

const betweenWord = /\b(?:between|zwischen|entre|tussen)\b/i
const name = '([\\p{Lu}\\p{N}][^,;(\\n]{2,78}?)(?=\\s*(?:[,;(\\n]|\\sof\\s|$))'
const inLines = new RegExp(
  `(?<!\\p{L})(?:between|zwischen|entre|tussen)\\s*:?\\s*(?:\\(?1[).]\\s*)?(?:(?:der|dem|la|the)\\s)?${name}[\\s\\S]{0,400}?(?:[;,)"”.]\\s*|\\n\\s*)(?:and|und|et|en|y)\\s+(?:\\(?2[).]\\s*)?(?:(?:der|dem|la|the)\\s)?${name}`,
  'diu',
)

function matched(document: PrintedDocument, pattern: RegExp): Fact<string> | undefined {
  for (const line of document.lines) {
    const found = pattern.exec(line.text)
    const index = found?.findIndex((part, at) => at > 0 && part !== undefined) ?? -1
    const range = found?.indices?.[index]
    if (found && range)
      return document.fact(found[index]!.trim(), line.page, line.start + range[0], line.start + range[1])
  }
  return undefined
}
