import { isScalar, LineCounter, parseDocument, visit, type YAMLMap } from 'yaml'
import { documentLimits } from './limits.ts'

/**
 * The values of one YAML document, in time that grows with its length. The library compares each key of a map with
 * every other one and walks the document for each alias, so keys are checked here and aliases are counted first.
 */
export function parseYaml(yaml: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, { schema: 'core', uniqueKeys: false, lineCounter, logLevel: 'error' })
  const [error] = document.errors
  if (error !== undefined) throw error
  let aliases = 0
  visit(document, {
    Alias: () => {
      aliases += 1
      if (aliases > documentLimits.aliases)
        throw new SyntaxError(`it has more than ${documentLimits.aliases} aliases; write the values out`)
    },
    Map: (_, map) => checkKeys(map, lineCounter),
  })
  return document.toJS({ maxAliasCount: documentLimits.aliases })
}

function checkKeys({ items }: YAMLMap, lines: LineCounter): void {
  const known = new Set<unknown>()
  for (const { key } of items) {
    if (!isScalar(key)) continue
    if (known.has(key.value)) {
      const { line } = lines.linePos(key.range?.[0] ?? 0)
      throw new SyntaxError(`Map keys must be unique; ${String(key.value)} is repeated at line ${line}`)
    }
    known.add(key.value)
  }
}
