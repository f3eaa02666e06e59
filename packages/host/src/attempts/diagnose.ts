import type { Attempt } from './group-hops.ts'
import { isFailed, type Hop, type HopKind } from './hop.ts'

export interface Diagnosis {
  readonly state: 'connected' | 'failed' | 'waiting'
  /** The hop that failed, or the last one before the client stopped. None once it is connected. */
  readonly hop: HopKind | undefined
  readonly cause: string | undefined
  readonly fix: string | undefined
}

/** A client continues within seconds; a person who signs in may take minutes. */
const patienceMs = 20_000

/** The outcome of an attempt, the likely cause if it failed, and what to do. */
export function diagnose({ hops }: Attempt, now: number): Diagnosis {
  const last = hops.at(-1)
  if (last === undefined) return { state: 'waiting', hop: undefined, cause: undefined, fix: undefined }
  if (isFailed(last)) return { state: 'failed', hop: last.kind, ...explainFailure(last) }
  if (last.kind === 'call') return { state: 'connected', hop: undefined, cause: undefined, fix: undefined }
  const isOver = now - last.at > patienceMs && last.kind !== 'authorize'
  const { cause, fix } = stops[last.kind]
  return { state: isOver ? 'failed' : 'waiting', hop: last.kind, cause, fix }
}

interface Words {
  readonly cause: string
  readonly fix: string
}

const stops: Readonly<Record<HopKind, Words>> = {
  challenge: {
    cause: 'The client was asked to sign in and did not continue.',
    fix: 'It may not know OAuth, or a proxy removes the WWW-Authenticate header. Update the client, let the proxy pass the header, or give the client a personal token.',
  },
  resource_metadata: {
    cause: 'The client read where to sign in and did not ask the sign-in server.',
    fix: 'The address in the client must be the one shown on the Connect page, to the letter: same scheme, host and path, no slash at its end.',
  },
  server_metadata: {
    cause: 'The client knows the sign-in server and did not register.',
    fix: 'It may wait for a click on “Connect” or “Sign in”. If it has a field for a client id, leave it empty, or let an admin add the client.',
  },
  registration: {
    cause: 'The client registered and opened no browser.',
    fix: 'Look for a browser window, or for a link in the output of the client. On a machine without a browser use a personal token.',
  },
  authorize: {
    cause: 'The browser shows the sign-in or the question what to allow.',
    fix: 'Sign in and press “Allow” in the browser that the client opened.',
  },
  consent: {
    cause: 'You allowed it, and the client did not fetch its token.',
    fix: 'The browser could not reach the client: a firewall or another program on its port may be in the way. Start the sign-in again from the client.',
  },
  token: {
    cause: 'The client has its token and has not called a tool yet.',
    fix: 'Ask the assistant something that needs a tool. If it still does not call, restart it: some read the list of tools at the start only.',
  },
  call: { cause: '', fix: '' },
}

const failures: Readonly<Partial<Record<HopKind, Readonly<Record<string, Words>>>>> = {
  challenge: {
    invalid_token: {
      cause:
        'The token that the client sends does not count: it has expired, was revoked, or is for another address.',
      fix: 'Disconnect and connect the client again. A personal token must be made for this address.',
    },
  },
  registration: {
    invalid_redirect_uri: {
      cause: 'The client wants to be called back at an address that is not allowed.',
      fix: 'Allowed are https addresses, addresses of this machine (127.0.0.1, localhost) and own schemes of apps. Update the client, or let an admin add it by hand.',
    },
  },
  authorize: {
    invalid_client: {
      cause:
        'The client uses an id that this server does not know, for example from before its data was reset.',
      fix: 'Remove the server from the client and add it again, so that it registers again.',
    },
    invalid_target: {
      cause: 'The client asks for an address that is not an MCP address of this server.',
      fix: 'Use the address of the Connect page, to the letter.',
    },
    invalid_redirect_uri: {
      cause: 'The client wants to be called back at another address than it registered.',
      fix: 'Remove the server from the client and add it again, so that it registers again.',
    },
    temporarily_unavailable: {
      cause: 'The document that describes the client could not be fetched.',
      fix: 'This server must reach the address that is the id of the client. Check its way to the internet and try again.',
    },
  },
  consent: {
    access_denied: {
      cause: 'The question what to allow was answered with “Deny”.',
      fix: 'Connect again and press “Allow”.',
    },
  },
  token: {
    invalid_grant: {
      cause: 'The code or refresh token was used before, has expired, or belongs to another client.',
      fix: 'Connect again. If it happens each time, two copies of the client may share one sign-in.',
    },
    invalid_client: {
      cause: 'The client does not prove who it is, or is not known any more.',
      fix: 'Remove the server from the client and add it again.',
    },
    invalid_target: {
      cause: 'The client wants a token for another address than it asked for.',
      fix: 'Use the address of the Connect page, to the letter.',
    },
  },
}

function explainFailure({ kind, status, why }: Hop): Words {
  const known = failures[kind]?.[why ?? '']
  if (known !== undefined) return known
  if (status === 404)
    return {
      cause: 'There is nothing at the address that the client asked for.',
      fix: 'Use the address of the Connect page, to the letter.',
    }
  if (status === 403)
    return {
      cause: 'The client may not do this: its sign-in allows less, or it came from another site.',
      fix: 'Connect again and allow what it asks for. A web page needs ALLOWED_ORIGINS.',
    }
  if (status === 429)
    return { cause: 'There were too many requests in a short time.', fix: 'Wait a minute and try again.' }
  if (status >= 500)
    return { cause: 'The server failed.', fix: 'Look for the request id in the log of the server.' }
  const code = why === undefined ? '' : ` (${why})`
  return {
    cause: `The server refused the request${code}.`,
    fix: 'Look for the request id in the log, and update the client.',
  }
}
