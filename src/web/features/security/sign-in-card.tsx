import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, KeySquare, Mail } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Security } from '#shared/api/security.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { ResendCode } from '#web/features/accounts/guest/code-forms.tsx'
import { wasCodeJustSent } from '#web/features/accounts/guest/code-flow.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { CodeField } from '#web/ui/fields/code-field.tsx'
import { Row, RowIcon, Rows, RowTexts } from '#web/ui/layout/rows.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Card } from './card.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { cancelEmailMutation, confirmEmailMutation, resendEmailCodes } from './security.api.ts'
import styles from './security.module.css'

interface SignInCardProps {
  security: Security
  memberId: string
}

/** The password and the address. */
export function SignInCard({ security, memberId }: SignInCardProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'password' | 'email' | null>(null)
  const { email, hasPassword, emailChange } = security
  const close = () => setOpen(null)
  return (
    <Card title={t('security.signIn.title')}>
      <Rows>
        <Row>
          <RowIcon>
            <KeySquare />
          </RowIcon>
          <RowTexts
            name={t('auth.password.label')}
            fact={hasPassword ? '••••••••' : t('security.signIn.noPassword')}
          />
          <Button
            variant="secondary"
            size="sm"
            aria-label={t(hasPassword ? 'security.signIn.changePassword' : 'security.signIn.setPassword')}
            onClick={() => setOpen('password')}
          >
            {t(hasPassword ? 'security.signIn.change' : 'security.signIn.set')}
          </Button>
        </Row>
        <Row>
          <RowIcon>
            <Mail />
          </RowIcon>
          <RowTexts name={t('auth.email')} fact={<bdi>{email}</bdi>}>
            {emailChange ? <span className={styles.waiting}>{t('security.signIn.waiting')}</span> : null}
          </RowTexts>
          {emailChange ? null : (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('security.signIn.changeEmail')}
              onClick={() => setOpen('email')}
            >
              {t('security.signIn.change')}
            </Button>
          )}
        </Row>
      </Rows>
      {emailChange ? <EmailChange change={emailChange} old={email} memberId={memberId} /> : null}
      <PasswordDialog open={open === 'password'} security={security} onClose={close} />
      <EmailDialog open={open === 'email'} onClose={close} />
    </Card>
  )
}

interface EmailChangeProps {
  change: NonNullable<Security['emailChange']>
  old: string
  memberId: string
}

/** A change that waits for the codes which went to both addresses. */
function EmailChange({ change, old, memberId }: EmailChangeProps) {
  const { t } = useTranslation()
  const stop = useMutation(cancelEmailMutation(useQueryClient()))
  const { email, waitsForOld, waitsForNew } = change
  return (
    <div className={styles.open}>
      <AddressCode address="old" email={old} to={email} waits={waitsForOld} memberId={memberId} />
      <AddressCode address="new" email={email} to={email} waits={waitsForNew} memberId={memberId} />
      <div className={styles.actions}>
        <ResendCode ask={resendEmailCodes} justSent={wasCodeJustSent()} />
        <Button
          variant="secondary"
          busy={stop.isPending}
          onClick={() =>
            stop.mutate(undefined, {
              onSuccess: () => toast.success(t('security.signIn.stopped')),
              onError: failureToast('common.saveFailed'),
            })
          }
        >
          {t('security.signIn.stop')}
        </Button>
      </div>
    </div>
  )
}

interface AddressCodeProps {
  address: 'old' | 'new'
  email: string
  /** The address that is to be. */
  to: string
  waits: boolean
  memberId: string
}

function AddressCode({ address, email, to, waits, memberId }: AddressCodeProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const confirm = useMutation(confirmEmailMutation(useQueryClient(), memberId))
  if (!waits) {
    return (
      <p className={styles.done}>
        <CircleCheck aria-hidden="true" size={20} />
        <span>
          <TextWithSlot text={t('security.signIn.confirmed', { email: slot })}>
            <bdi>{email}</bdi>
          </TextWithSlot>
        </span>
      </p>
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (confirm.isPending) return
    const field = event.currentTarget.querySelector('input')
    if (code.length < 6) {
      setFailure(t('auth.code.invalid'))
      field?.focus()
      return
    }
    confirm.mutate(
      { address, code, email: to },
      {
        onSuccess: (changed) => {
          if (changed) toast.success(t('security.signIn.emailChanged'))
        },
        onError: (error) => {
          setCode('')
          setFailure(errorText(error, 'auth.verify.failed'))
          field?.focus()
        },
      },
    )
  }
  return (
    <form className={styles.code} onSubmit={submit} noValidate>
      <div className={styles.codeField}>
        <CodeField
          label={t('security.signIn.codeTo', { email })}
          name={`${address}-code`}
          value={code}
          error={failure}
          onChange={(next) => {
            setCode(next)
            setFailure(undefined)
          }}
        />
      </div>
      <Button type="submit" variant="secondary" busy={confirm.isPending}>
        {t('security.confirm.submit')}
      </Button>
    </form>
  )
}
