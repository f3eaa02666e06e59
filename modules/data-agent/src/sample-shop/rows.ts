export type Row = readonly (string | number | null)[]

export const tableNames = [
  'regions',
  'stores',
  'employees',
  'categories',
  'suppliers',
  'products',
  'customers',
  'orders',
  'order_items',
  'payments',
  'returns',
] as const

export type Rows = Record<(typeof tableNames)[number], Row[]>
