import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureToast } from '#web/features/failures/failures.ts'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { mailQuery, testMailMutation } from './admin.api.ts'
import { Facts } from './facts.tsx'
import { NotReadable } from './not-readable.tsx'
import { PartStatus } from './part-status.tsx'
import styles from './admin.module.css'

/** How mail is delivered and how the last ones went, with one to try it. */
export function MailPart() {
  const { t, locale } = useTranslation()
  const { data, isPending, isFetching, refetch } = useQuery(mailQuery())
  const moment = (at: string | null) =>
    at === null ? t('admin.mail.never') : <time dateTime={at}>{formatMoment(at, locale)}</time>
  return (
    <div className={styles.part}>
      <PartStatus about="mail" here="mail" />
      {isPending ? (
        <LoadingRows count={1} height="12rem" className={styles.list} />
      ) : data ? (
        <>
          <Facts
            facts={[
              {
                key: 'delivery',
                name: t('admin.mail.delivery'),
                value: t(`admin.mail.how.${data.delivery}`, { server: `\u2066${data.server ?? ''}\u2069` }),
              },
              { key: 'from', name: t('admin.mail.from'), value: <bdi dir="ltr">{data.from}</bdi> },
              ...(data.delivery === 'smtp'
                ? [
                    { key: 'sent', name: t('admin.mail.sent'), value: moment(data.sentAt) },
                    {
                      key: 'failed',
                      name: t('admin.mail.failed'),
                      value: (
                        <>
                          {moment(data.failedAt)}
                          {data.failure === null ? null : (
                            <>
                              {' '}
                              <bdi dir="ltr" className={styles.code}>
                                {data.failure}
                              </bdi>
                            </>
                          )}
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <TestMail />
        </>
      ) : (
        <NotReadable title={t('admin.tabs.mail')} busy={isFetching} onRetry={refetch} />
      )}
    </div>
  )
}

function TestMail() {
  const { t } = useTranslation()
  const online = useOnline()
  const { mutate, isPending } = useMutation(testMailMutation(useQueryClient()))
  const send = () =>
    mutate(undefined, {
      onSuccess: ({ sent, to, reason }) =>
        sent
          ? toast.success(t('admin.mail.tested', { to: `\u2066${to}\u2069` }))
          : toast.error(t('admin.mail.notTested', { reason: `\u2066${reason}\u2069` })),
      onError: failureToast('admin.mail.noAnswer'),
    })
  return (
    <div className={styles.acts}>
      <Button busy={isPending} aria-disabled={!online} onClick={online ? send : undefined}>
        {t('admin.mail.test')}
      </Button>
      <span className={styles.why}>{t('admin.mail.testHint')}</span>
    </div>
  )
}
