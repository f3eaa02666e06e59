import type { Prompt, Resource, Tool } from '@quipu/kit'
import type { OpenModule } from '../calls/call-parts.ts'
import { isTemplate, matcherOf } from './resource-address.ts'

export interface Offer<Thing> extends OpenModule {
  readonly thing: Thing
}

/** What one MCP endpoint shows: some modules, perhaps read-only. */
export class Profile {
  readonly modules: readonly OpenModule[]
  readonly readonly: boolean
  readonly #tools = new Map<string, Offer<Tool>>()
  readonly resources: readonly Offer<Resource>[]
  readonly #addresses: readonly {
    readonly offer: Offer<Resource>
    readonly match: ReturnType<typeof matcherOf>
  }[]
  readonly #prompts = new Map<string, Offer<Prompt>>()

  constructor(
    modules: readonly OpenModule[],
    isReadonly: boolean,
    isOffered: (open: OpenModule, tool: Tool) => boolean,
  ) {
    this.modules = modules
    this.readonly = isReadonly
    for (const open of modules) {
      for (const tool of open.module.tools) {
        if ((!isReadonly || tool.effect === 'read') && isOffered(open, tool))
          addOnce(this.#tools, tool.name, { ...open, thing: tool })
      }
      for (const prompt of open.module.prompts ?? []) {
        if (!isReadonly || needsOnlyReading(prompt, open.module))
          addOnce(this.#prompts, prompt.name, { ...open, thing: prompt })
      }
    }
    this.resources = modules.flatMap((open) =>
      (open.module.resources ?? []).map((thing) => ({ ...open, thing })),
    )
    this.#addresses = this.resources
      .toSorted((a, b) => Number(isTemplate(a.thing.uri)) - Number(isTemplate(b.thing.uri)))
      .map((offer) => ({ offer, match: matcherOf(offer.thing.uri) }))
  }

  tool(name: string): Offer<Tool> | undefined {
    return this.#tools.get(name)
  }

  prompt(name: string): Offer<Prompt> | undefined {
    return this.#prompts.get(name)
  }

  get tools(): Iterable<Offer<Tool>> {
    return this.#tools.values()
  }

  get prompts(): Iterable<Offer<Prompt>> {
    return this.#prompts.values()
  }

  /** Fixed addresses take precedence over templates. */
  resource(uri: string): { offer: Offer<Resource>; variables: Readonly<Record<string, string>> } | undefined {
    for (const { offer, match } of this.#addresses) {
      const variables = match(uri)
      if (variables !== undefined) return { offer, variables }
    }
    return undefined
  }
}

/** Whether it needs no more than the tools that read. Others begin work for which a read-only profile has no tools. */
function needsOnlyReading({ needs }: Prompt, { tools }: OpenModule['module']): boolean {
  const reading = new Set(tools.filter(({ effect }) => effect === 'read').flatMap((tool) => tool.needs))
  return needs.every((need) => reading.has(need))
}

function addOnce<Thing>(map: Map<string, Thing>, name: string, thing: Thing): void {
  if (map.has(name)) throw new Error(`Two modules offer ${name}; each name may be offered once`)
  map.set(name, thing)
}
