import type { Case } from './case.ts'
import { bad, forged, keyless } from './case.ts'
import { bakery, clinic, library, school } from './databases.ts'
import { aggregate, ask, count, desc, during, field, is, all, over, period } from './phrases.ts'

const cityAmount = ask('sales', {
  city: field('shops.city'),
  'total amount': aggregate('sum', 'sales.amount'),
})
const specialtyCount = ask('visits', { specialty: field('doctors.specialty'), visits: count('visits') })
const full2026 = during('sales.sold_on', '2026-01-01', '2026-11-01')

const duplicatesChecks = ['duplicates'] as const
const duplicates: readonly Case[] = [
  bad(
    'a tenth of sales imported twice',
    bakery(),
    ask('sales', { 'total amount': aggregate('sum', 'sales.amount') }),
    duplicatesChecks,
    'INSERT INTO sales SELECT * FROM sales WHERE id % 10 = 0;',
  ),
  bad(
    'a day of visits imported twice',
    clinic(),
    specialtyCount,
    duplicatesChecks,
    `INSERT INTO visits SELECT * FROM visits WHERE visited_on BETWEEN '2026-03-01' AND '2026-03-07';`,
  ),
  bad(
    'a table without a key imported twice',
    keyless(bakery(), 'payments'),
    ask('payments', { method: field('payments.method'), paid: aggregate('sum', 'payments.paid') }),
    duplicatesChecks,
    'INSERT INTO payments SELECT * FROM payments WHERE id < 700;',
  ),
  bad(
    'two authors of one name',
    library(),
    ask('books', { author: field('authors.name'), books: count('books') }),
    duplicatesChecks,
    `UPDATE authors SET name = 'Author 7' WHERE id = 'A9';`,
  ),
  bad(
    'a list of pupils entered twice',
    school(),
    ask('pupils', { name: field('pupils.name') }),
    duplicatesChecks,
    'INSERT INTO pupils SELECT * FROM pupils WHERE id < 30;',
  ),
  forged(
    'one group in several rows',
    bakery(),
    cityAmount,
    duplicatesChecks,
    'SELECT shops.city, SUM(sales.amount) FROM sales JOIN shops ON shops.id = sales.shop_id GROUP BY shops.id',
  ),
  forged(
    'customers repeated by their visits',
    clinic(),
    ask('patients', { name: field('patients.name') }, { where: over('visits.fee', 30) }),
    duplicatesChecks,
    'SELECT p.name FROM patients p JOIN visits v ON v.patient_id = p.id WHERE v.fee > 30',
  ),
]

const truncationChecks = ['truncation'] as const
const truncation: readonly Case[] = [
  {
    ...bad(
      'a list longer than the limit',
      bakery(),
      ask('payments', { paid: field('payments.paid') }),
      truncationChecks,
    ),
    maxRows: 1000,
  },
  {
    ...bad(
      'more groups than the limit',
      school(),
      ask('marks', { pupil: field('pupils.name'), marks: count('marks') }),
      truncationChecks,
    ),
    maxRows: 300,
  },
  {
    ...bad(
      'a cut list of a join',
      library(),
      ask('loans', { title: field('books.title'), member: field('members.name') }),
      truncationChecks,
    ),
    maxRows: 1799,
  },
]

const emptinessChecks = ['empty'] as const
const names = { name: field('shops.name') }
const emptiness: readonly Case[] = [
  bad(
    'a city with a typing error',
    bakery(),
    ask('shops', names, { where: is('shops.city', 'Bon') }),
    emptinessChecks,
  ),
  bad(
    'a count of a value that is not there',
    clinic(),
    ask('visits', { visits: count('visits') }, { where: is('doctors.specialty', 'teeth') }),
    emptinessChecks,
  ),
  bad(
    'a year before the data',
    library(),
    ask('loans', { loans: count('loans') }, { where: during('loans.lent_on', '2019-01-01', '2020-01-01') }),
    emptinessChecks,
  ),
  bad(
    'a number beyond the largest',
    school(),
    ask('marks', { pupil: field('pupils.name') }, { where: over('marks.score', 50) }),
    emptinessChecks,
  ),
  bad(
    'two conditions that exclude each other',
    bakery(),
    ask(
      'products',
      { name: field('products.name') },
      { where: all(is('products.category', 'cake'), over('products.price', 6.1)) },
    ),
    emptinessChecks,
    `UPDATE products SET price = 2 WHERE category = 'cake';`,
  ),
  bad(
    'an empty table',
    clinic(),
    ask('prescriptions', { drug: field('prescriptions.drug') }),
    emptinessChecks,
    'DELETE FROM prescriptions;',
  ),
  bad(
    'a sum over nothing',
    bakery(),
    ask('sales', { amount: aggregate('sum', 'sales.amount') }, { where: is('shops.city', 'Atlantis') }),
    emptinessChecks,
  ),
]

const partialPeriodsChecks = ['partial-period'] as const
const byMonth = (rest = {}) =>
  ask('sales', { month: period('month', 'sales.sold_on'), amount: aggregate('sum', 'sales.amount') }, rest)
const partialPeriods: readonly Case[] = [
  bad('a month that is not over', bakery(), byMonth(), partialPeriodsChecks),
  bad(
    'a quarter that is not over',
    clinic(),
    ask('visits', { quarter: period('quarter', 'visits.visited_on'), visits: count('visits') }),
    partialPeriodsChecks,
  ),
  bad(
    'a year that is not over',
    library(),
    ask('loans', { year: period('year', 'loans.lent_on'), loans: count('loans') }),
    partialPeriodsChecks,
  ),
  bad(
    'a week that is not over',
    school(),
    ask(
      'marks',
      { week: period('week', 'marks.given_on'), marks: count('marks') },
      { where: during('marks.given_on', '2026-10-05', null) },
    ),
    partialPeriodsChecks,
    '',
    '2026-11-12',
  ),
  bad(
    'data that stops in the middle of a past month',
    bakery(),
    byMonth({ where: full2026 }),
    partialPeriodsChecks,
    `DELETE FROM sales WHERE sold_on > '2026-10-12';`,
  ),
  bad(
    'data that stops in a quarter asked for',
    clinic(),
    ask(
      'visits',
      { visits: count('visits') },
      { where: during('visits.visited_on', '2026-07-01', '2026-10-01') },
    ),
    partialPeriodsChecks,
    `DELETE FROM visits WHERE visited_on > '2026-08-10';`,
  ),
  bad(
    'the last 90 days by month',
    bakery(),
    byMonth({ where: during('sales.sold_on', '2026-08-17', '2026-11-01') }),
    partialPeriodsChecks,
  ),
  bad(
    'a year cut by the question',
    library(),
    ask(
      'loans',
      { year: period('year', 'loans.lent_on'), loans: count('loans') },
      { where: during('loans.lent_on', null, '2026-05-01') },
    ),
    partialPeriodsChecks,
  ),
  bad(
    'top months with the running one',
    bakery(),
    byMonth({ orderBy: [desc(aggregate('sum', 'sales.amount'))] }),
    partialPeriodsChecks,
  ),
]

const fees = aggregate('avg', 'visits.fee')
const emptyValues: readonly Case[] = [
  bad(
    'fees that were not entered for a fifth of the visits',
    clinic(),
    ask('visits', { specialty: field('doctors.specialty'), 'average fee': fees }),
    ['null-values'],
    'UPDATE visits SET fee = NULL WHERE id % 5 = 0;',
  ),
  bad(
    'amounts that are missing for one city',
    bakery(),
    ask('sales', { amount: aggregate('sum', 'sales.amount') }, { where: is('shops.city', 'Kiel') }),
    ['null-values'],
    'UPDATE sales SET amount = NULL WHERE shop_id = 2;',
  ),
  bad(
    'the dearest of products of which a quarter has no price',
    bakery(),
    ask('products', { dearest: aggregate('max', 'products.price') }),
    ['null-values'],
    'UPDATE products SET price = NULL WHERE id > 15;',
  ),
]

const visits = count('visits')
const byDoctor = { doctor: field('doctors.name'), visits }
const ties: readonly Case[] = [
  bad(
    'three of several that are equally good',
    clinic(),
    ask('visits', byDoctor, { orderBy: [desc(visits)], limit: 3 }),
    ['ties'],
    'DELETE FROM visits WHERE id > 1480;',
  ),
  bad(
    'the dearest of two that cost the same',
    bakery(),
    ask('products', { name: field('products.name') }, { orderBy: [desc(field('products.price'))], limit: 1 }),
    ['ties'],
    'UPDATE products SET price = 6 WHERE id IN (4, 20);',
  ),
]

/** Results that count twice, are truncated or empty, leave rows out, choose among ties, or end within a period. */
export const resultFaults: readonly Case[] = [
  ...duplicates,
  ...truncation,
  ...emptiness,
  ...emptyValues,
  ...ties,
  ...partialPeriods,
]
