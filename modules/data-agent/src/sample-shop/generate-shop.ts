import { dayNumber, monthsBefore } from './days.ts'
import { takeOrders } from './orders.ts'
import { fillShop } from './people-and-products.ts'
import { Random } from './random.ts'
import type { Rows } from './rows.ts'

/** A made-up shop over the 24 months up to today; one day's shop is always the same. */
export function generateShop(today: Date): Rows {
  const lastDay = dayNumber(today)
  const firstDay = monthsBefore(lastDay, 24)
  const rows: Rows = {
    regions: [],
    stores: [],
    employees: [],
    categories: [],
    suppliers: [],
    products: [],
    customers: [],
    orders: [],
    order_items: [],
    payments: [],
    returns: [],
  }
  const random = new Random(20_240_229)
  const shop = fillShop(rows, random, firstDay, lastDay)
  takeOrders(rows, shop, random, firstDay, lastDay)
  return rows
}
