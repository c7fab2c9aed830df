import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#shared/paths.ts'
import { isEmail, usernamePattern } from '#shared/username.ts'
import { errorText, useTranslation, type TextKey } from '#web/i18n/index.ts'
import { setSession } from '#web/lib/session.ts'
import { useExclusiveMutation } from '#web/lib/use-exclusive-mutation.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { emailField, usernameField } from './account-fields.ts'
import styles from './account-form.module.css'
import {
  createAccount,
  emailAvailabilityQuery,
  uploadSignupAvatarMutation,
  usernameAvailabilityQuery,
} from '../accounts.api.ts'
import { AvatarField } from '../avatar/avatar-field.tsx'
import { passwordStrength } from './password-strength.ts'
import type { JoinRequest } from './sign-up-gates.tsx'
import { useSignUpGate } from './use-sign-up-gate.ts'

const mutationKey = ['accounts', 'sign-up']
const minPasswordLength = 4

const failedTries = () => import('./failed-tries.ts')

interface SignUpDraft {
  avatar: Blob | null
  username: string
  email: string
  password: string
  joining: JoinRequest
}

/** What is wrong with one field of the form. */
class SignUpError extends Error {
  readonly field: keyof SignUpDraft
  readonly text: TextKey

  constructor(field: keyof SignUpDraft, text: TextKey) {
    super(text)
    this.field = field
    this.text = text
  }
}

/** A draft that may be sent. Throws the first fault, field by field; a server that cannot say blocks nothing. */
async function checkSignUp(
  queryClient: QueryClient,
  draft: SignUpDraft,
): Promise<SignUpDraft & { avatar: Blob }> {
  const { avatar, username, email, password } = draft
  if (!avatar) throw new SignUpError('avatar', 'errors.auth.avatar_required')
  if (!usernamePattern.test(username)) throw new SignUpError('username', 'errors.auth.username_invalid')
  const isNameFree = queryClient.fetchQuery(usernameAvailabilityQuery(username))
  if (!(await isNameFree.catch(() => true))) throw new SignUpError('username', 'errors.auth.username_taken')
  if (!isEmail(email)) throw new SignUpError('email', 'errors.auth.email_invalid')
  const isEmailFree = queryClient.fetchQuery(emailAvailabilityQuery(email))
  if (!(await isEmailFree.catch(() => true))) throw new SignUpError('email', 'errors.auth.email_taken')
  if (password.length < minPasswordLength) throw new SignUpError('password', 'errors.auth.password_short')
  return { ...draft, avatar }
}

interface SignUpFormProps {
  /** Leaves the page; with the address of who has yet to be let in and has no session. */
  onSignedUp: (pendingEmail?: string) => void
}

/** A failed try keeps every field and the picture. */
export function SignUpForm({ onSignedUp }: SignUpFormProps) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [avatar, setAvatar] = useState<Blob | null>(null)
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [joining, setJoining] = useState<JoinRequest>({})
  const [fault, setFault] = useState<SignUpError | null>(null)
  const [failure, setFailure] = useState('')
  const { Closed, Fields, More } = useSignUpGate()
  const usernameHint = useUsernameHint(username)
  const emailHint = useEmailHint(email.trim())
  const queryClient = useQueryClient()
  const upload = useMutation(uploadSignupAvatarMutation())
  /** The last try. Where no answer came the account may have been made. */
  const failed = useRef<readonly [Error, SignUpDraft, ...unknown[]]>(null)
  const failedText = useRef<'auth.signup.uploadFailed' | 'auth.signup.failed'>('auth.signup.failed')
  const signUp = useExclusiveMutation({
    mutationKey,
    mutationFn: async (draft: SignUpDraft) => {
      const { current: last } = failed
      const entered = last && (await (await failedTries()).enterAccount(last, draft))
      if (entered) return entered
      const { avatar: picture, joining: request, ...fields } = await checkSignUp(queryClient, draft)
      // A second try does not upload the same picture again.
      const isUploaded = upload.isSuccess && upload.variables === picture
      failedText.current = 'auth.signup.uploadFailed'
      const address = isUploaded ? upload.data : await upload.mutateAsync(picture)
      failedText.current = 'auth.signup.failed'
      return createAccount({ ...fields, ...request, avatar: address })
    },
    // Here, so that a session for which the storage has no room is a failure.
    onSuccess: (answer, { email: address }) => {
      if ('pending' in answer) {
        onSignedUp(address)
      } else {
        setSession(answer)
        onSignedUp()
      }
      toast.success(t('auth.signup.success'))
    },
    onError: (...last) => {
      failed.current = last
    },
    // It was given a password.
    gcTime: 0,
  })

  const explain = async (error: unknown) => {
    const fallback = failedText.current
    try {
      setFailure(await (await failedTries()).refusalText(error, fallback))
    } catch {
      // Without a network there is only what is here.
      setFailure(errorText(error, fallback))
    }
  }
  const errorOf = (field: keyof SignUpDraft) => (fault?.field === field ? t(fault.text) : undefined)
  const edit = (field: keyof SignUpDraft, set: (value: string) => void) => (value: string) => {
    set(value)
    if (fault?.field === field) setFault(null)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signUp.isSuccess || signUp.isRunning()) return
    setFault(null)
    setFailure('')
    signUp.mutate(
      { avatar, username, email: email.trim(), password, joining },
      {
        onError: (error) => {
          if (error instanceof SignUpError) {
            setFault(error)
            form.current?.querySelector<HTMLInputElement>(`[name="${error.field}"]`)?.focus()
          } else {
            toast.error(t('auth.signup.failedToast'))
            void explain(error)
          }
        },
      },
    )
  }

  const usernameError = errorOf('username')
  const emailError = errorOf('email')
  if (Closed) return <Closed />
  return (
    // The checks and their texts are ours; the browser's own would come first.
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <AvatarField
        avatar={avatar}
        error={errorOf('avatar')}
        onAvatar={(cropped) => {
          setAvatar(cropped)
          if (fault?.field === 'avatar') setFault(null)
        }}
      />
      <TextField
        label={t('auth.username')}
        {...usernameField}
        maxLength={100}
        value={username}
        hint={usernameHint ? undefined : t('auth.signup.usernameHint')}
        status={usernameError ? undefined : usernameHint}
        error={usernameError}
        onChange={(event) => edit('username', setUsername)(event.target.value)}
      />
      <TextField
        label={t('auth.email')}
        {...emailField}
        autoComplete="username"
        value={email}
        status={emailError ? undefined : emailHint}
        error={emailError}
        onChange={(event) => edit('email', setEmail)(event.target.value)}
      />
      <PasswordField
        label={t('auth.password.label')}
        showLabel={t('auth.password.show')}
        name="password"
        autoComplete="new-password"
        maxLength={200}
        value={password}
        hint={password === '' ? undefined : t(`auth.password.strength.${passwordStrength(password)}`)}
        error={errorOf('password')}
        onChange={(event) => edit('password', setPassword)(event.target.value)}
      />
      {Fields ? <Fields onChange={setJoining} /> : null}
      {failure ? <InlineError text={failure} /> : null}
      <Button type="submit" busy={signUp.isPending || signUp.isSuccess}>
        {t('auth.signup.submit')}
      </Button>
      {More ? <More /> : null}
      <p className={styles.links}>
        <Link className={styles.link} to={paths.login()}>
          {t('auth.signup.login')}
        </Link>
      </p>
    </form>
  )
}

/** The server is asked once typing has paused for this long. */
const debounceMs = 400

type Hint = { tone: 'success' | 'danger'; text: string } | undefined

/** What to say below the username while it is typed. */
function useUsernameHint(username: string): Hint {
  const { t } = useTranslation()
  const isValid = usernamePattern.test(username)
  const { settled, isFree } = useAvailability(username, isValid, usernameAvailabilityQuery)
  if (username === '' || !settled) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.usernameHint') }
  if (isFree === undefined) return undefined
  return isFree
    ? { tone: 'success', text: t('auth.signup.usernameFree') }
    : { tone: 'danger', text: t('auth.signup.usernameTakenHint') }
}

/** What to say below the e-mail address while it is typed. */
function useEmailHint(email: string): Hint {
  const { t } = useTranslation()
  const isValid = isEmail(email)
  const { settled, isFree } = useAvailability(email, isValid, emailAvailabilityQuery)
  if (email === '' || !settled) return undefined
  if (!isValid) return { tone: 'danger', text: t('auth.signup.emailFormat') }
  if (isFree === undefined) return undefined
  return isFree
    ? { tone: 'success', text: t('auth.signup.emailFree') }
    : { tone: 'danger', text: t('auth.signup.emailTakenHint') }
}

/**
 * Whether typing has paused at `value`, and what the server then says of a valid one: undefined while it has not
 * answered, and where it cannot say.
 */
function useAvailability(
  value: string,
  isValid: boolean,
  query: typeof usernameAvailabilityQuery | typeof emailAvailabilityQuery,
): { settled: boolean; isFree?: boolean | undefined } {
  const queryClient = useQueryClient()
  const [state, setState] = useState<{ value: string; isFree?: boolean }>({ value })
  const ask = useEffectEvent(async (asked: string) => {
    setState({ value: asked })
    if (!isValid) return
    // Without an answer there is no hint.
    const isFree = await queryClient.fetchQuery(query(asked)).catch(() => undefined)
    // Another value may be there by now.
    if (isFree !== undefined)
      setState((latest) => (latest.value === asked ? { value: asked, isFree } : latest))
  })
  useEffect(() => {
    const timer = setTimeout(() => void ask(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return state.value === value ? { settled: true, isFree: state.isFree } : { settled: false }
}
