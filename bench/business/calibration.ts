/** An answer, how sure it was, and whether it was right. */
export interface Answered {
  readonly confidence: number
  readonly isRight: boolean
  /** The answer says that something in it may be wrong. */
  readonly isWarned: boolean
}

/** How far the confidence of answers can be trusted. All shares are from 0 to 1. */
export interface Calibration {
  readonly answers: number
  readonly curve: readonly {
    readonly from: number
    readonly to: number
    readonly answers: number
    readonly expected: number
    readonly observed: number
  }[]
  /** Of the answers without a warning. */
  readonly unwarned: { readonly answers: number; readonly right: number }
  /** The share of right answers that have a warning. */
  readonly rightWarned: number
}

const steps = 10

export function calibrationOf(answers: readonly Answered[]): Calibration {
  const right = answers.filter(({ isRight }) => isRight)
  const unwarned = answers.filter(({ isWarned }) => !isWarned)
  const bins = Array.from({ length: steps }, (_, at) => ({
    at,
    own: answers.filter(({ confidence }) => Math.min(steps - 1, Math.floor(confidence * steps)) === at),
  }))
  return {
    answers: answers.length,
    curve: bins
      .filter(({ own }) => own.length > 0)
      .map(({ at, own }) => ({
        from: at / steps,
        to: (at + 1) / steps,
        answers: own.length,
        expected: own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length,
        observed: shareRight(own),
      })),
    unwarned: { answers: unwarned.length, right: shareRight(unwarned) },
    rightWarned: right.length === 0 ? 0 : right.filter(({ isWarned }) => isWarned).length / right.length,
  }
}

/** As lines of a table. */
export function calibrationText({ answers, curve, unwarned, rightWarned }: Calibration): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  return [
    '| Confidence | Answers | Expected right | Observed right |',
    '|---|---|---|---|',
    ...curve.map(
      ({ from, to, answers: own, expected, observed }) =>
        `| ${from} to ${to} | ${own} | ${percent(expected)} | ${percent(observed)} |`,
    ),
    `Without a warning: ${unwarned.answers} of ${answers} answers, ${percent(unwarned.right)} right. Of the right answers ${percent(rightWarned)} have a warning.`,
  ].join('\n')
}

function shareRight(some: readonly Answered[]): number {
  return some.length === 0 ? 0 : some.filter(({ isRight }) => isRight).length / some.length
}
