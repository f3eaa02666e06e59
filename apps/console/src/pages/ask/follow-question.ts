import { newId } from '../../api/new-id.ts'

export interface Progress {
  readonly step: number
  readonly of: number
  readonly says: string
}

/** The longest wait for the progress stream; then the question is sent without it. */
const patienceMs = 1500

/** Listens to the progress of a question, which is then sent with `id`. */
export async function followQuestion(
  onProgress: (report: Progress) => void,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly stop: () => void }> {
  const id = newId()
  const source = new EventSource(`/api/data-agent/progress/${id}`)
  const stop = () => source.close()
  signal.addEventListener('abort', stop)
  source.addEventListener('progress', ({ data }: MessageEvent<string>) => {
    // The format of the server's contract.
    onProgress(JSON.parse(data) as Progress)
  })
  await new Promise<void>((resolve) => {
    const timer = window.setTimeout(resolve, patienceMs)
    for (const event of ['ready', 'error'])
      source.addEventListener(event, () => {
        window.clearTimeout(timer)
        resolve()
      })
  })
  return { id, stop }
}
