import { sqlText } from './sql-text.ts'

/** The names of each month in German, French, Spanish, Italian, Dutch and Portuguese, and the short ones that English has besides. */
const months: Readonly<Record<string, string>> = {
  Jan: 'januar|jänner|janvier|janv|enero|ene|gennaio|gen|januari|janeiro',
  Feb: 'februar|feber|février|fevrier|févr|fevr|fév|febrero|febbraio|februari|fevereiro|fev',
  Mar: 'märz|maerz|mär|mrz|mars|marzo|maart|mrt|março',
  Apr: 'avril|avr|abril|abr|aprile',
  May: 'mai|mayo|maggio|mag|mei|maio',
  Jun: 'juni|juin|junio|giugno|giu|junho',
  Jul: 'juli|juillet|juil|julio|luglio|lug|julho',
  Aug: 'août|aout|agosto|ago|augustus',
  Sep: 'sept|septembre|septiembre|settembre|setembro|set',
  Oct: 'oktober|okt|octobre|octubre|ottobre|ott|outubro|out',
  Nov: 'novembre|noviembre|novembro',
  Dec: 'dezember|dez|décembre|decembre|déc|diciembre|dicembre|dic|dezembro',
}

/** Names of months that are no other words in the names of files. */
export const monthNames: ReadonlySet<string> = new Set(
  Object.values(months)
    .flatMap((names) => names.split('|'))
    .filter((name) => name.length > 3 || /^(?:mär|mrz|okt|dez)$/.test(name)),
)

/** Without `mar`, which is March too. */
const weekdays = [
  'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so',
  'lundi mardi mercredi jeudi vendredi samedi dimanche lun mer jeu ven sam dim',
  'lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom',
  'lunedì martedì mercoledì giovedì venerdì sabato domenica gio sab',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo',
]
  .join(' ')
  .replaceAll(' ', '|')

/**
 * What people write around a date, and what it becomes, so that the formats of dates fit. For both regular expression
 * engines, ignoring case.
 */
const mends: readonly (readonly [pattern: string, to: string])[] = [
  [String.raw`[\x{00a0}\x{202f}\x{2009} ]+`, ' '],
  // 1st, 2nd, 1er, 3º
  [String.raw`(^|[ ,])([0-9]{1,2})(?:st|nd|rd|th|er|º|ª)([ .,]|$)`, String.raw`\1\2\3`],
  [' (?:de|del|of) ', ' '],
  [String.raw`^(?:${weekdays})\.?,? ([0-9])`, String.raw`\1`],
  ...Object.entries(months).map(
    ([month, names]) =>
      [
        String.raw`(^|[^\p{L}])(?:${names})(?:\.([ -])|\.?([^\p{L}.]|$))`,
        String.raw`\1${month}\2\3`,
      ] as const,
  ),
  [' ?uhr$', ''],
  [String.raw`(:[0-9]{2}) ?([ap])\.m\.`, String.raw`\1 \2m`],
  // `GMT`, `(UTC+01:00)` and `CEST` after a time: the clock of the file counts.
  [
    String.raw`(:[0-9]{2}(?:\.[0-9]+)?(?: ?[ap]m)?) ?\(?(?:(?:gmt|utc)(?:[-+][0-9]{1,2}(?::?[0-9]{2})?)?|[a-z]{2,4}t)\)?$`,
    String.raw`\1`,
  ],
]

const inScript = (text: string): string => text.replaceAll(/\\x\{([0-9a-f]{4})\}/g, String.raw`\u$1`)
const patterns = mends.map(
  ([pattern, to]) => [new RegExp(inScript(pattern), 'giu'), to.replaceAll(/\\(\d)/g, '$$$1')] as const,
)

/** `3 Mar 2025` for `3. März 2025` and `lundi 3 mars 2025`. */
export function mendedDate(text: string): string {
  if (!/[\p{L}\u00A0\u202F\u2009]| {2}/u.test(text)) return text
  return patterns.reduce((said, [pattern, to]) => said.replace(pattern, to), text)
}

/** The same of a text (an SQL expression). */
export function mendedSql(text: string): string {
  return mends.reduce(
    (said, [pattern, to]) => `regexp_replace(${said}, ${sqlText(pattern)}, ${sqlText(to)}, 'gi')`,
    text,
  )
}
