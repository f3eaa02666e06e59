/** Says what is wrong in a metric's text and where. */
export class MetricError extends Error {
  override readonly name = 'MetricError'
}
