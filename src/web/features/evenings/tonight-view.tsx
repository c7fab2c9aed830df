import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { maxPeople } from '#shared/api/evenings.ts'
import { paths } from '#shared/paths.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { FriendChoices, type Friend } from '#web/features/sharing/friend-choices.tsx'
import { streamingQuery } from '#web/features/streaming/streaming.api.ts'
import { Card } from '#web/features/security/card.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Age } from '#web/lib/relative-time.tsx'
import { avatarUrl } from '#web/lib/pictures.ts'
import { useSession } from '#web/lib/session.ts'
import { latinDigits } from '#web/lib/use-settled-query.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { createEveningMutation, joinedQuery, listsToChooseFromQuery } from './evenings.api.ts'
import styles from './evenings.module.css'

/** Where an evening begins: one's own, or another's by its code. */
export function TonightView({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <>
      <TopBar title={t('tonight.title')} onBack={onBack} />
      <div className={styles.column}>
        <OnlineOnly label={t('tonight.title')}>
          <div className={styles.parts} data-alone={session === null}>
            {session ? <NewEvening userId={session.user._id} /> : null}
            <JoinByCode />
            {session ? <Joined /> : null}
          </div>
        </OnlineOnly>
      </div>
    </>
  )
}

/** Evenings that go on. */
function Joined() {
  const { t } = useTranslation()
  const { data = [] } = useQuery(joinedQuery())
  if (data.length === 0) return null
  return (
    <Card title={t('tonight.going')}>
      <ul className={styles.rows}>
        {data.map(({ code, host, createdAt }) => (
          <li key={code}>
            <Link className={styles.row} to={paths.evening(code)}>
              <span>
                <bdi>@{host}</bdi> · <span dir="ltr">{code}</span>
              </span>
              <Age className={styles.fact} at={createdAt} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const sizes = ['10', '15', '20'] as const
const lengths = [90, 120, 150, 180] as const
const everybody = 'watchlists'
const any = 'any'

function NewEvening({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: lists = [] } = useQuery(listsToChooseFromQuery())
  const [friends, setFriends] = useState<ReadonlyMap<string, Friend>>(new Map())
  const [from, setFrom] = useState(everybody)
  const { data: streaming } = useQuery(streamingQuery())
  const [hideSeen, setHideSeen] = useState(true)
  const [onServices, setOnServices] = useState(false)
  const [length, setLength] = useState(any)
  const [size, setSize] = useState<(typeof sizes)[number]>('10')
  const create = useExclusiveMutation(createEveningMutation(useQueryClient()))
  const begin = () =>
    create.mutate(
      {
        listId: from === everybody ? null : from,
        hideSeen,
        onServices,
        maxMinutes: length === any ? null : Number(length),
        size: Number(size),
        friends: [...friends.keys()],
      },
      {
        onSuccess: ({ evening, missed }) => {
          if (missed > 0) toast.error(t('tonight.new.notAsked'))
          void navigate(paths.evening(evening.code))
        },
      },
    )
  return (
    <Card title={t('tonight.new.title')}>
      <p className={styles.muted}>{t('tonight.new.text')}</p>
      <Who userId={userId} friends={friends} onFriends={setFriends} />
      <div className={styles.line}>
        <span>{t('tonight.new.from')}</span>
        <Select
          label={t('tonight.new.from')}
          value={from}
          onChange={setFrom}
          options={[
            { value: everybody, label: t('tonight.new.watchlists') },
            ...lists.map((list) => ({ value: list._id, label: list.title })),
          ]}
        />
      </div>
      <div className={styles.switches}>
        <Switch label={t('tonight.new.hideSeen')} checked={hideSeen} onChange={setHideSeen} />
        {streaming?.isKnown ? (
          <Switch
            label={t('tonight.new.onServices')}
            hint={streaming.services.length > 0 ? undefined : t('tonight.new.onServicesHint')}
            checked={onServices}
            onChange={setOnServices}
          />
        ) : null}
      </div>
      <div className={styles.line}>
        <span>{t('tonight.new.length')}</span>
        <Select
          label={t('tonight.new.length')}
          value={length}
          onChange={setLength}
          options={[
            { value: any, label: t('tonight.new.anyLength') },
            ...lengths.map((minutes) => ({
              value: String(minutes),
              label: t('film.minutes', { count: minutes }),
            })),
          ]}
        />
      </div>
      <ToggleGroup
        label={t('tonight.new.cards')}
        value={size}
        onChange={setSize}
        options={sizes.map((value) => ({ value, label: t('tonight.new.size', { count: Number(value) }) }))}
      />
      {create.error ? <InlineError text={failureText(create.error, 'common.notDone')} /> : null}
      <Button busy={create.isPending} onClick={begin}>
        {t('tonight.new.make')}
      </Button>
    </Card>
  )
}

interface WhoProps {
  userId: string
  friends: ReadonlyMap<string, Friend>
  onFriends: (friends: ReadonlyMap<string, Friend>) => void
}

/** Who is asked once there is a code. */
function Who({ userId, friends, onFriends }: WhoProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const toggle = (friend: Friend) => {
    const next = new Map(friends)
    if (!next.delete(friend._id)) next.set(friend._id, friend)
    onFriends(next)
  }
  return (
    <>
      <div className={styles.line}>
        <span>{t('tonight.new.who')}</span>
        <Button
          variant="secondary"
          icon={<UserPlus data-mirror="" />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('tonight.new.friends')}
        </Button>
      </div>
      {friends.size > 0 ? (
        <ul className={styles.people} aria-label={t('tonight.new.who')}>
          {[...friends.values()].map(({ _id, username, avatar }) => (
            <li key={_id} className={styles.person}>
              <Avatar src={avatarUrl(avatar)} size={44} />
              <bdi className={styles.personName}>@{username}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
      <Sheet
        open={open}
        onClose={close}
        title={t('tonight.new.friends')}
        size="full"
        footer={<Button onClick={close}>{t('common.ok')}</Button>}
      >
        <div className={styles.choices}>
          <p className={styles.muted}>{t('tonight.new.whoText')}</p>
          <FriendChoices userId={userId} chosen={friends} max={maxPeople - 1} onToggle={toggle} />
        </div>
      </Sheet>
    </>
  )
}

function JoinByCode() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const isWhole = code.length === 6
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) void navigate(paths.evening(code))
  }
  return (
    <Card title={t('tonight.join.title')}>
      <form className={styles.form} onSubmit={open} noValidate>
        <TextField
          label={t('tonight.join.code')}
          hint={t('tonight.join.hint')}
          name="evening-code"
          className={styles.codeField}
          lang="en"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={6}
          value={code}
          onChange={(event) =>
            setCode(
              latinDigits(event.target.value)
                .toUpperCase()
                .replace(/[^A-Z0-9]/g, ''),
            )
          }
        />
        <Button type="submit" variant="secondary" disabled={!isWhole}>
          {t('tonight.join.open')}
        </Button>
      </form>
    </Card>
  )
}
