import type { LoaderFunctionArgs } from 'react-router'
import { memberQuery } from '#web/features/members/members.api.ts'
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx'
import styles from '#web/features/settings/settings-section.module.css'
import { DownloadEverything } from '#web/features/transfer/download-everything.tsx'
import { ScheduledExportChoice } from '#web/features/transfer/scheduled-export-choice.tsx'
import { loaderQueryClient, prefetch } from '#web/lib/query-client.ts'
import { getSession, useMember } from '#web/lib/session.ts'

export function loader(args: LoaderFunctionArgs) {
  const session = getSession()
  return session ? prefetch(loaderQueryClient(args).prefetchQuery(memberQuery(session.user._id))) : null
}

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
