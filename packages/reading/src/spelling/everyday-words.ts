import { irregularVerbs } from '../words/irregular-verbs.ts'
import { plural } from '../words/word-forms.ts'

/** Words that stand in questions of every trade, the shortest and commonest first. */
const small =
  'the and this last next that with what which who when where how why many much each every have has had did does not are was were our from for per most least more less than then same first only still ever never until since again back there their them they these those between within without about after before during under over above below against into onto through towards because while whose both other another often usually already yet soon late later early earlier long longer longest far further please show list give tell need want like make made take took taken get got come came went gone put set run ran sold sell sent send paid pay owe owed bought buy spent spend left leave kept keep held hold lost lose won win met meet know known think thought said saw seen found find cost done'

const nouns =
  'account address age agent amount appointment area article attendance average balance bank bill booking bottle box branch brand budget business car card carrier case cash category certificate charge child city claim class client colleague colour commission company complaint contact contract copy country course credit customer date day deal debt delivery department deposit desk difference discount document donation donor dollar driver earning employee engineer enquiry entry euro event example expense family fee figure firm form gender gift goal grant group guest half holiday hour house income instructor interest invoice issue item job journey kilo kind language lesson letter level line litre loan location loss machine manager margin material meal member membership menu message method minute model money month morning name nationality night number offer office operator order origin overtime owner package page panel parcel part partner party patient payment percent percentage period person phone piece place plan plant point postcode price prize problem product profit project property pupil purchase quality quantity quarter question quote range rate rating reason receipt record referral refund region rental repair report request reservation result return revenue review room route salary sale schedule season seat segment service session share shift shipment shop signup site size source spender staff stage status stay stock storage store student subject subscription supplier supply surname takings target tax teacher team term test ticket time tip title today tomorrow tool total town trade treatment trip turnover type unit user value van vehicle venue visit visitor volunteer voucher wage warehouse week weekday weekend wine winner worker workshop year yesterday'

const verbs =
  'accept add agree answer arrive ask assign attend average bill book bounce borrow bring call cancel carry change charge claim clean close collect come compare complain complete confirm convert cover create deal decline deliver depart despatch dispatch donate earn employ end enrol enter expect expire fail fill finish fit fix follow get give grow handle happen have help hire hold include increase invoice issue join last leave lend load look lose make manage measure miss move need offer open order overrun owe pack park pass pay pick place plan play post prefer prepare print process produce promise provide purchase raise reach receive recommend record reduce refer refund register rent reopen repair replace reply request reserve resolve return review schedule sell send serve service ship show sign spend stand start stay stop supply switch take teach test total train transfer travel treat turn unsubscribe upgrade use visit wait want waste work'

const others =
  'active actual overbooked oversold obsolete discontinued cancelled annual available average bad best better big biggest busiest busy cheap cheapest common cool current daily different direct empty entire expensive fast faster fastest fewer fewest free frequent full good gross half heavy high higher highest important individual large larger largest latest low lower lowest loyal main male female missing monthly negative net new newest nobody normal oldest online open outstanding overall overdue own partial popular positive previous private profitable public quick quiet rare real recent regular separate separately short shortest single slow slower slowest small smaller smallest special strong successful total typical unpaid unsold upcoming usual valid valuable various weak weekly whole worse worst worth yearly young youngest efficient altogether together currently compared versus january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday christmas easter spring summer autumn winter'

/** The words of everyday questions in all their forms, from the commonest on. Made once. */
export const everydayWords: readonly string[] = [
  ...new Set([
    ...small.split(' '),
    ...nouns.split(' ').flatMap((word) => [word, plural(word)]),
    ...verbs.split(' ').flatMap(formsOf),
    ...others.split(' '),
  ]),
]

/** The words that make up most of a question: only these are found in three letters of what was meant ("lst", "mny"). */
export const smallWords: ReadonlySet<string> = new Set([
  ...small.split(' '),
  ...'year month week today sales sale order orders city town time date days'.split(' '),
])

function formsOf(verb: string): string[] {
  const isIrregular = [...irregularVerbs.values()].includes(verb)
  const isDoubled = /^[^aeiou]*[aeiou][bdglmnprt]$|[^aeiou][aeo]l$|[^f]fer$/.test(verb)
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : isDoubled ? verb + verb.slice(-1) : verb
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`
  return [verb, plural(verb), `${stem}ing`, ...(isIrregular ? [] : [past])]
}
