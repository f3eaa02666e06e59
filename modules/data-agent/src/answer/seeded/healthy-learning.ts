import type { Expression } from '@quipu/query'
import type { Case } from './case.ts'
import { good } from './case.ts'
import { bakery, clinic, library, school } from './databases.ts'
import type { World } from './databases.ts'
import { aggregate, ask, count, desc, during, field, has, is, over, period } from './phrases.ts'

const share = (of: Expression): Expression => ({ kind: 'share', of, within: [], percent: true })
const amount = aggregate('sum', 'sales.amount')

const aboutLibraryWorld = library()
const loans = count('loans')
const aboutLibrary: readonly Case[] = [
  good(
    'books by country',
    aboutLibraryWorld,
    ask('books', { country: field('authors.country'), books: count('books') }),
  ),
  good(
    'pages by genre',
    aboutLibraryWorld,
    ask('books', { genre: field('books.genre'), pages: aggregate('sum', 'books.pages') }),
  ),
  good('loans by branch', aboutLibraryWorld, ask('loans', { branch: field('members.branch'), loans })),
  good('loans by genre', aboutLibraryWorld, ask('loans', { genre: field('books.genre'), loans })),
  good(
    'loans by country, two joins away',
    aboutLibraryWorld,
    ask('loans', { country: field('authors.country'), loans }),
  ),
  good(
    'loans still out',
    aboutLibraryWorld,
    ask('loans', { loans }, { where: { kind: 'null', of: field('loans.returned_on') } }),
  ),
  good(
    'books by author',
    aboutLibraryWorld,
    ask('books', { author: field('authors.name'), books: count('books') }),
  ),
  good(
    'top five books',
    aboutLibraryWorld,
    ask('loans', { title: field('books.title'), loans }, { orderBy: [desc(loans)], limit: 5 }),
    `INSERT INTO loans SELECT 10000 + b.id * 100 + l.id, b.id, l.member_id, l.lent_on, l.returned_on
       FROM books b JOIN loans l ON l.id <= b.id WHERE b.id <= 6;`,
  ),
  good(
    'longest book',
    aboutLibraryWorld,
    ask(
      'books',
      { title: field('books.title'), pages: field('books.pages') },
      { orderBy: [desc(field('books.pages'))], limit: 1 },
    ),
  ),
  good(
    'titles with a word',
    aboutLibraryWorld,
    ask(
      'books',
      { title: field('books.title') },
      { where: { kind: 'like', of: field('books.title'), how: 'contains', text: 'book 1' } },
    ),
  ),
  good(
    'two genres',
    aboutLibraryWorld,
    ask(
      'books',
      { books: count('books') },
      { where: { kind: 'in', of: field('books.genre'), values: ['novel', 'poem'] } },
    ),
  ),
  good(
    'between',
    aboutLibraryWorld,
    ask(
      'books',
      { books: count('books') },
      {
        where: {
          kind: 'between',
          of: field('books.pages'),
          low: { kind: 'literal', value: 100 },
          high: { kind: 'literal', value: 300 },
        },
      },
    ),
  ),
  good(
    'loans in 2025 by month',
    aboutLibraryWorld,
    ask(
      'loans',
      { month: period('month', 'loans.lent_on'), loans },
      { where: during('loans.lent_on', '2025-01-01', '2026-01-01') },
    ),
  ),
  good(
    'members by branch',
    aboutLibraryWorld,
    ask('members', { branch: field('members.branch'), members: count('members') }),
  ),
  good(
    'books and their authors',
    aboutLibraryWorld,
    ask('books', { title: field('books.title'), author: field('authors.name') }),
  ),
  good(
    'authors of poems, each once',
    aboutLibraryWorld,
    ask(
      'authors',
      { name: field('authors.name') },
      { where: has('authors', ask('books', {}, { where: is('books.genre', 'poem') })) },
    ),
  ),
]

const aboutSchoolWorld = school()
const marks = count('marks')
const aboutSchool: readonly Case[] = [
  good(
    'pupils by class',
    aboutSchoolWorld,
    ask('pupils', { class: field('classes.name'), pupils: count('pupils') }),
  ),
  good('marks by teacher', aboutSchoolWorld, ask('marks', { teacher: field('teachers.name'), marks })),
  good(
    'average by subject',
    aboutSchoolWorld,
    ask('marks', { subject: field('marks.subject'), score: aggregate('avg', 'marks.score') }),
  ),
  good(
    'average by class and subject',
    aboutSchoolWorld,
    ask('marks', {
      class: field('classes.name'),
      subject: field('marks.subject'),
      score: aggregate('avg', 'marks.score'),
    }),
  ),
  good(
    'pupils by birth year',
    aboutSchoolWorld,
    ask('pupils', { 'birth year': field('pupils.birth_year'), pupils: count('pupils') }),
  ),
  good(
    'best score',
    aboutSchoolWorld,
    ask('marks', { best: aggregate('max', 'marks.score') }, { where: is('marks.subject', 'Art') }),
  ),
  good(
    'marks of a class',
    aboutSchoolWorld,
    ask('marks', { marks }, { where: is('classes.name', 'Class 3') }),
  ),
  good(
    'marks by quarter that is over',
    aboutSchoolWorld,
    ask(
      'marks',
      { quarter: period('quarter', 'marks.given_on'), marks },
      { where: during('marks.given_on', '2026-01-01', '2026-10-01') },
    ),
  ),
  good(
    'classes of music teachers',
    aboutSchoolWorld,
    ask(
      'classes',
      { class: field('classes.name'), room: field('classes.room') },
      { where: is('teachers.subject', 'Music') },
    ),
  ),
  good(
    'marks of two subjects',
    aboutSchoolWorld,
    ask(
      'marks',
      { subject: field('marks.subject'), marks },
      { where: { kind: 'or', of: [is('marks.subject', 'Art'), is('marks.subject', 'Sport')] } },
    ),
  ),
  good(
    'weeks that are over',
    aboutSchoolWorld,
    ask(
      'marks',
      { week: period('week', 'marks.given_on'), marks },
      { where: during('marks.given_on', '2026-08-31', '2026-11-09') },
    ),
  ),
  good(
    'share by subject',
    aboutSchoolWorld,
    ask('marks', { subject: field('marks.subject'), share: share(marks) }),
  ),
  good(
    'good marks only',
    aboutSchoolWorld,
    ask('marks', {
      subject: field('marks.subject'),
      good: aggregate('count', 'marks.id', over('marks.score', 4)),
    }),
  ),
]

const heads: World = { ...clinic(), extras: { references: ['doctors.head_id -> doctors.id'] } }
const family: World = { ...clinic(), extras: { references: ['patients.family_doctor_id -> doctors.id'] } }
const sparse = `DELETE FROM loans WHERE id % 60 <> 0;`
const boss = { as: 'head', dataset: 'doctors', via: 'doctors.head_id', from: 'doctors' }
const aboutOddities: readonly Case[] = [
  good(
    'doctors under each head, the head having none',
    heads,
    ask('doctors', { head: field('doctors.name@head'), doctors: count('doctors') }, { appearances: [boss] }),
  ),
  good(
    'patients of a family doctor, where some have none',
    family,
    ask('patients', { patients: count('patients') }, { where: is('doctors.name', 'Dr 3') }),
  ),
  good(
    'sparse data to the end of a month',
    library(),
    ask(
      'loans',
      { month: period('month', 'loans.lent_on'), loans: count('loans') },
      { where: during('loans.lent_on', '2026-01-01', '2026-11-01') },
    ),
    sparse,
  ),
  good(
    'days without a sale at the end',
    bakery(),
    ask('sales', { amount }, { where: during('sales.sold_on', '2026-11-01', '2026-12-01') }),
    `DELETE FROM sales WHERE sold_on > '2026-11-13';`,
  ),
  good(
    'shops that sold nothing',
    bakery(),
    ask('shops', { shop: field('shops.name'), amount }),
    `INSERT INTO shops VALUES (50, 'New shop', 'Ulm');`,
  ),
  good(
    'equal rows of a table without a key',
    { ...bakery(), extras: { ...bakery().extras, keyless: ['votes'] } },
    ask('votes', { party: field('votes.party'), votes: count('votes') }),
    `CREATE TABLE votes (party TEXT, district INTEGER, round INTEGER); INSERT INTO votes SELECT category, id % 3, 1 FROM products; INSERT INTO votes SELECT * FROM votes;`,
  ),
  good(
    'one orphan in five thousand',
    bakery(),
    ask('sales', { city: field('shops.city'), amount: aggregate('avg', 'sales.amount') }),
    `INSERT INTO sales SELECT id + 5000, shop_id, product_id, sold_on, quantity, amount FROM sales; INSERT INTO sales SELECT id + 9000, shop_id, product_id, sold_on, quantity, amount FROM sales WHERE id <= 2000; UPDATE sales SET shop_id = 99 WHERE id = 17;`,
  ),
]

/** More healthy questions, and some that are rare but right. */
export const healthyLearning: readonly Case[] = [...aboutLibrary, ...aboutSchool, ...aboutOddities]
