interface Part<Line> {
  readonly own: readonly Line[]
  readonly others: readonly Line[]
}

/** The lines of each part of the databases, and those of the others. Few databases are parts one by one. */
export function partsOf<Line extends { readonly db: string }>(
  lines: readonly Line[],
  most: number,
): readonly Part<Line>[] {
  const databases = [...new Set(lines.map(({ db }) => db))]
  const parts = Math.min(most, databases.length)
  return Array.from({ length: parts }, (_, part) => {
    const names = new Set(databases.filter((_db, at) => at % parts === part))
    return { own: lines.filter(({ db }) => names.has(db)), others: lines.filter(({ db }) => !names.has(db)) }
  })
}

interface Judged {
  readonly confidence: number
  readonly isRight: boolean
}

/** Expected against observed. */
export function showBins(title: string, of: readonly Judged[]): void {
  console.log(
    `${title}: ${of.length} answers\n| Confidence | Answers | Expected right | Observed right |\n|---|---|---|---|`,
  )
  for (let at = 0; at < 10; at++) {
    const bin = of.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === at)
    if (bin.length === 0) continue
    const expected = bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length
    console.log(
      `| ${at / 10} to ${(at + 1) / 10} | ${bin.length} | ${percent(expected)} | ${percent(rightOf(bin))} |`,
    )
  }
}

/** How many of all questions have an answer without a warning from a bound on, and how many of these are right. */
export function showBounds(title: string, of: readonly Judged[], questions: number): void {
  console.log(
    `${title}, of ${questions} questions\n| Bound | Without a warning | Of these right |\n|---|---|---|`,
  )
  for (const bound of bounds) {
    const above = of.filter(({ confidence }) => confidence >= bound)
    console.log(`| ${bound} | ${percent(above.length / questions)} | ${percent(rightOf(above))} |`)
  }
  const sorted = of.toSorted((one, other) => other.confidence - one.confidence)
  let right = 0
  let most = 0
  for (const [at, { isRight }] of sorted.entries()) {
    right += Number(isRight)
    if (right >= 0.9 * (at + 1)) most = at + 1
  }
  console.log(`90 % right: ${percent(most / questions)}, from ${sorted[most - 1]?.confidence.toFixed(3)} on`)
}

const bounds = [0.65, 0.7, 0.72, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79, 0.8, 0.82, 0.85, 0.9]

/** How often a right answer has a higher confidence than a wrong one. */
export function areaOf(of: readonly Judged[]): number {
  const sorted = of.toSorted((one, other) => one.confidence - other.confidence)
  let [wrongBelow, area] = [0, 0]
  for (const tied of Map.groupBy(sorted, ({ confidence }) => confidence).values()) {
    const right = tied.filter(({ isRight }) => isRight).length
    const wrong = tied.length - right
    area += right * (wrongBelow + wrong / 2)
    wrongBelow += wrong
  }
  return area / (wrongBelow * (of.length - wrongBelow))
}

export function rightOf(of: readonly Judged[]): number {
  return of.filter(({ isRight }) => isRight).length / Math.max(1, of.length)
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
