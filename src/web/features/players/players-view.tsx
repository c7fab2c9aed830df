import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { playerKinds, type Player, type PlayerKind } from '#shared/api/players.ts'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { Card } from '#web/features/security/card.tsx'
import { SecretOnce } from '#web/features/security/secret-once.tsx'
import { confirmDanger } from '#web/features/questions/confirm-danger.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { detectedZone } from '#web/lib/time-zone.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { WarningLine } from '#web/ui/feedback/warning-line.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { useRowFocus } from '#web/ui/focus.ts'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import {
  createPlayerMutation,
  deletePlayerMutation,
  playersQuery,
  testPlayerMutation,
  updatePlayerMutation,
} from './players.api.ts'
import styles from './players-view.module.css'

const namesOf = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Players that tell what was watched: how each is set up, and what it said. */
export function PlayersView() {
  const { t } = useTranslation()
  const { data, isPending, refetch } = useQuery(playersQuery())
  return (
    <ReadingColumn busy={isPending}>
      {isPending ? (
        <>
          <Skeleton height="16rem" radius="var(--radius-card)" />
          <Skeleton height="14rem" radius="var(--radius-card)" />
        </>
      ) : data ? (
        <OnlineOnly label={t('players.title')}>
          <NewPlayer />
          {data.players.map((player) => (
            <PlayerCard key={player.id} player={player} timeZone={data.timeZone} />
          ))}
        </OnlineOnly>
      ) : (
        <LoadFailed text={t('players.failed')} onRetry={refetch} />
      )}
    </ReadingColumn>
  )
}

function NewPlayer() {
  const { t } = useTranslation()
  const [kind, setKind] = useState<PlayerKind>('plex')
  const [names, setNames] = useState('')
  const [made, setMade] = useState<{ kind: PlayerKind; address: string } | null>(null)
  const create = useExclusiveMutation(createPlayerMutation(useQueryClient()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(
      { kind, userNames: namesOf(names), timeZone: detectedZone() },
      {
        onSuccess: ({ address }) => {
          setMade({ kind, address })
          setNames('')
        },
      },
    )
  }
  return (
    <Card title={t('players.new.title')}>
      <p className={styles.muted}>{t('players.text')}</p>
      {made ? (
        <SecretOnce
          key={made.address}
          secret={made.address}
          label={t('players.made.label')}
          warning={t('players.made.once')}
          copyLabel={t('players.made.copy')}
          copied={t('players.made.copied')}
          onDone={() => setMade(null)}
        >
          <p>{t(`players.steps.${made.kind}`)}</p>
        </SecretOnce>
      ) : null}
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.line}>
          <span>{t('players.new.kind')}</span>
          <Select
            label={t('players.new.kind')}
            value={kind}
            onChange={setKind}
            options={playerKinds.map((value) => ({ value, label: t(`players.kinds.${value}`) }))}
          />
        </div>
        {tellsNames(kind) ? <NamesField value={names} onChange={setNames} /> : null}
        {create.error ? <InlineError text={failureText(create.error, 'common.notDone')} /> : null}
        <Button type="submit" busy={create.isPending}>
          {t('players.new.make')}
        </Button>
      </form>
    </Card>
  )
}

/** Whether it says which of its users watched. */
const tellsNames = (kind: PlayerKind) => kind !== 'kodi' && kind !== 'trakt'

interface NamesFieldProps {
  /** Between commas. */
  value: string
  onChange: (names: string) => void
}

/** Whose watching counts, where several people share a player. */
function NamesField({ value, onChange }: NamesFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('players.names.label')}
      hint={t('players.names.hint')}
      name="player-names"
      autoComplete="off"
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function PlayerCard({ player, timeZone }: { player: Player; timeZone: string | null }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [names, setNames] = useState(player.userNames.join(', '))
  const update = useMutation(updatePlayerMutation(queryClient, player.id))
  const test = useMutation(testPlayerMutation(queryClient, player.id))
  const remove = useMutation(deletePlayerMutation(queryClient, player.id))
  const name = t(`players.kinds.${player.kind}`)
  const onError = failureToast('common.notDone')
  const zone = timeZone ?? 'UTC'
  const card = useRef<HTMLDivElement>(null)
  useRowFocus(card)
  const here = detectedZone()
  const save = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      { userNames: namesOf(names) },
      { onSuccess: () => toast.success(t('players.names.saved')), onError },
    )
  }
  const revoke = async () => {
    const sure = await confirmDanger({
      title: t('players.remove.question', { name }),
      text: t('players.remove.text'),
      confirmLabel: t('players.remove.action'),
    })
    if (sure) remove.mutate(undefined, { onError })
  }
  return (
    <Card title={name} ref={card}>
      <State player={player} />
      {player.pausedAt === null ? null : <WarningLine>{t('players.paused')}</WarningLine>}
      <p className={styles.muted}>{t(`players.steps.${player.kind}`)}</p>
      {tellsNames(player.kind) ? (
        <form className={styles.names} onSubmit={save} noValidate>
          <NamesField value={names} onChange={setNames} />
          {namesOf(names).join() === player.userNames.join() ? null : (
            <Button type="submit" size="sm" busy={update.isPending}>
              {t('players.names.save')}
            </Button>
          )}
        </form>
      ) : null}
      <p className={styles.fact}>
        {t('players.zone', { zone })}{' '}
        {zone === here ? null : (
          <Button variant="ghost" size="sm" onClick={() => update.mutate({ timeZone: here }, { onError })}>
            {t('players.zoneUse', { zone: here })}
          </Button>
        )}
      </p>
      <h3 className={styles.heading}>{t('players.calls')}</h3>
      <Calls calls={player.calls} />
      <div className={styles.acts}>
        {player.pausedAt === null ? null : (
          <Button
            size="sm"
            busy={update.isPending}
            onClick={() => update.mutate({ paused: false }, { onError })}
          >
            {t('players.resume')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          busy={test.isPending}
          onClick={() => test.mutate(undefined, { onError })}
        >
          {t('players.test')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={remove.isPending}
          aria-label={t('players.remove.named', { name })}
          onClick={() => void revoke()}
        >
          {t('players.remove.action')}
        </Button>
      </div>
    </Card>
  )
}

/** Whether a player is heard, and when it last was; nothing before its first call. */
function State({ player: { pausedAt, calls } }: { player: Player }) {
  const { t } = useTranslation()
  const [last] = calls
  if (!last) return null
  return (
    <p className={styles.state}>
      <span className={styles.chip} data-paused={pausedAt === null ? undefined : ''}>
        {t(pausedAt === null ? 'players.state.works' : 'players.state.paused')}
      </span>{' '}
      <Age className={styles.fact} at={last.at} />
    </p>
  )
}

/** The latest calls of a player. */
function Calls({ calls }: Pick<Player, 'calls'>) {
  const { t } = useTranslation()
  if (calls.length === 0) return <p className={styles.muted}>{t('players.noCalls')}</p>
  return (
    <ol className={styles.calls}>
      {calls.map(({ id, at, outcome, title, userName }) => (
        <li key={id} className={styles.call} data-good={outcome === 'waiting' || outcome === 'test'}>
          <span className={styles.outcome}>{t(`players.outcomes.${outcome}`)}</span>
          <span className={styles.fact}>
            {title === null ? null : (
              <>
                <bdi>{title}</bdi> ·{' '}
              </>
            )}
            {userName === null ? null : (
              <>
                <bdi>{userName}</bdi> ·{' '}
              </>
            )}
            <Age at={at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
