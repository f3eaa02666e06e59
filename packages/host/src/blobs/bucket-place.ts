import { createHash, randomUUID } from 'node:crypto'
import type { BlobStream } from '@quipu/kit'
import type { BlobPlace, Draft, NamedBlob } from './blob-place.ts'
import { BucketRefusal, sha256Pattern } from './blob-place.ts'
import type { BucketOptions } from './s3-requests.ts'
import { S3Requests } from './s3-requests.ts'

/** The most that a bucket lists, and deletes, with one request. */
const pageKeys = 1_000

/** Blobs in an S3-compatible bucket, with the same names as in a folder. */
export class BucketPlace implements BlobPlace {
  readonly #requests: S3Requests

  constructor(options: BucketOptions) {
    this.#requests = new S3Requests(options)
  }

  async size(owner: string, sha256: string): Promise<number | undefined> {
    const answer = await this.#requests.send({ method: 'HEAD', key: keyOf(owner, sha256) })
    return answer && sizeOf(answer)
  }

  async read(owner: string, sha256: string): Promise<BlobStream | undefined> {
    const answer = await this.#requests.send({ method: 'GET', key: keyOf(owner, sha256) })
    return answer && { size: sizeOf(answer), bytes: answer.body ?? emptyStream() }
  }

  /** The signature covers the SHA-256: the bucket refuses bytes other than the draft's. */
  async keep(owner: string, { path, size, sha256 }: Draft): Promise<void> {
    await this.#write(keyOf(owner, sha256), { path, size }, sha256)
  }

  async delete(owner: string, sha256: string): Promise<void> {
    await this.#requests.send({ method: 'DELETE', key: keyOf(owner, sha256) })
  }

  async keptAt(owner: string, sha256: string): Promise<Date | undefined> {
    const answer = await this.#requests.send({ method: 'HEAD', key: keyOf(owner, sha256) })
    return answer && new Date(answer.headers.get('last-modified') ?? 0)
  }

  async *keptBefore(time: Date): AsyncGenerator<NamedBlob> {
    let last: string | undefined
    do {
      const page = await this.#dated('', last)
      for (const { key, keptAt } of page) {
        const [, owner = '', , sha256 = ''] = key.split('/')
        if (!owner.startsWith('~') && sha256Pattern.test(sha256) && keptAt < time) yield { owner, sha256 }
      }
      last = page.length < pageKeys ? undefined : page.at(-1)?.key
    } while (last !== undefined)
  }

  /** A bucket cannot do both in one step, so there is a moment between the two, after a day of grace. */
  async deleteIfKeptBefore(time: Date, { owner, sha256 }: NamedBlob): Promise<void> {
    const keptAt = await this.keptAt(owner, sha256)
    if (keptAt !== undefined && keptAt < time) await this.delete(owner, sha256)
  }

  async list(owner: string): Promise<readonly string[]> {
    const names: string[] = []
    for (let page = await this.#page(owner); page.length > 0; page = await this.#page(owner, page.at(-1))) {
      names.push(...page.map((key) => key.slice(key.lastIndexOf('/') + 1)))
      if (page.length < pageKeys) break
    }
    return names.filter((name) => sha256Pattern.test(name)).toSorted()
  }

  async drop(owner: string): Promise<void> {
    let former: string | undefined
    for (let page = await this.#page(owner); page.length > 0; page = await this.#page(owner)) {
      if (page[0] === former) throw new BucketRefusal(`The bucket ${this.#requests.name} deletes nothing`)
      former = page[0]
      const objects = page.map((key) => `<Object><Key>${key}</Key></Object>`).join('')
      const body = `<Delete><Quiet>true</Quiet>${objects}</Delete>`
      const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
      const answer = await this.#requests.send({ method: 'POST', query: { delete: '' }, headers, body })
      const refused = /<Error>[^]*?<Code>(\w+)<\/Code>/.exec((await answer?.text()) ?? '')
      if (refused) throw new BucketRefusal(`The bucket ${this.#requests.name} keeps a blob: ${refused[1]}`)
    }
  }

  async check(): Promise<string> {
    const key = `blobs/~check/${randomUUID()}`
    await this.#write(key, 'check', createHash('sha256').update('check').digest('hex'))
    const answer = await this.#requests.send({ method: 'GET', key })
    const text = await answer?.text()
    await this.#requests.send({ method: 'DELETE', key })
    if (text === 'check') return `bucket ${this.#requests.name} takes and gives files`
    throw new BucketRefusal(`The bucket ${this.#requests.name} does not give back what it took`)
  }

  async #write(key: string, body: string | { path: string; size: number }, sha256: string): Promise<void> {
    const answer = await this.#requests.send({
      method: 'PUT',
      key,
      headers: { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': sha256 },
      body,
    })
    if (answer === undefined) throw new BucketRefusal(`The bucket ${this.#requests.name} takes no files`)
    await answer.text()
  }

  async #page(owner: string, after?: string): Promise<string[]> {
    return (await this.#dated(`${owner}/`, after)).map(({ key }) => key)
  }

  /** Keys consist of characters that XML does not escape. */
  async #dated(prefix: string, after?: string): Promise<readonly { key: string; keptAt: Date }[]> {
    const query = {
      'list-type': '2',
      prefix: `blobs/${prefix}`,
      'max-keys': String(pageKeys),
      ...(after === undefined ? {} : { 'start-after': after }),
    }
    const answer = await this.#requests.send({ method: 'GET', query })
    if (answer === undefined) throw new BucketRefusal(`The bucket ${this.#requests.name} lists nothing`)
    const contents = (await answer.text()).matchAll(/<Contents>([^]*?)<\/Contents>/g)
    return Array.from(contents, ([, entry = '']) => ({
      key: /<Key>([\w~/-]+)<\/Key>/.exec(entry)?.[1] ?? '',
      keptAt: new Date(/<LastModified>([^<]+)<\/LastModified>/.exec(entry)?.[1] ?? 0),
    }))
  }
}

function keyOf(owner: string, sha256: string): string {
  return `blobs/${owner}/${sha256.slice(0, 2)}/${sha256}`
}

function sizeOf(answer: Response): number {
  return Number(answer.headers.get('content-length') ?? 0)
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}
