import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('[X351] each attack of the table on the security page has a control, and rules that a test shows', () => {
  const page = readFileSync(join(root, 'docs/site/security.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (?!Attack|---)(.+?) \| (.+?) \| (.+?) \|$/gm)]
  expect(rows.length).toBeGreaterThanOrEqual(18)
  const specs = globSync(['packages/*/SPEC.md', 'modules/*/SPEC.md', 'apps/*/SPEC.md'], { cwd: root })
  // A rule without a test fails the build, so a rule that is written down is shown.
  const written = new Set(
    specs.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^- \*\*\[([A-Z]+\d+[a-z]?)\]\*\*/gm)].map(
        ([, id]) => id,
      ),
    ),
  )
  const wrong = rows.flatMap(([, attack, , rules = '']) => {
    const named = rules.split(', ')
    return named.filter((id) => !written.has(id)).map((id) => `${attack}: ${id} is no rule`)
  })
  expect(wrong).toEqual([])
})
