import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { defaultTokenLifetime, maxTokenName, tokenLifetimes, tokenScopes } from '#shared/token-scopes.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { isGivenUp } from '#web/features/security/given-up.ts'
import { SecretOnce } from '#web/features/security/secret-once.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { createTokenMutation } from './tokens.api.ts'
import styles from './keys.module.css'

interface TokenDialogProps {
  open: boolean
  onClose: () => void
}

/** What a new token is for and may do; then the token itself, once. */
export function TokenDialog({ open, onClose }: TokenDialogProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<string | null>(null)
  const [wasOpen, setWasOpen] = useState(open)
  const create = useCreate()
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setMade(null)
  }
  return (
    <Sheet
      open={open}
      onClose={() => {
        // Another question may be above this one.
        if (!create.isPending) onClose()
      }}
      title={t(made ? 'keys.made.title' : 'keys.new.title')}
    >
      {made ? (
        <SecretOnce
          secret={made}
          label={t('keys.made.label')}
          warning={t('keys.made.once')}
          copyLabel={t('keys.made.copy')}
          copied={t('keys.made.copied')}
          onDone={onClose}
        />
      ) : (
        <TokenForm create={create} onMade={setMade} />
      )}
    </Sheet>
  )
}

interface TokenFormProps {
  create: ReturnType<typeof useCreate>
  onMade: (token: string) => void
}

const useCreate = () => useMutation(createTokenMutation(useQueryClient()))

const readScopes = tokenScopes.filter((scope) => scope.endsWith(':read') && scope !== 'export:read')

function TokenForm({ create, onMade }: TokenFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(defaultTokenLifetime))
  const [scopes, setScopes] = useState<readonly (typeof tokenScopes)[number][]>([])
  const [tried, setTried] = useState(false)
  const lifetimeLabel = useId()
  const nameBox = useRef<HTMLDivElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (create.isPending) return
    if (name.trim() === '') nameBox.current?.querySelector('input')?.focus()
    if (name.trim() === '' || scopes.length === 0) return
    const expiresInDays = tokenLifetimes.find((lifetime) => String(lifetime) === days)
    create.mutate(
      { name: name.trim(), scopes: tokenScopes.filter((scope) => scopes.includes(scope)), expiresInDays },
      { onSuccess: ({ token }) => onMade(token) },
    )
  }
  const failed = create.error && !isGivenUp(create.error)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div ref={nameBox}>
        <TextField
          label={t('keys.new.name')}
          name="token-name"
          maxLength={maxTokenName}
          autoComplete="off"
          placeholder={t('keys.new.namePlaceholder')}
          data-autofocus=""
          value={name}
          error={tried && name.trim() === '' ? t('keys.new.noName') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className={styles.lifetime}>
        <span id={lifetimeLabel}>{t('keys.new.lifetime')}</span>
        <Select
          label={t('keys.new.lifetime')}
          value={days}
          onChange={setDays}
          options={tokenLifetimes.map((lifetime) => ({
            value: String(lifetime),
            label: lifetime === 365 ? t('keys.new.year') : t('keys.new.days', { count: lifetime }),
          }))}
        />
      </div>
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{t('keys.new.scopes')}</legend>
        <div className={styles.actions}>
          <Button variant="secondary" size="sm" onClick={() => setScopes(readScopes)}>
            {t('keys.new.readAll')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setScopes(tokenScopes)}>
            {t('keys.new.writeAll')}
          </Button>
        </div>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            name={scope}
            label={t(`keys.scopes.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={(on) =>
              setScopes(on ? [...scopes, scope] : scopes.filter((chosen) => chosen !== scope))
            }
          />
        ))}
      </fieldset>
      {tried && scopes.length === 0 ? <InlineError text={t('keys.new.noScopes')} /> : null}
      {failed ? <InlineError text={failureText(create.error, 'common.notDone')} /> : null}
      <Button type="submit" busy={create.isPending}>
        {t('keys.new.make')}
      </Button>
    </form>
  )
}
