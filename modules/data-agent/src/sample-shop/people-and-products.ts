import { categories, firstNames, lastNames, regions, stores, suppliers } from './catalogue.ts'
import { isoDay } from './days.ts'
import type { Random } from './random.ts'
import type { Row, Rows } from './rows.ts'

interface Product {
  readonly id: number
  readonly price: number
  readonly weight: number
}

export interface Shop {
  readonly products: readonly Product[]
  /** The sellers of each store. */
  readonly sellers: readonly (readonly number[])[]
  readonly customers: readonly { readonly id: number; readonly since: number }[]
}

const customerCount = 900
const segments = [
  ['Consumer', 6],
  ['Small Business', 3],
  ['Corporate', 1],
] as const

/** Everything that exists before the first order. */
export function fillShop(rows: Rows, random: Random, firstDay: number, today: number): Shop {
  rows.regions = regions.map((name, index) => [index + 1, name])
  rows.stores = stores.map(([name, region, city, size], index) => [
    index + 1,
    name,
    region,
    city,
    isoDay(firstDay - random.whole(200, 3_000)),
    size,
  ])
  rows.suppliers = suppliers.map(([name, country], index) => [index + 1, name, country])
  rows.categories = categories.map(({ name }, index) => [index + 1, name])
  const sellers = hire(rows, random, firstDay)
  return { sellers, products: stock(rows, random), customers: welcome(rows, random, firstDay, today) }
}

function hire(rows: Rows, random: Random, firstDay: number): number[][] {
  const employees: Row[] = []
  const sellers = stores.map((_, store) => {
    const manager = employees.length + 1
    const team = ['Store Manager', 'Sales Associate', 'Sales Associate', 'Stock Clerk']
    return team.flatMap((title, place) => {
      const id = employees.length + 1
      const salary = { 'Store Manager': 68_000, 'Sales Associate': 41_000 }[title] ?? 36_000
      const hired = isoDay(firstDay - random.whole(10, 1_800))
      employees.push([
        id,
        person(random),
        store + 1,
        title,
        hired,
        salary + random.whole(-8, 12) * 500,
        place === 0 ? null : manager,
      ])
      return title === 'Stock Clerk' ? [] : [id]
    })
  })
  rows.employees = employees
  return sellers
}

function stock(rows: Rows, random: Random): Product[] {
  const products: Product[] = []
  rows.products = categories.flatMap(({ prices: [low, high], weight, products: names }, category) =>
    names.map((name): Row => {
      const id = products.length + 1
      const price = Math.round(low + (high - low) * random.next() * random.next()) - 0.01
      products.push({ id, price, weight: weight * (0.4 + random.next()) })
      return [
        id,
        name,
        category + 1,
        random.whole(1, suppliers.length),
        price,
        cents(price * (0.4 + 0.3 * random.next())),
        random.chance(0.95) ? 1 : 0,
      ]
    }),
  )
  return products
}

function welcome(
  rows: Rows,
  random: Random,
  firstDay: number,
  today: number,
): { id: number; since: number }[] {
  const span = today - firstDay
  const days = Array.from({ length: customerCount }, (_, index) =>
    index < customerCount / 3 ? firstDay - random.whole(0, 700) : firstDay + Math.floor(random.next() * span),
  ).toSorted((one, other) => one - other)
  rows.customers = days.map((day, index) => {
    const name = person(random)
    const email = `${name.toLowerCase().replace(' ', '.')}${index + 1}@example.com`
    const [, , city] = random.pick(stores)
    return [index + 1, name, email, random.weighted(segments), city, isoDay(day)]
  })
  return days.map((since, index) => ({ id: index + 1, since }))
}

function person(random: Random): string {
  return `${random.pick(firstNames)} ${random.pick(lastNames)}`
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}
