import { useQuery } from '@tanstack/react-query'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { storageQuery } from './admin.api.ts'
import { Facts } from './facts.tsx'
import { formatBytes } from './format-bytes.ts'
import { NotReadable } from './not-readable.tsx'
import { PartStatus } from './part-status.tsx'
import styles from './admin.module.css'

/** Where pictures go, what they and the database take, and what is left. */
export function StoragePart() {
  const { t, locale } = useTranslation()
  const { data, isPending, isFetching, refetch } = useQuery(storageQuery())
  const size = (bytes: number) => formatBytes(bytes, t, locale)
  return (
    <div className={styles.part}>
      <PartStatus about="storage" here="storage" />
      <PartStatus about="data-folder" here="storage" />
      {isPending ? (
        <LoadingRows count={2} height="6rem" className={styles.list} />
      ) : data ? (
        <>
          <Facts
            facts={[
              {
                key: 'disk',
                name: t('admin.storage.disk'),
                value: data.disk ? (
                  <Progress
                    label={t('admin.storage.used')}
                    value={data.disk.all - data.disk.free}
                    max={data.disk.all}
                    text={t('admin.storage.free', {
                      free: size(data.disk.free),
                      all: size(data.disk.all),
                    })}
                  />
                ) : (
                  t('admin.unreadable')
                ),
              },
              {
                key: 'where',
                name: t('admin.storage.where'),
                value: (
                  <>
                    {t(`admin.storage.${data.kind}`)}{' '}
                    <bdi dir="ltr" className={styles.code}>
                      {data.where}
                    </bdi>
                  </>
                ),
              },
              {
                key: 'pictures',
                name: t('admin.storage.used'),
                value: data.pictures
                  ? `${t('admin.storage.files', { count: data.pictures.files })} · ${size(data.pictures.bytes)}`
                  : t('admin.figures.none'),
              },
              {
                key: 'database',
                name: t('admin.storage.database'),
                value: data.databaseBytes === null ? t('admin.figures.none') : size(data.databaseBytes),
              },
            ]}
          />
          {data.at === null ? null : (
            <p className={styles.why}>{t('admin.figures.as', { time: formatMoment(data.at, locale) })}</p>
          )}
        </>
      ) : (
        <NotReadable title={t('admin.tabs.storage')} busy={isFetching} onRetry={refetch} />
      )}
    </div>
  )
}
