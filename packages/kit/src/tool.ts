import { z } from 'zod'
import type { Call, Transport } from './call.ts'
import type { ToolContent } from './content.ts'
import type { JsonObject } from './json.ts'
import type { Installation } from './ports.ts'
import { jsonSchemaOf } from './schema.ts'

export type Effect = 'read' | 'write' | 'destructive'

export interface LimitPolicy {
  /** Calls allowed per window, for one key. A window begins with its first call. */
  readonly points: number
  readonly seconds: number
  /** After the first refused call of a window, every call is refused for this long, even if the window ends sooner. */
  readonly blockSeconds?: number | undefined
  /** Whether each user or each token has a window. Default: each user. */
  readonly per?: 'user' | 'token' | undefined
  /** Limits with the same pool count together. Without one, each tool and each resource counts separately. */
  readonly pool?: string | undefined
}

interface ToolFacts {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly limit?: LimitPolicy | undefined
  /** The page that clients with windows show beside its answer: a folder of `src/windows`. Default: none. */
  readonly window?: string
  /** Whether clients of this transport have the tool. Default: always. */
  readonly isOffered?: (installation: Installation, transport: Transport) => boolean
}

export interface ToolDefinition<Service, In extends z.ZodObject, Out extends z.ZodType> extends ToolFacts {
  /** Every permission the caller must hold. None means any signed-in caller. */
  readonly needs?: string | readonly string[]
  /** A write that can be repeated without further effect. Reads always can. */
  readonly idempotent?: boolean
  /** Reaches systems outside this installation. */
  readonly openWorld?: boolean
  /** Offers `dry_run`: the call runs as usual and is undone at the end. */
  readonly dryRun?: boolean
  /** False if the effect is outside the store, so that a transaction cannot contain it. Default: true. */
  readonly atomic?: boolean
  /** Parameters whose values are recorded in the audit, if the contract requires it. Default: none. */
  readonly audited?: readonly (keyof z.output<In> & string)[]
  readonly input: In
  /** Published word for word instead of the schema derived from `input`. */
  readonly inputSchema?: JsonObject
  /** Absent for a tool that answers in content blocks only. */
  readonly output?: Out
  run(
    service: Service,
    input: z.output<In>,
    call: Call,
  ): Promise<z.input<Out> | ToolContent> | z.input<Out> | ToolContent
}

/** A defined tool: what the host needs to list, check and run it. */
export interface Tool<Service = unknown> extends ToolFacts {
  readonly needs: readonly string[]
  readonly idempotent: boolean
  readonly openWorld: boolean
  readonly dryRun: boolean
  readonly atomic: boolean
  readonly audited: readonly string[]
  /** With the parameters that every write tool has. */
  readonly input: z.ZodObject
  readonly output: z.ZodType | undefined
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | undefined
  /** The answer or a promise of it. `input` must have passed this tool's own `input` schema. */
  run(service: Service, input: Readonly<Record<string, unknown>>, call: Call): unknown
}

export function defineTool<Service, In extends z.ZodObject, Out extends z.ZodType = z.ZodNever>(
  definition: ToolDefinition<Service, In, Out>,
): Tool<Service> {
  const { effect, needs = [], dryRun = false, inputSchema, output, ...facts } = definition
  const input = z.strictObject({
    ...definition.input.shape,
    ...(effect === 'read' ? {} : { idempotency_key: IdempotencyKey }),
    ...(dryRun ? { dry_run: DryRun } : {}),
  })
  const published: { input?: JsonObject; output?: JsonObject } = {}
  return {
    ...facts,
    needs: typeof needs === 'string' ? [needs] : needs,
    effect,
    idempotent: effect === 'read' || (definition.idempotent ?? false),
    openWorld: definition.openWorld ?? false,
    dryRun,
    atomic: effect !== 'read' && (definition.atomic ?? true),
    audited: definition.audited ?? [],
    input,
    output,
    // Most commands open all modules and list no tool.
    get inputSchema() {
      published.input ??= inputSchema ?? jsonSchemaOf(input)
      return published.input
    },
    get outputSchema() {
      if (output !== undefined) published.output ??= jsonSchemaOf(output)
      return published.output
    },
    // The host has parsed `input` with the schema that gives it this type.
    run: (service, parsed, call) => definition.run(service, parsed as z.output<In>, call),
  }
}

// Validated, but not published: every schema costs tokens in every prompt.
const IdempotencyKey = z
  .string()
  .refine((key) => key.length > 0, 'cannot be empty')
  .refine((key) => key.length <= 200, 'exceeds maximum length of 200 characters')
  .optional()
  .describe('Repeat with the same key: same answer, done once.')
const DryRun = z.boolean().optional().describe('Show what would happen, change nothing.')
