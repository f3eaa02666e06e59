import type { Profile } from '@quipu/connect'
import type { AnswerOf } from '../../api/answers.ts'
import { CheckField } from '../../ui/check-field.tsx'

interface Props {
  readonly profile: Profile
  readonly listed: AnswerOf<'/api/tools'>
  readonly onChange: (values: Readonly<Record<string, string | undefined>>) => void
}

/** The modules, and whether for reading only. No choice means all. */
export function ProfileForm({ profile, listed, onChange }: Props) {
  const { modules, isReadOnly } = profile
  const all = listed.modules.map(({ name }) => name)
  const chosen = modules.length === 0 ? all : modules
  const toggle = (name: string, isChecked: boolean) => {
    const next = all.filter((each) => (each === name ? isChecked : chosen.includes(each)))
    const isAll = next.length === all.length || next.length === 0
    onChange({ modules: isAll ? undefined : next.join(',') })
  }
  const shown = listed.tools.filter((tool) => tool.is_allowed).length
  return (
    <>
      <div className="choices">
        {listed.modules.map(({ name, title }) => (
          <CheckField
            key={name}
            label={title}
            isChecked={chosen.includes(name)}
            onCheck={(isChecked) => toggle(name, isChecked)}
          />
        ))}
      </div>
      <CheckField
        label="For reading only"
        hint="Tools that add, change or delete are left out."
        isChecked={isReadOnly}
        onCheck={(isChecked) => onChange({ readonly: isChecked ? '1' : undefined })}
      />
      <p className="soft" role="status">
        {shown} tools, about {listed.tokens.toLocaleString()} tokens of each conversation.
      </p>
    </>
  )
}
