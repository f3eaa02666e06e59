import { expect, test } from 'vitest'
import { ConnectionSettings } from './connection-settings.ts'
import { addressOf, shownPlace } from './postgres-url.ts'

test('[DS123] allowed options of a URL are accepted', () => {
  expect(addressOf('postgres://reader:p%40ss@db.example:6543/books')).toEqual({
    host: 'db.example',
    port: 6543,
    user: 'reader',
    password: 'p@ss',
    database: 'books',
    ssl: false,
    application_name: 'quipu',
  })
  expect(addressOf('postgresql://r@[::1]/b?sslmode=require&application_name=sales')).toMatchObject({
    host: '::1',
    ssl: {},
    application_name: 'sales',
  })
  expect(addressOf('postgres://r@h/b?sslmode=no-verify').ssl).toEqual({ rejectUnauthorized: false })
})

test.for(['host', 'hostaddr', 'port', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'options', 'passfile', 'x'])(
  '[DS123] the option %s is refused by its name',
  (name) => {
    const url = `postgres://reader:hush@db.example/books?${name}=/dev/zero`
    const message = ConnectionSettings.safeParse({ kind: 'postgres', url }).error?.issues[0]?.message
    expect(message).toBe(
      `The URL has the option "${name}", which is not admitted; remove it. Admitted are: sslmode, application_name`,
    )
    expect(() => addressOf(url)).toThrow(message)
  },
)

test('[DS123] [DS711] the shown target is the real one', () => {
  expect(shownPlace('postgres://r:p@db.example/books')).toBe('db.example/books')
  expect(shownPlace('postgres://r:p@%64b.example:6000/books?sslmode=verify-full')).toBe(
    'db.example:6000/books (TLS)',
  )
  expect(shownPlace('postgres://r:p@%2Frun%2Fpostgresql/books')).toBe('/run/postgresql/books')
  expect(shownPlace('postgres://r:p@[::1]/books')).toBe('[::1]/books')
})
