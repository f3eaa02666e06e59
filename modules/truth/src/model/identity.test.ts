import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { graphOf, headsOf, keysOf } from './identity.ts'
import { normalName } from './normal-forms.ts'
import { schemas } from './schemas.ts'
import { mostHistories } from './test-runs.ts'

const person = schemas.get('person')!
const company = schemas.get('company')!

describe('keys', () => {
  test('[TM10] [TM900] an identifier takes precedence over the name, however the identifier is spelled', () => {
    const a = keysOf(person, { email: 'Bo@Example.com', full_name: 'Bo' })
    const b = keysOf(person, { emails: ['bo@example.com'], full_name: 'Bobby' })
    expect(a.entityId).toBe(b.entityId)
    expect(a.keys.name).not.toBe(b.keys.name)
  })

  test('[TM11] the address of a shared mailbox identifies nobody', () => {
    expect(keysOf(person, { email: 'info@example.com', full_name: 'Bo' }).keys.identifiers).toEqual([])
  })

  test.each([
    ['ACME GmbH', 'Acme'],
    ['Müller & Söhne GmbH & Co. KG', 'muller sohne'],
    ['Dr. Ann Lee', 'ann lee'],
    ['The Limited', 'the'],
    ['Limited', 'limited'],
  ])('[TM12] %s is the name %s', (written, normal) => expect(normalName(written)).toBe(normal.toLowerCase()))

  test('[TM13] equal payments of one source are several, and negative ones are not positive ones', () => {
    const transaction = schemas.get('transaction')!
    const fields = { date: '2026-01-01', amount: -5, description: 'Coffee' }
    expect(keysOf(transaction, fields, 0).entityId).not.toBe(keysOf(transaction, fields, 1).entityId)
    expect(keysOf(transaction, fields).entityId).not.toBe(
      keysOf(transaction, { ...fields, amount: 5 }).entityId,
    )
  })
})

describe('entities', () => {
  const facts = fc.array(
    fc
      .record(
        {
          name: fc.constantFrom('A', 'B', 'C'),
          vat_id: fc.constantFrom('1', '2', '3'),
          tax_id: fc.constantFrom('x', 'y'),
        },
        { requiredKeys: ['name'] },
      )
      .map((fields) => keysOf(company, fields)),
    { maxLength: 8 },
  )

  test('[TM14] the order in which facts arrive does not decide which keys mean the same entity', () => {
    expect(() =>
      fc.assert(
        fc.property(facts, (keys) => {
          const forward = graphOf(keys)
          const backward = graphOf(keys.toReversed())
          const heads = headsOf(forward.nodes, forward.links, [])
          const other = headsOf(backward.nodes, backward.links, [])
          return heads.size === other.size && [...heads].every(([id, head]) => other.get(id) === head)
        }),
        { numRuns: mostHistories },
      ),
    ).not.toThrow()
  })

  test('[TM15] a name that two entities carry stands for neither', () => {
    const known = [
      keysOf(company, { name: 'Acme', vat_id: '1' }),
      keysOf(company, { name: 'Acme', vat_id: '2' }),
      keysOf(company, { name: 'Acme' }),
    ]
    const { nodes, links } = graphOf(known)
    const heads = headsOf(nodes, links, [])
    expect(new Set(known.map(({ entityId }) => heads.get(entityId))).size).toBe(3)
    const merged = headsOf(nodes, links, [{ from: known[0]!.entityId, to: known[1]!.entityId }])
    expect(new Set(known.map(({ entityId }) => merged.get(entityId)))).toEqual(new Set([known[1]!.entityId]))
  })
})
