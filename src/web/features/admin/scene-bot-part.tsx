import { useQuery } from '@tanstack/react-query'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { assistantFiguresQuery } from './admin.api.ts'
import { Facts } from './facts.tsx'
import { NotReadable } from './not-readable.tsx'
import { PartStatus } from './part-status.tsx'
import styles from './admin.module.css'

/** How many questions SceneBot understood by itself; none of their words are known. */
export function SceneBotPart() {
  const { t, locale } = useTranslation()
  const { data, isPending, isFetching, refetch } = useQuery(assistantFiguresQuery())
  const number = (value: number) => formatNumber(value, locale)
  return (
    <div className={styles.part}>
      <PartStatus about="model" here="scenebot" />
      {isPending ? (
        <LoadingRows count={2} height="6rem" className={styles.list} />
      ) : data ? (
        <>
          <p className={styles.hint}>{t('admin.sceneBot.hint', { count: data.days })}</p>
          <Facts
            facts={data.languages.map(({ language, understood, notUnderstood, set }) => ({
              key: language,
              name: t(`admin.sceneBot.languages.${language}`),
              value: (
                <>
                  {understood + notUnderstood === 0
                    ? t('admin.sceneBot.none')
                    : t('admin.sceneBot.understood', {
                        understood: number(understood),
                        all: number(understood + notUnderstood),
                      })}
                  <br />
                  <span className={styles.hint}>
                    {t('admin.sceneBot.set', { right: number(set.right), of: number(set.of) })}
                  </span>
                </>
              ),
            }))}
          />
        </>
      ) : (
        <NotReadable title={t('admin.tabs.scenebot')} busy={isFetching} onRetry={refetch} />
      )}
    </div>
  )
}
