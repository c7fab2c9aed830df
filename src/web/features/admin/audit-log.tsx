import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { auditActs, type AuditAct, type AuditEntry } from '#shared/api/audit.ts'
import { roles } from '#shared/api/members.ts'
import { isolated } from '#shared/isolated.ts'
import { paths } from '#shared/paths.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMoment, formatNumber } from '#web/lib/format.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { auditQuery } from './admin.api.ts'
import styles from './admin.module.css'

const commandLine = 'command-line'
const isAct = (act: string): act is AuditAct => auditActs.some((one) => one === act)

/** What operators did, by act and by who did it; nothing of it can be changed. */
export function AuditLog() {
  const { t } = useTranslation()
  const [act, chooseAct] = useState<AuditAct | ''>('')
  const [by, chooseBy] = useState('')
  const answer = useInfiniteQuery(auditQuery({ act: act || undefined, by: by || undefined }))
  const entries = pageItems(answer.data, ({ id }) => id)
  // Who was seen so far stays to be chosen while the entries of one are shown.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const fresh = (entries ?? []).flatMap(({ operator }) =>
    operator && !known.has(operator._id) ? [[operator._id, isolated(`@${operator.username}`)] as const] : [],
  )
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh]))
  return (
    <div className={styles.part}>
      <p className={styles.hint}>{t('admin.audit.hint')}</p>
      <div className={styles.filters}>
        <Select
          label={t('admin.audit.act')}
          value={act}
          onChange={chooseAct}
          options={[
            { value: '', label: t('admin.audit.allActs') },
            ...auditActs.map((value) => ({ value, label: t(`admin.audit.acts.${value}`) })),
          ]}
        />
        <Select
          label={t('admin.audit.by')}
          value={by}
          onChange={chooseBy}
          options={[
            { value: '', label: t('admin.audit.everybody') },
            { value: commandLine, label: t('admin.audit.commandLine') },
            ...[...known].map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      <PagedList
        pages={answer}
        items={entries}
        skeleton={<LoadingRows count={8} height="4rem" className={styles.list} />}
        empty={t('admin.audit.empty')}
        drawing="curtain"
        failed={t('common.loadFailed')}
      >
        {(shown) => (
          <ul className={styles.list}>
            {shown.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

function Entry({ entry: { act, at, operator, shellUser, member, about } }: { entry: AuditEntry }) {
  const { t, locale } = useTranslation()
  const { film, title, into, role, was, merged } = about
  const roleName = (named: unknown) => {
    const known = roles.find((one) => one === named)
    return known ? t(`admin.members.roles.${known}`) : String(named)
  }
  return (
    <li className={styles.entry}>
      <span className={styles.act}>{isAct(act) ? t(`admin.audit.acts.${act}`) : act}</span>
      <span className={styles.about}>
        {member ? (
          <Link to={paths.profile(member._id)}>
            <bdi>@{member.username}</bdi>
          </Link>
        ) : null}
        {title === undefined ? null : <bdi>{title}</bdi>}
        {film === undefined ? null : (
          <span className={styles.numbers} dir="ltr">
            {into === undefined ? film : `${film} → ${into}`}
          </span>
        )}
        {role === undefined ? null : (
          <span className={styles.change}>
            <span>{roleName(was)}</span>
            <ArrowRight size={16} data-mirror="" aria-hidden="true" />
            <span>{roleName(role)}</span>
          </span>
        )}
        {typeof merged === 'number' ? <span>{formatNumber(merged, locale)}</span> : null}
      </span>
      <span className={styles.why}>
        {operator ? (
          <bdi>@{operator.username}</bdi>
        ) : shellUser === null ? (
          t('admin.audit.gone')
        ) : (
          <>
            {t('admin.audit.commandLine')} (<bdi dir="ltr">{shellUser}</bdi>)
          </>
        )}
        {' · '}
        <time dateTime={at}>{formatMoment(at, locale)}</time>
      </span>
    </li>
  )
}
