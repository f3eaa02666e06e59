import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { temporaryFolder } from './places.ts'

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const region = 'eu-test-1'

/** A bucket of our own on the loopback address, behind a gate that checks signatures and hashes and can fail. */
export interface TestBucket extends AsyncDisposable {
  readonly options: {
    readonly endpoint: string
    readonly bucket: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly forcePathStyle: boolean
  }
  /** Method and path of each request. */
  readonly requests: string[]
  /** Answers in place of the bucket, until it gives false. */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
}

export async function startBucket(): Promise<TestBucket> {
  const folder = temporaryFolder()
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  const { port } = await server.run()
  const bucket: Omit<TestBucket, 'options'> = {
    requests: [],
    fault: undefined,
    [Symbol.asyncDispose]: async () => {
      gate.close()
      gate.closeAllConnections()
      await server.close()
      folder[Symbol.dispose]()
    },
  }
  const gate = createServer((incoming, response) => {
    bucket.requests.push(`${incoming.method} ${incoming.url}`)
    if (bucket.fault?.(incoming, response) === true) return
    if (!isSigned(incoming)) return refuse(response, 403, 'SignatureDoesNotMatch')
    pass(incoming, response, port)
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  // It listens on a port, so the address is not that of a pipe, and it is open.
  const endpoint = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  const options = { endpoint, bucket: 'files', region, ...keys, forcePathStyle: true }
  return Object.assign(bucket, { options })
}

/** As a bucket says no. */
export function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>No.</Message></Error>`)
}

function pass(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
    response.once('close', () => answer.destroy())
  })
  outgoing.once('error', () => response.destroy())
  incoming.once('close', () => !incoming.complete && outgoing.destroy())
  const hash = createHash('sha256')
  incoming.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    if (!outgoing.write(chunk)) {
      incoming.pause()
      outgoing.once('drain', () => incoming.resume())
    }
  })
  incoming.on('end', () => {
    const wanted = headers['x-amz-content-sha256']
    if (wanted === 'UNSIGNED-PAYLOAD' || wanted === hash.digest('hex')) return void outgoing.end()
    outgoing.destroy()
    refuse(response, 400, 'XAmzContentSHA256Mismatch')
  })
}

/** Signature Version 4 as Amazon describes it, which the server behind the gate does not check. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', given = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ??
    []
  const { pathname, searchParams } = new URL(url, 'http://gate')
  searchParams.sort()
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll('+', '%20'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${keys.secretAccessKey}`)
  return hmac(key, text).toString('hex') === given && scope.endsWith(`/${region}/s3/aws4_request`)
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
