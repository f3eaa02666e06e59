import type { Project } from './project.ts'
import { codeOf } from './tokens.ts'

/** A module exports what `defineModule` gives it, and nothing else. */
export function wideDoors({ files }: Project): string[] {
  return files
    .filter(({ path }) => /^modules\/[^/]+\/src\/index\.ts$/.test(path))
    .filter(({ tokens }) => {
      const code = codeOf(tokens)
      const exported = code.flatMap(({ kind, value }, index) =>
        kind === 'word' && value === 'export' && code[index - 1]?.value !== '.' ? [index] : [],
      )
      const [only = 0] = exported
      const [declaration, , equals, made] = code.slice(only + 1, only + 5).map(({ value }) => value)
      const isModule = declaration === 'const' && equals === '=' && made === 'defineModule'
      return exported.length !== 1 || !isModule
    })
    .map(({ path }) => `${path} must export its module, made by defineModule, and nothing else`)
}
