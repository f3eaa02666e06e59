import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, Variables } from './config.ts'

const root = resolve(import.meta.dirname, '../../../..')
/** The reference of settings is made of this file. */
const shown = Array.from(
  readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#([A-Z][A-Z0-9_]+)=(.*)$/gm),
  ([, name = '', value = '']) => [name, value] as const,
)
const defaults: Readonly<Record<string, unknown>> = Variables.parse({})
const schemas: Readonly<Record<string, { parse(value: unknown): unknown }>> = Variables.shape
const isNothing = (value: unknown) =>
  value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)

test.each(shown.filter(([name]) => !isNothing(defaults[name])))(
  '[C905] the reference shows the default of %s: %s',
  (name, value) => {
    expect(schemas[name]?.parse(value)).toEqual(defaults[name])
  },
)

test.each(shown.filter(([name, value]) => isNothing(defaults[name]) && value !== ''))(
  '[C905] %s has no default, and its example %s is a value that is accepted',
  (name, value) => {
    expect(isNothing(schemas[name]?.parse(value))).toBe(false)
  },
)

test('[C905] the reference shows the defaults that follow from other settings', () => {
  const derived = Object.fromEntries(shown.filter(([name]) => /^(?:APP_URL|QUIPU_DATA_DIR)$/.test(name)))

  expect(Object.keys(derived)).toHaveLength(2)
  expect(readConfig(root, derived)).toEqual(readConfig(root, {}))
})
