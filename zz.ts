import { mkdtempSync, writeFileSync } from 'node:fs'
import { introspect } from './modules/data-agent/src/ontology/introspect.ts'
import { proposeMetrics } from './modules/data-agent/src/ontology/propose-metrics.ts'
import { openSource } from './modules/data-agent/src/sources/opening/open-source.ts'
import { SourceRoots } from './modules/data-agent/src/sources/source-roots.ts'
import { answerQuestion } from './modules/data-agent/src/answer/phases/answer-question.ts'
import { contextAfter } from './modules/data-agent/measure/business-folder.ts'
const dir = mkdtempSync('/tmp/w/zz-')
let csv = 'Invoice No,Customer,Town,Date,Due,Net,VAT,Total,Paid on\n'
for (let i = 1; i < 200; i++) { const d = new Date(Date.UTC(2026, 9, 30) - i * 3 * 864e5).toISOString().slice(0, 10); const net = 100 + (i * 37) % 90
  csv += `R-${1000 + i},Client ${(i * i) % 41},${['Lindau','Bregenz','Wangen'][i%3]},${d},${d},${net},${net * 0.2},${net * 1.2},${i % 5 ? d : ''}\n` }
writeFileSync(dir + '/invoices.csv', csv)
await using source = await openSource({ kind: 'files', paths: [dir] }, { roots: new SourceRoots({ roots: [dir] }) })
const o = proposeMetrics({ ...(await introspect(source, { signal: AbortSignal.timeout(60000) })), id: 'x', name: 'x', description: null } as never) as never as Parameters<typeof answerQuestion>[0]['ontology']
console.log(o.datasets.map((d) => [d.name, d.primaryKey, d.rows, d.fields.map((f) => `${f.name}:${f.role}:${f.isIndexed}`).join(' ')]), o.relationships.map((r) => `${r.from}.${r.fromFields}->${r.to} ${r.cardinality}`))
for (const question of process.argv.slice(2)) {
  const a: any = await answerQuestion({ question, ontology: o, source: source as never, context: contextAfter(null, new Date('2026-11-01T12:00:00Z')), maxRows: 5, signal: AbortSignal.timeout(60000) })
  console.log('\n##', question, '\n', a.status, a.restatement ?? a.reason ?? JSON.stringify(a.questions?.map((q: any) => [q.question, q.suggestions])), a.confidence, '\n', a.sql?.replaceAll('\n', ' ') ?? '', '\n', JSON.stringify(a.rows?.slice(0, 3)), a.caveats, a.assumptions?.map((x: any) => x.says))
}
