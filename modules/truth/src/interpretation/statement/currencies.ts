/** The currency that a text names most often. Undefined if it names none. */
export function currencyIn(
  text: string,
): { readonly code: string; readonly start: number; readonly end: number } | undefined {
  const counts = new Map<string, { count: number; start: number; end: number }>()
  for (const [pattern, code] of marks)
    for (const found of text.matchAll(pattern)) {
      const known = counts.get(code)
      if (known === undefined)
        counts.set(code, { count: 1, start: found.index, end: found.index + found[0].length })
      else known.count += 1
    }
  const [best] = [...counts].toSorted(([, a], [, b]) => b.count - a.count || a.start - b.start)
  return best && { code: best[0], start: best[1].start, end: best[1].end }
}

const marks: readonly (readonly [RegExp, string])[] = [
  [/€|\bEUR\b|\b[Ee]uros?\b/g, 'EUR'],
  [/(?<![A-Z])\$|\bUSD\b|\bUS\$|\bUS Dollars?\b/g, 'USD'],
  [/£|\bGBP\b/g, 'GBP'],
  [/\bRM(?=\s?-?\d|\b)|\bMYR\b/g, 'MYR'],
  [/\bCHF\b|\bFr\.(?=\s?\d)/g, 'CHF'],
  [/\bS\$|\bSGD\b/g, 'SGD'],
  [/\bA\$|\bAUD\b/g, 'AUD'],
  [/\bC\$|\bCAD\b/g, 'CAD'],
  [/¥|\bJPY\b/g, 'JPY'],
  [/\bINR\b|₹|\bRs\.?(?=\s?\d)/g, 'INR'],
  [/\bSEK\b/g, 'SEK'],
  [/\bNOK\b/g, 'NOK'],
  [/\bDKK\b/g, 'DKK'],
  [/\bPLN\b|\bzł\b/g, 'PLN'],
  [/\bCZK\b|\bKč\b/g, 'CZK'],
  [/\bHUF\b|(?<=\d\s?)Ft\b/g, 'HUF'],
]
