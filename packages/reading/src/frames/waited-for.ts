import type { Token } from '../words/tokens.ts'

/** "stuck waiting on parts", "held up by the supplier", "on hold": what rows wait for, which is empty if nothing is named. */
export function waitedFor(
  tokens: readonly Token[],
  from: number,
): { readonly to: number; readonly words: readonly Token[] } | null {
  const lower = (at: number): string => tokens[at]?.lower ?? ''
  let at = from
  while (/^(?:stuck|still|held|holding|been|just)$/.test(lower(at))) at++
  if (/^(?:waiting|awaiting|wait|up)$/.test(lower(at))) at++
  else if (lower(at) === 'on' && lower(at + 1) === 'hold') return { to: at + 2, words: [] }
  else if (lower(at - 1) !== 'stuck' || at === from) return null
  while (/^(?:for|on|by|with|the|our|a|an|some|spare)$/.test(lower(at))) at++
  const words =
    tokens[at]?.kind === 'word' && !/^(?:to|in|since|this|last|now|at)$/.test(lower(at))
      ? tokens.slice(at, at + 1)
      : []
  return { to: at + words.length, words }
}
