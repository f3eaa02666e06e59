type Fact = Readonly<Record<string, string | number | readonly string[]>>

const given =
  'Ada Bela Carl Dora Emil Fara Gita Hugo Ines Jona Kira Leon Mara Nils Olga Paul Rosa Sven Tara Ugo'
const family =
  'Albers Brandt Castell Dorn Ebner Falk Grimm Haas Irving Jensen Keller Lorenz Maurer Novak Ott Pohl'
const cities = 'Porto Ulm Bern Graz Lyon Turin Malmö Gent Cork Vigo'
const words =
  'ledger harbour copper lantern orchard bridge canyon velvet marble timber signal anchor meadow quartz'

/** So many different things, each told of by number: the same number gives the same facts on every machine. */
export class Facts {
  readonly entities: number

  constructor(entities: number) {
    this.entities = entities
  }

  /** A batch of observations, told one after another about all entities in turn. */
  batch(first: number, size: number): readonly Fact[] {
    return Array.from({ length: size }, (_, at) => this.#fact(first + at))
  }

  /** What identifies an entity: an e-mail address, or the number of an invoice or of a payment. */
  identifierOf(entity: number): string {
    return [addressOf(entity), `INV-${entity}`, `pay-${entity}`][entity % 3]!
  }

  nameOf(entity: number): string {
    return `${pick(given, entity)} ${pick(family, entity >> 2)} ${pick(words, entity >> 5)}${entity}`
  }

  #fact(number: number): Fact {
    const entity = number % this.entities
    const round = Math.floor(number / this.entities)
    const kinds = [this.#contact, this.#invoice, this.#payment]
    return kinds[entity % 3]!.call(this, entity, round)
  }

  #contact(entity: number, round: number): Fact {
    return {
      entity_type: 'contact',
      full_name: this.nameOf(entity),
      email: addressOf(entity),
      phone: `+49 30 ${1_000_000 + entity}`,
      address: `${round + 1} ${pick(words, entity)} street, ${pick(cities, entity + round)}`,
      notes: `${pick(words, round)} ${pick(words, entity >> 3)} ${pick(words, entity >> 6)}`,
    }
  }

  #invoice(entity: number, round: number): Fact {
    return {
      entity_type: 'invoice',
      invoice_number: `INV-${entity}`,
      seller_name: `${pick(words, entity >> 4)} ${pick(family, entity)} Ltd`,
      buyer_name: this.nameOf(entity),
      invoice_date: dayOf(entity),
      total_amount: 10 + (entity % 9000) / 10,
      currency: 'EUR',
      status: `${pick(words, round)} ${round}`,
    }
  }

  #payment(entity: number, round: number): Fact {
    return {
      entity_type: 'transaction',
      transaction_id: `pay-${entity}`,
      date: dayOf(entity + 3),
      amount: -((entity % 7000) / 4),
      currency: 'EUR',
      counterparty_name: this.nameOf(entity),
      description: `${pick(words, entity)} ${pick(words, entity >> 7)} ${entity}`,
      category: pick(words, round),
    }
  }
}

function addressOf(entity: number): string {
  return `${pick(given, entity).toLowerCase()}.${entity}@example.com`
}

function dayOf(number: number): string {
  return new Date(Date.UTC(2024, 0, 1 + (number % 700))).toISOString().slice(0, 10)
}

function pick(list: string, number: number): string {
  const all = list.split(' ')
  return all[number % all.length]!
}
