import type { Condition, Expression } from '@quipu/query'
import type { Case } from './case.ts'
import { good } from './case.ts'
import { bakery, clinic } from './databases.ts'
import {
  aggregate,
  all,
  ask,
  count,
  countDistinct,
  desc,
  during,
  field,
  has,
  is,
  over,
  period,
} from './phrases.ts'

const share = (of: Expression): Expression => ({ kind: 'share', of, within: [], percent: true })
const not = (of: Condition): Condition => ({ kind: 'not', of })
const amount = aggregate('sum', 'sales.amount')
const fees = aggregate('sum', 'visits.fee')

const aboutBakeryWorld = bakery()
const year = during('sales.sold_on', '2025-01-01', '2026-01-01')
const aboutBakery: readonly Case[] = [
  good('total', aboutBakeryWorld, ask('sales', { amount })),
  good('by city', aboutBakeryWorld, ask('sales', { city: field('shops.city'), amount })),
  good(
    'count by category',
    aboutBakeryWorld,
    ask('sales', { category: field('products.category'), sales: count('sales') }),
  ),
  good(
    'by two joins',
    aboutBakeryWorld,
    ask('sales', { city: field('shops.city'), category: field('products.category'), amount }),
  ),
  good(
    'filter through a join',
    aboutBakeryWorld,
    ask('sales', { amount }, { where: is('shops.city', 'Ulm') }),
  ),
  good(
    'filter through two joins',
    aboutBakeryWorld,
    ask(
      'sales',
      { sales: count('sales') },
      { where: all(is('shops.city', 'Kiel'), is('products.category', 'cake')) },
    ),
  ),
  good(
    'average by city',
    aboutBakeryWorld,
    ask('sales', { city: field('shops.city'), average: aggregate('avg', 'sales.amount') }),
  ),
  good(
    'months that are over',
    aboutBakeryWorld,
    ask('sales', { month: period('month', 'sales.sold_on'), amount }, { where: year }),
  ),
  good(
    'months up to the last full one',
    aboutBakeryWorld,
    ask(
      'sales',
      { month: period('month', 'sales.sold_on'), amount },
      { where: during('sales.sold_on', null, '2026-11-01') },
    ),
  ),
  good(
    'last quarter',
    aboutBakeryWorld,
    ask('sales', { amount }, { where: during('sales.sold_on', '2026-07-01', '2026-10-01') }),
  ),
  good(
    'this month so far',
    aboutBakeryWorld,
    ask('sales', { amount }, { where: during('sales.sold_on', '2026-11-01', '2026-12-01') }),
  ),
  good(
    'last 30 days',
    aboutBakeryWorld,
    ask('sales', { amount }, { where: during('sales.sold_on', '2026-10-16', '2026-11-15') }),
  ),
  good(
    'top three shops',
    aboutBakeryWorld,
    ask('sales', { shop: field('shops.name'), amount }, { orderBy: [desc(amount)], limit: 3 }),
  ),
  good(
    'shares',
    aboutBakeryWorld,
    ask('sales', { category: field('products.category'), share: share(amount) }),
  ),
  good(
    'cities above a figure',
    aboutBakeryWorld,
    ask(
      'sales',
      { city: field('shops.city'), amount },
      { having: { kind: 'compare', left: amount, operator: '>', right: { kind: 'literal', value: 6000 } } },
    ),
  ),
  good(
    'list of products',
    aboutBakeryWorld,
    ask('products', { name: field('products.name'), price: field('products.price') }),
  ),
  good(
    'list with a filter',
    aboutBakeryWorld,
    ask('shops', { name: field('shops.name') }, { where: is('shops.city', 'Jena') }),
  ),
  good(
    'paid by method',
    aboutBakeryWorld,
    ask('payments', { method: field('payments.method'), paid: aggregate('sum', 'payments.paid') }),
  ),
  good(
    'paid by city, two joins away',
    aboutBakeryWorld,
    ask('payments', { city: field('shops.city'), paid: aggregate('sum', 'payments.paid') }),
  ),
  good(
    'two measures',
    aboutBakeryWorld,
    ask('sales', { city: field('shops.city'), amount, sales: count('sales') }),
  ),
  good(
    'sales with a card payment',
    aboutBakeryWorld,
    ask(
      'sales',
      { sales: count('sales') },
      { where: has('sales', ask('payments', {}, { where: is('payments.method', 'card') })) },
    ),
  ),
  good('distinct cities', aboutBakeryWorld, ask('shops', { city: field('shops.city') }, { distinct: true })),
  good(
    'no cake above a price, counted',
    aboutBakeryWorld,
    ask(
      'products',
      { products: count('products') },
      { where: all(is('products.category', 'roll'), over('products.price', 5.9)) },
    ),
  ),
]

const aboutClinicWorld = clinic()
const aboutClinic: readonly Case[] = [
  good('fees by town', aboutClinicWorld, ask('visits', { town: field('patients.town'), fees })),
  good(
    'visits by specialty',
    aboutClinicWorld,
    ask('visits', { specialty: field('doctors.specialty'), visits: count('visits') }),
  ),
  good(
    'patients by town',
    aboutClinicWorld,
    ask('patients', { town: field('patients.town'), patients: count('patients') }),
  ),
  good(
    'patients who came',
    aboutClinicWorld,
    ask('patients', { patients: count('patients') }, { where: has('patients', ask('visits', {})) }),
  ),
  good(
    'patients who never came',
    aboutClinicWorld,
    ask('patients', { name: field('patients.name') }, { where: not(has('patients', ask('visits', {}))) }),
  ),
  good(
    'visits of each patient, also of those without',
    aboutClinicWorld,
    ask('patients', { name: field('patients.name'), visits: count('visits') }, { keepUnmatched: true }),
  ),
  good('largest fee', aboutClinicWorld, ask('visits', { largest: aggregate('max', 'visits.fee') })),
  good(
    'visits by reason',
    aboutClinicWorld,
    ask('visits', { reason: field('visits.reason'), visits: count('visits') }),
  ),
  good(
    'average dose by specialty',
    aboutClinicWorld,
    ask('prescriptions', {
      specialty: field('doctors.specialty'),
      dose: aggregate('avg', 'prescriptions.dose'),
    }),
  ),
  good(
    'prescriptions by town',
    aboutClinicWorld,
    ask('prescriptions', { town: field('patients.town'), prescriptions: count('prescriptions') }),
  ),
  good(
    'distinct patients by specialty',
    aboutClinicWorld,
    ask('visits', { specialty: field('doctors.specialty'), patients: countDistinct('visits.patient_id') }),
  ),
  good(
    'fees with a drug given',
    aboutClinicWorld,
    ask(
      'visits',
      { fees },
      { where: has('visits', ask('prescriptions', {}, { where: over('prescriptions.dose', 50) })) },
    ),
  ),
  good(
    'by quarter of last year',
    aboutClinicWorld,
    ask(
      'visits',
      { quarter: period('quarter', 'visits.visited_on'), visits: count('visits') },
      { where: during('visits.visited_on', '2025-01-01', '2026-01-01') },
    ),
  ),
  good(
    'a patient by name',
    aboutClinicWorld,
    ask('patients', { town: field('patients.town') }, { where: is('patients.name', 'Patient 12') }),
  ),
  good(
    'visits and who came',
    aboutClinicWorld,
    ask(
      'visits',
      { day: field('visits.visited_on'), name: field('patients.name') },
      { where: is('doctors.specialty', 'skin') },
    ),
  ),
  good(
    'nobody, truly',
    aboutClinicWorld,
    ask(
      'patients',
      { name: field('patients.name') },
      {
        where: all(
          is('patients.town', 'East'),
          not(has('patients', ask('visits', {}, { where: over('visits.fee', 1) }))),
        ),
      },
    ),
  ),
]

/** Questions about correct data, many of which look like a fault at first sight. */
export const healthyTrade: readonly Case[] = [...aboutBakery, ...aboutClinic]
