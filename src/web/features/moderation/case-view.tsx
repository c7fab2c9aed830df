import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { CaseDetail, ReportedContent } from '#shared/api/moderation.ts'
import {
  appealResult,
  canBeTakenBack,
  reportReasons,
  type ModerationAct,
  type ReportReason,
} from '#shared/moderation.ts'
import { paths } from '#shared/paths.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { useShortcutsOn } from '#web/lib/shortcuts.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { caseQuery, decideAppealMutation, decideMutation } from './moderation.api.ts'
import { ReportWords } from './report-words.tsx'
import styles from './reports-part.module.css'

interface CaseViewProps {
  caseId: string
  onClose: () => void
  /** Opens another case of the same member. */
  onOpen: (caseId: string) => void
  onDecided: () => void
}

/** What was reported with all that it takes to decide. */
export function CaseView({ caseId, onClose, onOpen, onDecided }: CaseViewProps) {
  const { t } = useTranslation()
  const answer = useQuery(caseQuery(caseId))
  const heading = useRef<HTMLHeadingElement>(null)
  const isHere = answer.data !== undefined
  useEffect(() => {
    if (isHere) heading.current?.focus()
  }, [isHere])
  return (
    <section className={styles.case} aria-labelledby="case-title">
      <div className={styles.head}>
        <h2 id="case-title" ref={heading} tabIndex={-1}>
          {answer.data ? t(`moderation.kinds.${answer.data.kind}`) : t('queue.case')}
        </h2>
        <Button variant="secondary" size="sm" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      {answer.data ? (
        <Detail detail={answer.data} onOpen={onOpen} onDecided={onDecided} />
      ) : answer.error ? (
        <LoadFailed error={answer.error} onRetry={answer.refetch} />
      ) : (
        <LoadingRows count={3} height="8rem" className={styles.rows} />
      )}
    </section>
  )
}

type DetailProps = Pick<CaseViewProps, 'onOpen' | 'onDecided'> & { detail: CaseDetail }

function Detail({ detail, onOpen, onDecided }: DetailProps) {
  const { t, locale } = useTranslation()
  const { before, now, path, author, person, told, decisions } = detail
  const isChanged = now !== null && JSON.stringify(now) !== JSON.stringify(before)
  return (
    <>
      <Block title={t(isChanged ? 'queue.whenReported' : 'queue.reported')}>
        <Content content={before} />
        {now === null ? <p className={styles.alarmText}>{t('queue.gone')}</p> : null}
        {detail.hidden ? <p className={styles.alarmText}>{t('queue.isHidden')}</p> : null}
      </Block>
      {isChanged ? (
        <Block title={t('queue.now')}>
          <Content content={now} />
        </Block>
      ) : null}
      {path === null || detail.hidden ? null : (
        <p>
          <Link className={styles.link} to={path}>
            {t('queue.inPlace')}
          </Link>
        </p>
      )}
      {author && person ? (
        <Block title={t('queue.author')}>
          <Link className={styles.person} to={paths.profile(author._id)}>
            <Avatar src={avatarUrl(author.avatar)} size={44} />
            <bdi>@{author.username}</bdi>
          </Link>
          <p className={styles.facts}>
            {t('queue.joined', { day: formatDate(person.joinedAt, locale) })} ·{' '}
            {t('queue.logs', { count: person.logs })} · {t('queue.otherCases', { count: person.otherCases })}
          </p>
          <p className={detail.flooding ? styles.alarmText : styles.facts}>
            {t('queue.lastHour', person.lastHour)}
          </p>
          {person.suspended ? <p className={styles.alarmText}>{t('moderation.done.suspend')}</p> : null}
          {person.limited ? <p className={styles.alarmText}>{t('moderation.done.limit')}</p> : null}
          {person.history.length === 0 ? null : (
            <ul className={styles.plain}>
              {person.history.map((one) => (
                <li key={`${one.caseId} ${one.decidedAt}`}>
                  <button type="button" className={styles.link} onClick={() => onOpen(one.caseId)}>
                    {t(`moderation.done.${one.act}`)} · {t(`moderation.reasons.${one.ground}`)} ·{' '}
                    {formatDate(one.decidedAt, locale)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Block>
      ) : (
        <p className={styles.facts}>{t('queue.nobody')}</p>
      )}
      <Block title={t('queue.reports', { count: detail.reports })}>
        <ul className={styles.plain}>
          {told.map((report) => (
            <li key={report.number} className={styles.told}>
              <p className={styles.facts}>
                <span dir="ltr">#{report.number}</span> · {t(`moderation.reasons.${report.reason}`)} ·{' '}
                {report.reporter ? (
                  <bdi>@{report.reporter.username}</bdi>
                ) : report.guest ? (
                  <bdi>
                    {report.guest.name} ({report.guest.email})
                  </bdi>
                ) : (
                  t('queue.forgotten')
                )}{' '}
                · <time dateTime={report.createdAt}>{formatMoment(report.createdAt, locale)}</time>
              </p>
              {report.text === '' ? null : <p dir="auto">{report.text}</p>}
            </li>
          ))}
        </ul>
      </Block>
      {decisions.length === 0 ? null : (
        <Block title={t('queue.decisions')}>
          <ul className={styles.plain}>
            {decisions.map((decision) => (
              <li key={decision._id} className={styles.told}>
                <p>
                  <strong>{t(`moderation.done.${decision.act}`)}</strong>
                  {decision.liftedAt === null ? null : ` · ${t('moderation.statement.lifted')}`}
                </p>
                <p className={styles.facts}>
                  {decision.moderator ? <bdi>@{decision.moderator.username}</bdi> : t('queue.forgotten')} ·{' '}
                  {t(`moderation.reasons.${decision.ground}`)} ·{' '}
                  <time dateTime={decision.decidedAt}>{formatMoment(decision.decidedAt, locale)}</time>
                </p>
                {decision.facts === '' ? null : <p dir="auto">{decision.facts}</p>}
                {decision.appeal ? (
                  <Appeal id={decision._id} act={decision.act} appeal={decision.appeal} />
                ) : null}
              </li>
            ))}
          </ul>
        </Block>
      )}
      {detail.acts.length === 0 ? (
        <p className={styles.facts}>{t(decisions.length > 0 ? 'queue.nothingLeft' : 'queue.notYours')}</p>
      ) : (
        <Decide detail={detail} onDecided={onDecided} />
      )}
    </>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.block}>
      <h3>{title}</h3>
      {children}
    </div>
  )
}

/** As readers see it; what may be a spoiler is not covered for who has to decide. */
function Content({ content: { title, text, image, gif, spoilers } }: { content: ReportedContent }) {
  const { t } = useTranslation()
  return (
    <>
      {title === null ? null : (
        <p className={styles.title} dir="auto">
          {title}
        </p>
      )}
      {text === '' ? null : (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {image === null ? null : <img className={styles.image} src={image} alt={t('queue.picture')} />}
      {gif === null ? null : <img className={styles.image} src={gif} alt={t('queue.picture')} />}
      {spoilers ? <p className={styles.facts}>{t('queue.marked')}</p> : null}
    </>
  )
}

/** The decision, and what its author reads of it. */
function Decide({ detail, onDecided }: Omit<DetailProps, 'onOpen'>) {
  const { t } = useTranslation()
  const online = useOnline()
  const [act, setAct] = useState<ModerationAct | null>(null)
  const [ground, setGround] = useState<ReportReason>(detail.reasons[0] ?? 'other')
  const [facts, setFacts] = useState('')
  const [missing, setMissing] = useState(false)
  const send = useExclusiveMutation(decideMutation(useQueryClient(), detail._id))
  const isQuiet = act === 'none' || act === 'restore'
  const choose = (next: ModerationAct) => {
    setAct(next)
    setMissing(false)
  }
  // The acts by their numbers.
  const hasKeys = useShortcutsOn()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (act === null || send.isRunning() || !online) return
    if (!isQuiet && facts.trim() === '') {
      setMissing(true)
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    send.mutate(
      { act, ground, facts, seen: detail.decisions.length },
      {
        onSuccess: () => {
          toast.success(t('queue.saved'))
          setAct(null)
          setFacts('')
          onDecided()
        },
      },
    )
  }
  return (
    <form className={styles.decide} onSubmit={submit} noValidate>
      <div className={styles.acts} role="group" aria-label={t('queue.decide')}>
        {detail.acts.map((one, index) => (
          <button
            key={one}
            type="button"
            className={styles.act}
            aria-pressed={act === one}
            aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
            onClick={() => choose(one)}
          >
            {hasKeys ? (
              <kbd className={styles.key} aria-hidden="true">
                {index + 1}
              </kbd>
            ) : null}
            {t(`queue.acts.${one}`)}
          </button>
        ))}
      </div>
      {act === null ? null : (
        <>
          <p className={styles.facts}>{t(`queue.means.${act}`)}</p>
          {isQuiet || act === 'message' ? null : (
            <Select
              label={t('queue.ground')}
              value={ground}
              onChange={setGround}
              options={reportReasons.map((value) => ({ value, label: t(`moderation.reasons.${value}`) }))}
            />
          )}
          {isQuiet ? null : (
            <ReportWords
              label={t(act === 'message' ? 'queue.message' : 'queue.facts')}
              hint={t('queue.factsHint')}
              missing={missing}
              value={facts}
              onChange={(text) => {
                setFacts(text)
                setMissing(false)
              }}
            />
          )}
          {send.error ? <InlineError text={errorText(send.error, 'queue.notSaved')} /> : null}
          {online ? null : <p className={styles.alarmText}>{t('queue.needsConnection')}</p>}
          <Button type="submit" busy={send.isPending} disabled={!online}>
            {t('queue.send')}
          </Button>
        </>
      )}
    </form>
  )
}

type AppealOf = NonNullable<CaseDetail['decisions'][number]['appeal']>

function Appeal({ id, act, appeal }: { id: string; act: ModerationAct; appeal: AppealOf }) {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState(false)
  const send = useExclusiveMutation(decideAppealMutation(useQueryClient(), id))
  const decide = (outcome: 'kept' | 'lifted') => {
    if (send.isRunning()) return
    if (answer.trim() === '') setMissing(true)
    else send.mutate({ outcome, answer }, { onSuccess: () => toast.success(t('queue.saved')) })
  }
  return (
    <div className={styles.appeal}>
      <h4>{t('queue.appeal')}</h4>
      <p dir="auto">{appeal.text}</p>
      {appeal.outcome === null ? null : (
        <>
          <p>
            <strong>{t(`moderation.appeal.${appealResult(act, appeal.outcome)}`)}</strong>
          </p>
          <p dir="auto">{appeal.answer}</p>
        </>
      )}
      {appeal.outcome === null && !appeal.mayDecide ? (
        <p className={styles.facts}>{t('errors.appeal.same_moderator')}</p>
      ) : null}
      {appeal.mayDecide ? (
        <>
          {canBeTakenBack(act) ? null : <p className={styles.facts}>{t('queue.staysRemoved')}</p>}
          <ReportWords
            label={t('queue.answer')}
            missing={missing}
            value={answer}
            onChange={(text) => {
              setAnswer(text)
              setMissing(false)
            }}
          />
          {send.error ? <InlineError text={errorText(send.error, 'queue.notSaved')} /> : null}
          <div className={styles.acts}>
            <Button variant="secondary" size="sm" busy={send.isPending} onClick={() => decide('kept')}>
              {t('queue.keep')}
            </Button>
            <Button variant="secondary" size="sm" busy={send.isPending} onClick={() => decide('lifted')}>
              {t('queue.lift')}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  )
}
