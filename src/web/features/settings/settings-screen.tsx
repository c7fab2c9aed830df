import { SlidersHorizontal, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useBack } from '#web/lib/use-back.ts'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { settingsParts, useSettingsList, type SettingsPart } from './settings-parts.ts'
import styles from './settings-screen.module.css'

interface SettingsScreenProps {
  /** None on the first screen, which has all that needs no screen of its own. */
  part?: SettingsPart
  children: ReactNode
}

/** A screen of settings, on desks with the list of all of them beside it. */
export function SettingsScreen({ part, children }: SettingsScreenProps) {
  const { t } = useTranslation()
  const hasList = useSettingsList()
  const back = useBack(part ? paths.settings() : paths.profile())
  const title = t(part ? settingsParts[part].title : 'settings.title')
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} backLabel={t('common.back')} onBack={back} />
      <div className={styles.columns}>
        {hasList ? <SettingsList current={part} /> : null}
        <div className={styles.screen}>{children}</div>
      </div>
    </>
  )
}

function SettingsList({ current }: { current: SettingsPart | undefined }) {
  const { t } = useTranslation()
  const row = (name: string, path: string, Icon: LucideIcon, isCurrent: boolean) => (
    <li key={path}>
      <Link to={path} className={styles.row} aria-current={isCurrent ? 'page' : undefined}>
        <span className={styles.icon}>
          <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
        </span>
        {name}
      </Link>
    </li>
  )
  return (
    <nav className={styles.list} aria-label={t('settings.title')}>
      <ul>
        {row(t('settings.general'), paths.settings(), SlidersHorizontal, current === undefined)}
        {(Object.keys(settingsParts) as SettingsPart[]).map((part) => {
          const { title, path, icon } = settingsParts[part]
          return row(t(title), path, icon, part === current)
        })}
      </ul>
    </nav>
  )
}
