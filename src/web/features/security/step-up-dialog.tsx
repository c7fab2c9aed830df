import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ComponentType, type FormEvent } from 'react'
import type { Proof } from '#shared/api/security.ts'
import { openGoogleButton, type GoogleCredentialProps } from '#web/features/accounts/guest/google-widget.tsx'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import type { OwnDialogProps } from '#web/ui/overlays/alert-panel.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { hasPasskeys } from './passkey.ts'
import { SecondStepCode } from './second-step-code.tsx'
import { confirmByPasskeyMutation, confirmIdentityMutation, securityQuery } from './proof.api.ts'
import styles from './security.module.css'

/** Asks whoever is at the screen to prove that the account is theirs. */
export function StepUpDialog({ open, answer }: OwnDialogProps) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={() => answer(false)} title={t('security.confirm.title')}>
      <Proofs onConfirmed={() => answer(true)} />
    </Sheet>
  )
}

interface ProofProps {
  onConfirmed: () => void
}

function Proofs({ onConfirmed }: ProofProps) {
  const { t } = useTranslation()
  const { data, isPending, isFetching, refetch } = useQuery(securityQuery())
  const [chosen, setChosen] = useState<Proof | null>(null)
  if (isPending) {
    return (
      <div className={styles.proof} aria-busy="true">
        <Skeleton height="1.5rem" />
        <Skeleton height="2.75rem" radius="var(--radius-full)" />
      </div>
    )
  }
  if (!data) {
    return (
      <div className={styles.proof}>
        <InlineError text={t('common.loadFailed')} />
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    )
  }
  const proofs = data.proofs.filter((proof) => proof !== 'passkey' || hasPasskeys())
  const proof = proofs.find((one) => one === chosen) ?? proofs[0]
  if (!proof) return <p className={styles.muted}>{t('security.confirm.none')}</p>
  const Way = ways[proof]
  const others = proofs.filter((one) => one !== proof)
  return (
    <div className={styles.proof}>
      <p className={styles.muted}>{t('security.confirm.text')}</p>
      <Way onConfirmed={onConfirmed} />
      {others.length > 0 ? (
        <fieldset className={styles.others} aria-label={t('security.confirm.otherWays')}>
          {others.map((one) => (
            <Button key={one} variant="ghost" onClick={() => setChosen(one)}>
              {t(`security.confirm.ways.${one}`)}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

function ByPasskey({ onConfirmed }: ProofProps) {
  const { t } = useTranslation()
  const prove = useMutation(confirmByPasskeyMutation())
  return (
    <>
      <p>{t('security.confirm.passkeyHint')}</p>
      {prove.error ? <InlineError text={errorText(prove.error, 'errors.auth.passkey_failed')} /> : null}
      <Button
        data-autofocus=""
        icon={<KeyRound />}
        busy={prove.isPending || prove.isSuccess}
        onClick={() => prove.mutate(undefined, { onSuccess: onConfirmed })}
      >
        {t('security.confirm.ways.passkey')}
      </Button>
    </>
  )
}

function ByCode({ onConfirmed }: ProofProps) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(confirmIdentityMutation())
  return (
    <SecondStepCode
      submitLabel={t('security.confirm.submit')}
      text={t('auth.secondStep.text')}
      recovery
      onCode={async (code) => {
        await mutateAsync({ code })
        onConfirmed()
      }}
    />
  )
}

function ByPassword({ onConfirmed }: ProofProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const prove = useMutation(confirmIdentityMutation())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (prove.isPending || password === '') {
      field?.focus()
      return
    }
    prove.mutate(
      { password },
      {
        onSuccess: onConfirmed,
        onError: () => {
          setPassword('')
          field?.focus()
        },
      },
    )
  }
  return (
    <form className={styles.proof} onSubmit={submit} noValidate>
      <PasswordField
        label={t('auth.password.label')}
        showLabel={t('auth.password.show')}
        name="password"
        autoComplete="current-password"
        data-autofocus=""
        value={password}
        error={
          prove.error && password === '' ? errorText(prove.error, 'auth.verify.resendFailed') : undefined
        }
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={prove.isPending || prove.isSuccess}>
        {t('security.confirm.submit')}
      </Button>
    </form>
  )
}

function ByGoogle({ onConfirmed }: ProofProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const prove = useMutation(confirmIdentityMutation())
  const [loaded, setLoaded] = useState<{ Button: ComponentType<GoogleCredentialProps> } | 'failed' | null>(
    null,
  )
  const load = useEffectEvent(() => {
    openGoogleButton(queryClient).then(
      (Button) => setLoaded({ Button }),
      () => setLoaded('failed'),
    )
  })
  useEffect(() => load(), [])
  if (loaded === 'failed') return <InlineError text={t('auth.google.widgetFailed')} />
  if (!loaded) return <Skeleton height="2.75rem" radius="var(--radius-full)" />
  return (
    <>
      {prove.error ? <InlineError text={errorText(prove.error, 'errors.auth.google_failed')} /> : null}
      <loaded.Button
        busy={prove.isPending || prove.isSuccess}
        onFailed={() => setLoaded('failed')}
        onCredential={(google) => prove.mutate({ google }, { onSuccess: onConfirmed })}
      />
    </>
  )
}

const ways: Record<Proof, ComponentType<ProofProps>> = {
  passkey: ByPasskey,
  code: ByCode,
  password: ByPassword,
  google: ByGoogle,
}
