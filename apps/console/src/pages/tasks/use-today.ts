import { api } from '../../api/client.ts'
import { dayIn } from './due-words.ts'

/** The current day in the time zone of the person's settings. */
export function useToday(): string {
  const { data } = api.useQuery('get', '/api/user-settings')
  return dayIn(data?.time_zone, new Date())
}
