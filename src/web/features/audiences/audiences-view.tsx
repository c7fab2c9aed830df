import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AudienceChoices } from '#shared/api/audiences.ts'
import { audienceKinds, itemKinds, type Audience, type AudienceKind } from '#shared/audience.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { LockedAccount } from '#web/features/follow-requests/locked-account.tsx'
import { SearchEnginesSwitch, VisibilitySwitch } from '#web/features/members/visibility-switch.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Radio } from '#web/ui/fields/radio.tsx'
import { Row, Rows, RowTexts } from '#web/ui/layout/rows.tsx'
import { ReadingColumn, Section } from '#web/ui/layout/section.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { AudiencePicker, ListAudiencePicker } from './audience-picker.tsx'
import { audiencesQuery, updateAudienceMutation } from './audiences.api.ts'
import styles from './audiences.module.css'

interface AudiencesViewProps {
  memberId: string
}

/** Whom what one writes is for, by kind. */
export function AudiencesView({ memberId }: AudiencesViewProps) {
  const { t } = useTranslation()
  const { data: choices, isPending, error, refetch } = useQuery(audiencesQuery(memberId))
  return (
    <ReadingColumn busy={isPending}>
      {choices ? (
        <OnlineOnly label={t('audiences.title')}>
          <LockedAccount memberId={memberId} />
          <p className={styles.hint}>{t('audiences.text')}</p>
          <div className={styles.card}>
            <Rows>
              {audienceKinds.map((kind) => (
                <Row key={kind}>
                  <KindRow memberId={memberId} kind={kind} choices={choices} />
                </Row>
              ))}
            </Rows>
          </div>
          <Section title={t('settings.visibility.title')}>
            <div className={styles.switches}>
              <VisibilitySwitch memberId={memberId} />
              <SearchEnginesSwitch memberId={memberId} />
            </div>
          </Section>
        </OnlineOnly>
      ) : isPending ? (
        <Skeleton height="54rem" radius="var(--radius-card)" />
      ) : (
        <LoadFailed error={error} onRetry={refetch} />
      )}
    </ReadingColumn>
  )
}

interface KindRowProps {
  memberId: string
  kind: AudienceKind
  choices: AudienceChoices
}

function KindRow({ memberId, kind, choices }: KindRowProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<Audience | null>(null)
  const present = choices.audiences[kind]
  const item = itemKinds.find((one) => one === kind)
  const name = t(`audiences.kinds.${kind}`)
  const choose = (audience: Audience) => {
    if (audience !== present) setWanted(audience)
  }
  return (
    <>
      <RowTexts name={name} fact={t(`audiences.hints.${kind}`)} />
      {kind === 'lists' ? (
        <ListAudiencePicker label={name} value={present} onChange={choose} />
      ) : (
        <AudiencePicker label={name} value={present === 'link' ? 'me' : present} onChange={choose} />
      )}
      {wanted === null ? null : (
        <ChangeDialog
          memberId={memberId}
          kind={kind}
          audience={wanted}
          items={item === undefined ? 0 : choices.items[item]}
          onClose={() => setWanted(null)}
        />
      )}
    </>
  )
}

interface ChangeDialogProps {
  memberId: string
  kind: AudienceKind
  audience: Audience
  /** How many of them the member has. */
  items: number
  onClose: () => void
}

/** Says what changes and asks whether it does for what there is too. */
function ChangeDialog({ memberId, kind, audience, items, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  const [existing, setExisting] = useState(false)
  const change = useMutation(updateAudienceMutation(useQueryClient(), memberId))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(
      { kind, audience, existing },
      {
        onSuccess: () => {
          toast.success(t('audiences.saved'))
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
      open
      onClose={() => {
        if (!change.isPending) onClose()
      }}
      title={t(`audiences.kinds.${kind}`)}
    >
      <form className={styles.form} onSubmit={submit}>
        <p>{t(`audiences.means.${audience}`)}</p>
        {items === 0 ? null : (
          <fieldset className={styles.choices}>
            <legend className={styles.hint}>{t('audiences.which')}</legend>
            <Radio name="existing" checked={!existing} onChange={() => setExisting(false)}>
              {t('audiences.onlyNew')}
            </Radio>
            <Radio name="existing" checked={existing} onChange={() => setExisting(true)}>
              {t('audiences.alsoExisting', { count: items })}
            </Radio>
          </fieldset>
        )}
        {change.error ? <InlineError text={failureText(change.error, 'common.notDone')} /> : null}
        <Button type="submit" busy={change.isPending}>
          {t('audiences.save')}
        </Button>
      </form>
    </Sheet>
  )
}
