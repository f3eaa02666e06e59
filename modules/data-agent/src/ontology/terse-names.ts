import { isAbbreviation } from '@quipu/query'

/**
 * The parts of a short name without a gap, as old programs write them: `uprc` is the unit price, `qtyd` the quantity that was
 * delivered, `dlvdt` the delivery date. Undefined unless all of it is understood.
 */
export function tersePartsOf(word: string): readonly string[] | undefined {
  if (word.length < 4 || word.length > longest || !/^[a-z]+$/.test(word)) return undefined
  return withTail(word) ?? withHead(word)
}

const longest = 8

/** The part that says what the value is comes last: `uprc`, `dcpc`, `rqdt`. */
function withTail(word: string): readonly string[] | undefined {
  for (const { ends, heads } of tails) {
    const end = ends.find((each) => word.endsWith(each) && word.length > each.length)
    if (end === undefined) continue
    const start = word.slice(0, -end.length)
    const head = heads[start] ?? (isAbbreviation(start) && start.length > 1 ? start : undefined)
    if (head !== undefined) return [...head.split(' '), end === 'pc' ? 'pct' : end]
  }
  return undefined
}

/** The part that says what the value is comes first: `qtyd`, `stkoh`, `dtcr`. */
function withHead(word: string): readonly string[] | undefined {
  for (const { starts, rests } of heads) {
    const start = starts.find((each) => word.startsWith(each) && word.length > each.length)
    const rest = start === undefined ? undefined : rests[word.slice(start.length)]
    if (start === undefined || rest === undefined) continue
    return start === 'dt' ? [...rest.split(' '), 'dt'] : [start, ...rest.split(' ')]
  }
  return undefined
}

interface Tail {
  /** The longest first. */
  readonly ends: readonly string[]
  /** What the letters before it mean there, where they mean nothing elsewhere. */
  readonly heads: Readonly<Record<string, string>>
}

const prices = {
  u: 'unit',
  un: 'unit',
  l: 'list',
  ls: 'list',
  c: 'cost',
  s: 'selling',
  sl: 'selling',
  p: 'purchase',
  b: 'buying',
  n: 'net',
  g: 'gross',
  r: 'retail',
  w: 'wholesale',
  st: 'standard',
}
const tails: readonly Tail[] = [
  { ends: ['price', 'prce', 'prc', 'cost', 'cst'], heads: { ...prices, lst: 'list', pur: 'purchase' } },
  {
    ends: ['date', 'dat', 'dt'],
    heads: {
      or: 'order',
      od: 'order',
      rq: 'requested',
      dl: 'delivery',
      dv: 'delivery',
      du: 'due',
      due: 'due',
      iv: 'invoice',
      sh: 'ship',
      cr: 'created',
      st: 'start',
      en: 'end',
      end: 'end',
      rc: 'received',
      bk: 'booking',
      up: 'updated',
      val: 'value',
    },
  },
  {
    ends: ['pct', 'pc'],
    heads: {
      d: 'discount',
      dc: 'discount',
      ds: 'discount',
      dis: 'discount',
      dsc: 'discount',
      disc: 'discount',
      dscnt: 'discount',
      reb: 'rebate',
      mg: 'margin',
      tx: 'tax',
      tax: 'tax',
      vt: 'vat',
      vat: 'vat',
      cm: 'commission',
    },
  },
  { ends: ['trms', 'trm'], heads: { p: 'payment', py: 'payment', pay: 'payment' } },
  { ends: ['lmt', 'lim'], heads: { cr: 'credit', c: 'credit', crd: 'credit' } },
  { ends: ['tm'], heads: { ld: 'lead', st: 'start', en: 'end', dl: 'delivery' } },
  { ends: ['no', 'nr', 'num', 'nbr'], heads: { ln: 'line', or: 'order', cu: 'customer', ac: 'account' } },
  {
    ends: ['amt', 'amnt'],
    heads: {
      net: 'net',
      tx: 'tax',
      tax: 'tax',
      vat: 'vat',
      ds: 'discount',
      dis: 'discount',
      dsc: 'discount',
      disc: 'discount',
      op: 'open',
    },
  },
  { ends: ['stk'], heads: { mn: 'minimum', mx: 'maximum', re: 'reorder' } },
  { ends: ['qty'], heads: { o: 'ordered', d: 'delivered', s: 'shipped', r: 'received', mn: 'minimum' } },
  { ends: ['nm'], heads: { f: 'first', fst: 'first', l: 'last', lst: 'last', sh: 'short' } },
  { ends: ['tot'], heads: { g: 'grand', n: 'net', ln: 'line' } },
]
const heads: readonly {
  readonly starts: readonly string[]
  readonly rests: Readonly<Record<string, string>>
}[] = [
  {
    starts: ['qty', 'qy'],
    rests: {
      o: 'ordered',
      or: 'ordered',
      ord: 'ordered',
      d: 'delivered',
      dl: 'delivered',
      dlv: 'delivered',
      s: 'shipped',
      sh: 'shipped',
      r: 'received',
      rc: 'received',
      rcv: 'received',
      i: 'invoiced',
      inv: 'invoiced',
      b: 'back ordered',
      p: 'picked',
      oh: 'on hand',
      av: 'available',
    },
  },
  {
    starts: ['stk', 'inv'],
    rests: {
      oh: 'on hand',
      hd: 'on hand',
      rs: 'reserved',
      rsv: 'reserved',
      al: 'allocated',
      av: 'available',
      oo: 'on order',
      mn: 'minimum',
      min: 'minimum',
      mx: 'maximum',
      max: 'maximum',
    },
  },
  {
    starts: ['dt'],
    rests: {
      cr: 'created',
      up: 'updated',
      md: 'modified',
      st: 'start',
      en: 'end',
      in: 'entry',
      out: 'exit',
      or: 'order',
      ord: 'order',
      inv: 'invoice',
      due: 'due',
      pd: 'paid',
      lst: 'last',
    },
  },
  { starts: ['on'], rests: { hand: 'hand', hnd: 'hand', order: 'order', ord: 'order' } },
  { starts: ['tgt'], rests: { m: 'month', y: 'year', q: 'quarter' } },
]

/**
 * Tables of documents and of their lines that differ by the last letter: `ordh` and `ordl`. The first is called like the document.
 * Where a schema has such a pair, another document whose lines are not kept has the letter too. `so_hdr` and `so_lin` are such a pair
 * in longer words.
 */
export function documentTables(tables: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const all = new Set(tables)
  const found = new Map<string, readonly string[]>()
  for (const table of tables) {
    const stem = table.slice(0, -1)
    const line = ['l', 'd'].map((letter) => `${stem}${letter}`).find((each) => all.has(each))
    if (!table.endsWith('h') || !isAbbreviation(stem) || all.has(stem) || line === undefined) continue
    found.set(table, [stem]).set(line, [stem, 'line'])
  }
  const isByLetter = found.size > 0
  for (const table of tables) {
    const stem = /^(.{2,}?)_?(?:hdr|header)$/.exec(table)?.[1]
    if (stem === undefined || all.has(stem)) continue
    const line = tables.find((each) => each.startsWith(stem) && lineEnd.test(each.slice(stem.length)))
    if (line === undefined) continue
    const document = stem.split('_')
    found.set(table, document)
    if (/(?:lin|ln)$/.test(line)) found.set(line, [...document, 'line'])
  }
  if (isByLetter)
    for (const table of tables) {
      const stem = table.slice(0, -1)
      if (table.endsWith('h') && isAbbreviation(stem) && !all.has(stem)) found.set(table, [stem])
    }
  return found
}

const lineEnd = /^_?(?:lin|ln|lines?|dtl|details?|det|items?|itm|pos)$/
