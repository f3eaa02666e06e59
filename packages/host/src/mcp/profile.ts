import type { Prompt, Resource, Tool } from '@quipu/kit'
import type { OpenModule } from '../calls/call-parts.ts'

export interface Offer<Thing> extends OpenModule {
  readonly thing: Thing
}

/** What one MCP endpoint shows: some modules, perhaps read-only. */
export class Profile {
  readonly modules: readonly OpenModule[]
  readonly readonly: boolean
  readonly #tools = new Map<string, Offer<Tool>>()
  readonly resources: readonly Offer<Resource>[]
  /** For the assistant: what each of its modules is for. */
  readonly instructions: string
  readonly #prompts = new Map<string, Offer<Prompt>>()

  constructor(
    modules: readonly OpenModule[],
    isReadonly: boolean,
    isOffered: (open: OpenModule, tool: Tool) => boolean,
  ) {
    this.modules = modules
    this.readonly = isReadonly
    this.instructions = modules.flatMap(({ module }) => module.instructions ?? []).join('\n')
    for (const open of modules) {
      for (const tool of open.module.tools) {
        if ((!isReadonly || tool.effect === 'read') && isOffered(open, tool))
          addOnce(this.#tools, tool.name, { ...open, thing: tool })
      }
      for (const prompt of open.module.prompts ?? [])
        addOnce(this.#prompts, prompt.name, { ...open, thing: prompt })
    }
    this.resources = modules.flatMap((open) =>
      (open.module.resources ?? []).map((thing) => ({ ...open, thing })),
    )
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
    for (const wantsTemplate of [false, true]) {
      for (const offer of this.resources) {
        if (offer.thing.isTemplate !== wantsTemplate) continue
        const variables = offer.thing.match(uri)
        if (variables !== undefined) return { offer, variables }
      }
    }
    return undefined
  }
}

function addOnce<Thing>(map: Map<string, Thing>, name: string, thing: Thing): void {
  if (map.has(name)) throw new Error(`Two modules offer ${name}; each name may be offered once`)
  map.set(name, thing)
}
