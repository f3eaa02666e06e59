/** What people may send to be asked about. */
export const uploadLimits = {
  bytes: 1024 ** 3,
  files: 50,
} as const
