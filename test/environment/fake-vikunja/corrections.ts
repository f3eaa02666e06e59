/** Where a document is not what the server does, and what it does. Nothing else may differ from the documents. */
export const corrections: Readonly<Record<string, Correction>> = {
  'v1 GET /projects/{}/tasks': {
    why: 'Missing from the document; it answers as the list of all tasks does.',
    like: 'GET /tasks',
  },
  'v1 GET /tasks/{}': { why: 'Until 2.1 the parameter was named expand[].', query: ['expand[]'] },
  'v1 GET /tasks/{}/comments': {
    why: 'The document forgets that every list is paged.',
    query: ['page', 'per_page'],
  },
  'v1 POST /tasks/{}/comments/{}': {
    why: 'The document names no body, but the server reads the comment from it.',
    request: 'definitions/models.TaskComment',
  },
  'v1 DELETE /labels/{}': {
    why: 'The document promises the label; the server says that it is gone, as for all else.',
    answer: 'definitions/models.Message',
  },
  'v1 GET /token/test': { why: 'Missing from the document.', answer: 'definitions/models.Message' },
  'v1 POST /labels/{}': {
    why: 'The document has PUT, the server POST.',
    like: 'PUT /labels/{}',
  },
  'v1 POST /tasks/bulk': {
    why: 'The document promises a list of tasks; the server answers with what it was sent, and the tasks in it.',
    answer: 'definitions/models.BulkTask',
  },
  'v1 POST /notifications/{}': {
    why: 'The document names no body, but the server reads `read` from it.',
    request: 'definitions/models.DatabaseNotifications',
  },
  'v2 POST /projects/{}/tasks/bulk': {
    why: 'Newer than the document (2.5); it takes and answers tasks as the update of many does.',
    like: 'PUT /tasks/bulk',
    request: 'components/schemas/BulkTask',
    answer: 'components/schemas/BulkTask',
  },
}

interface Correction {
  readonly why: string
  /** The operation of the same document that it is like. */
  readonly like?: string
  /** Parameters beside those of the document. */
  readonly query?: readonly string[]
  readonly request?: string
  readonly answer?: string
}
