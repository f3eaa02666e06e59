/** Says what is wrong in the text of a metric, and where. */
export class MetricError extends Error {
  override readonly name = 'MetricError'
}
