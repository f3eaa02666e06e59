import type { Extras } from './describe-database.ts'

/** A small database without constraints, so that faults can be inserted. */
export interface World {
  readonly script: string
  readonly extras: Extras
}

/** Data reaches this day; the questions are asked the day after. */
const lastDay = '2026-11-14'
export const today = '2026-11-15'

export function bakery(): World {
  const cities = ['Ulm', 'Bonn', 'Kiel', 'Jena']
  const shops = rows(12, (n) => [n, `Shop ${n}`, cities[n % 4] ?? ''])
  const products = rows(20, (n) => [n, `Loaf ${n}`, ['bread', 'cake', 'roll'][n % 3] ?? '', 1 + n / 4])
  const sales = rows(2000, (n) => [
    n,
    1 + (n % 12),
    1 + ((n * 7) % 20),
    day(n, 2000),
    1 + (n % 5),
    2 + ((n * 13) % 97) / 4,
  ])
  const payments = rows(3000, (n) => [n, 1 + ((n * 3) % 2000), 1 + (n % 9), ['cash', 'card'][n % 2] ?? ''])
  return {
    script: [
      table('shops', 'id INTEGER, name TEXT, city TEXT', shops),
      table('products', 'id INTEGER, name TEXT, category TEXT, price REAL', products),
      table(
        'sales',
        'id INTEGER, shop_id INTEGER, product_id INTEGER, sold_on DATE, quantity INTEGER, amount REAL',
        sales,
      ),
      table('payments', 'id INTEGER, sale_id INTEGER, paid REAL, method TEXT', payments),
    ].join('\n'),
    extras: {
      references: [
        'sales.shop_id -> shops.id',
        'sales.product_id -> products.id',
        'payments.sale_id -> sales.id',
      ],
      units: { 'sales.amount': 'EUR' },
    },
  }
}

export function clinic(): World {
  const patients = rows(150, (n) => [
    n,
    `Patient ${n}`,
    ['North', 'South', 'East'][n % 3] ?? '',
    n % 7 === 0 ? null : 1 + (n % 8),
  ])
  const doctors = rows(8, (n) => [n, `Dr ${n}`, ['heart', 'skin', 'eyes'][n % 3] ?? '', n === 1 ? null : 1])
  const visits = rows(1500, (n) => [
    n,
    1 + ((n * 11) % 140),
    1 + (n % 8),
    day(n, 1500),
    20 + ((n * 17) % 200) / 2,
    ['check', 'pain'][n % 2] ?? '',
  ])
  const drugs = rows(2500, (n) => [n, 1 + ((n * 7) % 1500), `Drug ${n % 30}`, 5 * (1 + (n % 20))])
  return {
    script: [
      table('patients', 'id INTEGER, name TEXT, town TEXT, family_doctor_id INTEGER', patients),
      table('doctors', 'id INTEGER, name TEXT, specialty TEXT, head_id INTEGER', doctors),
      table(
        'visits',
        'id INTEGER, patient_id INTEGER, doctor_id INTEGER, visited_on DATE, fee REAL, reason TEXT',
        visits,
      ),
      table('prescriptions', 'id INTEGER, visit_id INTEGER, drug TEXT, dose INTEGER', drugs),
    ].join('\n'),
    extras: {
      references: [
        'visits.patient_id -> patients.id',
        'visits.doctor_id -> doctors.id',
        'prescriptions.visit_id -> visits.id',
      ],
    },
  }
}

export function library(): World {
  const authors = rows(40, (n) => [`A${n}`, `Author ${n}`, ['Peru', 'Chile', 'Cuba', 'Spain'][n % 4] ?? ''])
  const books = rows(300, (n) => [
    n,
    `Book ${n}`,
    `A${1 + (n % 40)}`,
    ['novel', 'poem', 'essay'][n % 3] ?? '',
    50 + ((n * 31) % 700),
  ])
  const members = rows(90, (n) => [n, `Member ${n}`, ['Centre', 'Harbour'][n % 2] ?? ''])
  const loans = rows(1800, (n) => [
    n,
    1 + ((n * 13) % 300),
    1 + ((n * 5) % 85),
    day(n, 1800),
    n % 6 === 0 ? null : day(n, 1800),
  ])
  return {
    script: [
      table('authors', 'id TEXT, name TEXT, country TEXT', authors),
      table('books', 'id INTEGER, title TEXT, author_id TEXT, genre TEXT, pages INTEGER', books),
      table('members', 'id INTEGER, name TEXT, branch TEXT', members),
      table('loans', 'id INTEGER, book_id INTEGER, member_id INTEGER, lent_on DATE, returned_on DATE', loans),
    ].join('\n'),
    extras: {
      references: [
        'books.author_id -> authors.id',
        'loans.book_id -> books.id',
        'loans.member_id -> members.id',
      ],
    },
  }
}

export function school(): World {
  const teachers = rows(10, (n) => [n, `Teacher ${n}`, ['Maths', 'Music', 'Sport'][n % 3] ?? ''])
  const classes = rows(15, (n) => [n, `Class ${n}`, 1 + (n % 10), 100 + n])
  const pupils = rows(320, (n) => [n, `Pupil ${n}`, 1 + (n % 15), 2010 + (n % 6)])
  const marks = rows(2200, (n) => [
    n,
    1 + ((n * 3) % 320),
    ['Maths', 'Music', 'Sport', 'Art'][n % 4] ?? '',
    1 + ((n * 7) % 60) / 10,
    day(n, 2200),
  ])
  return {
    script: [
      table('teachers', 'id INTEGER, name TEXT, subject TEXT', teachers),
      table('classes', 'id INTEGER, name TEXT, teacher_id INTEGER, room INTEGER', classes),
      table('pupils', 'id INTEGER, name TEXT, class_id INTEGER, birth_year INTEGER', pupils),
      table('marks', 'id INTEGER, pupil_id INTEGER, subject TEXT, score REAL, given_on DATE', marks),
    ].join('\n'),
    extras: {
      references: [
        'classes.teacher_id -> teachers.id',
        'pupils.class_id -> classes.id',
        'marks.pupil_id -> pupils.id',
      ],
    },
  }
}

/** The n-th of so many times, evenly from 2025-01-01 to the last day. */
function day(n: number, of: number): string {
  const [first, last] = [Date.UTC(2025, 0, 1), Date.parse(lastDay)]
  return new Date(first + Math.floor(((n - 1) / (of - 1)) * ((last - first) / 86_400_000)) * 86_400_000)
    .toISOString()
    .slice(0, 10)
}

function rows<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at + 1))
}

function table(
  name: string,
  columns: string,
  values: readonly (readonly (string | number | null)[])[],
): string {
  const sql = (value: string | number | null) =>
    typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL')
  const lines = values.map((row) => `(${row.map(sql).join(', ')})`)
  return `CREATE TABLE ${name} (${columns});\nINSERT INTO ${name} VALUES ${lines.join(',\n')};`
}
