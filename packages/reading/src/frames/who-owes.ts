import { singularLabel, type Ontology } from '@quipu/query'
import { rewritten } from '../words/idioms.ts'
import { plural } from '../words/word-forms.ts'
import { debtorOf } from './debtor.ts'
import { dueMoment } from '../business/named-moments.ts'
import { isPromise } from '../business/unfinished.ts'
import { debtsOf } from './states.ts'

/**
 * "who is behind with the rent", "who is more than 30 days overdue", "the 5 who owe the most": those whom the bills name. Every other
 * word keeps its place.
 */
export function withDebtorNamed(question: string, ontology: Ontology): string {
  if (!owing.test(question)) return question
  const debts = debtsOf(ontology)
  const isDue = debts.some(({ dataset }) => {
    const due = dueMoment(dataset)
    return due !== null && !isPromise(due)
  })
  // A repair that was promised is late as work, and not as a bill.
  if (debts.length === 0 || (!isDue && !/\bowe\b/i.test(question))) return question
  const debtor = debtorOf(ontology)
  if (debtor === null) return question
  const who = plural(singularLabel(debtor.label).toLowerCase())
  const late = rewritten(question, [
    {
      pattern: new RegExp(
        String.raw`\b(?:behind|late|in arrears) (?:with|on|in) (?:paying )?${whose}${dues}\b`,
        'giu',
      ),
      plain: 'overdue',
    },
  ])
  return rewritten(late, [
    {
      pattern: new RegExp(
        String.raw`^(\W*)who(?:['’]s| is| are)? (?:still |currently |now )?(?=${since}${isLate})`,
        'giu',
      ),
      plain: `$1which ${who} are `,
    },
    {
      pattern:
        /^\W*(?:(?:and|so|show|list|give me|show me) )*(?:the |our )?(?:top )?(\d+)(?: people| ones| of them)? (?:who|that|which) (?:still )?owe(?: us)?(?: the)? most(?: money)?(?=\W*$)/giu,
      plain: `which $1 ${who} owe us the most`,
    },
    {
      pattern:
        /^\W*(?:(?:and|so|show|list|give me|show me) )*(?:the |our )?(?:top )?(\d+) (\p{L}+(?: \p{L}+)?) (?:who|that|which) (?:still )?owe(?: us)?(?: the)? most(?: money)?(?=\W*$)/giu,
      plain: 'which $1 $2 owe us the most',
    },
  ])
}

const owing = /\b(?:behind|overdue|arrears|past due|late|owe)\b/i
const whose = '(?:(?:the|their|his|her|our|its) )?'
const dues =
  '(?:rents?|dues|fees?|bills?|invoices?|tuition|instal?lments?|payments?|membership|subscriptions?|charges?)'
const since = String.raw`(?:(?:more than|over|at least|longer than) (?:\d+|an?|one|two|three|four|five|six) (?:days?|weeks?|months?) )?`
const isLate = String.raw`(?:overdue|past due|in arrears|behind with (?:their )?payments?)\b`
