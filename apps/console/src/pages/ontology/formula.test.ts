import { expect, test } from 'vitest'
import type { Ontology } from './use-overlay.ts'
import { exampleFormula, inFormula } from './formula.ts'

test('[C633] a field is put into a formula so that it can be read, whatever its name', () => {
  expect([
    inFormula('Invoices', 'Total'),
    inFormula('Invoices', 'Paid on'),
    inFormula('umsatz', 'Beleg-Nr'),
    inFormula('till 1', 'say "x"'),
    inFormula('Umsätze', 'where'),
  ]).toEqual([
    'Invoices.Total',
    'Invoices."Paid on"',
    'umsatz."Beleg-Nr"',
    '"till 1"."say ""x"""',
    'Umsätze."where"',
  ])
})

test('[C815] the example of a formula is about its own data', () => {
  const field = (name: string, role: string, isHidden = false) => ({ name, role, is_hidden: isHidden })
  const dataset = (name: string, fields: object[]) => ({ name, fields, is_hidden: false })
  const of = (...datasets: object[]) => exampleFormula({ datasets } as unknown as Ontology)
  const fields = [field('Name', 'name'), field('Net', 'measure', true), field('To pay', 'measure')]
  expect(of(dataset('Notes', [field('Text', 'dimension')]), dataset('Bills', fields))).toBe(
    'sum(Bills."To pay")',
  )
  expect(of()).toContain('sum(')
})
