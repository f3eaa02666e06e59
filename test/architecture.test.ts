import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderCycles, importCycles } from './architecture/cycles.ts'
import { wideDoors } from './architecture/doors.ts'
import { wrongEdges } from './architecture/edges.ts'
import { importsOf } from './architecture/imports.ts'
import { projectOf, readTexts } from './architecture/project.ts'
import { unexplainedLiberties, wrongShapes } from './architecture/shape.ts'
import { rulesWithoutTest } from './architecture/spec-rules.ts'
import { tokensOf } from './architecture/tokens.ts'

describe('this repository', () => {
  const project = projectOf(readTexts(resolve(import.meta.dirname, '..')))

  test('is seen: every workspace and its sources', () => {
    const folders = project.workspaces.map(({ folder }) => folder)
    expect(folders).toEqual(
      expect.arrayContaining(['', 'packages/kit', 'packages/host', 'modules/tasks', 'apps/server']),
    )
    const withImports = project.files.filter(({ imports }) => imports.length > 0)
    for (const folder of folders) expect(withImports.map(({ workspace }) => workspace)).toContain(folder)
  })

  test('knows only whom it may know', () => expect(wrongEdges(project)).toEqual([]))
  test('exports a module and nothing else from each', () => expect(wideDoors(project)).toEqual([]))
  test('has no import cycle', () => expect(importCycles(project)).toEqual([]))
  test('has no cycle of folders', () => expect(folderCycles(project)).toEqual([]))
  test('keeps files short and folders named', () => expect(wrongShapes(project)).toEqual([]))
  test('explains each liberty it takes', () => expect(unexplainedLiberties(project)).toEqual([]))
  test('shows each written rule with a test', () => expect(rulesWithoutTest(project)).toEqual([]))
})

describe('a wrong edge is found', () => {
  test.each([
    [
      'a module that imports another',
      'modules/tasks/src/a.ts',
      `import { truth } from '@quipu/truth'`,
      'must not know',
    ],
    [
      'a module that imports the host',
      'modules/tasks/src/a.ts',
      `import { openHost } from '@quipu/host'`,
      'must not know',
    ],
    [
      'a host that imports a module',
      'packages/host/src/a.ts',
      `export * from '@quipu/tasks'`,
      'must not know',
    ],
    [
      'a kit that imports the host',
      'packages/kit/src/a.ts',
      `import type { Host } from '@quipu/host'`,
      'must not know',
    ],
    ['a console that imports kit', 'apps/console/src/a.ts', `await import('@quipu/kit')`, 'must not know'],
    [
      'a deep import',
      'packages/host/src/a.ts',
      `import { x } from '@quipu/kit/src/x.ts'`,
      'reaches into @quipu/kit',
    ],
    [
      'a path into a package',
      'test/e2e/a.test.ts',
      `import '../../packages/host/src/x.ts'`,
      'reaches into another',
    ],
    [
      'a worker of another package',
      'apps/server/src/a.ts',
      `new URL('../../../packages/host/src/w.ts', import.meta.url)`,
      'reaches into another',
    ],
    [
      'test code in production',
      'packages/host/src/a.ts',
      `import '../../../test/environment/index.ts'`,
      'leaves its workspace',
    ],
    [
      'a suite in production',
      'packages/host/src/a.ts',
      `import { suite } from './suite.ts'`,
      'imports test code',
    ],
    [
      'a file for tests in production',
      'packages/host/src/a.ts',
      `import { sample } from './testing/sample.ts'`,
      'imports test code',
    ],
    ['an absolute path', 'packages/host/src/a.ts', `import '/tmp/x.ts'`, 'one machine only'],
    ['an unlisted package', 'packages/host/src/a.ts', `import { z } from 'zod/v4'`, 'does not list'],
    [
      'a development package at run time',
      'packages/host/src/a.ts',
      `import { x } from 'only-dev'`,
      'does not list',
    ],
    ['a builtin without its prefix', 'packages/host/src/a.ts', `import fs from 'fs'`, 'write node:fs'],
    [
      'a kit that reads files',
      'packages/kit/src/a.ts',
      `import { readFile } from 'node:fs/promises'`,
      'no input or output',
    ],
    [
      'a query that imports kit',
      'packages/query/src/a.ts',
      `import { defineTool } from '@quipu/kit'`,
      'must not know',
    ],
    [
      'a query that imports the reader',
      'packages/query/src/a.ts',
      `import { readQuestion } from '@quipu/reading'`,
      'must not know',
    ],
    [
      'a reader that imports a module',
      'packages/reading/src/a.ts',
      `import type { tasks } from '@quipu/tasks'`,
      'must not know',
    ],
    [
      'a reader that imports kit',
      'packages/reading/src/a.ts',
      `import { ToolError } from '@quipu/kit'`,
      'must not know',
    ],
    [
      'a module without questions that imports the reader',
      'modules/tasks/src/a.ts',
      `import { readQuestion } from '@quipu/reading'`,
      'must not know',
    ],
    [
      'a reader that reads files',
      'packages/reading/src/a.ts',
      `import { readFileSync } from 'node:fs'`,
      'no input or output',
    ],
    [
      'a kit that starts threads',
      'packages/kit/src/a.ts',
      `import { Worker } from 'node:worker_threads'`,
      'no input or output',
    ],
  ])('%s', (_, path, source, problem) => {
    const found = wrongEdges(sample({ [path]: source }))
    expect(found).toEqual([expect.stringContaining(problem)])
    expect(found[0]).toMatch(new RegExp(`^${path}:1 `))
  })

  test('a manifest that lists what its workspace must not know', () => {
    const manifest = JSON.stringify({ name: '@quipu/truth', dependencies: { '@quipu/tasks': '0.1.0' } })
    expect(wrongEdges(sample({ 'modules/truth/package.json': manifest }))).toEqual([
      'modules/truth/package.json lists @quipu/tasks, which it must not know',
    ])
  })

  test.each([
    ['modules/tasks/src/a.ts', `import { defineTool } from '@quipu/kit'`],
    ['packages/host/src/a.test.ts', `import { createDatabase } from '../../../test/environment/index.ts'`],
    ['packages/host/src/a.test.ts', `import { test } from 'vitest'; import { suite } from './suite.ts'`],
    ['packages/host/src/a.ts', `import type { X } from 'only-dev'`],
    ['packages/kit/src/a.ts', `import { createHash } from 'node:crypto'`],
    ['packages/reading/src/a.ts', `import { planJoins } from '@quipu/query'`],
    ['packages/reading/src/lexicon/dictionary-file.ts', `import { readFileSync } from 'node:fs'`],
    ['modules/data-agent/src/a.ts', `import { x } from '@quipu/kit'; import { y } from '@quipu/query'`],
    ['modules/data-agent/src/a.ts', `import { readQuestion } from '@quipu/reading'`],
    ['apps/server/src/a.ts', `import { openHost } from '@quipu/host'; import { tasks } from '@quipu/tasks'`],
    ['test/e2e/a.test.ts', `import { openHost } from '@quipu/host'`],
  ])('and a right one is not: %s %s', (path, source) =>
    expect(wrongEdges(sample({ [path]: source }))).toEqual([]),
  )
})

describe('a module that exports more is found', () => {
  const doorsOf = (source: string) => wideDoors(sample({ 'modules/tasks/src/index.ts': source }))

  test.each([
    `export const tasks = defineModule({}); export const more = 1`,
    `export const tasks = defineModule({}); export type { Task } from './task.ts'`,
    `export const tasks = { ...defineModule({}), more }`,
    `export * from './tasks.ts'`,
    `export default defineModule({})`,
    `const tasks = defineModule({})`,
  ])('by %s', (source) =>
    expect(doorsOf(source)).toEqual([
      'modules/tasks/src/index.ts must export its module, made by defineModule, and nothing else',
    ]),
  )

  test('and one that exports its module is not', () =>
    expect(doorsOf(`// export nothing more\nexport const tasks = defineModule({ name: 'tasks' })`)).toEqual(
      [],
    ))
})

describe('an import cycle is found', () => {
  const cycleOf = (back: string) =>
    importCycles(
      sample({
        'packages/host/src/a.ts': `import { b } from './b.ts'`,
        'packages/host/src/b.ts': `export { c } from './inner/c.ts'`,
        'packages/host/src/inner/c.ts': back,
      }),
    )

  test.each([
    `import { a } from '../a.ts'`,
    `import { type A } from '../a.ts'`,
    `import '../a.ts'`,
    `export * from '../a.ts'`,
  ])('closed by %s', (back) => {
    const [a, b, c] = ['a', 'b', 'inner/c'].map((name) => `packages/host/src/${name}.ts`)
    expect(cycleOf(back)).toEqual([`cycle: ${a} → ${b} → ${c} → ${a}`])
  })

  test.each([
    `import type { A } from '../a.ts'`,
    `export type { A } from '../a.ts'`,
    `const a = () => import('../a.ts')`,
  ])('but not where it cannot bite: %s', (back) => expect(cycleOf(back)).toEqual([]))
})

describe('a cycle of folders is found', () => {
  const cyclesOf = (files: Record<string, string>) => folderCycles(sample(files))
  const there = { 'packages/host/src/http/a.ts': `import { b } from '../mcp/b.ts'` }

  test.each([
    `import { c } from '../http/c.ts'`,
    `import type { C } from '../http/c.ts'`,
    `const c = () => import('../http/c.ts')`,
  ])('closed by %s', (back) => {
    const [http, mcp] = ['packages/host/src/http', 'packages/host/src/mcp']
    expect(cyclesOf({ ...there, 'packages/host/src/mcp/d.ts': back })).toEqual([
      `folder cycle: ${http} → ${mcp} → ${http}`,
    ])
  })

  test('between a folder and the one that holds it', () => {
    const down = { 'packages/host/src/a.ts': `import { b } from './http/b.ts'` }
    expect(cyclesOf({ ...down, 'packages/host/src/http/c.ts': `import type { D } from '../d.ts'` })).toEqual([
      'folder cycle: packages/host/src → packages/host/src/http → packages/host/src',
    ])
  })

  test('through a third folder', () => {
    const onward = { 'packages/host/src/mcp/d.ts': `import { e } from '../audit/e.ts'` }
    const back = { 'packages/host/src/audit/f.ts': `import { c } from '../http/c.ts'` }
    const [http, mcp, audit] = ['http', 'mcp', 'audit'].map((name) => `packages/host/src/${name}`)
    expect(cyclesOf({ ...there, ...onward, ...back })).toEqual([
      `folder cycle: ${http} → ${mcp} → ${audit} → ${http}`,
    ])
  })

  test('but not by the door of a workspace, which stands above its folders', () => {
    const door = { 'modules/tasks/src/index.ts': `import { a } from './tools/a.ts'` }
    expect(cyclesOf({ ...door, 'modules/tasks/src/tools/a.ts': `import { b } from '../b.ts'` })).toEqual([])
  })

  test('and not by a test, which may know every folder', () => {
    expect(
      cyclesOf({ ...there, 'packages/host/src/mcp/d.test.ts': `import { c } from '../http/c.ts'` }),
    ).toEqual([])
  })
})

describe('a wrong shape is found', () => {
  const lines = (count: number) => 'x()\n'.repeat(count)
  const files = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`packages/host/src/f${n}.ts`, lines(length)]))

  test('a file over 400 lines', () => {
    expect(wrongShapes(sample({ ...files(30, 10), 'packages/host/src/a.ts': lines(401) }))).toEqual([
      'packages/host/src/a.ts has 401 lines, at most 400',
    ])
  })
  test('too many files over 300 lines', () => {
    const long = { 'packages/host/src/a.ts': lines(301), 'packages/host/src/b.ts': lines(302) }
    expect(wrongShapes(sample({ ...files(20, 10), ...long }))).toEqual([
      '95th percentile of file lengths: 301, at most 300',
    ])
  })
  test('a median over 120 lines', () => {
    expect(wrongShapes(sample(files(30, 121)))).toEqual(['median of file lengths: 121, at most 120'])
  })
  test('a kit over 1,300 lines', () => {
    const kit = Object.fromEntries(
      Array.from({ length: 14 }, (_, n) => [`packages/kit/src/f${n}.ts`, lines(100)]),
    )
    expect(wrongShapes(sample(kit))).toEqual(['lines of packages/kit: 1400, at most 1300'])
  })
  test('a folder named for nothing', () => {
    expect(wrongShapes(sample({ 'packages/host/src/utils/a.ts': 'x()' }))).toEqual([
      'packages/host/src/utils/ is named for nothing: name it for what it holds',
    ])
  })
  test('a long test is fine', () =>
    expect(wrongShapes(sample({ 'packages/host/src/a.test.ts': lines(900) }))).toEqual([]))
})

describe('an unexplained liberty is found', () => {
  const found = (source: string) => unexplainedLiberties(sample({ 'packages/host/src/a.ts': source })).length

  test.each([
    'const a: any = 1',
    'const a = b as any',
    'function f(x: Map<string, any>) {}',
    'type A = any[] | string',
    '// oxlint-disable-next-line no-console\nf()',
    '/* eslint-disable */',
    '// @ts-expect-error\nf()',
    '// @ts-ignore: why\nf()',
  ])('%s', (source) => expect(found(source)).toBe(1))

  test.each([
    '// The driver types its rows as any, and we parse them below.\nconst a: any = rows',
    'expect.any(String)',
    'const text = "is any good"',
    'const message = `as any`',
    '// as any fool knows',
    'const { any } = kinds; f({ any: 1 })',
    '// oxlint-disable-next-line no-console -- the command line speaks to a person\nf()',
    '// @ts-expect-error the library declares this field as private\nf()',
  ])('but not in %s', (source) => expect(found(source)).toBe(0))
})

describe('a rule and its test are matched', () => {
  const found = (spec: string, source: string) =>
    rulesWithoutTest(
      sample({
        'modules/tasks/SPEC.md': spec,
        'modules/tasks/src/a.test.ts': `import { test } from 'vitest'\n${source}`,
      }),
    )
  const rule = '# Tasks\n\n- **[T4]** Completing twice keeps the first time.\n'

  test.each([
    `test('[T4] keeps it', async () => {})`,
    `test.each([1, 2])('[T4] keeps %d', () => {})`,
    `test.skipIf(!has('redis'))(\`[T4] keeps \${x}\`, () => {})`,
    `test.each<[string, (id: string) => Promise<unknown>]>([['a', f]])('[T4] keeps %s', () => {})`,
    `describe('completion [T4]', () => {})`,
    `storeTest('[T4] keeps it', () => {})`,
  ])('by %s', (source) => expect(found(rule, source)).toEqual([]))

  test.each([
    `test.skip('[T4] x', f)`,
    `test.todo('[T4] x')`,
    `// test('[T4] x')`,
    `log('[T4]')`,
    `expect(x).toBe('[T4]')`,
  ])('not by %s', (source) =>
    expect(found(rule, source)).toEqual(['modules/tasks/SPEC.md rule [T4] has no test']),
  )

  test('a test that names no written rule', () => {
    expect(found('# Tasks\n', `test('[T9] x', f)`)).toEqual([
      'modules/tasks/src/a.test.ts:2 names [T9], which no SPEC.md defines',
    ])
  })
  test('a rule that is defined twice', () => {
    expect(found(rule + rule, `test('[T4] x', f)`)).toEqual([
      'modules/tasks/SPEC.md rule [T4] is already defined elsewhere',
    ])
  })
})

test('imports are distinguished from what only looks like one', () => {
  const source = [
    `import a, { b as c } from './one.ts'`,
    `import * as d`,
    `  from "./two.ts"`,
    `import type from './three.ts'`,
    `import type { E } from './four.ts'`,
    `// import f from './comment.ts'`,
    `const text = "import g from './string.ts'"`,
    'const template = `import h from "./template.ts" ${await import("./five.ts")} export * from "./no.ts"`',
    `const regex = /import i from '.\\/regex.ts'/`,
    `const meta = import.meta.url, half = (1 + 2) / 2, path = x.from('./call.ts')`,
    `export const from = 'x'`,
    `export { j } from './six.ts'`,
    `export type { K } from './seven.ts'`,
    `const worker = new Worker(new URL('./eight.ts', import.meta.url))`,
    `const image = new URL('./picture.png', import.meta.url)`,
  ].join('\n')

  expect(
    importsOf(tokensOf(source)).map(({ specifier, kind, line }) => `${line} ${kind} ${specifier}`),
  ).toEqual([
    '1 value ./one.ts',
    '3 value ./two.ts',
    '4 value ./three.ts',
    '5 type ./four.ts',
    '8 late ./five.ts',
    '12 value ./six.ts',
    '13 type ./seven.ts',
    '14 late ./eight.ts',
  ])
})

/** A small repository that keeps every rule, with the given files added. */
function sample(files: Record<string, string>) {
  const manifest = (name: string, dependencies: string[] = [], devDependencies: string[] = []) =>
    JSON.stringify({
      name,
      dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, '1'])),
      devDependencies: Object.fromEntries(devDependencies.map((dependency) => [dependency, '1'])),
    })
  return projectOf(
    new Map(
      Object.entries({
        'package.json': manifest('house', [], ['vitest']),
        'packages/kit/package.json': manifest('@quipu/kit'),
        'packages/host/package.json': manifest('@quipu/host', ['@quipu/kit'], ['only-dev']),
        'packages/host/src/suite.ts': `import { test } from 'vitest'`,
        'packages/host/src/testing/sample.ts': 'export const sample = 1',
        'packages/query/package.json': manifest('@quipu/query'),
        'packages/reading/package.json': manifest('@quipu/reading', ['@quipu/query']),
        'modules/data-agent/package.json': manifest('@quipu/data-agent', [
          '@quipu/kit',
          '@quipu/query',
          '@quipu/reading',
        ]),
        'modules/tasks/package.json': manifest('@quipu/tasks', ['@quipu/kit']),
        'modules/truth/package.json': manifest('@quipu/truth', ['@quipu/kit']),
        'apps/server/package.json': manifest('@quipu/server', ['@quipu/host', '@quipu/tasks']),
        'apps/console/package.json': manifest('@quipu/console'),
        ...files,
      }),
    ),
  )
}
