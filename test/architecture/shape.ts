import { posix } from 'node:path'
import { codeOf, type Token } from './tokens.ts'
import type { Project, SourceFile } from './project.ts'

/** How large files may grow and what their folders may be called. */
export function wrongShapes(project: Project): string[] {
  const files = project.files.filter(({ isTest }) => !isTest)
  const lengths = files.map(({ lines }) => lines).toSorted((a, b) => a - b)
  const kitLines = files
    .filter(({ workspace }) => workspace === 'packages/kit')
    .reduce((sum, { lines }) => sum + lines, 0)
  return [
    ...project.folders
      .filter((folder) => vagueNames.has(posix.basename(folder)))
      .map((folder) => `${folder}/ is named for nothing: name it for what it holds`),
    ...project.files
      .filter(({ path, lines }) => lines > 400 && !path.endsWith('.test.ts'))
      .map(({ path, lines }) => `${path} has ${lines} lines, at most 400`),
    ...over('95th percentile of file lengths', quantile(lengths, 0.95), 300),
    ...over('median of file lengths', quantile(lengths, 0.5), 120),
    ...over('lines of packages/kit', kitLines, 1300),
  ]
}

/** `any`, and checks that are switched off: each needs its reason beside it. */
export function unexplainedLiberties(project: Project): string[] {
  return project.files.flatMap((file) => [
    ...anyTypes(file).map(({ line }) => `${file.path}:${line} any without a reason beside it`),
    ...suppressions(file).map(({ line }) => `${file.path}:${line} a check is switched off without a reason`),
  ])
}

function anyTypes({ tokens }: SourceFile): Token[] {
  const explained = new Set(
    tokens
      .filter(({ kind, value }) => kind === 'comment' && wordsIn(value) >= 3)
      .flatMap(({ line, value }) => {
        const last = line + value.split('\n').length - 1
        return [last, last + 1]
      }),
  )
  const code = codeOf(tokens)
  return code.filter((token, index) => {
    if (token.kind !== 'word' || token.value !== 'any' || explained.has(token.line)) return false
    const before = code[index - 1]
    const after = code[index + 1]?.value
    if (before?.value === '.' || before?.value === '?.' || after === '(' || after === ':') return false
    return before?.kind === 'word'
      ? wordsBeforeType.has(before.value)
      : marksBeforeType.has(before?.value ?? '')
  })
}

function suppressions({ tokens }: SourceFile): Token[] {
  return tokens.filter(({ kind, value }) => {
    const directive = kind === 'comment' ? directivePattern.exec(value) : null
    if (!directive) return false
    const rest = value.slice(directive.index + directive[0].length)
    const reason = directive[0].startsWith('@ts-') ? rest : rest.split('--').slice(1).join('--')
    return wordsIn(reason) < 3
  })
}

function wordsIn(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0
}

function over(what: string, value: number, limit: number): string[] {
  return value > limit ? [`${what}: ${value}, at most ${limit}`] : []
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const vagueNames = new Set(['utils', 'util', 'helpers', 'common', 'shared', 'types'])
const wordsBeforeType = new Set(['as', 'is', 'extends', 'keyof', 'readonly', 'satisfies', 'infer'])
const marksBeforeType = new Set([':', '<', '|', '&', ',', '=', '=>', '[', '(', '?'])
const directivePattern =
  /\b(?:oxlint|eslint)-disable(?:-next-line|-line)?|@ts-(?:ignore|expect-error|nocheck)/
