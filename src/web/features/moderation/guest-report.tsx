import { useState, type FormEvent } from 'react'
import { mayBeNameless, needsWords, type ReportReason } from '#shared/moderation.ts'
import { paths } from '#shared/paths.ts'
import { isEmail } from '#shared/username.ts'
import formStyles from '#web/features/accounts/guest/account-form.module.css'
import { GuestNotice } from '#web/features/accounts/guest/guest-notice.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { guestReportMutation } from './moderation.api.ts'
import { ReasonChoice } from './reason-choice.tsx'
import { ReportWords } from './report-words.tsx'

type FieldName = 'address' | 'reason' | 'text' | 'name' | 'email' | 'goodFaith'

/** For whoever has no account: what is wrong where, who says so, and that they believe it. */
export function GuestReport({ address: given }: { address: string }) {
  const { t, locale } = useTranslation()
  const [address, setAddress] = useState(given)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [goodFaith, setGoodFaith] = useState(false)
  const [fault, setFault] = useState<FieldName | null>(null)
  const send = useExclusiveMutation(guestReportMutation())
  const mayLeaveOut = reason !== null && mayBeNameless(reason)
  const isNameless = mayLeaveOut && name.trim() === '' && email.trim() === ''
  if (send.data)
    return (
      <GuestNotice
        text={t(isNameless ? 'moderation.guest.sentNameless' : 'moderation.guest.sent', {
          number: String(send.data.number),
        })}
        isNews
        link={{ to: paths.home(), label: t('notFound.home') }}
      />
    )
  const faultOf = (): FieldName | null => {
    if (address.trim() === '') return 'address'
    if (reason === null) return 'reason'
    if (needsWords(reason) && text.trim() === '') return 'text'
    if (!isNameless && name.trim() === '') return 'name'
    if (!isNameless && !isEmail(email.trim())) return 'email'
    return goodFaith ? null : 'goodFaith'
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isRunning()) return
    const wrong = faultOf()
    setFault(wrong)
    if (wrong !== null || reason === null) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    send.mutate({ address, reason, text, name, email, goodFaith: true, language: locale })
  }
  const errorOf = (field: FieldName, message: string) => (fault === field ? message : undefined)
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
      <p className={formStyles.text}>{t('moderation.guest.hint')}</p>
      <TextField
        label={t('moderation.guest.address')}
        type="url"
        name="address"
        maxLength={1000}
        value={address}
        error={errorOf('address', t('moderation.guest.addressMissing'))}
        onChange={(event) => setAddress(event.target.value)}
      />
      <ReasonChoice
        kind="address"
        value={reason}
        onChange={setReason}
        error={errorOf('reason', t('moderation.report.chooseReason'))}
      />
      <ReportWords
        label={t('moderation.report.words')}
        name="text"
        hint={t(
          reason !== null && needsWords(reason) ? 'moderation.report.needed' : 'moderation.report.optional',
        )}
        missing={fault === 'text'}
        value={text}
        onChange={setText}
      />
      <TextField
        label={t('moderation.guest.name')}
        name="name"
        autoComplete="name"
        maxLength={100}
        hint={mayLeaveOut ? t('moderation.guest.nameless') : undefined}
        value={name}
        error={errorOf('name', t('moderation.guest.nameMissing'))}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        maxLength={320}
        hint={t('moderation.guest.emailHint')}
        value={email}
        error={errorOf('email', t('errors.auth.email_invalid'))}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Checkbox
        name="goodFaith"
        label={t('moderation.guest.goodFaith')}
        checked={goodFaith}
        onChange={setGoodFaith}
      />
      {fault === 'goodFaith' ? <InlineError text={t('moderation.guest.goodFaithMissing')} /> : null}
      {send.error ? <InlineError text={errorText(send.error, 'moderation.report.failed')} /> : null}
      <Button type="submit" busy={send.isPending}>
        {t('moderation.report.send')}
      </Button>
    </form>
  )
}
