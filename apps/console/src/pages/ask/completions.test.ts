import { expect, test } from 'vitest'
import type { Ontology } from './choices.ts'
import { completionsOf, lookedUpWord } from './completions.ts'

const dataset = {
  name: 'orders',
  label: 'Orders',
  synonyms: ['purchases'],
  is_hidden: false,
  fields: [{ name: 'category', label: 'Category', synonyms: [], is_hidden: false }],
}
// Only the fields that completion uses.
const ontology = {
  metrics: [{ name: 'revenue', label: 'Revenue', synonyms: ['turnover'] }],
  datasets: [dataset, { ...dataset, label: 'Secret', synonyms: [], is_hidden: true }],
  overlay: { verified: [{ question: 'Revenue of our shops last year' }] },
} as unknown as Ontology

const titles = (text: string, values: string[] = []) =>
  completionsOf(text, ontology, values).map(({ question }) => question)

test('[C304] the last word is completed by names, synonyms and values, with whole questions first', () => {
  expect(titles('rev')).toEqual(['Revenue of our shops last year', 'revenue'])
  expect(titles('orders by cat')).toEqual(['orders by category'])
  expect(titles('turn')).toEqual(['turnover'])
  expect(titles('sales in cus', ['Cusco'])).toEqual(['sales in Cusco'])
  expect(titles('orders by c')).toEqual(['orders by category'])
  expect([titles('sec'), titles('x'), titles('')]).toEqual([[], [], []])
})

test('[C304] a word is looked up among the values once it has three letters', () => {
  expect([lookedUpWord('sales in Cu'), lookedUpWord('sales in Cus'), lookedUpWord('sales ')]).toEqual([
    '',
    'Cus',
    '',
  ])
})
