const outer = /^[\s\u00A0\u202F\uFEFF]+|[\s\u00A0\u202F\uFEFF]+$/g

export function trimmed(cell: string): string {
  return cell.replace(outer, '')
}

/** Texts for a blank value. */
export function isBlank(text: string): boolean {
  return blanks.has(text.toLowerCase())
}

export const blanks: ReadonlySet<string> = new Set([
  '',
  '-',
  '--',
  '–',
  '—',
  'n/a',
  '#n/a',
  'n.a.',
  'null',
  'nan',
  'none',
  'nil',
  '#value!',
  '#ref!',
  '#div/0!',
  '?',
])

export const yes: ReadonlySet<string> = new Set(
  'yes y true t ja oui si sí sim x ✓ ✔ wahr vrai 1 on'.split(' '),
)
export const no: ReadonlySet<string> = new Set('no n false f nein non não 0 off falsch faux ✗'.split(' '))
