declare module 'autocannon' {
  interface Options {
    url: string
    method: 'POST'
    connections: number
    duration: number
    headers: Record<string, string>
    body: string
  }
  interface Result {
    duration: number
    errors: number
    non2xx: number
    requests: { total: number }
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
