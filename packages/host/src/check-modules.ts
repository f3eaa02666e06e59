import type { Module } from '@quipu/kit'
import { accountPermissions } from './account-api/account-permissions.ts'
import { routeName } from './calls/run-route.ts'

/** Refuses modules of which a part could never be reached, or would hide a part of another one. */
export function checkModules(modules: readonly Module[]): void {
  const names = new Set<string>()
  const routes = new Map<string, string>()
  const declared = new Set(
    [accountPermissions, ...modules.map(({ permissions }) => permissions)].flatMap(Object.keys),
  )
  for (const module of modules) {
    const { name, tools, routes: own = [], streams = [] } = module
    if (!kebabCase.test(name))
      throw new Error(
        `The module "${name}" needs a name in kebab-case, such as guest-book: it is part of addresses`,
      )
    if (names.has(name)) throw new Error(`Two modules are named ${name}; each name may be used once`)
    names.add(name)
    const unfit = tools.find((tool) => !toolName.test(tool.name))
    if (unfit !== undefined)
      throw new Error(`The module ${name} names a tool "${unfit.name}"; write it like add_task`)
    for (const { what, needs } of guardedParts(module)) {
      const unknown = needs.find((need) => !declared.has(need))
      if (unknown !== undefined)
        throw new Error(
          `In the module ${name}, ${what} needs the permission ${unknown}, which no module declares`,
        )
    }
    for (const route of [...own, ...streams.map(({ path }) => ({ method: 'GET', path }) as const)]) {
      const said = routeName(route)
      if (!route.path.startsWith('/'))
        throw new Error(`In the module ${name}, the path of ${said} must begin with /`)
      const same = said.replaceAll(/:\w+/g, ':')
      const first = routes.get(same)
      if (first !== undefined) {
        const both =
          first === name ? `The module ${name} serves` : `The modules ${first} and ${name} both serve`
        throw new Error(`${both} ${said}${first === name ? ' twice' : ''}; only the first would be reached`)
      }
      routes.set(same, name)
    }
  }
}

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** What every client takes. */
const toolName = /^[A-Za-z0-9_-]{1,64}$/

interface GuardedPart {
  readonly what: string
  readonly needs: readonly string[]
}

function guardedParts(module: Module): readonly GuardedPart[] {
  const { tools, resources = [], prompts = [], routes = [], streams = [], ownRows, waits, endpoint } = module
  return [
    ...[...tools, ...resources, ...prompts].map(({ name, needs }) => ({ what: name, needs })),
    ...routes.map((route) => ({ what: routeName(route), needs: route.needs })),
    ...streams.map(({ path, needs }) => ({ what: path, needs })),
    ...(ownRows === undefined ? [] : [{ what: 'ownRows', needs: [ownRows.needs] }]),
    ...(waits === undefined ? [] : [{ what: 'waits', needs: [waits.needs] }]),
    { what: 'endpoint', needs: endpoint?.needs ?? [] },
    ...(endpoint?.bodyLimit === undefined
      ? []
      : [{ what: 'endpoint.bodyLimit', needs: [endpoint.bodyLimit.needs] }]),
  ]
}
