import { problemOf } from './problem.ts'

export interface Received {
  readonly status: number
  readonly body: unknown
}

/** Sends a file. Uses XMLHttpRequest, because `fetch` does not report how much of it is sent. */
export function sendBytes(path: string, file: Blob, onShare: (share: number) => void): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', file.type === '' ? 'application/octet-stream' : file.type)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(problemOf(0))
    request.onload = () => resolve({ status: request.status, body: request.response as unknown })
    request.send(file)
  })
}
