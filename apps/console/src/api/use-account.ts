import { createContext, useContext } from 'react'
import type { AnswerOf } from './answers.ts'

export type OwnAccount = AnswerOf<'/api/account'>

export const AccountContext = createContext<OwnAccount | undefined>(undefined)

/** The signed-in account. The shell shows no page before it is loaded. */
export function useAccount(): OwnAccount {
  const account = useContext(AccountContext)
  if (account === undefined) throw new Error('useAccount needs the shell around the component')
  return account
}

/** Whether the person may do this, such as `tasks:write`. */
export function useMay(permission: string): boolean {
  return useAccount().permissions.includes(permission)
}
