import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { DecisionStatement } from '#shared/api/moderation.ts'
import { appealResult } from '#shared/moderation.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { appealMutation, type Appellant } from './moderation.api.ts'
import { ReportWords } from './report-words.tsx'
import styles from './moderation.module.css'

interface StatementCardProps {
  statement: DecisionStatement
  by: Appellant
  /** The level that follows from the headings above the card. */
  heading?: 'h2' | 'h3'
}

/** What was decided about somebody's own, why, and how to appeal. */
export function StatementCard({ statement, by, heading: Heading = 'h3' }: StatementCardProps) {
  const { t, locale } = useTranslation()
  const { act, kind, excerpt, ground, facts, decidedAt, liftedAt, appeal, appealUntil } = statement
  const isMeasure = act !== 'message' && act !== 'restore'
  return (
    <article className={styles.card}>
      <p className={styles.what}>
        {t(`moderation.kinds.${kind}`)} · <time dateTime={decidedAt}>{formatDate(decidedAt, locale)}</time>
      </p>
      <Heading className={styles.heading}>{t(`moderation.done.${act}`)}</Heading>
      {excerpt === '' ? null : (
        <p className={styles.excerpt} dir="auto">
          {excerpt}
        </p>
      )}
      {isMeasure ? (
        <p>
          {t('moderation.statement.rule')} {t(`moderation.reasons.${ground}`)}
        </p>
      ) : null}
      {facts === '' ? null : <p dir="auto">{facts}</p>}
      {isMeasure ? <p className={styles.note}>{t('moderation.statement.byPerson')}</p> : null}
      {liftedAt === null ? null : <p className={styles.good}>{t('moderation.statement.lifted')}</p>}
      {appeal === null ? null : (
        <div className={styles.inner}>
          <p className={styles.what}>{t('moderation.appeal.yours')}</p>
          <p dir="auto">{appeal.text}</p>
          <p className={styles.what}>
            {t(`moderation.appeal.${appeal.outcome === null ? 'waits' : appealResult(act, appeal.outcome)}`)}
          </p>
          {appeal.answer === '' ? null : <p dir="auto">{appeal.answer}</p>}
        </div>
      )}
      {appealUntil === null ? null : <AppealForm by={by} until={formatDate(appealUntil, locale)} />}
    </article>
  )
}

function AppealForm({ by, until }: { by: Appellant; until: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const send = useExclusiveMutation(appealMutation(useQueryClient(), by))
  if (!open)
    return (
      <div className={styles.inner}>
        <p className={styles.note}>{t('moderation.appeal.until', { day: until })}</p>
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t('moderation.appeal.open')}
        </Button>
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isRunning()) return
    if (text.trim() === '') setMissing(true)
    else send.mutate(text)
  }
  return (
    <form className={styles.inner} onSubmit={submit} noValidate>
      <ReportWords
        label={t('moderation.appeal.words')}
        missing={missing}
        ref={takeFocus}
        value={text}
        onChange={(text) => {
          setText(text)
          setMissing(false)
        }}
      />
      {send.error ? <InlineError text={errorText(send.error, 'moderation.report.failed')} /> : null}
      <Button type="submit" busy={send.isPending}>
        {t('moderation.appeal.send')}
      </Button>
    </form>
  )
}
