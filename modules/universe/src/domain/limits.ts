/** What one universe may hold; beyond it a command is refused. */
export const limits = {
  bodies: 10_000,
  groups: 1_000,
  /** Small body fields, disks, nebulae and belts together. */
  scenery: 1_000,
  batch: 500,
  name: 200,
  /** Largest absolute value of any number, so that products and squares of two stay finite. */
  number: 1e100,
  /** Simulated seconds before or after time 0. */
  time: 1e18,
} as const
