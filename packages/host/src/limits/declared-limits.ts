import type { LimitPolicy, Module } from '@quipu/kit'
import { checkPolicy, isSamePolicy } from './check-policy.ts'

/** The same modules, with the limits in `overrides` for their tools; an invalid policy is refused. */
export function withLimits(
  modules: readonly Module[],
  overrides: Readonly<Record<string, LimitPolicy>> = {},
): readonly Module[] {
  demandKnown(modules, Object.keys(overrides))
  const limited = modules.map((module) => ({
    ...module,
    tools: module.tools.map((tool) =>
      Object.hasOwn(overrides, tool.name) ? { ...tool, limit: overrides[tool.name] } : tool,
    ),
  }))
  check(limited)
  return limited
}

type Kind = 'tool' | 'resource' | 'endpoint'

/** The name of its windows, which only the limits of its pool share. */
export function limitName(kind: Kind, name: string, { pool }: LimitPolicy): string {
  return pool === undefined ? `${kind}:${name}` : `pool:${pool}`
}

function demandKnown(modules: readonly Module[], names: readonly string[]): void {
  const known = new Set(modules.flatMap(({ tools }) => tools.map(({ name }) => name)))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`There is no tool called ${unknown.join(', ')} whose limit could be changed`)
}

interface Limited {
  readonly name: string
  readonly limit?: LimitPolicy | undefined
}

function check(modules: readonly Module[]): void {
  const known = new Map<string, LimitPolicy>()
  const add = (kind: Kind, { name, limit }: Limited) => {
    if (limit === undefined) return
    const full = limitName(kind, name, limit)
    const before = known.get(full)
    if (before !== undefined && !isSamePolicy(before, limit))
      throw new Error(`The limits called ${full} differ; what counts together needs one policy`)
    known.set(full, checkPolicy(full, limit))
  }
  for (const { name, endpoint, tools, resources = [] } of modules) {
    add('endpoint', { name, limit: endpoint?.limit })
    for (const tool of tools) add('tool', tool)
    for (const resource of resources) add('resource', resource)
  }
}
