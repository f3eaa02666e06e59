import type { ConnectClient } from '@quipu/connect'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'

interface Props {
  readonly client: ConnectClient
  readonly url: string
}

/** The steps for one client. */
export function ClientSteps({ client, url }: Props) {
  const isLocal = /^http:\/\/(?:127\.|localhost|\[::1\])/.test(url)
  return (
    <Card title={`3. Add it to ${client.title}`}>
      {client.isRemote === true && isLocal && (
        <div className="note warn">
          <p>
            {client.title} comes from the internet and cannot reach this address. Put a server with a public
            name and https in front, and set APP_URL to that name.
          </p>
        </div>
      )}
      <ol className="steps-list">
        {client.steps({ url, program: '"$PWD/node_modules/.bin/quipu"' }).map(({ says, code, link }) => (
          <li key={says}>
            <span>{says}</span>{' '}
            {link !== undefined && (
              <a className="button slim" href={link.href}>
                {link.title}
              </a>
            )}
            {code !== undefined && <CodeBlock code={code} label={says.replace(/[:.]$/, '')} />}
          </li>
        ))}
      </ol>
      <p className="small soft">
        The address is <code>{url}</code>
      </p>
    </Card>
  )
}
