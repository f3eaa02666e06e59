import { api } from '../../api/client.ts'
import { dayIn } from './due-words.ts'

/** The day that it is for the person, in the time zone of their settings. */
export function useToday(): string {
  const { data } = api.useQuery('get', '/api/user-settings')
  return dayIn(data?.time_zone, new Date())
}
