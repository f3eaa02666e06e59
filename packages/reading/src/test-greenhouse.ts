import type { Field, FieldRole, IndexedValue, Ontology, ValueIndex } from '@quipu/query'
import { testOntology } from '../../../test/environment/query/test-ontology.ts'

const values: Readonly<Record<string, readonly string[]>> = {
  'growers.first_name': ['Ida', 'Tom', 'Lea', 'Sam'],
  'growers.last_name': ['Brandt', 'Ferrer', 'Okoye', 'Quist'],
  'growers.village': ['Oberau', 'Nidda'],
  'greenhouses.name': ['North Hall', 'Fern House', 'Palm Dome'],
  'greenhouses.valley': ['Low Valley', 'High Valley'],
  'plants.name': ['Silver Aloe', 'Tree Fern', 'Lady Fern', 'Date Palm', 'Fan Palm', 'Jade Plant', 'Wax Palm'],
  'plants.family': ['succulent', 'fern', 'palm'],
}

/** Greenhouses and their growers, as introspection describes them. */
export const greenhouse: Ontology = testOntology(
  'sqlite',
  [
    {
      name: 'growers',
      fields: ['grower_id*', 'first_name:text', 'last_name:text', 'village:text', 'age', 'hired_on:date'],
      extra: {
        ...role('identifier', 'grower_id'),
        ...role('name', 'first_name', 'last_name'),
        ...role('measure', 'age'),
        ...role('time', 'hired_on'),
      },
    },
    {
      name: 'greenhouses',
      fields: ['greenhouse_id*', 'name:text', 'valley:text', 'built_year', 'floor_area:real'],
      extra: {
        ...role('identifier', 'greenhouse_id'),
        ...role('name', 'name'),
        built_year: { role: 'time', label: 'built year', timeFormat: 'year' },
        ...role('measure', 'floor_area'),
      },
    },
    {
      name: 'plants',
      fields: ['plant_id*', 'name:text', 'family:text', 'height_cm:real', 'price:real', 'greenhouse_id?'],
      refers: ['greenhouse_id>greenhouses.greenhouse_id'],
      extra: {
        ...role('identifier', 'plant_id', 'greenhouse_id'),
        ...role('name', 'name'),
        ...role('measure', 'height_cm', 'price'),
      },
    },
    {
      name: 'waterings',
      fields: ['watering_id*', 'plant_id?', 'grower_id?', 'watered_on:date', 'liters:real'],
      refers: ['plant_id>plants.plant_id', 'grower_id>growers.grower_id'],
      extra: {
        ...role('identifier', 'watering_id', 'plant_id', 'grower_id'),
        ...role('time', 'watered_on'),
        ...role('measure', 'liters'),
      },
    },
  ],
  { values: indexOf(values) },
)

/** Fields of one role. Each label is the field's name in words. */
export function role(role: FieldRole, ...names: readonly string[]): Readonly<Record<string, Partial<Field>>> {
  return Object.fromEntries(names.map((name) => [name, { role, label: name.replaceAll('_', ' ') }]))
}

/** Finds values without regard to case. */
function indexOf(byField: Readonly<Record<string, readonly string[]>>): ValueIndex {
  const all = Object.entries(byField).flatMap(([path, texts]): readonly IndexedValue[] => {
    const [dataset = '', field = ''] = path.split('.')
    return texts.map((value) => ({ dataset, field, value }))
  })
  return {
    size: all.length,
    exact: (phrase) => all.filter(({ value }) => value.toLowerCase() === phrase.toLowerCase()),
    near: () => [],
    begins: (phrase) =>
      all.some(({ value }) => `${value.toLowerCase()} `.startsWith(`${phrase.toLowerCase()} `)),
    partial: [],
  }
}
