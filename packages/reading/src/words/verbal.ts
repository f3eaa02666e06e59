import { isIrregularPast } from './irregular-verbs.ts'

const nouns =
  /^(building|rating|ranking|meeting|booking|training|seating|billing|shipping|pricing|standing|setting|wedding|painting|recording|offering|listing|filing|landing|speed|feed|seed|bed|need|breed|king|thing|spring|string|ring|wing|evening|morning|being|ceiling|clothing|earning|engineering|funding|housing|investing|lodging|marketing|parking|reading|saving|spending|warning|dwelling|beginning|ending|crossing|drawing|dressing|feeling|finding|hearing|lightning|meaning|opening|packaging|savings|sibling|spelling|stocking|timing|understanding|wording|writing|red|weed|shed|deed|hundred|breed|sled)s?$/

/** Looks like a verb form in -ed or -ing rather than a noun. */
export function isVerbal(word: string): boolean {
  const lower = word.toLowerCase()
  return /(ed|ing)$/.test(lower) && !nouns.test(lower)
}

/** The same, including irregular forms. */
export function isParticiple(word: string): boolean {
  return isVerbal(word) || isIrregularPast(word.toLowerCase())
}

/** Says that something has happened: "shipped", "left". */
export function isPast(word: string): boolean {
  const lower = word.toLowerCase()
  return isIrregularPast(lower) || (lower.endsWith('ed') && lower.length > 4 && isVerbal(lower))
}
