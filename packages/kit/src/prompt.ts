import type { Call } from './call.ts'
import type { ContentBlock } from './content.ts'
import type { Complete } from './resource.ts'

export interface PromptArgument<Service = unknown> {
  readonly description: string
  readonly required?: boolean
  readonly complete?: Complete<Service>
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: ContentBlock
}

export interface Prompt<Service = unknown> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needs: readonly string[]
  readonly arguments: Readonly<Record<string, PromptArgument<Service>>>
  get(
    service: Service,
    values: Readonly<Record<string, string>>,
    call: Call,
  ): Promise<readonly PromptMessage[]>
}

export type PromptDefinition<Service> = Omit<Prompt<Service>, 'needs' | 'arguments'> & {
  readonly needs?: string | readonly string[]
  readonly arguments?: Readonly<Record<string, PromptArgument<Service>>>
}

export function definePrompt<Service>(definition: PromptDefinition<Service>): Prompt<Service> {
  const { needs = [], ...facts } = definition
  return {
    ...facts,
    needs: typeof needs === 'string' ? [needs] : needs,
    arguments: definition.arguments ?? {},
    get: (service, values, call) => definition.get(service, values, call),
  }
}
