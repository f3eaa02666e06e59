import { PageFrame } from '../../ui/page-frame.tsx'
import { PasswordCard } from './password-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { ProfileCard } from './profile-card.tsx'

export function Page() {
  return (
    <PageFrame title="Settings">
      <div className="columns">
        <ProfileCard />
        <PreferencesCard />
        <PasswordCard />
      </div>
    </PageFrame>
  )
}
