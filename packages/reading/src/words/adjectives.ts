/** An adjective that ranks or compares by a quantity that it does not name. */
export interface Adjective {
  /** `asc`: the superlative is the smallest value of the first kind of field. */
  readonly direction: 'asc' | 'desc'
  /** Words of the field names it may refer to, likeliest first. `-` before a word reverses the direction. */
  readonly fields: readonly string[]
  /** Applies only to time fields. */
  readonly isTime: boolean
  readonly degree: 'comparative' | 'superlative'
  /** Applies only to those without an end: the longest serving. */
  readonly lasts?: true
  /** Ranks by the sum over what belongs to each: the best-selling by everything that was sold. */
  readonly sums?: true
}

/** Columns: base, comparative, superlative, direction, fields. */
const rows: readonly (readonly [string, string, string, 'asc' | 'desc', string])[] = [
  [
    'old',
    'older|elder',
    'oldest|eldest',
    'desc',
    'age -birth -born -birthday -founded -established -opened -built -year -opening -date',
  ],
  ['young', 'younger', 'youngest', 'asc', 'age -birth -born -birthday -year -date'],
  ['tall', 'taller', 'tallest', 'desc', 'height elevation altitude stature'],
  ['high', 'higher', 'highest', 'desc', 'height elevation altitude'],
  ['low', 'lower', 'lowest', 'asc', 'height elevation altitude'],
  ['great', 'greater', 'greatest', 'desc', ''],
  [
    'large',
    'larger|bigger',
    'largest|biggest',
    'desc',
    'size area population capacity surface enrollment amount total volume number',
  ],
  [
    'small',
    'smaller',
    'smallest',
    'asc',
    'size area population capacity surface enrollment amount total volume number',
  ],
  ['long', 'longer', 'longest', 'desc', 'length duration distance runtime time hour minute day'],
  ['short', 'shorter', 'shortest', 'asc', 'length duration height distance runtime time hour minute day'],
  ['heavy', 'heavier', 'heaviest', 'desc', 'weight mass'],
  ['light', 'lighter', 'lightest', 'asc', 'weight mass'],
  [
    'expensive',
    'more expensive|costlier|more costly',
    'most expensive|costliest|priciest|most costly',
    'desc',
    'price cost fee rate amount rent charge',
  ],
  [
    'cheap',
    'cheaper|less expensive',
    'cheapest|least expensive|most affordable',
    'asc',
    'price cost fee rate amount rent charge',
  ],
  ['fast', 'faster', 'fastest|quickest', 'desc', 'speed -time -duration pace'],
  ['slow', 'slower', 'slowest', 'asc', 'speed -time -duration pace'],
  ['rich', 'richer', 'richest|wealthiest', 'desc', 'wealth income money salary asset balance gdp'],
  ['poor', 'poorer', 'poorest', 'asc', 'wealth income money salary asset balance gdp'],
  [
    'good',
    'better',
    'best|top rated|highest rated|best rated',
    'desc',
    'rating score star point grade -rank -ranking',
  ],
  ['bad', 'worse', 'worst|lowest rated', 'asc', 'rating score star point grade -rank -ranking'],
  ['deep', 'deeper', 'deepest', 'desc', 'depth'],
  ['wide', 'wider', 'widest', 'desc', 'width'],
  ['hot', 'hotter|warmer', 'hottest|warmest', 'desc', 'temperature'],
  ['cold', 'colder|cooler', 'coldest|coolest', 'asc', 'temperature'],
  ['far', 'farther|further', 'farthest|furthest', 'desc', 'distance'],
  ['near', 'nearer|closer', 'nearest|closest', 'asc', 'distance'],
  ['profitable', 'more profitable', 'most profitable', 'desc', 'profit margin'],
  ['populous', 'more populous', 'most populous|most populated', 'desc', 'population'],
  ['strong', 'stronger', 'strongest', 'desc', 'strength power magnitude'],
  ['loud', 'louder', 'loudest', 'desc', 'volume loudness'],
  ['busy', 'busier', 'busiest', 'desc', 'passenger traffic total'],
  ['paid', 'better paid', 'best paid|highest paid|most paid', 'desc', 'salary wage pay'],
]

const timeRows: readonly (readonly [string, string, 'asc' | 'desc'])[] = [
  ['earlier', 'earliest', 'asc'],
  ['later', 'latest', 'desc'],
  ['more recent', 'most recent|most recently', 'desc'],
  ['newer', 'newest', 'desc'],
  ['less recent', 'least recent', 'asc'],
]

const table = new Map<string, Adjective>()
for (const [, comparatives, superlatives, direction, fields] of rows)
  for (const [degree, text] of [
    ['comparative', comparatives],
    ['superlative', superlatives],
  ] as const)
    for (const phrase of text.split('|'))
      table.set(phrase, { direction, fields: fields === '' ? [] : fields.split(' '), isTime: false, degree })
for (const [comparative, superlatives, direction] of timeRows) {
  table.set(comparative, { direction, fields: [], isTime: true, degree: 'comparative' })
  for (const phrase of superlatives.split('|'))
    table.set(phrase, { direction, fields: [], isTime: true, degree: 'superlative' })
}

for (const phrase of [
  'best-selling',
  'best selling',
  'bestselling',
  'top-selling',
  'top selling',
  'most sold',
  'most popular selling',
])
  table.set(phrase, {
    direction: 'desc',
    fields: ['quantity', 'sold'],
    isTime: false,
    degree: 'superlative',
    sums: true,
  })
for (const phrase of ['worst-selling', 'worst selling', 'least sold', 'slowest-selling'])
  table.set(phrase, {
    direction: 'asc',
    fields: ['quantity', 'sold'],
    isTime: false,
    degree: 'superlative',
    sums: true,
  })

/** How long somebody has been there: ranked by the start. */
const beginnings = 'hire join employ start enrol appoint begin open found since'.split(' ')
for (const [first, direction] of [
  ['longest', 'asc'],
  ['shortest', 'desc'],
] as const)
  for (const last of ['serving', 'standing', 'tenured', 'employed', 'tenure', 'service', 'time with us'])
    for (const joint of [' ', '-'])
      table.set(`${first}${joint}${last}`, {
        direction,
        fields: beginnings,
        isTime: true,
        degree: 'superlative',
        lasts: true,
      })

export function adjectiveOf(phrase: string): Adjective | undefined {
  return table.get(phrase)
}
