import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { getAuthSettings, register } from '#shared/api/accounts.ts'
import type { AnswerOf, BodyOf } from '#shared/api/endpoint.ts'
import { maxJoinReason } from '#shared/api/joining.ts'
import { paths } from '#shared/paths.ts'
import { needTexts, useTranslation } from '#web/i18n/index.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import styles from './account-form.module.css'
import { openGoogle, type GoogleWidgetProps } from './google-widget.tsx'
import { GuestNotice } from './guest-notice.tsx'
import { getInvite, rememberInvite } from './invite-flow.ts'

/** What a sign-up says besides who one is. */
export type JoinRequest = Pick<BodyOf<typeof register>, 'invite' | 'reason'>

interface FieldsProps {
  onChange: (request: JoinRequest) => void
}

export interface SignUpGate {
  /** In the place of the form. */
  Closed?: () => ReactNode
  /** On the login screen, in the place of the way to the form. */
  ClosedLine?: () => ReactNode
  /** Below the other fields. */
  Fields?: (props: FieldsProps) => ReactNode
  /** Below the form's button. */
  More?: () => ReactNode
}

type Settings = AnswerOf<typeof getAuthSettings>

/** The one of the operator's settings, and its texts. */
export async function openGate(settings: Settings): Promise<SignUpGate> {
  await needTexts('steps')
  return gateOf(settings)
}

function gateOf({ registration, googleClientId }: Settings): SignUpGate {
  switch (registration) {
    case 'open':
      return {}
    case 'approval':
      return { Fields: ReasonField }
    case 'invite':
      return { Fields: InviteField, ...(googleClientId !== null && { More: GoogleWithInvite }) }
    case 'closed':
      return { Closed: ClosedNotice, ClosedLine }
  }
}

function ClosedNotice() {
  const { t } = useTranslation()
  return (
    <GuestNotice text={t('auth.closed.text')} link={{ to: paths.login(), label: t('auth.signup.login') }} />
  )
}

function ClosedLine() {
  const { t } = useTranslation()
  return <span className={styles.text}>{t('errors.auth.registration_closed')}</span>
}

function ReasonField({ onChange }: FieldsProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  return (
    <TextArea
      label={t('auth.approval.reason')}
      name="reason"
      hint={t('auth.approval.hint')}
      maxLength={maxJoinReason}
      counter
      value={reason}
      onChange={(event) => {
        setReason(event.target.value)
        onChange({ reason: event.target.value })
      }}
    />
  )
}

function InviteField({ onChange }: FieldsProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [code, setCode] = useState(() => search.get('invite') ?? getInvite() ?? '')
  const report = useEffectEvent((invite: string) => {
    rememberInvite(invite)
    onChange({ invite })
  })
  useEffect(() => report(code), [code])
  return (
    <TextField
      label={t('auth.invite.label')}
      name="invite"
      hint={t('auth.invite.hint')}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      maxLength={100}
      value={code}
      onChange={(event) => setCode(event.target.value)}
    />
  )
}

/** Google's own button, once it is there: the one of the login screen is not among what this screen loads. */
function GoogleWithInvite() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [loaded, setLoaded] = useState<{ Widget: ComponentType<GoogleWidgetProps> } | null>(null)
  useEffect(() => {
    openGoogle(queryClient).then(
      (Widget) => setLoaded({ Widget }),
      () => undefined,
    )
  }, [queryClient])
  if (!loaded) return null
  const fail = () => {
    setLoaded(null)
    toast.error(t('auth.google.widgetFailed'))
  }
  return (
    <>
      <p className={styles.or}>{t('auth.login.or')}</p>
      <loaded.Widget onFailed={fail} />
    </>
  )
}
