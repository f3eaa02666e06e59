/** Who did what, and the proof that it was not changed since. */
export interface AuditLog {
  /** Newest first. */
  list(filter?: AuditFilter, page?: AuditPageRequest): Promise<AuditPage>
  /**
   * Whether every sealed row is unchanged and none was inserted, and whether the chain has a head that was printed
   * earlier.
   */
  verify(known?: KnownHead): Promise<AuditVerdict>
}

export interface AuditFilter {
  readonly userId?: string | undefined
  /** A whole name, or a prefix followed by `*`. */
  readonly action?: string | undefined
  readonly outcome?: string | undefined
  readonly resourceType?: string | undefined
  readonly resourceId?: string | undefined
  /** Without reads over REST, of which every page makes many. */
  readonly isWithoutReads?: boolean | undefined
  readonly from?: Date | undefined
  /** Not included. */
  readonly to?: Date | undefined
}

export interface AuditPageRequest {
  /** At most 500. Default: 50. */
  readonly limit?: number | undefined
  /** The cursor of an earlier page. */
  readonly cursor?: string | undefined
}

export interface AuditPage {
  readonly rows: readonly AuditEntry[]
  readonly nextCursor: string | undefined
  /** The search stopped at this time, before the page was full. The next page continues from there. */
  readonly searchedTo?: Date
}

export interface AuditEntry {
  readonly id: number
  readonly at: Date
  readonly userId: string | undefined
  readonly action: string
  readonly resourceType: string
  readonly resourceId: string
  readonly outcome: string
  readonly requestId: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The newest seal at some time. Kept elsewhere, it shows whether the whole store was reset to an earlier state. */
export interface KnownHead {
  readonly number: number
  readonly hash: string
}

export interface AuditVerdict {
  readonly ok: boolean
  /** How many were checked and are valid. */
  readonly sealedRows: number
  readonly seals: number
  /** Rows so new that they are not sealed yet. */
  readonly unsealedTail: number
  readonly head: KnownHead | undefined
  /** Everything sealed up to then was removed because its retention time is over. */
  readonly begins: { readonly sealedAt: Date; readonly removedRows: number } | undefined
  readonly firstProblem: AuditProblem | undefined
}

export interface AuditProblem {
  /** Of a row if `auditId` is set; otherwise of a seal, or of the head of the chain. */
  readonly kind: 'changed' | 'removed' | 'inserted' | 'seal_changed' | 'head_missing' | 'tail_lost'
  readonly auditId?: number
  readonly seal?: number
  /** When the changed or removed row was sealed. */
  readonly at?: Date
  /** In words: what is known of the lost end. */
  readonly lost?: string
}
