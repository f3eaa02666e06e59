import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A function after which only what is in use counts as memory. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  // The flag defines `gc` in every context that is created after it.
  const collect = runInNewContext('gc') as () => void
  // With a changed flag, threads that start later would refuse the compiled code that is kept.
  setFlagsFromString('--no-expose-gc')
  return () => {
    collect()
    // Buffers are freed beside the program. A second collection waits for that.
    collect()
  }
}
