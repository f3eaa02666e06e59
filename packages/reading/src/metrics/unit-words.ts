import type { Field } from '@quipu/query'

/** What people call the units in which a quantity is measured. */
const measures: readonly (readonly string[])[] = [
  ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['g', 'gram', 'grams'],
  ['t', 'ton', 'tons', 'tonne', 'tonnes'],
  ['lb', 'lbs', 'pound', 'pounds'],
  ['l', 'litre', 'litres', 'liter', 'liters'],
  ['m', 'metre', 'metres', 'meter', 'meters'],
  ['m3', 'cubic metre', 'cubic metres', 'cubic meters'],
  ['m2', 'sqm', 'square metre', 'square metres', 'square meter', 'square meters'],
  ['sqft', 'square foot', 'square feet'],
  ['km', 'kilometre', 'kilometres', 'kilometers'],
  ['h', 'hr', 'hrs', 'hour', 'hours', 'hourly'],
  ['kwh', 'kilowatt hours'],
]

/** All names of the unit that a label or a unit says: `Qty (kg)`. Empty where it says none. */
export function unitNames({ label, unit }: Pick<Field, 'label' | 'unit'>): readonly string[] {
  const words = new Set(`${label} ${unit ?? ''}`.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return measures.find((names) => names.some((name) => words.has(name))) ?? []
}

/** What is measured: `volume` of `Volume (m3)`. Null where the label says more, or nothing but the unit. */
export function measuredName(field: Pick<Field, 'label' | 'unit'>): string | null {
  const units = new Set(unitNames(field))
  const [only, ...more] = field.label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !units.has(word) && word !== 'net')
  return units.size === 0 || only === undefined || more.length > 0 ? null : only
}
