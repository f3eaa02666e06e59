import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'

/** The setting that turns it on. */
export function TurnedOff() {
  return (
    <Card title="Vikunja is not connected">
      <p>The person who runs this server sets the address of your Vikunja and restarts it:</p>
      <CodeBlock code="VIKUNJA_URL=https://vikunja.example.com" label="the setting" />
      <p className="soft">Then this page asks for your token. Private addresses work too.</p>
    </Card>
  )
}
