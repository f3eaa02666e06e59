import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ontology } from '@quipu/query'
import type { ReadingContext } from '@quipu/reading'
import { introspect } from '../ontology/introspect.ts'
import { proposeMetrics } from '../ontology/propose-metrics.ts'
import { writeSampleShop } from '../sample-shop/write-sample-shop.ts'
import { openSource } from '../sources/opening/open-source.ts'
import { SourceRoots } from '../sources/source-roots.ts'
import { never } from '../sources/test-limits.ts'

export const now = new Date('2026-11-15T12:00:00Z')

export const plainContext: ReadingContext = {
  now,
  timeZone: 'UTC',
  preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
  answers: {},
  proceed: false,
  previous: null,
}

/** The sample shop on the day of `now`, with its ontology. */
export async function sampleShop(): Promise<{ readonly file: string; readonly ontology: Ontology }> {
  const file = join(mkdtempSync(join(tmpdir(), 'quipu-shop-')), 'shop.sqlite')
  await writeSampleShop(file, now)
  return { file, ontology: await ontologyOf(file) }
}

export async function ontologyOf(file: string): Promise<Ontology> {
  await using source = await openSource(
    { kind: 'sqlite', file },
    { roots: new SourceRoots({ files: [file] }) },
  )
  const model = await introspect(source, never())
  return proposeMetrics({ ...model, id: 'test', name: 'test', description: null })
}
