import type { NumberMention } from './number-mention.ts'

/** A number read at a position. `scale` is the value of a following "million", or 1. */
export interface Read extends Pick<
  NumberMention,
  'value' | 'kind' | 'currency' | 'isApproximate' | 'confidence'
> {
  readonly end: number
  readonly scale: number
}

const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }
const names: Readonly<Record<string, string>> = {
  usd: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  bucks: 'USD',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  gbp: 'GBP',
  pounds: 'GBP',
  chf: 'CHF',
  yen: 'JPY',
  jpy: 'JPY',
}
const codes = Object.keys(names).join('|')
const lead = /(?:(usd|eur|gbp|chf|jpy)\s*|([$€£¥])\s?)/uy
const trail = new RegExp(`\\s*(?:(${codes})(?![\\p{L}\\p{N}])|([$€£¥]))`, 'uy')
const percent = /\s*(?:%|(?:percent|per\s?cent|pct)(?![\p{L}\p{N}]))/uy

export function currencyBefore(text: string, at: number): { currency: string; end: number } | null {
  lead.lastIndex = at
  const match = lead.exec(text)
  const currency = match && (names[match[1] ?? ''] ?? symbols[match[2] ?? ''])
  return match && currency ? { currency, end: lead.lastIndex } : null
}

/** What follows a number: %, percent, dollars. */
export function suffixAfter(
  text: string,
  at: number,
): { kind: 'money' | 'percent'; currency: string | null; end: number } | null {
  percent.lastIndex = at
  if (percent.exec(text)) return { kind: 'percent', currency: null, end: percent.lastIndex }
  trail.lastIndex = at
  const match = trail.exec(text)
  const currency = match && (names[match[1] ?? ''] ?? symbols[match[2] ?? ''])
  return match && currency ? { kind: 'money', currency, end: trail.lastIndex } : null
}
