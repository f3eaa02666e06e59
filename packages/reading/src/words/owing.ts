import type { Ontology } from '@quipu/query'
import { rewritten, type Idiom } from './idioms.ts'

/** Says in plain words what people say about money that is owed or due, and about stock that has run low. Every other word keeps its place. */
export function inWordsOfOwing(question: string, { datasets }: Ontology): string {
  const hasBalance = datasets.some(({ fields }) => fields.some(({ label }) => /\bbalance\b/i.test(label)))
  return rewritten(hasBalance ? question : rewritten(question, balances), owing)
}

/** "what is X's balance", where no field has one. */
const balances: readonly Idiom[] = [
  {
    pattern:
      /\bwhat(?: is|'s|’s) (.+?)(?:'s|’s) (?:outstanding |open |account |current |unpaid )*balance\b/giu,
    plain: 'how much does $1 owe us',
  },
  {
    pattern:
      /\bwhat(?: is|'s|’s) the (?:outstanding |open |account |current |unpaid )*balance (?:of|for) (.+?)(?=\W*$)/giu,
    plain: 'how much does $1 owe us',
  },
]

const open = '(?:unpaid|outstanding|open|overdue|unsettled)'
const most = '(?:biggest|largest|highest|greatest)'
const now = '(?:right now|at the moment|at present|currently|as of today|as of now|at this moment|these days)'

const owing: readonly Idiom[] = [
  // "what do we still owe", "money still owed to the coaches"
  { pattern: /\bstill (?=ow(?:e|es|ed|ing)\b)/giu, plain: '' },
  { pattern: /^\W*what (?=do we\s+owe (?!each\b|every\b|per\b))/giu, plain: 'how much ' },
  { pattern: /(?<=\bhow much\s+do we\s+owe [^?]*) (?:in total|altogether)(?=\W*$)/giu, plain: '' },
  {
    pattern:
      /^\W*(?:what is the |the |total )?(?:money|amounts?)(?: (?:that )?(?:is|we))? ow(?:ed|e|ing) to (?=(?:the |our )?\p{L}+\W*$)/giu,
    plain: 'how much do we owe ',
  },
  // "list all unpaid orders"
  {
    pattern: new RegExp(String.raw`\b(list|show|show me|give me) all (?:the |our )?(?=${open}\b)`, 'giu'),
    plain: '$1 ',
  },
  // "what is outstanding in total"
  {
    pattern:
      /\bwhat(?: is|'s|’s) (?:still )?(outstanding|overdue|owed to us|owing to us) (?:in total|altogether|overall|in all)\b/giu,
    plain: 'how much is $1',
  },
  // "how many customers owe us money"
  {
    pattern: /\bhow many (\p{L}+) (?:still )?owe(?: us)?(?: money| anything| something)?(?=\W*$)/giu,
    plain: 'how many $1 have not paid',
  },
  // "which clients have overdue invoices"
  {
    pattern:
      /\b(which|what|how many) (\p{L}+) (?:still )?(?:have|has|with|are there with) (?:any )?(overdue|unpaid) (?:invoices?|bills?|instal?lments?|fees|payments?|accounts?|balances?)(?=\W*$)/giu,
    plain: '$1 $2 are $3',
  },
  // "which accounts are overdue and by how much"
  {
    pattern:
      /\b(?:which|what) (\p{L}+(?: \p{L}+)?) (?:are|is) (?:currently |still |now )?(overdue|late(?: with (?:paying|payment|their payments?))?|behind(?: with (?:paying|payment|their payments?))?),? (?:and|with) (?:by )?(?:how much|what amount)(?: (?:do they owe(?: us)?|is it|are they overdue))?(?=\W*$)/giu,
    plain: 'overdue amount per $1',
  },
  // "top 5 customers by unpaid amount"
  {
    pattern:
      /\btop (\d+) (\p{L}+) by (?:unpaid|outstanding|open|owed) (?:amount|balance|sum|debt|money)s?\b/giu,
    plain: 'which $1 $2 owe us the most',
  },
  // "overdue by sector"
  { pattern: /^\W*(overdue|outstanding|unpaid) (?=(?:by|per|for each) )/giu, plain: '$1 amount ' },
  // "total owed by town"
  {
    pattern: /\b(?:total|amount|money|sum)(?: still)? (?:owed|owing)(?: to us)? (?=(?:by|per) )/giu,
    plain: 'outstanding amount ',
  },
  // "average days to pay"
  {
    pattern:
      /\b(?:average|avg|mean) (?:number of )?days (?:it takes )?(?:until (?:paid|payment)|to (?:pay|payment|get paid|be paid))\b/giu,
    plain: 'how many days does it take on average to pay',
  },
  // "which shop has the biggest unpaid balance with us"
  {
    pattern: new RegExp(
      String.raw`\b(?:has|have|with) (?:the |our )?${most} (?:${open} (?:balance|debt|amount|bill|account|sum)|debt|balance (?:outstanding|unpaid|owing|with us|to us))(?: (?:with|to|at) us)?\b`,
      'giu',
    ),
    plain: 'owes us the most',
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:who|which \p{L}+) (?:is|are) (?:the |our )?${most} debtors?\b`,
      'giu',
    ),
    plain: 'who owes us the most',
  },
  // "who are the worst payers"
  {
    pattern:
      /\bwho (?:is|are) (?:the |our )?(?:very )?(?:worst|slowest|latest|poorest|least punctual) payers?\b/giu,
    plain: 'who takes the longest to pay',
  },
  {
    pattern:
      /\bwhich (\p{L}+) (?:is|are) (?:the |our )?(?:very )?(?:worst|slowest|latest|poorest) payers?\b|\bwhich (\p{L}+) pays? (?:us )?(?:the )?(?:slowest|latest|last|worst)\b/giu,
    plain: 'which $1$2 takes the longest to pay',
  },
  {
    pattern: /\bwho pays? (?:us )?(?:the )?(?:slowest|latest|worst)\b/giu,
    plain: 'who takes the longest to pay',
  },
  // "what money is due to come in"
  {
    pattern: /\bdue to (?:come|be coming|flow|get) in\b|\bdue in(?= (?:over|within|during|this|next)\b)/giu,
    plain: 'due',
  },
  { pattern: /\b(?:what|which) (?:money|cash) (?=(?:is|are|will be) )/giu, plain: 'how much ' },
  {
    pattern:
      /\bhow much (?:money|cash) (?=(?:is|are|will be)\b(?: still)? (?:due|overdue|outstanding|unpaid|owed|owing)\b)/giu,
    plain: 'how much ',
  },
  { pattern: /\bover (?=the (?:next|coming|following) )/giu, plain: 'in ' },
  // "owes us most right now": what is owed is owed now.
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:owe|owes|owed|owing|unpaid|outstanding|overdue)\b[^?]*),? ${now}\b`,
      'giu',
    ),
    plain: '',
  },
  // "dropped below its minimum level"
  {
    pattern:
      /\b(?:(?:has|have|had|is|are) )?(?:dropped|fallen|gone|sunk|slipped|dipped) (?=(?:below|under|beneath)\b)/giu,
    plain: 'is ',
  },
  { pattern: /\b(how many,? (?:and|&)) (?:at )?what (?:value|amount|sum)\b/giu, plain: '$1 how much' },
  // "value of the stock per range, at cost"
  {
    pattern: /\b(?:the )?value of (?:the |our |all |all the )?(stock|inventory)\b(?! of\b)/giu,
    plain: '$1 value',
  },
  {
    pattern: /(?<=\b(?:stock|inventory) value\b[^?]*),? (?:at|by) (?:cost|cost price|purchase price)\b/giu,
    plain: '',
  },
  // "what did discount codes cost us"
  {
    pattern:
      /\b(?:what|how much) (?:did|do|have|has) (?:the |our |all )?(?:discount|voucher|coupon|promo|promotion)(?: ?codes?|s)? cost(?: us)?\b/giu,
    plain: 'how much did we give away in discounts',
  },
]
