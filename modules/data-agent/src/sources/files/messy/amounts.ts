import { sqlText } from './sql-text.ts'

/** A number as people write it: currency, thousands, decimal commas, brackets, percent. */
interface AmountMarks {
  /** Currency, `percent` or a unit of measure; null if there is none. */
  readonly unit: string | null
  /** Its decimal mark, if the value itself is unambiguous. */
  readonly decimal: ',' | '.' | null
  /** It could be a fraction or thousands: `1,234`. */
  readonly unsure: ',' | '.' | null
  readonly isWhole: boolean
  readonly hasThousands: boolean
  /** Marked as a debit, which counts as negative. */
  readonly isDebit: boolean
  /** Plain digits, as programs write them. */
  readonly isPlain: boolean
}

const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  US$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₪': 'ILS',
  '₺': 'TRY',
  '฿': 'THB',
  R$: 'BRL',
  kr: 'kr',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  'Fr.': 'CHF',
  'Rs.': 'INR',
  Rs: 'INR',
}
const codes =
  'EUR USD GBP JPY CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH INR CNY HKD SGD KRW THB IDR MYR PHP VND BRL MXN ARS CLP COP PEN ZAR AED SAR ILS EGP NGN KES'.split(
    ' ',
  )
const measures =
  'kg g t lb lbs oz km m cm mm mi ft l ml h hr hrs hour hours min mins minutes s d day days week weeks month months pcs pc kWh MWh L ltr litre litres liter liters cl hl KG Kg kgs tonne tonnes pieces piece Stück Stk Stk. Stck uds ud pz pz. x ×'.split(
    ' ',
  )
/** Other spellings of a unit are the same unit. */
const sameUnits: Readonly<Record<string, string>> = {
  L: 'l',
  ltr: 'l',
  litre: 'l',
  litres: 'l',
  liter: 'l',
  liters: 'l',
  KG: 'kg',
  Kg: 'kg',
  kgs: 'kg',
  tonne: 't',
  tonnes: 't',
  pc: 'pcs',
  piece: 'pcs',
  pieces: 'pcs',
  Stück: 'pcs',
  Stk: 'pcs',
  'Stk.': 'pcs',
  Stck: 'pcs',
  ud: 'pcs',
  uds: 'pcs',
  pz: 'pcs',
  'pz.': 'pcs',
  x: 'pcs',
  '×': 'pcs',
}
/** What banks write behind an amount: debit and credit, Soll and Haben. */
const debit = 'DR|Dr|dr|S'
const credit = 'CR|Cr|cr|H'

/** For both regular expression engines: that of JavaScript and RE2 of DuckDB. */
const escaped = (word: string) => word.replace(/[.$]/g, String.raw`\$&`)
const money = [...Object.keys(signs), ...codes]
  .toSorted((one, other) => other.length - one.length)
  .map(escaped)
  .join('|')
const after = `${money}|%|${measures
  .toSorted((one, other) => other.length - one.length)
  .map(escaped)
  .join('|')}`
const blank = String.raw`[\s\x{00a0}\x{202f}\x{2009}]`
const core = String.raw`[0-9]{1,3}(?:[.,'’\x{00a0}\x{202f}\x{2009} ][0-9]{3})+(?:[.,][0-9]+)?|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?|[0-9]+(?:[.,][0-9]+)?(?:[eE][-+]?[0-9]+)?|[.,][0-9]+`
const written = String.raw`^(\(?)${blank}*([-+−–]?)${blank}*(${money})?${blank}*([-+−–]?)${blank}*(${core})(?:[.,][-–—]{1,2})?${blank}*(${after})?${blank}*([-−]?)(\)?)(?:${blank}+(?:${debit}|${credit}))?$`

/** Money for one of something: `£9.80/kg`, `4.50 EUR per hour`, `£2.20 each`. */
const each = String.raw`${blank}*(?:/|per${blank}|[eE]ach|ea\.?$|[pP]er${blank})${blank}*[A-Za-z]{0,8}\.?$`
const moneyEach = String.raw`^${blank}*(?:(?:${money})${blank}*(?:${core})|(?:${core})${blank}*(?:${money}))${each}`

const inScript = (text: string): string => text.replaceAll(/\\x\{([0-9a-f]{4})\}/g, String.raw`\u$1`)
const pattern = new RegExp(inScript(written), 'u')
const debited = new RegExp(String.raw`[\s\u00A0\u202F](?:${debit})$`, 'u')
/** `38 S` is a size. */
const bareSide = /^[^.,]*[\s\u00A0\u202F][SH]$/u
const [moneyForOne, forOne] = [new RegExp(inScript(moneyEach), 'u'), new RegExp(inScript(each), 'u')]

/** Null if the text is not a number. */
export function marksOf(text: string): AmountMarks | null {
  const found = pattern.exec(moneyForOne.test(text) ? text.replace(forOne, '') : text)
  if (found === null || bareSide.test(text)) return null
  const [, opened = '', , before, , digits = '', behind, , closed = ''] = found
  if ((opened === '') !== (closed === '')) return null
  const bare = digits.replace(/['’\s\u00A0\u202F]/g, '')
  const hasBlanks = bare.length !== digits.length
  const marks = bare.replace(/[^.,]/g, '')
  const sign = before ?? behind ?? null
  const unit = sign === null ? null : sign === '%' ? 'percent' : (signs[sign] ?? sameUnits[sign] ?? sign)
  const isDebit = debited.test(text)
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(text)
  const isSame = new Set(marks).size === 1
  const whole = {
    unit,
    decimal: null,
    unsure: null,
    isWhole: true,
    hasThousands: hasBlanks,
    isPlain,
    isDebit,
  }
  if (marks === '') return { ...whole, isWhole: !/e/i.test(bare) }
  const last = marks.at(-1) === ',' ? ',' : '.'
  if (!isSame) return { ...whole, decimal: last, isWhole: false, hasThousands: true }
  if (marks.length > 1) return { ...whole, decimal: last === ',' ? '.' : ',', hasThousands: true }
  if (!hasBlanks && /^[1-9]\d{0,2}[.,]\d{3}$/.test(bare))
    return { ...whole, unsure: last, isWhole: false, isPlain }
  return { ...whole, decimal: last, isWhole: false }
}

/** The digits and marks of a text (an SQL expression) that is a number; otherwise null. */
export function digitsSql(cell: string): string {
  const digits = `regexp_replace(regexp_extract(${cell}, ${sqlText(core)}), ${sqlText(String.raw`['’\s\x{00a0}\x{202f}\x{2009}]`)}, '', 'g')`
  // Most numbers are plain, and this is seen fast.
  const plain = `when regexp_matches(${cell}, '^-?[0-9]+(?:[.,][0-9]+)?$') then ltrim(${cell}, '-')`
  return `case ${plain} when regexp_matches(${cell}, ${sqlText(written)}) or regexp_matches(${cell}, ${sqlText(moneyEach)}) then ${digits} end`
}

/** The number of a text whose digits and marks are known. */
export function amountSql(cell: string, digits: string, decimal: ',' | '.'): string {
  const unsure = (mark: string) => `replace(${digits}, '${mark}', '${mark === decimal ? '.' : ''}')`
  const number = `case
      when contains(${digits}, ',') and contains(${digits}, '.') then
        case when regexp_matches(${digits}, '\\..*,') then replace(replace(${digits}, '.', ''), ',', '.')
        else replace(${digits}, ',', '') end
      when regexp_matches(${digits}, '\\..*\\.') then replace(${digits}, '.', '')
      when regexp_matches(${digits}, ',.*,') then replace(${digits}, ',', '')
      when regexp_matches(${digits}, '^[1-9][0-9]{0,2},[0-9]{3}$') then ${unsure(',')}
      when regexp_matches(${digits}, '^[1-9][0-9]{0,2}\\.[0-9]{3}$') then ${unsure('.')}
      else replace(${digits}, ',', '.') end`
  const isNegative = `regexp_matches(${cell}, '^\\(|^[^0-9]*[-−–]|[^,.–—-][-−]$|[0-9)€$%][\\s\\x{00a0}\\x{202f}]+(?:${debit})$')`
  return `try_cast(${number} as double) * (case when ${isNegative} then -1 else 1 end)`
}
