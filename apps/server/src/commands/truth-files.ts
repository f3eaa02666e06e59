import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { misuse, type Command } from '../command-line/command.ts'
import { filesOf, mimeTypeOf } from '../command-line/files-below.ts'
import { userOption } from '../command-line/request.ts'
import { withTruth, type Added, type TruthApi } from '../command-line/truth-api.ts'
import { counted } from '../terminal/counted.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'
import { plainLine } from '../terminal/text-width.ts'

export const truthAdd: Command = {
  name: 'truth add',
  says: 'Remember files, or all files below folders, with what they say.',
  words: [],
  rest: 'FILE…|DIR',
  options: { user: userOption },
  examples: ['npx quipu truth add invoice.pdf', 'npx quipu truth add ~/documents --json'],
  run: async (given, context) => {
    if (given.words.length === 0) throw misuse(truthAdd, 'FILE is missing')
    const files = await filesOf(given.words)
    const results = await withTruth(context, given.value('user'), async (truth) => {
      const done: Result[] = []
      for (const [index, file] of files.entries()) {
        const result = await addOne(truth, file)
        done.push(result)
        context.tell(`${index + 1} of ${files.length}  ${plainLine(basename(file))}: ${saidOf(result)}`)
      }
      return done
    })
    const failed = results.filter(({ error }) => error !== undefined).length
    context.print(given.isJson ? JSON.stringify({ files: results }) : summaryOf(results))
    return failed === 0 ? exitCodes.ok : exitCodes.failed
  },
}

export const truthExport: Command = {
  name: 'truth export',
  says: 'Write everything that is known, with its sources, as JSON Lines.',
  words: [],
  options: {
    out: { value: 'FILE.jsonl', says: 'Where to. A file that is there is never overwritten.' },
    user: userOption,
  },
  examples: ['npx quipu truth export --out truth.jsonl'],
  run: async (given, context) => {
    const out = given.required('out')
    const saved = await withTruth(context, given.value('user'), (truth) => truth.save('GET', 'export', out))
    const { end } = await lastLineOf(saved.file)
    const { sources, observations, content_sha256 } = end
    const counts = `${counted(sources, 'source')} and ${counted(observations, 'observation')}`
    context.print(
      given.isJson
        ? JSON.stringify({ ...saved, ...end })
        : `Wrote ${counts} to ${saved.file}.\nContent hash: ${content_sha256}`,
    )
    return exitCodes.ok
  },
}

export const truthImport: Command = {
  name: 'truth import',
  says: 'Take in a file that truth export wrote. What is known already stays as it is.',
  words: ['FILE'],
  options: { user: userOption },
  examples: ['npx quipu truth import truth.jsonl'],
  run: async (given, context) => {
    const [file = ''] = given.words
    const [found] = await filesOf([file])
    if (found !== resolve(file)) throw new CommandFailed(exitCodes.usage, `${file} is a folder, not a file.`)
    const answer = await withTruth(context, given.value('user'), (truth) => truth.upload('import', found))
    const { sources_added: sources, observations_added: observations } = Imported.parse(answer)
    context.print(
      given.isJson
        ? JSON.stringify(answer)
        : `Took in ${counted(sources, 'source')} and ${counted(observations, 'observation')} that were new.`,
    )
    return exitCodes.ok
  },
}

const LastLine = z.object({
  end: z.object({ sources: z.number(), observations: z.number(), content_sha256: z.string() }),
})

async function lastLineOf(file: string): Promise<z.output<typeof LastLine>> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read({ position: Math.max(0, size - 4096) })
  const lines = buffer.subarray(0, bytesRead).toString('utf8').trimEnd().split('\n')
  return LastLine.parse(JSON.parse(lines.at(-1) ?? ''))
}

const Imported = z.looseObject({ sources_added: z.number(), observations_added: z.number() })

interface Result {
  readonly file: string
  readonly added?: Added
  readonly error?: string
}

/** A file that is refused does not keep the others out. */
async function addOne(truth: TruthApi, file: string): Promise<Result> {
  try {
    return { file, added: await truth.add(file, mimeTypeOf(file)) }
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'VALIDATION_ERROR') throw error
    return { file, error: error.message }
  }
}

function saidOf({ added, error }: Result): string {
  if (added === undefined) return plainLine(error ?? '')
  if (added.deduplicated) return 'known already'
  if (added.interpretation === null) return added.job_id === undefined ? 'kept' : 'kept and read'
  const { entities_created: entities, observations_created: observations, notes = [] } = added.interpretation
  const counts = `${counted(observations, 'observation')}, ${counted(entities, 'new entity', 'new entities')}`
  return [counts, ...notes.slice(0, 1).map(plainLine)].join('. ')
}

function summaryOf(results: readonly Result[]): string {
  const known = results.filter(({ added }) => added?.deduplicated === true).length
  const failed = results.filter(({ error }) => error !== undefined).length
  const isNew = results.length - known - failed
  const observations = results.reduce(
    (sum, { added }) => sum + (added?.interpretation?.observations_created ?? 0),
    0,
  )
  return [
    `Remembered ${counted(isNew, 'file')} with ${counted(observations, 'observation')}.`,
    ...(known > 0 ? [`${counted(known, 'file')} known already.`] : []),
    ...(failed > 0 ? [`${counted(failed, 'file')} refused.`] : []),
  ].join(' ')
}
