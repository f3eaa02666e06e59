import { posix } from 'node:path'
import { workspaceOf, type Project } from './project.ts'

/** Files that need each other to start. Type imports and late ones do not count: they cannot meet a half-loaded file. */
export function importCycles(project: Project): string[] {
  return cyclesIn(valueTargets(project)).map((cycle) => `cycle: ${cycle.join(' → ')}`)
}

/**
 * Folders that need each other to be understood, so that every kind of import counts, types and late ones too. The door
 * of a workspace stands above its folders; tests may know every folder.
 */
export function folderCycles({ files }: Project): string[] {
  const known = new Map<string, Set<string>>()
  for (const { path, isTest, imports } of files) {
    if (isTest) continue
    const targets = known.get(folderOf(path)) ?? new Set()
    known.set(folderOf(path), targets)
    for (const { specifier } of imports) {
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : path
      if (folderOf(target) !== folderOf(path)) targets.add(folderOf(target))
    }
  }
  return cyclesIn(known).map((cycle) => `folder cycle: ${cycle.join(' → ')}`)
}

function folderOf(path: string): string {
  return path === posix.join(workspaceOf(path), 'src/index.ts') ? path : posix.dirname(path)
}

/** At least one cycle for each group of nodes that reach each other, closed by its first node. */
function cyclesIn(targets: ReadonlyMap<string, Iterable<string>>): string[][] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []

  const visit = (node: string, trail: string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(node)), node])
      return
    }
    state.set(node, 'open')
    for (const target of targets.get(node) ?? []) visit(target, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of targets.keys()) visit(node, [])
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
