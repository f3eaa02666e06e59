import type { WorkerTask } from '@quipu/kit'

export const run: WorkerTask = (input, progress) => {
  const text = String(input)
  if (text === '') throw new RangeError('nothing to count')
  progress(1)
  return text.split(' ').length
}
