import { personName } from '../../api/person-name.ts'

interface Someone {
  readonly name: string
  readonly email: string
  readonly role: string
  readonly is_disabled: boolean
}

interface Something {
  readonly name: string
  readonly needs: readonly string[]
  readonly roles: readonly string[]
}

/** Why a person can or cannot call a tool, in one or two sentences. */
export function whyWords(person: Someone, tool: Something): string {
  const { role, is_disabled: isDisabled } = person
  const name = personName(person)
  const needs = tool.needs.length === 0 ? 'no permission' : tool.needs.join(' and ')
  if (isDisabled) return `${name} cannot call ${tool.name}: the account is disabled.`
  if (tool.roles.includes(role))
    return `${name} can call ${tool.name}: it needs ${needs}, which the role ${role} has. An app that ${name} connects can call it if ${name} allowed it that.`
  return `${name} cannot call ${tool.name}: it needs ${needs}, which the role ${role} does not have. These roles have it: ${tool.roles.join(', ') || 'none'}.`
}
