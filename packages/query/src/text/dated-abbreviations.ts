/** What an abbreviation means before a word such as `date`: `prom_dt` is the promised date. Null where that adds nothing. */
export function datedMeaningOf(word: string): string | null {
  return dated.get(word) ?? null
}

const dated = new Map(
  Object.entries({
    appr: 'approved',
    arr: 'arrival',
    canc: 'cancelled',
    comp: 'completed',
    compl: 'completed',
    cred: 'credited',
    del: 'delivery',
    deliv: 'delivery',
    dep: 'departure',
    disp: 'dispatched',
    est: 'estimated',
    exp: 'expiry',
    fin: 'finished',
    pkup: 'pickup',
    prom: 'promised',
    reg: 'registered',
    req: 'requested',
    res: 'resolved',
    resp: 'response',
    ret: 'return',
    rtn: 'return',
    sched: 'scheduled',
    shpd: 'shipped',
  }),
)
