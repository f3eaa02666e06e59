export interface NumberMention {
  /** Character positions in the question, end excluded. */
  readonly start: number
  readonly end: number
  readonly words: string
  /** Percent as written: 25 for "25 %". */
  readonly value: number
  /** The other end of a range: "10 to 20", "between 10 and 20", "10-20". */
  readonly upTo: number | null
  readonly kind: 'number' | 'money' | 'percent' | 'ordinal' | 'fraction'
  /** ISO code for money. */
  readonly currency: string | null
  /** "a few", "several", "about 20". */
  readonly isApproximate: boolean
  /** 0 to 1: the probability that these words are a number. "one" in "the one with" hardly is. */
  readonly confidence: number
}

/** Part of a question by character positions, end excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}
