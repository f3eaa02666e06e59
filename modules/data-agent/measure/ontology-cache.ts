import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { IndexedValue, Ontology } from '@quipu/query'
import { introspect } from '../src/ontology/introspect.ts'
import { proposeMetrics } from '../src/ontology/propose-metrics.ts'
import { buildValueIndex } from '../src/ontology/value-index.ts'
import type { OpenSettings } from '../src/sources/connection-settings.ts'
import { openSource } from '../src/sources/opening/open-source.ts'
import { SourceRoots } from '../src/sources/source-roots.ts'

interface Kept {
  readonly model: Omit<Ontology, 'values'>
  readonly values: readonly IndexedValue[]
  readonly partial: readonly { dataset: string; field: string }[]
}

/** The automatic ontology of a database. Kept between runs in a temporary folder when `version` is given. */
export async function ontologyOf(
  name: string,
  settings: OpenSettings,
  version: string | null,
): Promise<Ontology> {
  const file = join(tmpdir(), 'quipu-ask-ontologies', version ?? '', `${name}.json`)
  const source = settings.kind === 'sqlite' ? statSync(settings.file).mtimeMs : 0
  if (version !== null && existsSync(file) && statSync(file).mtimeMs > source) {
    // Written by this file below.
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
    return proposeMetrics({ ...kept.model, values: buildValueIndex(kept.values, kept.partial) })
  }
  const roots = new SourceRoots({ files: settings.kind === 'sqlite' ? [settings.file] : [] })
  await using opened = await openSource(settings, { roots })
  const { values, ...rest } = await introspect(opened, { signal: AbortSignal.timeout(120_000) })
  const model = { ...rest, id: name, name, description: null }
  if (version !== null) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      JSON.stringify({ model, values: [...values.entries()], partial: values.partial } satisfies Kept),
    )
  }
  return proposeMetrics({ ...model, values })
}
