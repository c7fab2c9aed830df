import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { PersonalToken } from '#shared/api/tokens.ts'
import { tokenScopes } from '#shared/token-scopes.ts'
import { failureToast } from '#web/features/failures/failures.ts'
import { Card } from '#web/features/security/card.tsx'
import { KeyRow } from '#web/features/security/key-row.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { slot, TextWithSlot } from '#web/lib/text-with-slot.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Row, Rows } from '#web/ui/layout/rows.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { renameTokenMutation, revokeTokenMutation } from './tokens.api.ts'
import styles from './keys.module.css'

/** The tokens of the member's own programs. */
export function TokensCard({ tokens }: { tokens: PersonalToken[] }) {
  const { t } = useTranslation()
  const [making, setMaking] = useState(false)
  return (
    <Card title={t('keys.tokens.title')}>
      <p className={styles.muted}>
        {t('keys.tokens.text')}{' '}
        <a className={styles.link} href="/api/docs#tokens" target="_blank" rel="noreferrer">
          {t('keys.tokens.docs')}
        </a>
      </p>
      {tokens.length > 0 ? (
        <Rows>
          {tokens.map((token) => (
            <Row key={token.id}>
              <TokenRow token={token} />
            </Row>
          ))}
        </Rows>
      ) : (
        <p className={styles.fact}>{t('keys.tokens.empty')}</p>
      )}
      <Button variant="secondary" icon={<Plus />} onClick={() => setMaking(true)}>
        {t('keys.tokens.add')}
      </Button>
      <TokenDialog open={making} onClose={() => setMaking(false)} />
    </Card>
  )
}

function TokenRow({ token }: { token: PersonalToken }) {
  const { t, locale } = useTranslation()
  const { id, name, start, createdAt, expiresAt, usedAt } = token
  const queryClient = useQueryClient()
  const rename = useMutation(renameTokenMutation(queryClient, id))
  const revoke = useMutation(revokeTokenMutation(queryClient, id))
  const [openedAt] = useState(() => Date.now())
  const isOver = Date.parse(expiresAt) <= openedAt
  const scopes = tokenScopes.filter((scope) => token.scopes.includes(scope))

  const press = async () => {
    const sure = await confirmDanger({
      title: t('keys.tokens.question'),
      text: t('keys.tokens.questionText', { name }),
      confirmLabel: t('keys.tokens.revoke'),
    })
    if (!sure) return
    revoke.mutate(undefined, {
      onSuccess: () => toast.success(t('keys.tokens.revoked')),
      onError: failureToast('common.notDone'),
    })
  }
  const ends = isOver ? 'keys.tokens.expired' : 'keys.tokens.expires'
  return (
    <KeyRow
      icon={<SquareTerminal />}
      name={name}
      rename={{
        label: t('keys.tokens.rename', { name }),
        fieldLabel: t('keys.tokens.name'),
        onName: rename.mutateAsync,
      }}
      remove={{
        label: t('keys.tokens.revoke'),
        namedLabel: t('keys.tokens.revokeNamed', { name }),
        busy: revoke.isPending,
        onPress: () => void press(),
      }}
    >
      <span className={styles.facts}>
        <code className={styles.start} dir="ltr">
          {start}…
        </code>
        <span>
          {t('keys.tokens.created', { date: formatDate(createdAt, locale) })}
          {' · '}
          <span className={isOver ? styles.over : undefined}>
            {t(ends, { date: formatDate(expiresAt, locale) })}
          </span>
          {' · '}
          {usedAt === null ? (
            t('keys.tokens.unused')
          ) : (
            <TextWithSlot text={t('keys.tokens.used', { time: slot })}>
              <Age at={usedAt} />
            </TextWithSlot>
          )}
        </span>
        <span>
          {t('keys.tokens.allowed', {
            scopes:
              scopes.length === tokenScopes.length
                ? t('keys.new.writeAll')
                : scopes.map((scope) => t(`keys.scopes.${scope}`)).join(' · '),
          })}
        </span>
      </span>
    </KeyRow>
  )
}
