import { useSearchParams } from 'react-router'
import { AdminFilms, filmViews } from '#web/features/admin/admin-films.tsx'
import { AuditLog } from '#web/features/admin/audit-log.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from './page.module.css'

const tabs = ['films', 'audit'] as const

export function Component() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'films'
  const view = filmViews.find((one) => one === search.get('view')) ?? 'waiting'
  const show = (next: Record<string, string>) => setSearch(next, { replace: true, preventScrollReset: true })
  const title = t('admin.title')
  usePageTitle(title)
  return (
    <>
      <TopBar title={title} />
      <div className={styles.page}>
        <Tabs
          label={t('admin.parts')}
          value={tab}
          onChange={(next) => show(next === 'films' ? {} : { tab: next })}
          tabs={tabs.map((value) => ({ value, label: t(`admin.tabs.${value}`) }))}
        >
          {tab === 'films' ? (
            <AdminFilms view={view} onView={(next) => show(next === 'waiting' ? {} : { view: next })} />
          ) : (
            <AuditLog />
          )}
        </Tabs>
      </div>
    </>
  )
}
