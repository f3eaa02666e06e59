/** The text of a page, with a line for each block. No script of it is run. */
export function htmlToText(html: string): string {
  return decodeHtmlEntities(
    html
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(/<(script|style|head|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
      .replace(/\s+/g, ' ')
      .replace(
        /<\/?(?:p|div|br|tr|li|ul|ol|table|h[1-6]|section|article|header|footer|hr|pre|blockquote|dl|dt|dd)\b[^>]*>/gi,
        '\n',
      )
      .replace(/<\/t[dh]\s*>/gi, '   ')
      .replace(/<[^<>]*>?/g, ''),
  )
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function decodeHtmlEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities[name] ?? whole
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const entities: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'lt < gt > amp & quot " apos \' euro € pound £ copy © auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß ' +
    'eacute é egrave è agrave à ccedil ç ndash – mdash — hellip … yen ¥'
  )
    .split(' ')
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1]!]] : []))
    .concat([['nbsp', ' ']]),
)
