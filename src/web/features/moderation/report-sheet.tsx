import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { needsWords, reasonsOf, reportReasons } from '#shared/moderation.ts'
import { paths } from '#shared/paths.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { blockMutation, muteMutation } from '#web/features/safety/safety.api.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { useFieldsDraft } from '#web/lib/drafts/use-draft.ts'
import { useMember } from '#web/lib/session.ts'
import { useIsMounted } from '#web/lib/use-is-mounted.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { reportMutation } from './moderation.api.ts'
import styles from './moderation.module.css'
import { ReasonChoice } from './reason-choice.tsx'
import type { Reported } from './report-dialog.ts'
import { ReportWords } from './report-words.tsx'

/** What was begun and not sent: leaving the dialog loses nothing. */
const reportDraft = z.object({
  /** The whole, or the address of a picture of it. */
  part: z.string(),
  reason: z.nullable(z.enum(reportReasons)),
  text: z.string(),
  block: z._default(z.boolean(), false),
  mute: z._default(z.boolean(), false),
})
type Draft = z.output<typeof reportDraft>

const whole = ''
const empty: Draft = { part: whole, reason: null, text: '', block: false, mute: false }

interface ReportSheetProps {
  reported: Reported
  open: boolean
  onClose: () => void
}

export function ReportSheet({ reported, open, onClose }: ReportSheetProps) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={onClose} title={t('moderation.report.title')}>
      <ReportForm key={`${reported.kind}:${reported.id}`} reported={reported} onClose={onClose} />
    </Sheet>
  )
}

function ReportForm({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const viewerId = useMember()?._id ?? ''
  const { draft, set, forget } = useFieldsDraft({
    key: `draft:${viewerId}:report:${reported.kind}:${reported.id}`,
    initial: empty,
    parse: (stored) => reportDraft.parse(stored),
  })
  const [fault, setFault] = useState<'reason' | 'text' | null>(null)
  const send = useExclusiveMutation(reportMutation(queryClient))
  const block = useMutation(blockMutation(queryClient, viewerId))
  const mute = useMutation(muteMutation(queryClient, viewerId, reported.memberId))
  const isOpen = useIsMounted()
  const { part, reason, text } = draft
  /** What else was wanted of who wrote it; a block leaves nothing to mute. */
  const keepAway = async () => {
    try {
      if (draft.block) {
        // Elsewhere than at a comment the screen is about whom one no longer sees.
        const leave = reported.kind === 'reply' ? undefined : () => navigate(paths.home(), { replace: true })
        await block.mutateAsync({ targetId: reported.memberId, leave })
      } else if (draft.mute) {
        await mute.mutateAsync({ days: 0, notifications: false })
      }
    } catch (error) {
      failureToast('common.saveFailed')(error)
    }
  }
  const kind = part === whole ? reported.kind : 'picture'
  const write = (change: Partial<Draft>) => {
    set(change)
    setFault(null)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
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
    try {
      const target = part === whole ? reported.id : part
      const { number } = await send.mutateAsync({ kind, target, reason, text })
      forget()
      toast.success(t('moderation.report.sent', { number: String(number) }))
      if (isOpen.current) onClose()
      await keepAway()
    } catch {
      // The form shows it.
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
      <Switch
        label={t('safety.mute.title', { name: reported.username })}
        checked={draft.mute}
        onChange={(wanted) => write({ mute: wanted })}
      />
      <Switch
        label={t('moderation.report.block', { name: reported.username })}
        checked={draft.block}
        onChange={(wanted) => write({ block: wanted })}
      />
      {send.error ? <InlineError text={errorText(send.error, 'moderation.report.failed')} /> : null}
      <Button type="submit" busy={send.isPending}>
        {t('moderation.report.send')}
      </Button>
    </form>
  )
}
