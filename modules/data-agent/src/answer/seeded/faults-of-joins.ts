import type { Case } from './case.ts'
import { bad, forged } from './case.ts'
import { bakery, clinic, library, school } from './databases.ts'
import { aggregate, ask, count, field, is, over, period } from './phrases.ts'

const cityAmount = ask('sales', {
  city: field('shops.city'),
  'total amount': aggregate('sum', 'sales.amount'),
})
const categoryCount = ask('sales', { category: field('products.category'), sales: count('sales') })
const specialtyCount = ask('visits', { specialty: field('doctors.specialty'), visits: count('visits') })
const townFees = ask('visits', { town: field('patients.town'), 'total fee': aggregate('sum', 'visits.fee') })
const countryBooks = ask('books', { country: field('authors.country'), books: count('books') })
const branchLoans = ask('loans', { branch: field('members.branch'), loans: count('loans') })
const roomScore = ask('marks', {
  class: field('classes.name'),
  'average score': aggregate('avg', 'marks.score'),
})
const fanOutChecks = ['fan-out', 'reconciliation'] as const
const twice = (table: string, where: string) => `INSERT INTO ${table} SELECT * FROM ${table} WHERE ${where};`
const fanOut: readonly Case[] = [
  bad('a shop entered twice', bakery(), cityAmount, fanOutChecks, twice('shops', 'id = 3')),
  bad('all products entered twice', bakery(), categoryCount, fanOutChecks, twice('products', '1')),
  bad(
    'a doctor with two rows',
    clinic(),
    specialtyCount,
    fanOutChecks,
    `INSERT INTO doctors VALUES (2, 'Dr 2b', 'eyes', 1);`,
  ),
  bad('a tenth of patients twice', clinic(), townFees, fanOutChecks, twice('patients', 'id % 10 = 0')),
  bad(
    'an author with two countries',
    library(),
    countryBooks,
    fanOutChecks,
    `INSERT INTO authors VALUES ('A5', 'Author 5', 'Mexico');`,
  ),
  bad('a class in two rooms', school(), roomScore, fanOutChecks, twice('classes', 'id = 4')),
  bad(
    'a list through a member entered twice',
    library(),
    ask('loans', { title: field('books.title'), member: field('members.name') }),
    fanOutChecks,
    twice('members', 'id < 10'),
  ),
  forged(
    'amounts multiplied by payments',
    bakery(),
    cityAmount,
    fanOutChecks,
    'SELECT shops.city, SUM(sales.amount) FROM sales JOIN shops ON shops.id = sales.shop_id JOIN payments ON payments.sale_id = sales.id GROUP BY 1',
  ),
  forged(
    'visits multiplied by prescriptions',
    clinic(),
    specialtyCount,
    fanOutChecks,
    'SELECT d.specialty, COUNT(*) FROM visits v JOIN doctors d ON d.id = v.doctor_id JOIN prescriptions p ON p.visit_id = v.id GROUP BY 1',
  ),
  forged(
    'a total multiplied by a filter on many rows',
    clinic(),
    ask('visits', { 'total fee': aggregate('sum', 'visits.fee') }, { where: over('prescriptions.dose', 20) }),
    fanOutChecks,
    'SELECT SUM(v.fee) FROM visits v JOIN prescriptions p ON p.visit_id = v.id WHERE p.dose > 20',
  ),
]

const rowLossChecks = ['row-loss', 'reconciliation'] as const
const rowLoss: readonly Case[] = [
  bad(
    'a tenth of sales for unknown shops',
    bakery(),
    cityAmount,
    rowLossChecks,
    'UPDATE sales SET shop_id = shop_id + 500 WHERE id % 10 = 0;',
  ),
  bad(
    'one sale in a hundred for unknown products',
    bakery(),
    categoryCount,
    rowLossChecks,
    'UPDATE sales SET product_id = 0 WHERE id % 100 = 0;',
  ),
  bad(
    'nearly every key broken',
    clinic(),
    townFees,
    rowLossChecks,
    'UPDATE visits SET patient_id = patient_id + 9000 WHERE id > 12;',
  ),
  bad('doctors deleted', clinic(), specialtyCount, rowLossChecks, 'DELETE FROM doctors WHERE id IN (2, 5);'),
  bad(
    'author codes with a blank behind',
    library(),
    countryBooks,
    rowLossChecks,
    `UPDATE books SET author_id = author_id || ' ' WHERE id % 8 = 0;`,
  ),
  bad(
    'author codes in lower case',
    library(),
    countryBooks,
    rowLossChecks,
    `UPDATE authors SET id = lower(id) WHERE country = 'Cuba';`,
  ),
  bad(
    'pupils of classes that are gone',
    school(),
    ask('pupils', { class: field('classes.name'), pupils: count('pupils') }),
    rowLossChecks,
    'DELETE FROM classes WHERE id > 12;',
  ),
  bad(
    'broken two joins away',
    school(),
    ask('marks', { teacher: field('teachers.name'), marks: count('marks') }),
    rowLossChecks,
    'UPDATE classes SET teacher_id = 77 WHERE id = 6;',
  ),
  bad(
    'a filter over a join that lost a third',
    bakery(),
    ask('sales', { sales: count('sales') }, { where: is('shops.city', 'Ulm') }),
    rowLossChecks,
    'UPDATE sales SET shop_id = -1 WHERE id % 3 = 0;',
  ),
  bad(
    'a list that leaves out loans of unknown members',
    library(),
    ask('loans', { lent: field('loans.lent_on'), member: field('members.name') }),
    rowLossChecks,
    'DELETE FROM members WHERE id % 9 = 0;',
  ),
]

const nullKeysChecks = ['null-keys'] as const
const nullKeys: readonly Case[] = [
  bad(
    'sales without a shop',
    bakery(),
    cityAmount,
    nullKeysChecks,
    'UPDATE sales SET shop_id = NULL WHERE id % 20 = 0;',
  ),
  bad(
    'shops without a city',
    bakery(),
    cityAmount,
    nullKeysChecks,
    'UPDATE shops SET city = NULL WHERE id < 4;',
  ),
  bad(
    'visits without a doctor',
    clinic(),
    specialtyCount,
    nullKeysChecks,
    'UPDATE visits SET doctor_id = NULL WHERE id % 4 = 0;',
  ),
  bad(
    'books without a genre',
    library(),
    ask('books', { genre: field('books.genre'), books: count('books') }),
    nullKeysChecks,
    'UPDATE books SET genre = NULL WHERE id % 12 = 0;',
  ),
  bad(
    'loans without a member',
    library(),
    branchLoans,
    nullKeysChecks,
    'UPDATE loans SET member_id = NULL WHERE id % 50 = 0;',
  ),
  bad(
    'marks without a day',
    school(),
    ask(
      'marks',
      { month: period('month', 'marks.given_on'), marks: count('marks') },
      { where: is('marks.subject', 'Art') },
    ),
    nullKeysChecks,
    'UPDATE marks SET given_on = NULL WHERE id % 8 = 3;',
  ),
]

/** Joins that multiply rows, lose rows, or have empty keys. */
export const joinFaults: readonly Case[] = [...fanOut, ...rowLoss, ...nullKeys]
