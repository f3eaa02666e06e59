import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

const towns = ['Marlow', 'Henley', 'Bray']
const pieces = ['Vase', 'Bowl', 'Lantern', 'Paperweight']

describe('glass studios', () => {
  const opened = openedBefore(`
    create table studios (studio_id integer primary key, studio_name text not null, rooms integer);
    create table collectors (collector_id integer primary key, collector_name text not null, joined_on date);
    create table sales (sale_id integer primary key, studio_id integer references studios, collector_id integer references collectors, sold_on date, piece text, amount real);
    ${into(
      'studios',
      upTo(3).map((id) => [id, towns[id - 1] ?? '', 2 + id]),
    )}
    ${into(
      'collectors',
      upTo(60).map((id) => [id, `Collector ${id}`, day(-11 * id)]),
    )}
    ${into(
      'sales',
      upTo(400).map((id) => [
        id,
        1 + (id % 3),
        1 + ((id * 7) % 60),
        day(-2 * id),
        pieces[(id * 3) % 4] ?? '',
        20 + (id % 9) * 3,
      ]),
    )}
  `)

  function check(question: string, sql: string): void {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
    expect(wanted.length).toBeGreaterThan(0)
  }

  const monthly = (months: string, where = '1'): string =>
    `select substr(sold_on, 1, 7) || '-01', sum(amount) from sales join studios using (studio_id) where substr(sold_on, 1, 7) in (${months}) and ${where} group by 1`
  const yearly = (where = '1'): string =>
    `select substr(sold_on, 1, 4) || '-01-01', sum(amount) from sales join studios using (studio_id) where sold_on >= '2025-01-01' and ${where} group by 1`

  test.each([
    ['did we sell more last month than the month before', monthly(`'2026-05', '2026-04'`)],
    ['Did we take less in May than in April?', monthly(`'2026-05', '2026-04'`)],
    ['did we earn more last month than in the same month a year ago', monthly(`'2026-05', '2025-05'`)],
    ['are we selling more than last year', yearly()],
    [
      'have we sold more vases than last year?',
      `select substr(sold_on, 1, 4) || '-01-01', count(*) from sales where piece = 'Vase' and sold_on >= '2025-01-01' group by 1`,
    ],
    [
      'did we get more new collectors this year than last?',
      `select substr(joined_on, 1, 4) || '-01-01', count(*) from collectors where joined_on >= '2025-01-01' group by 1`,
    ],
  ])('[DR3600] %s', check)

  test.each([
    ['is Henley up or down on last year?', yearly(`studio_name = 'Henley'`)],
    ['is the Bray studio doing better than last year', yearly(`studio_name = 'Bray'`)],
    ['have sales gone up since last month', monthly(`'2026-06', '2026-05'`)],
    ['was May better than April', monthly(`'2026-05', '2026-04'`)],
    ['are we ahead of last month in Marlow', monthly(`'2026-06', '2026-05'`, `studio_name = 'Marlow'`)],
    ['compare sales last month with the month before', monthly(`'2026-05', '2026-04'`)],
  ])('[DR3601] %s', check)

  test.each([
    'do we have more collectors than last year',
    'did more collectors buy this year than last year',
  ])('[DR3602] %s', (question) => {
    const plan = opened().plan(question)
    const groups = plan.status === 'readings' ? plan.readings[0].query.groupBy : []
    expect(groups).toEqual([])
  })
})
