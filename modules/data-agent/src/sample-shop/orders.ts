import { stores } from './catalogue.ts'
import { dateOf, isoDay } from './days.ts'
import type { Shop } from './people-and-products.ts'
import type { Random } from './random.ts'
import type { Rows } from './rows.ts'

const ordersADay = 3.9
const growthADay = 0.0007
/** January to December; people buy most before the end of the year. */
const seasons = [0.82, 0.8, 0.92, 0.98, 1.05, 1.02, 0.95, 0.93, 1, 1.06, 1.35, 1.6]
/** Sunday to Saturday. */
const weekdays = [0.8, 0.9, 0.95, 1, 1.05, 1.2, 1.3]
const methods = [
  ['card', 7],
  ['cash', 2],
  ['gift card', 1],
  ['bank transfer', 1],
] as const
const reasons = ['damaged', 'wrong item', 'changed mind', 'late delivery', 'wrong size'] as const

export function takeOrders(rows: Rows, shop: Shop, random: Random, firstDay: number, today: number): void {
  const choices = shop.products.map((product) => [product, product.weight] as const)
  const storeWeights = stores.map(([, , , size], index) => [index, size] as const)
  for (let day = firstDay; day <= today; day++) {
    const customers = shop.customers.filter(({ since }) => since <= day)
    const expected = ordersADay * (1 + growthADay * (day - firstDay)) * seasonOf(day)
    const count = Math.floor(expected + random.next() * 1.6 - 0.3)
    for (let order = 0; order < count; order++)
      takeOrder(rows, random, {
        day,
        today,
        choices,
        customer: random.pickEarly(customers).id,
        shop,
        store: random.weighted(storeWeights),
      })
  }
}

interface Visit {
  readonly day: number
  readonly today: number
  readonly choices: readonly (readonly [Shop['products'][number], number])[]
  readonly customer: number
  readonly shop: Shop
  /** Counted from 0. */
  readonly store: number
}

function takeOrder(rows: Rows, random: Random, { day, today, choices, customer, shop, store }: Visit): void {
  const id = rows.orders.length + 1
  const channel = random.weighted([
    ['store', 5],
    ['web', 4],
    ['phone', 1],
  ])
  const status = statusOf(today - day, random)
  const firstItem = rows.order_items.length
  const total = fillBasket(rows, random, id, choices)
  const seller = channel === 'web' ? null : random.pick(shop.sellers[store] ?? [])
  rows.orders.push([id, customer, store + 1, seller, isoDay(day), status, channel, total])
  if (status === 'cancelled') return
  const paidOn = Math.min(day + (channel === 'store' ? 0 : random.whole(0, 3)), today)
  rows.payments.push([rows.payments.length + 1, id, random.weighted(methods), total, isoDay(paidOn)])
  if (status === 'completed' && random.chance(0.07)) takeBack(rows, random, { firstItem, day, today })
}

function fillBasket(rows: Rows, random: Random, order: number, choices: Visit['choices']): number {
  let total = 0
  const bought = new Set<number>()
  const size = random.weighted([
    [1, 4],
    [2, 4],
    [3, 3],
    [4, 1],
  ])
  for (let item = 0; item < size; item++) {
    const product = random.weighted(choices)
    if (bought.has(product.id)) continue
    bought.add(product.id)
    const quantity = random.weighted([
      [1, 7],
      [2, 3],
      [3, 1],
    ])
    const discount = random.weighted([
      [0, 7],
      [0.05, 1],
      [0.1, 2],
      [0.2, 1],
    ])
    const lineTotal = Math.round(product.price * quantity * (1 - discount) * 100) / 100
    rows.order_items.push([
      rows.order_items.length + 1,
      order,
      product.id,
      quantity,
      product.price,
      discount,
      lineTotal,
    ])
    total += lineTotal
  }
  return Math.round(total * 100) / 100
}

function takeBack(
  rows: Rows,
  random: Random,
  order: { firstItem: number; day: number; today: number },
): void {
  const [item, , , bought, , , lineTotal] = rows.order_items[order.firstItem] ?? []
  const on = order.day + random.whole(2, 20)
  if (item === undefined || on > order.today) return
  const quantity = random.whole(1, Number(bought))
  const refund = Math.round((Number(lineTotal) / Number(bought)) * quantity * 100) / 100
  rows.returns.push([rows.returns.length + 1, item, isoDay(on), quantity, random.pick(reasons), refund])
}

function statusOf(age: number, random: Random): string {
  if (random.chance(0.04)) return 'cancelled'
  if (age <= 2) return 'processing'
  return age <= 7 ? 'shipped' : 'completed'
}

function seasonOf(day: number): number {
  const date = dateOf(day)
  return (seasons[date.getUTCMonth()] ?? 1) * (weekdays[date.getUTCDay()] ?? 1)
}
