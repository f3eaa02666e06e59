import type { Role, Tool } from '@quipu/kit'
import type { Profile } from './profile.ts'
import { isTemplate } from './resource-address.ts'
import type { Wire } from './wire.ts'
import { windowMeta } from './windows.ts'

const listTtlMs = 300_000
const lists = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'] as const
export type ListMethod = (typeof lists)[number]

export function isListMethod(method: string): method is ListMethod {
  return (lists as readonly string[]).includes(method)
}

/** The lists of one profile, serialised once for each role and era. */
export class Catalogue {
  readonly #profile: Profile
  readonly #permissionsOf: (role: Role) => ReadonlySet<string>
  readonly #serialised = new Map<string, string>()

  constructor(profile: Profile, permissionsOf: (role: Role) => ReadonlySet<string>) {
    this.#profile = profile
    this.#permissionsOf = permissionsOf
  }

  list(method: ListMethod, role: Role, wire: Wire): string {
    const key = `${method} ${role} ${wire.era}`
    const known = this.#serialised.get(key)
    if (known !== undefined) return known
    const json = JSON.stringify(this.#build(method, this.#permissionsOf(role)))
    const answer = wire.cacheable(json, listTtlMs, 'private')
    this.#serialised.set(key, answer)
    return answer
  }

  /** For the assistant: what each module is for, of which it has a tool, without sentences about tools that it lacks. */
  instructions(role: Role): string {
    const held = this.#permissionsOf(role)
    const shown = new Set(this.#toolsFor(held).map(({ thing }) => thing.name))
    const texts = this.#profile.modules.map(({ module: { instructions = [], tools } }) => {
      const hidden = new Set(tools.map(({ name }) => name).filter((name) => !shown.has(name)))
      if (hidden.size === tools.length && tools.length > 0) return ''
      return instructions.filter((sentence) => !wordsOf(sentence).some((word) => hidden.has(word))).join(' ')
    })
    return texts.filter((text) => text !== '').join('\n')
  }

  /** For a catalogue that a module changes at run time. */
  forget(): void {
    this.#serialised.clear()
  }

  #toolsFor(held: ReadonlySet<string>) {
    return [...this.#profile.tools].filter(isSeenWith(held))
  }

  #build(method: ListMethod, held: ReadonlySet<string>): Record<string, unknown> {
    const seen = isSeenWith(held)
    switch (method) {
      case 'tools/list':
        return { tools: this.#toolsFor(held).map(({ thing }) => toolEntry(thing)) }
      case 'prompts/list':
        return {
          prompts: [...this.#profile.prompts].filter(seen).map(({ thing }) => ({
            name: thing.name,
            title: thing.title,
            description: thing.description,
            arguments: Object.entries(thing.arguments).map(([name, { description, required = false }]) => ({
              name,
              description,
              required,
            })),
          })),
        }
      case 'resources/list':
      case 'resources/templates/list': {
        const wantsTemplates = method === 'resources/templates/list'
        const entries = this.#profile.resources
          .filter((offer) => isTemplate(offer.thing.uri) === wantsTemplates && seen(offer))
          .map(({ thing: { uri, name, title, description, mimeType } }) => ({
            ...(wantsTemplates ? { uriTemplate: uri } : { uri }),
            name,
            title,
            description,
            mimeType,
          }))
        return wantsTemplates ? { resourceTemplates: entries } : { resources: entries }
      }
    }
  }
}

function isSeenWith(held: ReadonlySet<string>) {
  return ({ thing }: { readonly thing: { readonly needs: readonly string[] } }) =>
    thing.needs.every((need) => held.has(need))
}

function wordsOf(sentence: string): readonly string[] {
  return sentence.match(/\w+/g) ?? []
}

/** What a client sees of a tool. */
function toolEntry(tool: Tool): Record<string, unknown> {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    annotations: {
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destructive',
      idempotentHint: tool.idempotent,
      openWorldHint: tool.openWorld,
    },
    ...windowMeta(tool),
  }
}
