import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import styles from '#web/features/settings/settings-section.module.css'
import { DownloadEverything } from '#web/features/transfer/download-everything.tsx'
import { ScheduledExportChoice } from '#web/features/transfer/scheduled-export-choice.tsx'
import { useMember } from '#web/lib/session.ts'

export { loadOwnProfile as loader } from '#web/features/members/members.api.ts'

export function Component() {
  const member = useMember()
  return member ? (
    <SettingsScreen part="exportData">
      <div className={styles.column}>
        <DownloadEverything username={member.username} />
        <ScheduledExportChoice memberId={member._id} />
      </div>
    </SettingsScreen>
  ) : null
}
