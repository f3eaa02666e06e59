import type { Call, Ports } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { Ontology } from '@quipu/query'
import type { Askable } from './asking.ts'
import { waitingOf } from './borrow-source.ts'
import { SourceQueue } from './source-queue.ts'
import { workspaceId } from './store/workspace-id.ts'
import { workspaceTables, type WorkspaceTable } from './workspace/workspace-tables.ts'

export const workspaceName = 'My workspace'
const description = 'Your own tasks, facts and documents, read anew for each question'

/** Rows of each table. */
const mostRows = 5000
/** The number of workspaces in memory at once; others wait, and people take turns. */
const mostOpen = 4

/** The columns with the origin of a row. */
const traced = ['source_id', 'source_file', 'source_place']

interface Parts {
  readonly ownRows: Ports['ownRows']
  readonly settings: Ports['settings']
}

/** An ontology over the caller's own rows in other modules. Nothing of it is stored: each question reads them again. */
export class Workspace {
  readonly #parts: Parts
  readonly #queue = new SourceQueue(mostOpen)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Undefined if no module has rows that this caller may read. */
  async listing(call: Call) {
    const tables = (await this.#parts.ownRows(call, 0)).flatMap((one) => one.tables)
    if (tables.length === 0) return undefined
    return {
      id: workspaceId,
      name: workspaceName,
      description,
      status: 'ready' as const,
      datasetCount: tables.length,
      fieldCount: tables.reduce((sum, { columns }) => sum + columns.length, 0),
    }
  }

  /** Keeps its place in the queue until it is disposed. */
  async open(call: Call): Promise<Askable> {
    const release = await this.#turn(call)
    try {
      const { timeZone } = await this.#parts.settings.of(call.caller)
      const { tables, caveats } = workspaceTables(await this.#parts.ownRows(call, mostRows), timeZone)
      if (tables.length === 0) throw nothingToAsk(caveats)
      const [{ openRows }, { introspect }] = await Promise.all([
        import('./sources/rows/rows-source.ts'),
        import('./ontology/introspect.ts'),
      ])
      const source = await openRows(tables)
      const dispose = async () => {
        await source[Symbol.asyncDispose]()
        release()
      }
      try {
        const model = await introspect(source, { signal: call.signal, comparesSums: false })
        const ontology = described({ ...model, id: workspaceId, name: workspaceName, description }, tables)
        return {
          ontology,
          from: { source },
          revision: revisionOf(tables),
          caveats,
          traced,
          [Symbol.asyncDispose]: dispose,
        }
      } catch (error) {
        await source[Symbol.asyncDispose]()
        throw error
      }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Resolves to a function that releases the place. */
  #turn(call: Call): Promise<() => void> {
    const turn = Promise.withResolvers<() => void>()
    this.#queue
      .run(call.caller.userId, waitingOf(call), () => {
        const held = Promise.withResolvers<void>()
        turn.resolve(held.resolve)
        return held.promise
      })
      .catch(turn.reject)
    return turn.promise
  }
}

/** With the modules' own descriptions of their columns. */
function described(ontology: Ontology, tables: readonly WorkspaceTable[]): Ontology {
  const synonyms = new Map(tables.map((table) => [table.name, table.synonyms]))
  return {
    ...ontology,
    datasets: ontology.datasets.map((dataset) => ({
      ...dataset,
      fields: dataset.fields.map((field) => ({
        ...field,
        synonyms: [...field.synonyms, ...(synonyms.get(dataset.name)?.get(field.name) ?? [])],
      })),
    })),
  }
}

/** Changes with tables and columns, not with rows. */
function revisionOf(tables: readonly WorkspaceTable[]): number {
  const shape = JSON.stringify(tables.map(({ name, columns }) => [name, columns.map((one) => one.name)]))
  let hash = 0
  for (const letter of shape) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return Math.abs(hash)
}

function nothingToAsk(caveats: readonly string[]): ToolError {
  const why =
    caveats.length > 0 ? caveats.join(' ') : 'This credential reaches no tasks, facts or documents of yours.'
  return new ToolError('UNPROCESSABLE', `There is nothing in your workspace to ask about. ${why}`, {
    knecta_code: 'WORKSPACE_EMPTY',
  })
}
