import { currencyIn } from './statement/currencies.ts'

export function plainHeading(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
}

/**
 * The field that a heading means, otherwise the heading itself. It may also name a currency (`Amount (EUR)`) or two things
 * (`Payer / payee`).
 */
export function fieldOfHeading(names: ReadonlyMap<string, string>, heading: string): string {
  const known = [heading, withoutCurrency(heading), withoutGender(heading), ...heading.split(/[/()[\],|]/)]
    .map((form) => names.get(plainHeading(withoutGender(form))))
    .find((field) => field !== undefined)
  return known ?? plainHeading(heading)
}

/** The ISO code that ends a heading, as in `Total EUR`, `Betrag (€)` and `Amount in £`. */
export function currencyOfHeading(heading: string): string | undefined {
  const end = currencyEnd.exec(heading.trim())?.[1]
  return end === undefined ? undefined : currencyIn(end)?.code
}

const currencyEnd = /[\s([_]([A-Z]{3}|[€£$¥])[)\]]?$/

function withoutCurrency(heading: string): string {
  return currencyOfHeading(heading) === undefined
    ? heading
    : heading.trim().replace(currencyEnd, '').replace(/\sin$/i, '')
}

/** `Empfänger*in` and `Pflichtige*r` name the same as the word without the ending. */
function withoutGender(heading: string): string {
  return heading.replace(/[*:_](?:in|innen|r|n)(?!\p{L})/gu, '')
}
