import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { SettingsList } from './settings-list.tsx'
import { settingsParts, useSettingsList, type SettingsPart } from './settings-parts.ts'
import styles from './settings-screen.module.css'

interface SettingsScreenProps {
  /** None on the first screen, which is the list of all; beside it desks show the first of them. */
  part?: SettingsPart
  children: ReactNode
}

/** A screen of settings, on desks with the list of all of them beside it. */
export function SettingsScreen({ part, children }: SettingsScreenProps) {
  const { t } = useTranslation()
  const hasList = useSettingsList()
  const member = useMember()
  const back = useBack(part ? paths.settings() : paths.profile())
  const title = t(part ? settingsParts[part].title : 'settings.title')
  usePageTitle(title)
  if (!member) return null
  return (
    <>
      <TopBar title={title} onBack={back} />
      {hasList ? (
        <div className={styles.columns}>
          <SettingsList member={member} current={part ?? 'appearance'} />
          <div className={styles.screen}>{children}</div>
        </div>
      ) : part ? (
        children
      ) : (
        <SettingsList member={member} />
      )}
    </>
  )
}
