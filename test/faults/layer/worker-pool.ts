import { PortError } from '@quipu/kit'
import { original } from './original.ts'
import { strike } from './strike.ts'

const { WorkerPool: Real } = await original<{
  WorkerPool: new (options: object) => { run(file: URL, input: unknown, options: object): Promise<unknown> }
}>('workers/worker-pool.ts')

export class WorkerPool extends Real {
  override run(file: URL, input: unknown, options: object): Promise<unknown> {
    const broken = (when: string) => new PortError('crash', `A worker ended ${when}, as the test wants it`)
    return strike('workers', () => super.run(file, input, options), broken)
  }
}
