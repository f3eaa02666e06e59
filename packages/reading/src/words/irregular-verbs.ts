/** Verbs whose past forms do not end in -ed, with these forms. */
const forms: Readonly<Record<string, string>> = {
  be: 'was were is are been am',
  bear: 'born',
  become: 'became',
  begin: 'began begun',
  break: 'broke broken',
  bring: 'brought',
  build: 'built',
  buy: 'bought',
  catch: 'caught',
  choose: 'chose chosen',
  come: 'came',
  cut: 'cut',
  do: 'did does done',
  draw: 'drew drawn',
  drive: 'drove driven',
  eat: 'ate eaten',
  fall: 'fell fallen',
  find: 'found',
  fly: 'flew flown',
  get: 'got gotten',
  give: 'gave given',
  go: 'went gone',
  grow: 'grew grown',
  have: 'had has',
  hold: 'held',
  keep: 'kept',
  know: 'known knew',
  lead: 'led',
  leave: 'left',
  lend: 'lent',
  lose: 'lost',
  make: 'made',
  meet: 'met',
  pay: 'paid',
  put: 'put',
  quit: 'quit',
  read: 'read',
  ride: 'rode ridden',
  run: 'ran',
  say: 'said',
  see: 'saw seen',
  sell: 'sold',
  send: 'sent',
  set: 'set',
  show: 'shown',
  shut: 'shut',
  sing: 'sang sung',
  sink: 'sunk',
  sleep: 'slept',
  speak: 'spoke spoken',
  spend: 'spent',
  stand: 'stood',
  steal: 'stolen',
  take: 'taken took',
  teach: 'taught',
  tell: 'told',
  think: 'thought',
  understand: 'understood',
  wear: 'wore worn',
  win: 'won',
  withdraw: 'withdrawn',
  write: 'wrote written',
}

/** The verb of a form: `sold` → sell. */
export const irregularVerbs: ReadonlyMap<string, string> = new Map(
  Object.entries(forms).flatMap(([verb, text]) => text.split(' ').map((form) => [form, verb] as const)),
)

const helping = new Set(['be', 'have', 'do'])

/** `sold`, `written`; not the forms of auxiliary verbs, which name no event. */
export function isIrregularPast(word: string): boolean {
  const verb = irregularVerbs.get(word)
  return verb !== undefined && !helping.has(verb)
}

/** The past form of a verb that has one of its own: `sell` → sold. */
export function irregularPast(verb: string): string | undefined {
  return helping.has(verb) ? undefined : forms[verb]?.split(' ').at(-1)
}
