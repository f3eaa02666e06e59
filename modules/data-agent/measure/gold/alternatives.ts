/**
 * The gold queries of the PostgreSQL sets: alternatives are split by `;`. `{a,b}` means any choice of these columns, and
 * an empty `{}` later in the same query repeats the choice without its aliases.
 */
export function alternativesOf(text: string): readonly string[] {
  return text
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
    .flatMap(choicesOf)
}

function choicesOf(sql: string): readonly string[] {
  const braces = /\{([^{}]+)\}/.exec(sql)
  if (braces === null) return [sql]
  const options = (braces[1] ?? '').split(',').map((one) => one.trim())
  const subsets = Array.from({ length: (1 << options.length) - 1 }, (_, mask) =>
    options.filter((_option, index) => ((mask + 1) & (1 << index)) !== 0),
  )
  return subsets.flatMap((chosen) => {
    const plain = chosen.map((one) => one.replace(/\s+as\s+\w+$/i, '')).join(', ')
    return choicesOf(sql.replaceAll(braces[0], chosen.join(', ')).replaceAll('{}', plain))
  })
}
