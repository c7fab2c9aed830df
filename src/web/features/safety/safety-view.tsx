import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { Ban, BellOff, EyeOff, Plus, Type, X } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Safety } from '#shared/api/safety.ts'
import { maxMutedWordLength } from '#shared/muting.ts'
import { paths } from '#shared/paths.ts'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { FilmPoster } from '#web/features/films/film-poster.tsx'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { FilmSearchDialog } from '#web/features/films/picker/film-search-dialog.tsx'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatDate } from '#web/lib/format.ts'
import { avatarUrl } from '#web/lib/pictures.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { Row, Rows, RowTexts } from '#web/ui/layout/rows.tsx'
import { ReadingColumn, Section } from '#web/ui/layout/section.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import {
  muteFilmMutation,
  muteWordMutation,
  safetyQuery,
  unblockMutation,
  unmuteFilmMutation,
  unmuteMutation,
  unmuteWordMutation,
} from './safety.api.ts'
import styles from './safety.module.css'

const parts = ['blocked', 'muted', 'words', 'films']

interface SafetyViewProps {
  memberId: string
}

/** Whom and what one hides: members who are blocked or muted, words and films. */
export function SafetyView({ memberId }: SafetyViewProps) {
  const { t } = useTranslation()
  const { data: safety, isPending, error, refetch } = useQuery(safetyQuery(memberId))
  return (
    <ReadingColumn busy={isPending}>
      {safety ? (
        <OnlineOnly label={t('safety.title')}>
          <Blocked memberId={memberId} blocked={safety.blocked} />
          <Muted memberId={memberId} muted={safety.muted} />
          <Words memberId={memberId} words={safety.words} />
          <Films memberId={memberId} films={safety.films} />
        </OnlineOnly>
      ) : isPending ? (
        parts.map((part) => <Skeleton key={part} height="9rem" radius="var(--radius-card)" />)
      ) : (
        <LoadFailed error={error} onRetry={refetch} />
      )}
    </ReadingColumn>
  )
}

interface PartProps {
  title: string
  hint: string
  /** Said where there is nothing. */
  empty: string
  icon: ReactNode
  isEmpty: boolean
  children: ReactNode
}

function Part({ title, hint, empty, icon, isEmpty, children }: PartProps) {
  return (
    <div className={styles.card}>
      <Section title={title}>
        <p className={styles.hint}>{hint}</p>
        {isEmpty ? (
          <p className={styles.empty}>
            <span aria-hidden="true">{icon}</span>
            {empty}
          </p>
        ) : null}
        {children}
      </Section>
    </div>
  )
}

/** Says what failed; what was on screen stays. */
function useTakeOff<Variables>(mutation: UseMutationResult<unknown, Error, Variables>) {
  return (what: Variables, onSuccess?: () => void) => {
    if (mutation.isPending) return
    const onError = failureToast('common.saveFailed')
    mutation.mutate(what, { onError, ...(onSuccess && { onSuccess }) })
  }
}

function Blocked({ memberId, blocked }: { memberId: string; blocked: Safety['blocked'] }) {
  const { t } = useTranslation()
  const unblock = useMutation(unblockMutation(useQueryClient(), memberId))
  const takeOff = useTakeOff(unblock)
  return (
    <Part
      title={t('safety.blocked.title')}
      hint={t('safety.blocked.hint')}
      empty={t('safety.blocked.empty')}
      icon={<Ban size={20} />}
      isEmpty={blocked.length === 0}
    >
      <Rows>
        {blocked.map((member) => (
          <Row key={member._id}>
            <Avatar src={avatarUrl(member.avatar)} size={44} />
            <RowTexts name={<bdi>@{member.username}</bdi>} />
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('safety.blocked.undoFor', { name: member.username })}
              busy={unblock.isPending && unblock.variables === member._id}
              onClick={() => takeOff(member._id)}
            >
              {t('safety.blocked.undo')}
            </Button>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

function Muted({ memberId, muted }: { memberId: string; muted: Safety['muted'] }) {
  const { t, locale } = useTranslation()
  const unmute = useMutation(unmuteMutation(useQueryClient(), memberId))
  const takeOff = useTakeOff(unmute)
  return (
    <Part
      title={t('safety.muted.title')}
      hint={t('safety.muted.hint')}
      empty={t('safety.muted.empty')}
      icon={<BellOff size={20} />}
      isEmpty={muted.length === 0}
    >
      <Rows>
        {muted.map(({ mute, ...member }) => (
          <Row key={member._id}>
            <Avatar src={avatarUrl(member.avatar)} size={44} />
            <RowTexts
              name={
                <Link to={paths.profile(member._id)}>
                  <bdi>@{member.username}</bdi>
                </Link>
              }
              fact={
                <>
                  {mute.endsAt === null
                    ? t('safety.muted.always')
                    : t('safety.muted.until', { day: formatDate(mute.endsAt, locale) })}
                  {mute.notifications ? ` · ${t('safety.muted.notifications')}` : ''}
                </>
              }
            />
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('safety.unmute.action', { name: member.username })}
              busy={unmute.isPending && unmute.variables === member._id}
              onClick={() => takeOff(member._id)}
            >
              {t('safety.muted.undo')}
            </Button>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

function Words({ memberId, words }: { memberId: string; words: readonly string[] }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [word, setWord] = useState('')
  const [said, setSaid] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const add = useMutation(muteWordMutation(queryClient, memberId))
  const remove = useMutation(unmuteWordMutation(queryClient, memberId))
  const takeOff = useTakeOff(remove)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = word.trim()
    if (text === '' || add.isPending) return
    add.mutate(text, {
      onSuccess: () => {
        setWord('')
        setSaid(t('safety.words.added', { word: text }))
      },
    })
  }
  return (
    <Part
      title={t('safety.words.title')}
      hint={t('safety.words.hint')}
      empty={t('safety.words.empty')}
      icon={<Type size={20} />}
      isEmpty={words.length === 0}
    >
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {words.length > 0 ? (
        <ul className={styles.words} aria-label={t('safety.words.title')}>
          {words.map((one) => (
            <li key={one}>
              <button
                type="button"
                className={styles.word}
                aria-label={t('safety.words.remove', { word: one })}
                onClick={() => {
                  takeOff(one, () => setSaid(t('safety.words.removed', { word: one })))
                  box.current?.focus()
                }}
              >
                <bdi>{one}</bdi>
                <X aria-hidden="true" size={16} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <form className={styles.add} onSubmit={submit}>
        <TextField
          ref={box}
          label={t('safety.words.label')}
          value={word}
          maxLength={maxMutedWordLength}
          autoComplete="off"
          enterKeyHint="enter"
          dir={word === '' ? undefined : 'auto'}
          error={add.isError ? failureText(add.error, 'common.saveFailed') : undefined}
          onChange={({ target }) => setWord(target.value)}
        />
        <Button type="submit" variant="secondary" busy={add.isPending}>
          {t('safety.words.add')}
        </Button>
      </form>
    </Part>
  )
}

function Films({ memberId, films }: { memberId: string; films: Safety['films'] }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [searching, setSearching] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const add = useMutation(muteFilmMutation(queryClient, memberId))
  const takeOff = useTakeOff(useMutation(unmuteFilmMutation(queryClient, memberId)))
  const hide = (filmId: number, untilSeen: boolean) =>
    add.mutate({ filmId, untilSeen }, { onError: failureToast('common.saveFailed') })
  return (
    <Part
      title={t('safety.films.title')}
      hint={t('safety.films.hint')}
      empty={t('safety.films.empty')}
      icon={<EyeOff size={20} />}
      isEmpty={films.length === 0}
    >
      <Rows>
        {films.map((film) => (
          <Row key={film.tmdbId}>
            <span className={styles.poster}>
              <FilmPoster film={film} sizes="44px" alt="" />
            </span>
            <RowTexts
              name={
                <Link to={paths.film(film.tmdbId)}>
                  <FilmTitle film={film} />
                </Link>
              }
            >
              <Switch
                label={t('safety.films.untilSeen')}
                checked={film.untilSeen}
                onChange={(untilSeen) => hide(film.tmdbId, untilSeen)}
              />
            </RowTexts>
            <IconButton
              label={t('safety.films.remove', { title: film.title })}
              icon={<X />}
              onClick={() => {
                takeOff(film.tmdbId)
                button.current?.focus()
              }}
            />
          </Row>
        ))}
      </Rows>
      <Button
        ref={button}
        className={styles.find}
        variant="secondary"
        icon={<Plus />}
        onClick={() => setSearching(true)}
      >
        {t('safety.films.add')}
      </Button>
      <FilmSearchDialog
        open={searching}
        onClose={() => setSearching(false)}
        title={t('safety.films.add')}
        action={t('safety.films.hide')}
        isAdded={(filmId) => films.some(({ tmdbId }) => tmdbId === filmId)}
        onAdd={(film) => hide(film.id, true)}
      />
    </Part>
  )
}
