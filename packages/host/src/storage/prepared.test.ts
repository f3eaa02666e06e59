import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PreparedStatements } from './prepared.ts'
import type { SentBatch } from './prepared.ts'

/** A session as PostgreSQL has it: what is sent up to the failure is done, the rest is passed over. */
class Session {
  readonly known = new Map<string, string>()

  run({ statements, closes }: SentBatch, failsAt: number): string[] {
    for (const name of closes) this.known.delete(name)
    return statements.slice(0, failsAt).map(({ sql, name, isToParse }) => {
      if (name === '') return sql
      if (isToParse && this.known.has(name)) throw new Error(`${name} exists`)
      if (isToParse) this.known.set(name, sql)
      const found = this.known.get(name)
      if (found === undefined) throw new Error(`${name} does not exist`)
      return found
    })
  }
}

test('[S32] [S907] after any failure, a name stands for one text and the session has few of them', () => {
  const batches = fc.array(
    fc.record({
      texts: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 5 }),
      failsAt: fc.option(fc.nat({ max: 5 }), { freq: 3 }),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(batches, (all) => {
      const prepared = new PreparedStatements(6)
      const session = new Session()
      for (const { texts, failsAt } of all) {
        const statements = texts.map((text) => ({ sql: `select ${text}`, values: [] }))
        const batch = prepared.plan(statements)
        const isWhole = failsAt === null || failsAt >= texts.length
        const done = session.run(batch, failsAt ?? texts.length)
        expect(done).toEqual(statements.slice(0, failsAt ?? texts.length).map(({ sql }) => sql))
        if (isWhole) prepared.kept(batch)
        else prepared.lost(batch)
        expect(prepared.size).toBeLessThanOrEqual(6)
        // Those of a batch that failed, and those that made room, go with the next one.
        expect(session.known.size).toBeLessThanOrEqual(6 + 2 * 5)
      }
    }),
  )
})

test('[S32] a text is prepared when it comes again, unless it is long or not to be planned', () => {
  const prepared = new PreparedStatements()
  const once = (sql: string) => {
    const batch = prepared.plan([{ sql, values: [] }])
    prepared.kept(batch)
    return batch.statements[0]
  }
  const long = `select ${'1, '.repeat(5_000)}1`
  const twice = ['select 1', long, 'vacuum notes'].map((sql) => [once(sql)?.name, once(sql)?.name !== ''])

  expect(twice).toEqual([
    ['', true],
    ['', false],
    ['', false],
  ])
  expect(once('select 1')).toMatchObject({ isToParse: false })
  prepared.forget()
  expect(once('select 1')).toMatchObject({ name: '' })
})
