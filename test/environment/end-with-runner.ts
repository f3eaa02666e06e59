/** A test process whose runner was killed would otherwise go on to the end of its test, with all the servers it started. */
process.once('disconnect', () => process.exit(1))
