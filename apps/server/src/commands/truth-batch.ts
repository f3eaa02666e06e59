import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Command, Context } from '../command-line/command.ts'
import { filesOf, mimeTypeOf } from '../command-line/files-below.ts'
import { TruthApi } from '../command-line/truth-api.ts'
import { requireNewFile } from '../operations/exports.ts'
import { withThrowAwayStore } from '../owner/perform.ts'
import { CommandFailed, exitCodes } from '../terminal/failure.ts'

export const truthExtract: Command = {
  name: 'truth extract',
  says: 'Write what each file below a folder says, as JSON Lines. Nothing is kept.',
  words: [],
  options: {
    dir: { value: 'DIR', says: 'The folder.' },
    out: { value: 'FILE.jsonl', says: 'Where to. A file that is there is never overwritten.' },
  },
  examples: ['npx quipu truth extract --dir invoices --out invoices.jsonl'],
  run: async (given, context) => {
    const folder = resolve(given.required('dir'))
    const out = await requireNewFile(given.required('out'))
    const found = await stat(folder).catch(() => undefined)
    if (found?.isDirectory() !== true)
      throw new CommandFailed(exitCodes.notFound, `There is no folder ${folder}.`)
    const files = await filesOf([folder])
    const lines = await extracted(files, context)
    await using target = await open(out, 'wx')
    for (const [index, file] of files.entries())
      await target.write(
        `${JSON.stringify({ file: relative(folder, file).split(sep).join('/'), ...lines[index] })}\n`,
      )
    const count = files.length
    context.print(given.isJson ? JSON.stringify({ files: count, out }) : `Wrote ${count} lines to ${out}.`)
    return exitCodes.ok
  },
}

export const truthResolve: Command = {
  name: 'truth resolve',
  says: 'Write which records of a CSV file mean the same: record_id,entity_id. Nothing is kept.',
  words: [],
  options: {
    records: { value: 'FILE.csv', says: 'The records; every column but the id is a field.' },
    out: { value: 'FILE.csv', says: 'Where to. A file that is there is never overwritten.' },
    'sure-only': { says: 'Join only records that may be merged without asking.' },
  },
  examples: ['npx quipu truth resolve --records people.csv --out entities.csv'],
  run: async (given, { config, log, print }) => {
    const [records = ''] = await filesOf([given.required('records')])
    const out = given.required('out')
    await requireNewFile(out)
    const action = given.has('sure-only') ? 'resolve?sure_only=true' : 'resolve'
    const saved = await withThrowAwayStore(config, log, (perform, folder) =>
      new TruthApi(perform, folder).save('POST', action, out, records),
    )
    print(given.isJson ? JSON.stringify(saved) : `Wrote ${saved.file}.`)
    return exitCodes.ok
  },
}

interface Extract {
  readonly entities: readonly { readonly entity_type: string; readonly fields: object }[]
  readonly notes?: readonly string[]
  readonly needs_ocr?: true
}

/** In the order of the files. Equal files are one source, and each has its line. */
function extracted(files: readonly string[], { config, log, tell }: Context): Promise<readonly Extract[]> {
  return withThrowAwayStore(config, log, async (perform, folder) => {
    const truth = new TruthApi(perform, folder)
    const ids: string[] = Array.from({ length: files.length }, () => '')
    let next = 0
    const take = async () => {
      for (let index = next++; index < files.length; index = next++) {
        const file = files[index]!
        const { size } = await stat(file)
        if (size > 0) ids[index] = (await truth.add(file, mimeTypeOf(file))).source_id
        if (next % 100 === 0) tell(`${next} of ${files.length}`)
      }
    }
    await Promise.all(Array.from({ length: config.workersAtOnce + 1 }, take))
    const { file } = await truth.save('GET', 'export', join(folder, 'truth.jsonl'))
    const said = await readExport(file)
    return ids.map((id) => said.get(id) ?? { entities: [] })
  })
}

const Line = z.looseObject({
  source: z.looseObject({ id: z.string() }).optional(),
  run: z.looseObject({ status: z.string(), notes: z.array(z.string()) }).optional(),
  observation: z
    .looseObject({
      entity_type: z.string(),
      fields: z.record(z.string(), z.json()),
      fragments: z.record(z.string(), z.json()),
    })
    .optional(),
})

async function readExport(file: string): Promise<ReadonlyMap<string, Extract>> {
  const said = new Map<string, Extract>()
  let id = ''
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const { source, run, observation } = Line.parse(JSON.parse(text))
    id = source?.id ?? id
    const before = said.get(id) ?? { entities: [] }
    if (run !== undefined)
      said.set(id, {
        ...before,
        ...(run.notes.length === 0 ? {} : { notes: run.notes }),
        ...(run.status === 'needs_ocr' ? { needs_ocr: true } : {}),
      })
    if (observation === undefined) continue
    const { entity_type, fields, fragments } = observation
    const entity = { entity_type, fields: { ...fragments, ...fields } }
    said.set(id, { ...before, entities: [...before.entities, entity] })
  }
  return said
}
