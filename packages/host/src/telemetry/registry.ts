import { Series } from './series.ts'

/** The Prometheus text format, as far as it is needed here. */
export class Registry {
  readonly #metrics: Metric[] = []

  counter(name: string, help: string, ...labels: string[]): Counter {
    return this.#add(new Counter(name, help, labels))
  }

  gauge(name: string, help: string, ...labels: string[]): Gauge {
    return this.#add(new Gauge(name, help, labels))
  }

  histogram(name: string, help: string, buckets: readonly number[], ...labels: string[]): Histogram {
    return this.#add(new Histogram(name, help, buckets, labels))
  }

  /** A value that is read on request, such as the process's memory. */
  observed(name: string, help: string, kind: 'counter' | 'gauge', read: () => number): void {
    const head = headOf(name, help, kind)
    this.#metrics.push({ render: () => `${head}${name} ${read()}\n` })
  }

  render(): string {
    return this.#metrics.map((metric) => metric.render()).join('')
  }

  #add<Kind extends Metric>(metric: Kind): Kind {
    this.#metrics.push(metric)
    return metric
  }
}

interface Metric {
  render(): string
}

export class Counter implements Metric {
  readonly #values: Values

  constructor(name: string, help: string, labels: readonly string[]) {
    this.#values = new Values(name, headOf(name, help, 'counter'), labels)
  }

  add(by: number, ...labelValues: string[]): void {
    this.#values.at(labelValues).value += by
  }

  render(): string {
    return this.#values.render()
  }
}

class Gauge implements Metric {
  readonly #values: Values

  constructor(name: string, help: string, labels: readonly string[]) {
    this.#values = new Values(name, headOf(name, help, 'gauge'), labels)
  }

  set(value: number, ...labelValues: string[]): void {
    this.#values.at(labelValues).value = value
  }

  render(): string {
    return this.#values.render()
  }
}

export class Histogram implements Metric {
  readonly #name: string
  readonly #head: string
  readonly #buckets: readonly number[]
  readonly #series: Series<{ readonly counts: Float64Array; sum: number }>

  constructor(name: string, help: string, buckets: readonly number[], labels: readonly string[]) {
    this.#name = name
    this.#head = headOf(name, help, 'histogram')
    this.#buckets = buckets
    this.#series = new Series(labels, () => ({ counts: new Float64Array(buckets.length + 1), sum: 0 }))
  }

  observe(value: number, ...labelValues: string[]): void {
    const series = this.#series.at(labelValues)
    const buckets = this.#buckets
    let index = 0
    while (index < buckets.length && value > (buckets[index] ?? Infinity)) index += 1
    // One counter for each bucket and one for values above all of them.
    series.counts[index]! += 1
    series.sum += value
  }

  render(): string {
    let text = this.#head
    for (const [labels, { counts, sum }] of this.#series) {
      let total = 0
      for (const [index, count] of counts.entries()) {
        total += count
        const le = `le="${this.#buckets[index] ?? '+Inf'}"`
        text += `${this.#name}_bucket${braced(labels === '' ? le : `${labels},${le}`)} ${total}\n`
      }
      text += `${this.#name}_sum${braced(labels)} ${sum}\n${this.#name}_count${braced(labels)} ${total}\n`
    }
    return text
  }
}

class Values extends Series<{ value: number }> {
  readonly #name: string
  readonly #head: string

  constructor(name: string, head: string, labels: readonly string[]) {
    super(labels, () => ({ value: 0 }))
    this.#name = name
    this.#head = head
    // Without labels there is one series, which starts at zero.
    if (labels.length === 0) this.at([])
  }

  render(): string {
    let text = this.#head
    for (const [labels, { value }] of this) text += `${this.#name}${braced(labels)} ${value}\n`
    return text
  }
}

function headOf(name: string, help: string, kind: string): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${kind}\n`
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
