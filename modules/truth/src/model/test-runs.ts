/** Random histories for each rule. They differ from run to run; `QUIPU_TRUTH_HISTORIES=10000` makes it a long run. */
export const mostHistories = Number(process.env['QUIPU_TRUTH_HISTORIES'] ?? 2000)
