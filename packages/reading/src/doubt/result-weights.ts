import type { ResultWeights } from './result-signals.ts'

// Fitted by modules/data-agent/measure/fit-result.ts: each point of a signal moves the log-odds of a right answer by its weight.

export const ofResult: ResultWeights = {
  bias: 0.12,
  before: 0.92,
  weights: {
    caveat: -0.89,
    cellsEmpty: -0.17,
    columnsMore: 0.05,
    figureNothing: -0.23,
    figureSame: -0.41,
    figureSmall: 0.13,
    firstAlone: -0.26,
    firstRepeats: -0.32,
    rival: -0.4,
    rowRepeats: -0.37,
    rowsFew: 0.47,
    rowsNone: -1.22,
    rowsOne: 0.22,
    saysBoth: 1.48,
    textAlone: 0.62,
    valueGiven: -1.82,
    valueSame: -0.39,
    warned: -0.46,
    wordsFar: -0.05,
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
