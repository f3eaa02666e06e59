import { createHash, type Hash } from 'node:crypto'
import { runIdOf, sha256, sourceIdOf } from '../model/ids.ts'
import { schemas } from '../model/schemas.ts'
import { BrokenFile } from './broken-file.ts'
import { Digests } from './digests.ts'
import type { EndLine, Line, LineKind, ObservationLine, RunLine, SourceLine } from './lines.ts'
import { formatVersion, kindOf, lineSchemas } from './lines.ts'
import type { NumberedLine } from './read-lines.ts'

/** Reads a file to its end. Throws `BrokenFile` unless it is a complete and consistent file of truth. */
export async function checkLines(lines: AsyncIterable<NumberedLine>): Promise<EndLine['end']> {
  const check = new FileCheck()
  for await (const line of lines) check.add(line)
  return check.end()
}

/** The allowed order of lines. */
const followers: Readonly<Record<LineKind | 'nothing', readonly LineKind[]>> = {
  nothing: ['quipu_truth'],
  quipu_truth: ['relationship', 'merge', 'source', 'end'],
  relationship: ['relationship', 'merge', 'source', 'end'],
  merge: ['merge', 'source', 'end'],
  source: ['bytes', 'run', 'source', 'end'],
  bytes: ['bytes', 'run', 'source', 'end'],
  run: ['run', 'observation', 'source', 'end'],
  observation: ['observation', 'source', 'end'],
  end: [],
}

class FileCheck {
  readonly #digests = new Digests()
  readonly #counts = { relationships: 0, merges: 0, sources: 0, observations: 0 }
  #last: LineKind | 'nothing' = 'nothing'
  #line = 0
  #end: EndLine['end'] | undefined
  #source: OpenSource | undefined

  add({ number, text, json }: NumberedLine): void {
    this.#line = number
    const line = this.#parse(json)
    if ('source' in line || 'end' in line) this.#closeSource()
    if ('relationship' in line) this.#counts.relationships += 1
    if ('merge' in line) this.#counts.merges += 1
    if ('source' in line) this.#openSource(line)
    if ('bytes' in line && this.#source?.addBytes(Buffer.from(line.bytes, 'base64')) !== true)
      throw this.#broken('is a part of a file, but its source is none')
    if ('run' in line) this.#addRun(line)
    if ('observation' in line) this.#addObservation(line)
    if ('end' in line) this.#checkEnd(line)
    else this.#digests.add(json, text)
  }

  end(): EndLine['end'] {
    if (this.#end === undefined) throw new BrokenFile(this.#line + 1, 'is missing: the file is cut off')
    return this.#end
  }

  #parse(json: object): Line {
    const kind = kindOf(json)
    if (this.#line === 1 && kind !== 'quipu_truth') throw this.#broken('does not begin a file of truth')
    if (kind === undefined) throw this.#broken('is of no known kind')
    if (kind === 'quipu_truth' && 'quipu_truth' in json && json.quipu_truth !== formatVersion)
      throw this.#broken('names a version of the format that this server does not know')
    if (!followers[this.#last].includes(kind))
      throw this.#broken(`is ${inWords[kind]}, which cannot stand here`)
    this.#last = kind
    const parsed = lineSchemas[kind].safeParse(json)
    if (parsed.success) return parsed.data
    const path = parsed.error.issues[0]?.path.join('.') ?? ''
    throw this.#broken(path === '' ? 'has the wrong fields' : `has no valid ${path}`)
  }

  #openSource(line: SourceLine): void {
    const { id, content_hash, content, kind } = line.source
    if (sourceIdOf(content_hash) !== id) throw this.#broken('has an id that is not that of its content')
    if (this.#source !== undefined && id <= this.#source.id) throw this.#broken('is out of order')
    if ((kind === 'file') === (content !== null))
      throw this.#broken(kind === 'file' ? 'has content in place of bytes' : 'has no content')
    if (content !== null && sha256(content) !== content_hash)
      throw this.#broken('has content that is not that of its hash')
    this.#counts.sources += 1
    this.#source = new OpenSource(line)
  }

  #closeSource(): void {
    if (this.#source?.isWhole === false)
      throw this.#broken('ends a source whose bytes are not those of its hash')
  }

  #addRun({ run }: RunLine): void {
    const source = this.#source
    if (source === undefined) return
    if (runIdOf(source.id, run.interpreter, run.config) !== run.id)
      throw this.#broken('has an id that is not that of its run')
    source.runs.add(run.id)
    if (run.number !== source.runs.size) throw this.#broken('is out of order')
  }

  #addObservation({ observation }: ObservationLine): void {
    if (!schemas.has(observation.entity_type))
      throw this.#broken('has an entity type that this server does not know')
    if (this.#source?.runs.has(observation.run_id) !== true)
      throw this.#broken('is of a run that its source does not have')
    this.#counts.observations += 1
  }

  #checkEnd({ end }: EndLine): void {
    const found = { ...this.#counts, ...this.#digests.end() }
    const wrong = (Object.keys(found) as (keyof typeof found)[]).find((name) => found[name] !== end[name])
    if (wrong !== undefined)
      throw this.#broken(`does not fit the lines before it (${wrong}): the file was changed or damaged`)
    this.#end = end
  }

  #broken(message: string): BrokenFile {
    return new BrokenFile(this.#line, message)
  }
}

class OpenSource {
  readonly id: string
  readonly runs = new Set<string>()
  readonly #hash: Hash | undefined
  readonly #wanted: string

  constructor({ source }: SourceLine) {
    this.id = source.id
    this.#wanted = source.content_hash
    this.#hash = source.kind === 'file' ? createHash('sha256') : undefined
  }

  /** False for a source that is not a file. */
  addBytes(bytes: Uint8Array): boolean {
    this.#hash?.update(bytes)
    return this.#hash !== undefined
  }

  get isWhole(): boolean {
    return this.#hash === undefined || this.#hash.copy().digest('hex') === this.#wanted
  }
}

const inWords: Readonly<Record<LineKind, string>> = {
  quipu_truth: 'the first line of a file',
  relationship: 'a relationship',
  merge: 'a merge',
  source: 'a source',
  bytes: 'a part of a file',
  run: 'a run',
  observation: 'an observation',
  end: 'the last line of a file',
}
