/** Who did what, and the proof that nobody has changed it since. */
export interface AuditLog {
  /** Newest first. */
  list(filter?: AuditFilter, page?: AuditPageRequest): Promise<AuditPage>
  /** Whether every sealed row is as it was and none came between; also whether the chain has a head that it once told. */
  verify(known?: KnownHead): Promise<AuditVerdict>
}

export interface AuditFilter {
  readonly userId?: string | undefined
  /** Whole, or its beginning followed by `*`. */
  readonly action?: string | undefined
  readonly outcome?: string | undefined
  readonly resourceType?: string | undefined
  readonly resourceId?: string | undefined
  /** Without reads by REST, of which every page makes many. */
  readonly isWithoutReads?: boolean | undefined
  readonly from?: Date | undefined
  /** Not included. */
  readonly to?: Date | undefined
}

export interface AuditPageRequest {
  /** At most 500. Default: 50. */
  readonly limit?: number | undefined
  /** As an earlier page told. */
  readonly cursor?: string | undefined
}

export interface AuditPage {
  readonly rows: readonly AuditEntry[]
  readonly nextCursor: string | undefined
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

/** The newest seal at some time: kept elsewhere, it shows when the whole store was put back to an earlier state. */
export interface KnownHead {
  readonly number: number
  readonly hash: string
}

export interface AuditVerdict {
  readonly ok: boolean
  /** How many were looked at and found whole. */
  readonly sealedRows: number
  readonly seals: number
  /** Rows so new that they are not sealed yet. */
  readonly unsealedTail: number
  readonly head: KnownHead | undefined
  /** What was sealed until then was removed because it is kept no longer. */
  readonly begins: { readonly sealedAt: Date; readonly removedRows: number } | undefined
  readonly firstProblem: AuditProblem | undefined
}

export interface AuditProblem {
  /** Of a row, where `auditId` says which; else of a seal, or of the head of the chain. */
  readonly kind: 'changed' | 'removed' | 'inserted' | 'seal_changed' | 'head_missing' | 'tail_lost'
  readonly auditId?: number
  readonly seal?: number
  /** When what is changed or removed was sealed. */
  readonly at?: Date
  /** In words: what is known of an end that was lost. */
  readonly lost?: string
}
