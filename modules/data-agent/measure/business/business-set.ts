import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Ontology } from '@quipu/query'
import { bakeryChain } from '../../src/questions/test-bakery-chain.ts'
import { greenhouseTables } from '../../src/questions/test-greenhouse.ts'
import { moreShopQuestions } from '../../src/questions/test-shop-more-questions.ts'
import { shopQuestions } from '../../src/questions/test-shop-questions.ts'
import { ontologyOf, sampleShop } from '../../src/questions/test-shop.ts'
import { everydayRowsOf } from './everyday-rows.ts'
import { everydaySchemas } from './everyday-schemas.ts'
import { rowsOf } from './invented-rows.ts'
import { schemas } from './invented-schemas.ts'

export interface BusinessQuestion {
  readonly question: string
  /** Null if no reading is right, because the data does not have what is asked for. */
  readonly sql: string | null
  /** Further right answers, if sensible people differ. */
  readonly others?: readonly string[]
}

export interface BusinessData extends Disposable {
  readonly name: string
  readonly ontology: Ontology
  readonly database: DatabaseSync
  readonly questions: readonly BusinessQuestion[]
}

/** Questions as people in business ask them on 15 November 2026, each with its right SQL, database after database. */
export async function* businessSet(): AsyncGenerator<BusinessData> {
  yield opened('shop', await sampleShop(), [...shopQuestions, ...moreShopQuestions])
  yield opened('bakery', await bakeryChain())
  yield opened('greenhouse', await made('greenhouse', (database) => database.exec(greenhouseTables)))
  for (const name of ['clinic', 'subscriptions', 'logistics', 'hotel'] as const)
    yield opened(
      name,
      await made(name, (database) => {
        database.exec(schemas[name])
        rowsOf[name](database)
      }),
    )
  for (const name of ['gym', 'garage', 'theatre'] as const)
    yield opened(
      name,
      await made(name, (database) => {
        database.exec(everydaySchemas[name])
        everydayRowsOf[name](database)
      }),
    )
}

interface Made {
  readonly file: string
  readonly ontology: Ontology
}

async function made(name: string, write: (database: DatabaseSync) => void): Promise<Made> {
  const file = join(mkdtempSync(join(tmpdir(), 'quipu-business-')), `${name}.sqlite`)
  const database = new DatabaseSync(file)
  write(database)
  database.close()
  return { file, ontology: await ontologyOf(file) }
}

function opened(
  name: string,
  { file, ontology }: Made,
  more: readonly BusinessQuestion[] = [],
): BusinessData {
  const database = new DatabaseSync(file, { readOnly: true })
  return {
    name,
    ontology,
    database,
    questions: [...questionsOf(name), ...more],
    [Symbol.dispose]: () => {
      database.close()
      rmSync(dirname(file), { recursive: true })
    },
  }
}

/** Comments are questions, all with the SQL that follows them, each line of it a right answer; `none` if the data cannot answer them. */
function questionsOf(name: string): readonly BusinessQuestion[] {
  const text = readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8')
  const blocks = text.matchAll(/((?:^-- .*\n)+)((?:^(?!--).+\n?)+)/gm)
  return [...blocks].flatMap(([, comments = '', answers = '']) => {
    const [first = '', ...others] = answers.trim().split('\n')
    const sql = first === 'none;' ? null : first
    return comments
      .trim()
      .split('\n')
      .map((line) => ({ question: line.slice(3), sql, others }))
  })
}
