/** The least that argon2 allows. What a hash takes by default is tested where passwords are. */
export const quickPasswords = { memory: 8, passes: 1, parallelism: 1 }
