import { connectClients } from '@quipu/connect'

interface Props {
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

export function ClientPicker({ chosen, onChoose }: Props) {
  return (
    <fieldset className="tiles">
      <legend className="unseen">Client</legend>
      {connectClients.map(({ id, title }) => (
        <label key={id} className="tile">
          <input
            type="radio"
            name="client"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  )
}
