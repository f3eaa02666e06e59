import { useAccount } from '../../api/use-account.ts'
import { usePathParam } from '../../navigation/use-path-param.ts'
import { RoomPage } from '../../universe/room/room-page.tsx'
import '../../styles/list.css'
import '../../styles/room.css'
import '../../styles/panels.css'

export function Page() {
  const id = usePathParam('id')
  return <RoomPage key={id} id={id} me={useAccount()} />
}
