import type { Json } from '@quipu/kit'
import type { Statement } from '../model/observation.ts'
import type { Span } from '../model/span.ts'
import type { Fact } from './statement/statements.ts'
import { excerpt, specificities, statementOf } from './statement/statements.ts'

type Node = Readonly<Record<string, Json>>

/** Whether an object has a type of schema.org. */
export function isLinkedData(value: Node): boolean {
  return '@type' in value || '@graph' in value
}

export function linkedStatements(node: Node, pointer: string, line?: number): readonly Statement[] {
  const graph = node['@graph']
  if (Array.isArray(graph))
    return graph.flatMap((one, index) =>
      isNode(one) ? linkedStatements(one, `${pointer}/@graph/${index}`, line) : [],
    )
  const types = [node['@type']]
    .flat()
    .flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/:]/, '')] : []))
  const kind = types
    .map((type) => kinds.find(([names]) => names.test(type)))
    .find((found) => found !== undefined)
  if (kind === undefined) return []
  const [, entityType, paths] = kind
  const facts = Object.fromEntries(
    Object.entries(paths).map(([field, path]) => [field, factAt(node, path, pointer, line, isDate(field))]),
  )
  return [statementOf(entityType, facts, specificities.embedded)]
}

type Kind = readonly [RegExp, string, Readonly<Record<string, string>>]

/** Types of schema.org, and the place of each field. */
const kinds: readonly Kind[] = [
  [
    /^Invoice$/,
    'invoice',
    {
      invoice_number: 'confirmationNumber|identifier|accountId',
      due_date: 'paymentDueDate|paymentDue',
      total_amount: 'totalPaymentDue.price|totalPaymentDue.value|totalPaymentDue',
      currency: 'totalPaymentDue.priceCurrency|totalPaymentDue.currency',
      seller_name: 'provider.name|broker.name',
      buyer_name: 'customer.name',
      status: 'paymentStatus',
      description: 'description',
    },
  ],
  [
    /Event$/,
    'event',
    {
      uid: 'identifier|@id',
      summary: 'name',
      start: 'startDate',
      end: 'endDate',
      location: 'location.name|location',
      organizer: 'organizer.name|organizer',
      status: 'eventStatus',
      description: 'description',
    },
  ],
  [
    /^Person$/,
    'person',
    {
      full_name: 'name',
      given_name: 'givenName',
      family_name: 'familyName',
      email: 'email',
      phone: 'telephone',
      organization: 'worksFor.name|affiliation.name',
      title: 'jobTitle',
      birthday: 'birthDate',
      website: 'url',
    },
  ],
  [
    /^(?:Organization|Corporation|LocalBusiness|Store|Restaurant|Hotel|NGO)$/,
    'company',
    {
      name: 'name',
      legal_name: 'legalName',
      vat_id: 'vatID',
      tax_id: 'taxID',
      email: 'email',
      phone: 'telephone',
      website: 'url',
      address: 'address.streetAddress|address',
      city: 'address.addressLocality',
      country: 'address.addressCountry',
      founded: 'foundingDate',
    },
  ],
]

function factAt(
  node: Node,
  paths: string,
  pointer: string,
  line: number | undefined,
  isDay: boolean,
): Fact | undefined {
  for (const path of paths.split('|')) {
    const keys = path.split('.')
    let value: Json | undefined = node
    for (const key of keys) value = isNode(value) ? value[key] : undefined
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const full = `${pointer}/${keys.join('/')}`
    const span: Span = {
      kind: 'json',
      pointer: full,
      ...(line === undefined ? {} : { line }),
      text: excerpt(String(value)),
    }
    return { value: isDay ? String(value).slice(0, 10) : value, span }
  }
  return undefined
}

function isDate(field: string): boolean {
  return ['due_date', 'birthday', 'founded'].includes(field)
}

function isNode(value: Json | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
