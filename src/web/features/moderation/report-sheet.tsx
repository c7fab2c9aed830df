import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { needsWords, reasonsOf, type ReportReason } from '#shared/moderation.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { reportMutation } from './moderation.api.ts'
import styles from './moderation.module.css'
import { ReasonChoice } from './reason-choice.tsx'
import type { Reported } from './report-dialog.ts'
import { ReportWords } from './report-words.tsx'

interface Draft {
  /** The whole, or the address of a picture of it. */
  part: string
  reason: ReportReason | null
  text: string
}

const whole = ''
const empty: Draft = { part: whole, reason: null, text: '' }

/** What was begun and not sent, by what it is about: leaving the dialog loses nothing. */
const drafts = new Map<string, Draft>()

interface ReportSheetProps {
  reported: Reported
  open: boolean
  onClose: () => void
}

export function ReportSheet({ reported, open, onClose }: ReportSheetProps) {
  const { t } = useTranslation()
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('moderation.report.title')}
      closeLabel={t('common.close')}
    >
      <ReportForm key={`${reported.kind}:${reported.id}`} reported={reported} onDone={onClose} />
    </Sheet>
  )
}

function ReportForm({ reported, onDone }: { reported: Reported; onDone: () => void }) {
  const { t } = useTranslation()
  const key = `${reported.kind}:${reported.id}`
  const [draft, setDraft] = useState(() => drafts.get(key) ?? empty)
  const [fault, setFault] = useState<'reason' | 'text' | null>(null)
  const send = useExclusiveMutation(reportMutation(useQueryClient()))
  const { part, reason, text } = draft
  const kind = part === whole ? reported.kind : 'picture'
  const write = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    drafts.set(key, next)
    setDraft(next)
    setFault(null)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isRunning()) return
    if (reason === null) {
      setFault('reason')
      event.currentTarget.querySelector<HTMLInputElement>('input[type="radio"]')?.focus()
      return
    }
    if (needsWords(reason) && text.trim() === '') {
      setFault('text')
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    send.mutate(
      { kind, target: part === whole ? reported.id : part, reason, text },
      {
        onSuccess: ({ number }) => {
          drafts.delete(key)
          toast.success(t('moderation.report.sent', { number: String(number) }))
          onDone()
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.card}>
        <p className={styles.what}>
          {t(`moderation.kinds.${reported.kind}`)} · <bdi>@{reported.username}</bdi>
        </p>
        {reported.excerpt === '' ? null : (
          <p className={styles.excerpt} dir="auto">
            {reported.excerpt}
          </p>
        )}
      </div>
      {reported.pictures.length === 0 ? null : (
        <Select
          label={t('moderation.report.part')}
          value={part}
          onChange={(next) => {
            const reasons = reasonsOf[next === whole ? reported.kind : 'picture']
            write({ part: next, reason: reason !== null && reasons.includes(reason) ? reason : null })
          }}
          options={[
            { value: whole, label: t('moderation.report.whole') },
            ...reported.pictures.map((picture, index) => ({
              value: picture,
              label:
                reported.pictures.length === 1
                  ? t('moderation.report.picture')
                  : t('moderation.report.pictureOf', { n: index + 1 }),
            })),
          ]}
        />
      )}
      <ReasonChoice
        legend={t('moderation.report.why')}
        kind={kind}
        value={reason}
        onChange={(next) => write({ reason: next })}
        error={fault === 'reason' ? t('moderation.report.chooseReason') : undefined}
      />
      <ReportWords
        label={t('moderation.report.words')}
        hint={t(
          reason !== null && needsWords(reason) ? 'moderation.report.needed' : 'moderation.report.optional',
        )}
        missing={fault === 'text'}
        value={text}
        onChange={(words) => write({ text: words })}
      />
      {send.error ? <InlineError text={errorText(send.error, 'moderation.report.failed')} /> : null}
      <Button type="submit" busy={send.isPending}>
        {t('moderation.report.send')}
      </Button>
    </form>
  )
}
