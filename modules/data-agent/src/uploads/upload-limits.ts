/** What people may send to be asked about. */
export const uploadLimits = {
  bytes: 1024 ** 3,
  /** A workbook is read whole. */
  workbookBytes: 20 * 1024 ** 2,
  /** Of the tables that are made of one workbook, as CSV. */
  sheetBytes: 200 * 1024 ** 2,
  files: 50,
} as const
