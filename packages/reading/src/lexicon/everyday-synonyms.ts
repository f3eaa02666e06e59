import { thesaurus } from './thesaurus.ts'

/** Groups of words that people use as synonyms for records of any kind. Weight 0.86 within a group. */
const everydayGroups: readonly (readonly string[])[] = [
  ...thesaurus,
  ['dollar', 'usd'],
  ['euro', 'eur'],
  ['employee', 'staff', 'worker', 'personnel', 'staff member', 'workforce'],
  ['customer', 'client', 'buyer', 'purchaser', 'shopper'],
  ['product', 'item', 'article', 'good', 'merchandise'],
  ['order', 'purchase'],
  ['supplier', 'vendor', 'provider'],
  ['company', 'firm', 'enterprise', 'business', 'corporation'],
  ['organization', 'organisation', 'institution'],
  ['person', 'individual', 'human'],
  ['teacher', 'instructor', 'lecturer', 'professor', 'faculty'],
  ['student', 'pupil', 'learner'],
  ['course', 'class', 'subject', 'module'],
  ['physician', 'doctor'],
  ['movie', 'film'],
  ['song', 'track'],
  ['picture', 'photo', 'image', 'photograph'],
  ['car', 'automobile', 'vehicle'],
  ['airplane', 'aircraft', 'plane', 'aeroplane'],
  ['author', 'writer'],
  ['game', 'match'],
  ['competition', 'contest', 'tournament'],
  ['manager', 'boss', 'supervisor', 'head', 'chief', 'leader'],
  ['department', 'division', 'section', 'unit'],
  ['category', 'type', 'kind', 'sort', 'class'],
  ['name', 'title'],
  ['description', 'details', 'detail', 'information', 'info'],
  ['location', 'place', 'address', 'site', 'position'],
  ['city', 'town'],
  ['country', 'nation'],
  ['state', 'province'],
  ['phone', 'telephone', 'phone number', 'telephone number', 'cell phone', 'mobile'],
  ['email', 'e-mail', 'mail', 'email address'],
  ['zip', 'zip code', 'postal code', 'postcode', 'zipcode'],
  ['salary', 'wage', 'pay', 'earnings', 'income', 'payroll'],
  ['price', 'cost', 'rate', 'fee', 'charge'],
  ['revenue', 'sale', 'turnover', 'income', 'earnings'],
  ['profit', 'gain', 'margin'],
  ['amount', 'sum', 'value'],
  ['quantity', 'count', 'amount', 'qty'],
  ['sex', 'gender'],
  ['birthday', 'date of birth', 'birth date', 'birthdate', 'birth', 'born'],
  ['forename', 'first name', 'given name'],
  ['surname', 'last name', 'family name'],
  ['id', 'identifier', 'identification', 'identity'],
  ['date', 'day', 'time', 'when'],
  ['begin', 'start', 'from'],
  ['end', 'finish', 'until', 'to'],
  ['duration', 'length'],
  ['size', 'extent'],
  ['rating', 'score', 'grade', 'mark', 'point'],
  ['rating', 'star'],
  ['rank', 'ranking', 'position', 'place'],
  ['nationality', 'citizenship', 'country'],
  ['hometown', 'home town', 'birthplace', 'home city', 'birth place'],
  ['language', 'tongue'],
  ['occupation', 'job', 'profession'],
  ['role', 'function', 'position'],
  ['team', 'club', 'squad'],
  ['school', 'college', 'university'],
  ['population', 'inhabitant', 'resident'],
  ['area', 'surface'],
  ['height', 'altitude', 'elevation'],
  ['capacity', 'seat', 'seating'],
  ['year', 'yr'],
  ['code', 'abbreviation', 'symbol'],
  ['status', 'state', 'condition'],
  ['comment', 'remark', 'note'],
  ['destination', 'arrival'],
  ['origin', 'source', 'departure'],
  ['booking', 'reservation'],
  ['invoice', 'bill'],
  ['payment', 'paid'],
  ['quarter', 'season'],
  ['region', 'zone', 'district'],
  ['street', 'road'],
  ['owner', 'holder', 'proprietor'],
  ['member', 'participant'],
  ['host', 'organizer'],
  ['founder', 'creator'],
  ['percentage', 'percent', 'share', 'proportion'],
  ['attendance', 'audience', 'visitor'],
  ['brand', 'make', 'manufacturer', 'maker'],
  ['ticket', 'admission'],
  ['parent', 'father', 'mother'],
  ['guardian', 'parent', 'carer'],
  ['spouse', 'husband', 'wife', 'partner'],
]

const placeWords: readonly string[] = [
  'city',
  'town',
  'village',
  'county',
  'country',
  'nation',
  'state',
  'province',
  'district',
  'region',
]

/** A general word and narrower ones that people use for it. Not the reverse, and never between the narrower ones. */
export const generalWords: readonly (readonly [string, readonly string[]])[] = [
  ['location', placeWords],
  ['place', placeWords],
]

/** Whether words of everyday life are in different groups, and so mean different things: an email is no phone. */
export function areApart(words: readonly string[], others: readonly string[]): boolean {
  const [own, other] = [words.flatMap(everydayGroupsOf), others.flatMap(everydayGroupsOf)]
  return own.length > 0 && other.length > 0 && !own.some((group) => other.includes(group))
}

/** The groups of everyday words that have this one. A lexicon asks for those of thousands of words. */
export function everydayGroupsOf(word: string): readonly (readonly string[])[] {
  if (groupsByWord.size === 0)
    for (const group of everydayGroups)
      for (const each of group) groupsByWord.set(each, [...(groupsByWord.get(each) ?? []), group])
  return groupsByWord.get(word) ?? []
}

const groupsByWord = new Map<string, readonly (readonly string[])[]>()
