import type { ResultWeights } from './result-signals.ts'

// Fitted by modules/data-agent/measure/fit-result.ts: each point of a signal moves the log-odds of a right answer by its weight.

export const ofResult: ResultWeights = {
  bias: 0.11,
  before: 0.93,
  weights: {
    caveat: -0.89,
    cellsEmpty: -0.16,
    columnsMore: 0.05,
    figureNothing: -0.24,
    figureSame: -0.41,
    figureSmall: 0.13,
    firstAlone: -0.25,
    firstRepeats: -0.31,
    rival: -0.41,
    rowRepeats: -0.38,
    rowsFew: 0.47,
    rowsNone: -1.22,
    rowsOne: 0.22,
    saysBoth: 1.47,
    textAlone: 0.61,
    valueGiven: -1.82,
    valueSame: -0.39,
    warned: -0.38,
  },
}

/** Rows only add to the doubt. */
export const ofResultInTrade: ResultWeights = {
  bias: 0,
  before: 1,
  weights: {
    caveat: -0.31,
    cellsEmpty: -0.29,
    figureNothing: -0.42,
    rowRepeats: -0.2,
    rowsNone: -0.18,
    valueGiven: -0.61,
  },
}
