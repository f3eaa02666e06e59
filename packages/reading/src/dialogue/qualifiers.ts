/** Words that imply a threshold without giving it. */
export interface Qualifier {
  /** In lower case, as a pattern. */
  readonly words: string
  /** A pattern for the names of fields that the threshold is likely about; null for any measure. */
  readonly fits: RegExp | null
  readonly direction: 'high' | 'low'
  /** Counts related rows instead of using a field. */
  readonly counts?: true
}

const money = /value|revenue|sales|spend|spent|amount|total|turnover|income|budget|worth|profit/i
const price = /price|cost|fee|rate|fare|rent|charge|amount/i
const size =
  /size|amount|total|value|population|area|quantity|volume|count|number|capacity|employees|revenue|budget/i

export const qualifiers: readonly Qualifier[] = [
  {
    words: 'high[\\s-]?value|valuable|big[\\s-]?ticket|high[\\s-]?spending|high[\\s-]?worth',
    fits: money,
    direction: 'high',
  },
  { words: 'low[\\s-]?value|low[\\s-]?spending', fits: money, direction: 'low' },
  { words: 'expensive|pricey|costly|premium|high[\\s-]?priced', fits: price, direction: 'high' },
  { words: 'cheap|inexpensive|affordable|low[\\s-]?priced|low[\\s-]?cost', fits: price, direction: 'low' },
  { words: 'large|big|huge|major|sizable|sizeable|substantial', fits: size, direction: 'high' },
  { words: 'small|tiny|minor|little', fits: size, direction: 'low' },
  {
    words: 'frequent|loyal|regular|repeat|active|engaged|busy',
    fits: /frequency|visits|orders|count|number/i,
    direction: 'high',
    counts: true,
  },
  {
    words: 'high[\\s-]?performing|well[\\s-]?performing|successful|strong',
    fits: /revenue|sales|profit|score|rating|performance/i,
    direction: 'high',
  },
  {
    words: 'under[\\s-]?performing|poorly[\\s-]?performing|weak|unsuccessful',
    fits: /revenue|sales|profit|score|rating|performance/i,
    direction: 'low',
  },
  {
    words: 'popular',
    fits: /views|likes|sales|rating|votes|downloads|followers/i,
    direction: 'high',
    counts: true,
  },
  { words: 'long|lengthy', fits: /length|duration|time|distance|hours|minutes|pages/i, direction: 'high' },
  {
    words: 'short|brief',
    fits: /length|duration|time|distance|hours|minutes|pages|height/i,
    direction: 'low',
  },
  { words: 'heavy', fits: /weight|mass/i, direction: 'high' },
  { words: 'light|lightweight', fits: /weight|mass/i, direction: 'low' },
  { words: 'tall', fits: /height/i, direction: 'high' },
  { words: 'fast|quick|rapid', fits: /speed|velocity/i, direction: 'high' },
  { words: 'slow', fits: /speed|velocity/i, direction: 'low' },
  { words: 'young', fits: /age/i, direction: 'low' },
  { words: 'old|elderly', fits: /age/i, direction: 'high' },
  { words: 'rich|wealthy', fits: /income|worth|salary|wealth|revenue/i, direction: 'high' },
  { words: 'well[\\s-]?paid|highly[\\s-]?paid', fits: /salary|wage|pay|income/i, direction: 'high' },
  {
    words: 'highly[\\s-]?rated|top[\\s-]?rated|well[\\s-]?rated',
    fits: /rating|score|stars/i,
    direction: 'high',
  },
]
