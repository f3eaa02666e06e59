/** Limits of uploads. */
export const uploadLimits = {
  bytes: 1024 ** 3,
  files: 50,
} as const
