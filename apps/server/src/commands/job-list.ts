import { misuse, type Command } from '../command-line/command.ts'
import { exitCodes } from '../terminal/failure.ts'
import { isJobState, jobStates, type JobView } from '../operations/jobs.ts'
import { withExistingStore } from '../owner/perform.ts'
import { tableOf } from '../terminal/table.ts'

export const jobList: Command = {
  name: 'job list',
  says: 'List background jobs, newest first; dead ones have failed every attempt.',
  words: [],
  options: { state: { value: 'STATE', says: `Only those that are ${jobStates.join(', ')}. Default: all.` } },
  examples: ['npx quipu job list', 'npx quipu job list --state dead --json'],
  run: async (given, { config, log, print }) => {
    const state = given.value('state')
    if (state !== undefined && !isJobState(state))
      throw misuse(jobList, `--state is one of ${jobStates.join(', ')}, not ${JSON.stringify(state)}`)
    const jobs = await withExistingStore(config, log, (perform) => perform('job.list', { state }))
    print(given.isJson ? JSON.stringify(jobs) : listOf(jobs))
    return exitCodes.ok
  },
}

function listOf(jobs: readonly JobView[]): string {
  if (jobs.length === 0) return 'No jobs.'
  return tableOf(
    ['ID', 'JOB', 'STATE', 'ATTEMPTS', 'PROGRESS', 'ADDED', 'LAST ERROR'],
    jobs.map((job) => [
      job.id,
      job.name,
      job.state,
      `${job.attempts} of ${job.max_attempts}`,
      progressOf(job),
      job.created_at.slice(0, 19).replace('T', ' '),
      onOneLine(job.error ?? '-'),
    ]),
  )
}

function progressOf({ progress }: JobView): string {
  if (progress === null) return '-'
  const { done, total, message } = progress
  return onOneLine(
    `${total === undefined ? done : `${done}/${total}`}${message === undefined ? '' : ` ${message}`}`,
  )
}

/** The error of a job may contain anything; the terminal gets one short line of plain text. */
function onOneLine(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain
}
