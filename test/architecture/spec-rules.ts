import { codeOf, type Token } from './tokens.ts'
import type { Project } from './project.ts'

/** Every rule of a SPEC.md is shown by a test that names it, and no test names a rule that is not written down. */
export function rulesWithoutTest(project: Project): string[] {
  const tested = new Set(namedRules(project).map(({ id }) => id))
  const rules = writtenRules(project)
  const ids = rules.map(({ id }) => id)
  return [
    ...rules.filter(({ id }) => !tested.has(id)).map(({ id, path }) => `${path} rule [${id}] has no test`),
    ...rules
      .filter(({ id }, index) => ids.indexOf(id) !== index)
      .map(({ id, path }) => `${path} rule [${id}] is already defined elsewhere`),
    ...namedRules(project)
      .filter(({ id }) => !ids.includes(id))
      .map(({ id, place }) => `${place} names [${id}], which no SPEC.md defines`),
  ]
}

function writtenRules({ specs }: Project): { id: string; path: string }[] {
  return [...specs].flatMap(([path, text]) =>
    [...text.matchAll(/^- \*\*\[([A-Z]+\d+[a-z]?)\]\*\*/gm)].map((match) => ({ id: match[1] ?? '', path })),
  )
}

function namedRules({ files }: Project): { id: string; place: string }[] {
  return files
    .filter(({ imports }) => imports.some(({ specifier }) => specifier === 'vitest'))
    .flatMap(({ path, tokens }) =>
      testNames(codeOf(tokens)).flatMap(({ value, line }) =>
        [...value.matchAll(/\[([A-Z]+\d+[a-z]?)\]/g)].map((match) => ({
          id: match[1] ?? '',
          place: `${path}:${line}`,
        })),
      ),
    )
}

/** The first argument of `test('…')`, `test.each(…)('…')` or `storeTest('…')`; one that is always skipped shows nothing. */
function testNames(code: readonly Token[]): Token[] {
  return code.filter((token, index) => {
    if (token.kind !== 'text' || code[index - 1]?.value !== '(') return false
    const callee = calleeOf(code, index - 1)
    return /^(?:it|describe|\w*[tT]est\w*)(?:\.|$)/.test(callee) && !/\.(?:skip|todo)$/.test(callee)
  })
}

/**
 * The words in front of an opening bracket, with earlier calls in the chain and arguments of types left out:
 * `test.skipIf(x)(` → `test.skipIf`, `test.each<[string, () => void]>([…])(` → `test.each`.
 */
function calleeOf(code: readonly Token[], bracket: number): string {
  const words: string[] = []
  let depth = 0
  for (let index = bracket - 1; index >= 0; index -= 1) {
    const { kind, value } = code[index] ?? { kind: 'mark', value: '' }
    if (kind === 'mark' && (value === ')' || value === '>')) depth += 1
    else if (kind === 'mark' && (value === '(' || value === '<')) depth -= 1
    else if (depth > 0) continue
    else if (kind === 'word' || value === '.') words.unshift(value)
    else break
    if (depth < 0) break
    if (depth === 0 && kind === 'word' && code[index - 1]?.value !== '.') break
  }
  return words.join('')
}
