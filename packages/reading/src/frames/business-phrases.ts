import type { TimePart, TimeUnit } from '@quipu/query'
import type { SpanUnit } from '../plan/frame.ts'
import type { State } from './state-name.ts'
import type { Edge } from './when-cells.ts'

/** What a word or phrase of a business question does. */
export type Role =
  | { readonly does: 'skip' }
  | { readonly does: 'much' | 'many' | 'which' | 'who' | 'where' | 'list' }
  | {
      readonly does: 'by' | 'preposition' | 'only' | 'not' | 'and' | 'that' | 'each' | 'instead' | 'same'
    }
  | { readonly does: 'average' | 'total' | 'share' | 'growth' | 'without' | 'back' | 'again' }
  /** Things of one kind are set side by side; a part of all in percent; how often something happened; the time that people stay. */
  | { readonly does: 'versus' | 'rate' | 'times' | 'tenure' | 'length' }
  /** How many people a group has; periods side by side; by which means people pay. */
  | { readonly does: 'size' | 'compare' | 'method' | 'ahead' }
  /** `most`: by the number or amount of what follows; `best`: by what counts in the business; `selling`: by pieces; `busy`: by events; `rated`: by the mean rating; `long`: by how long it lasts; `price`: by what it costs. */
  | {
      readonly does: 'rank'
      readonly by: RankBy
      readonly direction: 'asc' | 'desc'
    }
  | { readonly does: 'top'; readonly direction: 'asc' | 'desc' }
  | { readonly does: 'unit'; readonly unit: TimeUnit }
  | { readonly does: 'part'; readonly part: TimePart }
  | { readonly does: 'verb'; readonly verb: MoneyVerb }
  | { readonly does: 'state'; readonly state: State }
  /** Points to what was shown before. */
  | { readonly does: 'pointer' }
  | { readonly does: 'percent' }
  /** Says more than slots can hold. */
  | { readonly does: 'beyond' }
  /** Asks for the time between two moments. */
  | { readonly does: 'long'; readonly unit: SpanUnit }
  /** In a question for a time between two moments: what follows is where it starts, or nothing. */
  | { readonly does: 'span'; readonly edge: 'start' | 'none' }
  /** After "when": the last, first or next time is asked for. */
  | { readonly does: 'edge'; readonly edge: Edge }
  /** The time that rows last, as a measure. */
  | { readonly does: 'hours' }
  /** "the month before": earlier than the period of the previous question. */
  | { readonly does: 'before' }

export type RankBy = 'most' | 'best' | 'selling' | 'busy' | 'size' | 'rated' | 'long' | 'fast' | 'price'
export type MoneyVerb =
  | 'sell'
  | 'earn'
  | 'spend'
  | 'buy'
  | 'pay'
  | 'owe'
  | 'refund'
  | 'charge'
  | 'save'
  | 'cost'
  | 'work'
  /** What a business makes of the things that it sells. */
  | 'produce'
  /** Of what is lent, until it comes back; of pieces, in the work. */
  | 'keep'
  | 'use'

export const longestPhrase = 6

const roles = new Map<string, Role>()

const add = (role: Role, phrases: string): void => {
  for (const phrase of phrases.split(', ')) roles.set(phrase, role)
}
const addSame = (
  does:
    | 'skip'
    | 'much'
    | 'many'
    | 'which'
    | 'who'
    | 'where'
    | 'list'
    | 'by'
    | 'preposition'
    | 'only'
    | 'not'
    | 'and'
    | 'that'
    | 'each'
    | 'instead'
    | 'same'
    | 'average'
    | 'total'
    | 'share'
    | 'growth'
    | 'without'
    | 'back'
    | 'again'
    | 'pointer',
  phrases: string,
): void => add({ does }, phrases)

addSame(
  'skip',
  "all, all of, all of our, all of the, all our, all the, a, an, the, our, us, we, my, i, is, are, was, were, be, been, being, did, do, does, has, have, had, there, please, me, can you, could you, so far, ever, of all time, all time, overall, until now, to date, at all, actually, now, today's, get, gets, got, make up, in all, then, will you, tell me, what about, how about, i want, i need, i would like, i'd like, want to know, need to know, let me know, single, individual, hi, hello, hey, thanks, thank you, just now, still, yet, already, any, some, business, company, come in, came in, comes in, coming in, take place, took place, happen, happened, in percent of all, worth, did we have, have we had, we had, we have, for us, with us, from us, to us, in terms of, going, doing, in our data, figures, numbers, stats, does it take, do it take, it takes, it take, until, till, look after, looks after, looked after, take care of, in charge of, responsible for, belong to, belongs to, handle, handles, live, lives, come with, comes with, come from, comes from, came from, coming from, drew, draw, draws, attract, attracts, attracted, place, placed, different, distinct, unique, exactly, highest first, largest first, biggest first, most first, in descending order, sorted descending, best first, anymore, any more, any longer, single, do we supply, we supply, do we serve, we serve, do we work with, we work with, given, did we write, went out, goes out",
)
addSame(
  'much',
  'how much, how much money, how much cash, what amount, what do they add up to, what do they come to, what does it add up to, what does that come to, how much is that, how much is it, how much are they worth, how much is that worth, what are they worth, what were they worth, what is it worth, what is that worth, what are those worth, how much altogether, how much in total',
)
addSame(
  'many',
  'how many, number of, the number of, count of, a count of, how many different, count, number, no. of, nr of, how many of',
)
addSame(
  'which',
  'whats, what s, which, what, what is, what are, what was, what were, which of, which one, which ones, which are, what kind of, what sort of',
)
// "how do people pay? share of each method": the second part is the question.
for (const who of 'people customers clients guests members patients users students tenants they'.split(' '))
  add(
    { does: 'method' },
    `how do ${who} pay, how did ${who} pay, how do our ${who} pay, how ${who} paid, how ${who} pay`,
  )
add(
  { does: 'method' },
  'how was it paid, how was that paid, how was this paid, how were they paid, how were those paid, how did they pay, how was it all paid, how it was paid, way of payment, ways of payment, way of paying, payment method, payment methods, method of payment, means of payment, payment type, payment types, type of payment, how they paid, how they pay, how people paid',
)
add({ does: 'compare' }, 'compare, comparison, comparison of, compare the')
add(
  { does: 'ahead' },
  'in advance, ahead, far ahead, how far ahead, how far in advance, ahead of time, beforehand, in advance of, ahead of',
)
add({ does: 'size' }, 'size of, size, the size of')
addSame('who', 'who, who is, who are, whom, who was, who were')
addSame('where', 'where')
addSame('list', 'show, show me, list, give me, display, give, find, get me, see, list of, a list of')
addSame(
  'by',
  'by, per, split by, broken down by, grouped by, group by, across, break down by, broken out by, split, breakdown by, divided by, according to, break it down by, break that down by, break this down by, break them down by, break those down by, split it by, split that by, split this by, split them by, split it up by, split that up by, split them up by, split up by, splitted by, divide it by, divide them by, separate by, separated by, separate them by, sort it by, group it by, group them by, a breakdown by, breakdown per, split per, divided up by, ranked by',
)
addSame('each', 'each, every, for each, for every, in each, in every, within each, of each')
addSame(
  'preposition',
  'in, for, of, from, at, with, on, to, within, among, during, into, through, via, through the, using',
)
addSame('only', 'only, just, only for, just for, only the, just the, only in, restrict to, limit to')
addSame(
  'not',
  "not, never, no, haven't, hasn't, didn't, don't, doesn't, isn't, aren't, wasn't, weren't, havent, hasnt, didnt, dont, doesnt, isnt, arent, nobody, no one, none, nothing, hadn't, never been, have never, has never, no longer",
)
addSame('and', 'and, but, also, as well as, plus, together with, &, along with')
add(
  { does: 'beyond' },
  'or, at least, at most, more than, less than, fewer than, highest and lowest, lowest and highest, first, trend, why, because, how did, have to pay, has to pay, need to pay, must pay, left to pay, yet to pay, still to pay',
)
addSame(
  'that',
  'that, who have, who has, which have, that have, that has, which has, who had, that are, which were, that were, whose, where they, they, them, their, he, she, it, its, his, her',
)
addSame('pointer', 'one, ones, those, these, this, that one, the one, the ones, those ones, same ones')
addSame('instead', 'instead, rather')
addSame('same', 'same, the same, same for, the same for, same thing for, and for, again for, same but')
addSame('average', 'average, avg, mean, on average, typical, typically, an average, the average')
addSame(
  'total',
  'total, in total, together, altogether, sum of, sum, total amount, combined, all together, total of, overall total, totals, amount of, value of, total value of',
)
add(
  { does: 'share' },
  'share, proportion, as a share, share of total, what share, what proportion, what fraction, fraction, share of, as a proportion',
)
add(
  { does: 'percent' },
  'percentage, percent, %, as a percentage, as percentage, in percent, as percent, as a percentage of total, percentage of total, percent of total, what percentage, what percent, as a percentage of the total, in percentage, percentages, percentage share, percentage of, pct',
)
addSame(
  'growth',
  'growth, growth of, growth in, growth rate, growth rate of, change in, development of, increase in, grow, grew, grown, growing',
)
add(
  { does: 'versus' },
  'next to each other, beside each other, one beside the other, alongside each other, split into, split up into, broken down into, broken up into, divided into, separated into, split between, separately, side by side, each separately, versus, vs, vs., against, compared to, compared with, in comparison to, as opposed to',
)
add({ does: 'length' }, 'length of, duration of, the length of, the duration of, length, duration, durations')
add({ does: 'rate' }, 'rate')
add(
  { does: 'hours' },
  'hours, hrs, hours booked, booked hours, hours used, hours rented, hours hired, hours reserved, hours taken, hours in use, hours played, hours taught, number of hours booked, number of hours',
)
add({ does: 'times' }, 'how many times, how often, number of times')
add(
  { does: 'tenure' },
  'lived here, lived with us, been here, been a, been an, tenure, length of service, years of service, time with us, been with us, been working here, been working for us, worked here, worked for us, worked with us, serving, standing, length of employment',
)
addSame(
  'without',
  'without, without a, without an, without any, with no, missing, lacking, that have no, who have no, have no, has no, had no, having no',
)
addSame('back', 'back')
add({ does: 'long', unit: 'day' }, 'how long, how many days, how fast, how quickly, how soon, number of days')
add({ does: 'long', unit: 'minute' }, 'how many minutes, number of minutes')
add({ does: 'long', unit: 'hour' }, 'how many hours')
add({ does: 'long', unit: 'week' }, 'how many weeks, number of weeks')
add({ does: 'long', unit: 'month' }, 'how many months, number of months')
add({ does: 'long', unit: 'day' }, 'turnaround, turnaround time, processing time, handling time, cycle time')
add({ does: 'span', edge: 'start' }, 'after, once, between, following, from when, from the time')
add({ does: 'span', edge: 'none' }, 'need, needs, needed, take for, comes out, come out, out')
add({ does: 'before' }, 'before, earlier, prior, before that, previous, preceding')
add(
  { does: 'rank', by: 'most', direction: 'desc' },
  'most, the most, most often, most frequently, highest, the highest, more than anyone, most of all, most money, the most money, most of the money',
)
add(
  { does: 'rank', by: 'most', direction: 'asc' },
  'least, the least, least often, fewest, the fewest, lowest, the lowest, least money, the least money',
)
add(
  { does: 'rank', by: 'best', direction: 'desc' },
  'best, star, did best, does best, doing best, performed best, performs best, strongest, best performing, top performing, most successful, most valuable, most important, number one',
)
add(
  { does: 'rank', by: 'best', direction: 'asc' },
  'worst, did worst, does worst, performed worst, weakest, poorest, worst performing, least successful',
)
add(
  { does: 'rank', by: 'selling', direction: 'desc' },
  'best selling, bestselling, best-selling, top selling, top-selling, most popular, bestseller, best seller, best sellers, top seller, top sellers, bestsellers, best sold, most sold, sold most, sold best, sells best, sell best, sold the best, sold the most often, most often sold, ordered most, most ordered, ordered most often, bought most, most bought, booked most, most booked, booked most often, rented most, most rented, rented most often, rented out most, most often rented, used most, most used, used most often, requested most, most requested, most in demand, most wanted',
)
add(
  { does: 'rank', by: 'selling', direction: 'asc' },
  'worst selling, worst-selling, least popular, slowest selling, least sold, worst seller, worst sellers, ordered least, least ordered, booked least, least booked, rented least, least rented, used least, least used',
)
add({ does: 'rank', by: 'busy', direction: 'desc' }, 'busiest, peak')
add({ does: 'rank', by: 'busy', direction: 'asc' }, 'quietest, calmest, least busy')
add({ does: 'rank', by: 'fast', direction: 'asc' }, 'fastest, quickest')
add({ does: 'rank', by: 'fast', direction: 'desc' }, 'slowest')
add({ does: 'rank', by: 'rated', direction: 'desc' }, 'best rated, highest rated, top rated, best reviewed')
add({ does: 'rank', by: 'rated', direction: 'asc' }, 'worst rated, lowest rated, worst reviewed')
add({ does: 'rank', by: 'long', direction: 'desc' }, 'longest, the longest')
add({ does: 'rank', by: 'long', direction: 'asc' }, 'shortest, the shortest')
add({ does: 'rank', by: 'size', direction: 'desc' }, 'biggest, largest, greatest')
add({ does: 'rank', by: 'size', direction: 'asc' }, 'smallest, tiniest')
add(
  { does: 'rank', by: 'price', direction: 'desc' },
  'most expensive, the most expensive, dearest, priciest, costliest',
)
add({ does: 'rank', by: 'price', direction: 'asc' }, 'cheapest, the cheapest, least expensive, least costly')
add({ does: 'top', direction: 'desc' }, 'top')
add({ does: 'top', direction: 'asc' }, 'bottom')
add({ does: 'unit', unit: 'day' }, 'day, date, days')
add({ does: 'unit', unit: 'week' }, 'week, weeks')
add({ does: 'unit', unit: 'month' }, 'month, months')
add({ does: 'unit', unit: 'quarter' }, 'quarter, quarters')
add({ does: 'unit', unit: 'year' }, 'year, years')
add({ does: 'part', part: 'month' }, 'month of the year, months of the year, month of year, calendar month')
add({ does: 'part', part: 'weekday' }, 'day of the week, day of week, weekday, weekdays, days of the week')
add(
  { does: 'part', part: 'hour' },
  'time of day, time of the day, hour of the day, hour of day, hour, hours of the day, what time',
)

const verb = (name: MoneyVerb, phrases: string): void => add({ does: 'verb', verb: name }, phrases)
verb('sell', 'sell, sells, sold, selling, been sold')
verb(
  'earn',
  'raise, raised, make, makes, made, making, earn, earns, earned, bring in, brings in, brought in, generate, generated, generates, take in, took in, turn over, turned over, bring, brings, brought, pull in, pulled in, made us, make us, makes us, earned us, earn us, earns us, brought us, bring us, brings us, did we receive, have we received, we received, we receive',
)
verb(
  'spend',
  'spend, spends, spent, spending, donate, donates, donated, gave, gives, gave us, given us, give us, gives us, donated to us',
)
verb(
  'buy',
  'ordered, buy, buys, bought, buying, purchase, purchased, purchases, bought anything, buy anything, purchased anything, ordered anything, rented anything, booked anything, seen, been seen, visited, visited us, stayed, stayed with us, been back, been here, come to us, came to us, used us, shopped',
)
verb('pay', 'pay, pays, paid, paying us')
verb(
  'owe',
  'owe, owes, owed, owing, owe us, owes us, owe us money, owes us money, owe money, owes money, we owe, do we owe, we still owe, do we still owe, still owed, owed to us, still owed to us, owes us the money, owing us, owing us money, still owe us, still owes us, still owe us money, still owes us money, in debt with us, in our debt, due to us, still due to us, to be paid to us, still has to pay us, still have to pay us',
)
verb(
  'refund',
  'did we pay back, have we paid back, we paid back, did we give back, give back, gave back, given back, pay back, paid back, refund, refunded, hand back, handed back, return to customers',
)
verb(
  'charge',
  'charge, charged, charges, invoice, invoiced, bill, billed, collect, collected, take, took, takes',
)
verb(
  'save',
  'give away, gave away, given away, grant, granted, lose in, lost in, lose through, lost through, lose to, lost to, lose on, lost on',
)
verb(
  'cost',
  'did we pay out, did we pay out for, did we pay out on, we paid out, we paid out for, have we paid out, was paid out, was paid out for, pay out for, paid out for, pay out on, paid out on, cost us, costs us, costing us, has cost us, have cost us, cost, costs, costing',
)
verb(
  'produce',
  'print, printed, bake, baked, brew, brewed, cook, cooked, serve, served, roast, roasted, produce, produced, manufacture, manufactured',
)
verb('work', 'work, works, worked, working, teach, teaches, taught, put in')
verb(
  'spend',
  'we pay, we paid, do we pay, did we pay, have we paid, we spend, we spent, have we spent, we buy, we bought, do we buy, did we buy, have we bought, we purchase, we purchased, did we purchase, did we order from, we ordered from, have we ordered from, do we order from',
)

const state = (name: State, phrases: string): void => add({ does: 'state', state: name }, phrases)
state(
  'now',
  'do we have, have we got, currently, right now, at the moment, as of now, as of today, at present',
)
state(
  'unpaid',
  'unpaid, outstanding, not paid, open invoices, owing to us, not been paid, yet to be paid, unsettled, not yet paid, still open, still unpaid, still outstanding, yet to be settled, not settled, not yet settled, still to be settled, outstanding amount, outstanding amounts, outstanding balance, outstanding balances, outstanding money, outstanding debt, outstanding debts, unpaid amount, unpaid amounts, open amount, open amounts, open balance, open balances, amount outstanding, amounts outstanding, money outstanding, balance outstanding, amount unpaid',
)
state(
  'late',
  'late, overdue, delayed, past due, behind schedule, past their due date, came late, come late, came in late, running late, were late, was late, have been late, been late, too late, behind time, past its due date, past the due date, in arrears, behind with payments, behind with their payments, behind on payments, behind on their payments, late with their payments, late with payments, late paying, overdue with their payments, overdue amount, overdue amounts, amount overdue, overdue balance, overdue balances, overdue money, overdue debts',
)
state('on time', 'on time, in time, on schedule, punctual, punctually, by the due date')
state(
  'idle',
  'idle, unused, not used, never used, not been used, not in use, did not move, not move, not moved, not been moved, stood still, stood idle, sat idle',
)
state(
  'active',
  'active, current, still here, still with us, still there, running, live, currently active, ongoing, are we holding, do we hold, we are holding, still holding, we hold, are we still holding, do we still hold, we still hold, we are still holding, running at the moment, running right now, running now',
)
state('paying', 'paying')
state(
  'employed',
  'work at, works at, work in, works in, working at, working in, work for, works for, work for us, works for us, work here, working for us, working here, employed, on the payroll, do we employ, we employ, on our team',
)
state(
  'ended',
  'churned, lost, former, left, leaving, quitting, gone, lose, churn, attrition, dropout, drop-out, no longer with us, not with us any more, not with us anymore, no longer here',
)
state('new', 'new, newly, brand new')
state(
  'repeat',
  'repeat, returning, recurring, came back, come back, came back for a second order, loyal, regular, ordered again, bought again, more than once, at least twice, twice or more, more than one time, several times',
)
state(
  'unanswered',
  'unanswered, nobody has answered, nobody answered, no one has answered, not answered, without an answer, without a reply, waiting for an answer, waiting for a reply, waiting for a response, waiting for a decision, waiting for approval, awaiting approval, waiting to be approved, pending approval, awaiting an answer, awaiting a reply, still waiting for an answer, out with customers, undecided, not decided, not yet answered, awaiting a decision, waiting to hear back, out with clients',
)
state(
  'to send',
  'have to go out, has to go out, still have to go out, waiting to go out, still waiting to go out, still to go out, need to go out, yet to go out, still to send, still have to send, not gone out, not gone out yet, still have to be shipped, still has to be shipped, have to be shipped, still need to be shipped, need to be shipped, still to be shipped, waiting to be shipped, yet to be shipped, still have to be dispatched, still need to be dispatched, waiting to be dispatched, still need to ship, still to ship, still have to ship, left to ship, unshipped',
)
state(
  'unassigned',
  'unassigned, not assigned, not assigned to anyone, has nobody picked up, nobody has picked up, has nobody taken, nobody has taken on, nobody is working on, without an owner, with nobody assigned, with no one assigned, nobody assigned, no one assigned, have nobody assigned, has nobody assigned, have nobody on them, have nobody, has nobody, nobody on them, nobody on it, no one on them, with nobody on them, with nobody, with no one, without anyone, without anybody, without anyone assigned, not covered, uncovered, unfilled, still need someone, need someone, still need somebody, not taken, not staffed, unstaffed',
)
state(
  'free',
  'free, vacant, unoccupied, not occupied, free at the moment, free right now, still free, not in use by anyone',
)
state('full', 'fully booked, booked out, booked up, completely booked, at capacity, were full, was full')
state('out of stock', 'out of stock, sold out, not in stock, no stock left, no longer in stock')
state(
  'to reorder',
  'need to reorder, to reorder, have to reorder, should reorder, reorder, low on stock, running low, running out, low stock, need to restock, below reorder level, below the reorder level, below minimum, below the minimum, below minimum stock, below the minimum stock, below their minimum, below their minimum stock, below its minimum, under the minimum, under their minimum, need reordering, have to order again',
)

/** The role of a phrase in lower case. */
export function roleOf(phrase: string): Role | undefined {
  return roles.get(phrase)
}

/** Every word of the phrases, for the spelling. */
export function businessWords(): readonly string[] {
  return [...new Set([...roles.keys()].flatMap((phrase) => phrase.split(' ')))]
}
