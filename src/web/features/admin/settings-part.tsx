import { useQuery } from '@tanstack/react-query'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { settingsQuery } from './admin.api.ts'
import { NotReadable } from './not-readable.tsx'
import styles from './admin.module.css'

const sources = {
  environment: 'admin.settings.from.environment',
  '.env': 'admin.settings.from.env-file',
  file: 'admin.settings.from.file',
  default: 'admin.settings.from.default',
} as const

/** Every setting as it holds, and where it comes from; to be read only. */
export function SettingsPart() {
  const { t } = useTranslation()
  const { data, isPending, isFetching, refetch } = useQuery(settingsQuery())
  return (
    <div className={styles.part}>
      <p className={styles.hint}>{t('admin.settings.hint')}</p>
      {isPending ? (
        <LoadingRows count={8} height="3.5rem" className={styles.list} />
      ) : data ? (
        <DataTable
          label={t('admin.settings.list')}
          columns={[
            { key: 'name', label: t('admin.settings.name') },
            { key: 'value', label: t('admin.settings.value') },
            { key: 'from', label: t('admin.settings.source') },
          ]}
          rows={data.map(({ name, value, from }) => ({
            key: name,
            cells: [
              <bdi key="name" dir="ltr" className={styles.code}>
                {name}
              </bdi>,
              value === null ? (
                <span key="value" className={styles.why}>
                  {t('admin.settings.notSet')}
                </span>
              ) : (
                <bdi key="value" dir="ltr" className={styles.code}>
                  {value}
                </bdi>
              ),
              <span key="from" className={from === 'default' ? styles.chip : styles.chipSet}>
                {t(sources[from])}
              </span>,
            ],
          }))}
        />
      ) : (
        <NotReadable title={t('admin.tabs.settings')} busy={isFetching} onRetry={refetch} />
      )}
    </div>
  )
}
