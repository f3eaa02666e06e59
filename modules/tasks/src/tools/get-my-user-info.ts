import { defineTool } from '@quipu/kit'
import { z } from 'zod'
import { briefEnvelope, success } from '../envelope.ts'
import type { TaskList } from '../task-list.ts'

interface UserInfo {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly created_at: string
}

export const getMyUserInfo = defineTool({
  name: 'get_my_user_info',
  title: 'Get my user info',
  description: 'Returns your own id, email, name, role and created_at; nothing about other people.',
  needs: 'tasks:read',
  effect: 'read',
  input: z.object({}),
  output: briefEnvelope<UserInfo>(),
  run: async (tasks: TaskList, _input, { caller }) => {
    const { id, email, name, role, createdAt } = await tasks.account(caller)
    return success('Here is your account information', {
      id,
      email,
      name,
      role,
      created_at: createdAt.toISOString(),
    })
  },
})
