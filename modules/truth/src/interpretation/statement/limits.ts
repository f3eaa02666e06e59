/** How much of one file is read. The rest is left out, and a note says so. */
export const limits = {
  statements: 10_000,
  pages: 300,
  /** All parts of an archive or a PDF together. */
  inflatedBytes: 128 * 1024 * 1024,
  /** UTF-16 units of text over all pages. */
  textLength: 4 * 1024 * 1024,
  /** Messages within messages, and files within them. */
  nesting: 4,
  attachments: 100,
  xmlDepth: 100,
  notes: 50,
} as const
