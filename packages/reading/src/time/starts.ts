import { monthPattern, weekdayPattern } from './names.ts'

/** The first letters of all words of time. A question has few such words, and the grammar is tried only there. */
const words =
  `the this our a an in on at of by per for from to as and or all each every any ` +
  `last past previous prior preceding next coming upcoming following current present running latest recent most newest ` +
  `trailing rolling today tonight yesterday tomorrow day week month quarter year date hour minute half decade century ` +
  `first second third fourth final early mid late end close start beginning starting since after later newer more ` +
  `before earlier older ahead until till up through no not between compared versus vs against relative than same ` +
  `fiscal financial calendar fy fytd q fq h w k cw so wtd mtd qtd ytd ttm ltm yoy mom qoq wow dod ` +
  `daily weekly monthly quarterly yearly annual across grouped group split over within under less which what during throughout ` +
  `weekends weekdays working business hourly recently lately these nowadays entire whole full ` +
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ` +
  `twenty thirty forty fifty sixty seventy eighty ninety twenties thirties forties fifties sixties seventies eighties nineties ` +
  `couple few several dozen ${monthPattern} ${weekdayPattern}`.replaceAll('|', ' ')
const starts = new Set(words.split(/[\s|]+/).map((word) => word.slice(0, 3)))
const letters = /[a-z]{0,3}/y

/** Whether any rule of the grammar can start at this position. */
export function mayStart(text: string, at: number): boolean {
  letters.lastIndex = at
  const begin = letters.exec(text)?.[0] ?? ''
  return begin === '' || starts.has(begin)
}
