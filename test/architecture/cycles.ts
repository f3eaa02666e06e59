import { posix } from 'node:path'
import type { Project } from './project.ts'

/** Files that need each other to start. Type imports and late ones do not count: they cannot meet a half-loaded file. */
export function importCycles(project: Project): string[] {
  const targets = valueTargets(project)
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []

  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
      return
    }
    state.set(path, 'open')
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of targets.keys()) visit(path, [])
  return cycles
}

function valueTargets({ files, workspaces }: Project): Map<string, string[]> {
  const doors = new Map(
    workspaces.map(({ folder, manifest }) => [manifest.name, posix.join(folder, 'src/index.ts')] as const),
  )
  return new Map(
    files.map(({ path, imports }) => {
      const values = imports.filter(({ kind }) => kind === 'value')
      const targets = values.map(({ specifier }) =>
        specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : doors.get(specifier),
      )
      return [path, targets.filter((target) => target !== undefined)]
    }),
  )
}
