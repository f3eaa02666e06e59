import type { Module } from '@quipu/kit'

/** The MCP endpoint of all modules together, and that of a single one. */
export const wholePath = '/mcp'
export function pathOf({ name }: Pick<Module, 'name'>): string {
  return `/api/${name}/mcp`
}

/** The stream of the old transport, and the address of its messages. */
export function ssePathsOf({ name }: Pick<Module, 'name'>): {
  readonly stream: string
  readonly messages: string
} {
  return { stream: `/api/${name}/sse`, messages: `/api/${name}/messages` }
}

/** Every path of a module that a token can have as its audience. */
export function resourcePathsOf(module: Pick<Module, 'name' | 'endpoint'>): readonly string[] {
  const own = pathOf(module)
  return module.endpoint?.sse === true ? [own, ssePathsOf(module).stream] : [own]
}

/** The endpoint whose scopes are the default; undefined if no module declares its own. */
export function defaultPathOf(modules: readonly Pick<Module, 'name' | 'endpoint'>[]): string | undefined {
  const claiming = modules.filter(({ endpoint }) => endpoint?.isDefaultResource === true)
  if (claiming.length > 1) {
    const names = claiming.map(({ name }) => name).join(' and ')
    throw new Error(`The endpoints of ${names} are both the default resource; only one can be`)
  }
  return claiming[0] && pathOf(claiming[0])
}
