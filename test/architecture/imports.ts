import { codeOf, type Token } from './tokens.ts'

export type ImportKind =
  /** Runs the other file before this one. */
  | 'value'
  /** Gone at run time. */
  | 'type'
  /** `import()` or a worker's `new URL(…, import.meta.url)`: loaded later. */
  | 'late'

export type Import = { specifier: string; kind: ImportKind; line: number }

export function importsOf(tokens: readonly Token[]): Import[] {
  const code = codeOf(tokens)
  return code.flatMap((token, index) => {
    if (token.kind !== 'word' || isMember(code, index)) return []
    if (token.value === 'import') return importAt(code, index)
    if (token.value === 'export') return reexportAt(code, index)
    if (token.value === 'URL') return workerUrlAt(code, index)
    return []
  })
}

function importAt(code: readonly Token[], index: number): Import[] {
  const next = code[index + 1]
  if (next?.kind === 'text') return [{ specifier: next.value, kind: 'value', line: next.line }]
  if (next?.value === '.') return []
  if (next?.value === '(') {
    const specifier = code[index + 2]
    return specifier?.kind === 'text'
      ? [{ specifier: specifier.value, kind: 'late', line: specifier.line }]
      : []
  }
  return fromClause(code, index + 1)
}

/** `export { a } from`, `export * from`, `export type { A } from`; a declaration has no `from` before its end. */
function reexportAt(code: readonly Token[], index: number): Import[] {
  const next = code[index + 1]
  const opening = next?.value === 'type' ? code[index + 2] : next
  return opening?.value === '{' || opening?.value === '*' ? fromClause(code, index + 1) : []
}

/**
 * `import { type A }` still runs the other file; only `import type` does not. And `import type from` imports a value
 * that is called type.
 */
function fromClause(code: readonly Token[], start: number): Import[] {
  const isType =
    code[start]?.value === 'type' && !(code[start + 1]?.value === 'from' && code[start + 2]?.kind === 'text')
  for (let index = start; index < code.length; index += 1) {
    const token = code[index]
    if (!token || token.value === ';' || token.kind === 'text') return []
    const specifier = code[index + 1]
    if (token.value === 'from' && specifier?.kind === 'text') {
      return [{ specifier: specifier.value, kind: isType ? 'type' : 'value', line: specifier.line }]
    }
    if (token.value === '}' && specifier?.value !== 'from') return []
  }
  return []
}

function workerUrlAt(code: readonly Token[], index: number): Import[] {
  const [open, specifier, comma, base, dot, meta] = code.slice(index + 1, index + 7)
  if (open?.value !== '(' || specifier?.kind !== 'text' || comma?.value !== ',') return []
  if (base?.value !== 'import' || dot?.value !== '.' || meta?.value !== 'meta') return []
  if (!/^\.\.?\/.*\.[cm]?[jt]sx?$/.test(specifier.value)) return []
  return [{ specifier: specifier.value, kind: 'late', line: specifier.line }]
}

function isMember(code: readonly Token[], index: number): boolean {
  const before = code[index - 1]?.value
  return before === '.' || before === '?.'
}
