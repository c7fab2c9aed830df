import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Registration } from '#shared/api/joining.ts'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, NoNetwork, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { getSession } from '#web/lib/session.ts'
import * as cropDialog from '#web/ui/pictures/crop-dialog.tsx'
import { getInvite } from './invite-flow.ts'
import { SignUpForm } from './sign-up-form.tsx'

// jsdom has no canvas: the dialog hands back what a browser would have cropped.
beforeAll(() => {
  vi.spyOn(cropDialog, 'CropDialog').mockImplementation(({ onDone }) => (
    <button type="button" onClick={() => onDone(new Blob(['jpeg'], { type: 'image/jpeg' }))}>
      Done
    </button>
  ))
})

const user = { _id: '018f0000-0000-7000-8000-000000000001', username: 'layla', email: 'layla@example.org' }
const url = '/media/avatars/a.jpg'

/** Without what the screen asks at first: who may join. */
const asked = (requests: FakeRequest[]) => requests.filter(({ route }) => route !== 'GET /api/auth/settings')

const registered = (requests: FakeRequest[]) =>
  requests.filter(({ route }) => route === 'POST /api/auth/register').map(({ body }) => body)

const server = (overrides: Record<string, (request: FakeRequest) => unknown> = {}) => ({
  'GET /api/auth/settings': () => ({ googleClientId: null, registration: 'open' }),
  'GET /api/auth/check-username': ({ query }: FakeRequest) => ({
    available: query.get('username') !== 'omar',
  }),
  'GET /api/auth/check-email': ({ query }: FakeRequest) => ({
    available: query.get('email') !== 'omar@example.org',
  }),
  'POST /api/upload/signup-avatar': () => ({ secure_url: url }),
  'POST /api/auth/register': () => ({ user, token: 'abc' }),
  'POST /api/auth/login': () => {
    throw new Refusal(401, 'auth.login_failed', 'Invalid email or password.')
  },
  ...overrides,
})

function show(at?: string) {
  const onSignedUp = vi.fn()
  renderScreen(<SignUpForm onSignedUp={onSignedUp} />, at)
  return { onSignedUp, actor: userEvent.setup() }
}

type Actor = ReturnType<typeof userEvent.setup>

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (actor: Actor) => actor.click(screen.getByRole('button', { name: 'Sign Up' }))

async function pickAvatar(actor: Actor) {
  await actor.upload(field('Upload avatar'), new File(['x'], 'me.png', { type: 'image/png' }))
  await actor.click(await screen.findByRole('button', { name: 'Done' }))
  await screen.findByLabelText('Change avatar')
}

async function retype(actor: Actor, label: string, text: string) {
  await actor.clear(field(label))
  await actor.type(field(label), text)
}

async function fill(actor: Actor) {
  await pickAvatar(actor)
  await actor.type(field('Username'), 'layla')
  await actor.type(field('Email'), 'layla@example.org')
  await actor.type(field('Password'), 'secret')
}

describe('SignUpForm', () => {
  it('checks in the fixed order with the fixed texts, and sends nothing until all is right', async () => {
    const requests = fakeApi(server())
    const { actor } = show()
    const refuses = async (text: string, focused: HTMLElement) => {
      await press(actor)
      expect(await screen.findByText(text)).toBeTruthy()
      await waitFor(() => expect(document.activeElement).toBe(focused))
    }

    await refuses('Please upload an avatar.', field('Upload avatar'))
    await pickAvatar(actor)
    await actor.type(field('Username'), 'no')
    await refuses('Invalid username format.', field('Username'))
    await retype(actor, 'Username', 'omar')
    await refuses('Username already taken.', field('Username'))
    await retype(actor, 'Username', 'layla')
    await actor.type(field('Email'), 'layla@example')
    await refuses('Invalid email.', field('Email'))
    await retype(actor, 'Email', 'omar@example.org')
    await refuses('Email already in use.', field('Email'))
    await retype(actor, 'Email', 'layla@example.org')
    await actor.type(field('Password'), '123')
    await refuses('Password too short.', field('Password'))

    expect(requests.filter(({ route }) => route.startsWith('POST'))).toEqual([])
    expect(getSession()).toBeNull()
  })

  it('uploads the picture, registers, stores user and token', async () => {
    const requests = fakeApi(server())
    const { actor, onSignedUp } = show()
    await fill(actor)
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledOnce())
    expect(screen.getByText('Signed up successfully!')).toBeTruthy()
    const posts = requests.filter(({ route }) => route.startsWith('POST'))
    expect(posts.map(({ route }) => route)).toEqual([
      'POST /api/upload/signup-avatar',
      'POST /api/auth/register',
    ])
    const form = posts[0]?.body as FormData | undefined
    const picture = form?.get('avatar')
    expect(picture).toMatchObject({ name: 'avatar.jpg', type: 'image/jpeg' })
    expect(posts[1]?.body).toEqual({
      username: 'layla',
      email: 'layla@example.org',
      password: 'secret',
      avatar: url,
      locale: 'en',
    })
    expect(getSession()).toMatchObject({ token: 'abc', user: { _id: user._id } })
  })

  it.each([
    [
      'the server’s text',
      new Refusal(409, 'auth.username_taken', 'Username already taken.'),
      'Username already taken.',
    ],
    ['its own text without an answer', new NoNetwork(), 'Signup failed.'],
  ])('a failed try shows %s and keeps everything, also the picture', async (_, failure, text) => {
    let fails = true
    const requests = fakeApi(
      server({
        'POST /api/auth/register': () => {
          if (fails) throw failure
          return { user, token: 'abc' }
        },
      }),
    )
    const { actor, onSignedUp } = show()
    await fill(actor)
    await press(actor)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByText('Signup failed. Try again.')).toBeTruthy()
    expect([field('Username').value, field('Email').value, field('Password').value]).toEqual([
      'layla',
      'layla@example.org',
      'secret',
    ])
    expect(screen.getByAltText('Your avatar')).toBeTruthy()

    fails = false
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledOnce())
    expect(requests.filter(({ route }) => route === 'POST /api/upload/signup-avatar')).toHaveLength(1)
  })

  it.each([
    ['let in, where it made the account', true, 1],
    ['making it, where it made none', false, 2],
  ])('the same try after one whose answer was lost ends in being %s', async (_, isMade, tries) => {
    let lost = false
    const requests = fakeApi(
      server({
        // The server knows the name by then.
        'GET /api/auth/check-username': () => ({ available: !(lost && isMade) }),
        'POST /api/auth/register': () => {
          if (lost) return { user, token: 'abc' }
          lost = true
          throw new NoNetwork()
        },
        ...(isMade && { 'POST /api/auth/login': () => ({ user, token: 'of the login' }) }),
      }),
    )
    const { actor, onSignedUp } = show()
    await fill(actor)
    await press(actor)
    await screen.findByText('Signup failed.')
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledExactlyOnceWith())
    expect(getSession()?.token).toBe(isMade ? 'of the login' : 'abc')
    expect(registered(requests)).toHaveLength(tries)
    const logins = requests.filter(({ route }) => route === 'POST /api/auth/login')
    expect(logins.map(({ body }) => body)).toEqual([{ email: 'layla@example.org', password: 'secret' }])
  })

  it('who has yet to be let in is told so after a lost answer, and another name is another try', async () => {
    const requests = fakeApi(
      server({
        'POST /api/auth/register': () => {
          throw new NoNetwork()
        },
        'POST /api/auth/login': () => {
          throw new Refusal(403, 'auth.unverified', 'Please verify your email first.')
        },
      }),
    )
    const { actor, onSignedUp } = show()
    await fill(actor)
    await press(actor)
    await screen.findByText('Signup failed.')
    await retype(actor, 'Username', 'noor')
    await press(actor)
    await waitFor(() => expect(registered(requests)).toHaveLength(2))
    await screen.findByText('Signup failed.')
    expect(onSignedUp).not.toHaveBeenCalled()
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledExactlyOnceWith('layla@example.org'))
  })

  it('makes no account where the storage has no room for its session, and one at the next try', async () => {
    const requests = fakeApi(server())
    const { actor, onSignedUp } = show()
    await fill(actor)
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await press(actor)
    expect(await screen.findByText('Signup failed.')).toBeTruthy()
    full.mockRestore()
    expect(onSignedUp).not.toHaveBeenCalled()
    expect(screen.queryByText('Signed up successfully!')).toBeNull()
    expect(screen.getByRole('button', { name: 'Sign Up' }).getAttribute('aria-busy')).toBeNull()
    expect(registered(requests)).toEqual([])
    const stored = Object.keys(localStorage)
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledOnce())
    expect(registered(requests)).toHaveLength(1)
    expect(Object.keys(localStorage).toSorted()).toEqual([...stored, 'token', 'user'].toSorted())
  })

  it('says when the picture could not be uploaded', async () => {
    fakeApi(
      server({
        'POST /api/upload/signup-avatar': () => {
          throw new NoNetwork()
        },
      }),
    )
    const { actor } = show()
    await fill(actor)
    await press(actor)
    expect(await screen.findByText('Upload failed. Try again.')).toBeTruthy()
    expect(screen.getByAltText('Your avatar')).toBeTruthy()
  })

  it('hints at availability while one types', async () => {
    fakeApi(server())
    const { actor } = show()
    expect(screen.getByText('3–20 letters, numbers, or underscores only')).toBeTruthy()
    await actor.type(field('Username'), 'om')
    expect(await screen.findByText('3–20 letters, numbers, or underscores only')).toBeTruthy()
    await actor.type(field('Username'), 'ar')
    expect(await screen.findByText('Username is already taken')).toBeTruthy()
    await retype(actor, 'Username', 'layla')
    expect(await screen.findByText('Username looks good!')).toBeTruthy()
    await actor.type(field('Email'), 'omar@')
    expect(await screen.findByText('Invalid email format')).toBeTruthy()
    await actor.type(field('Email'), 'example.org')
    expect(await screen.findByText('Email already in use')).toBeTruthy()
    await retype(actor, 'Email', 'layla@example.org')
    expect(await screen.findByText('Email is available')).toBeTruthy()
  })

  it('asks once a name has settled, not at every key', async () => {
    const requests = fakeApi(server())
    const { actor } = show()
    await actor.type(field('Username'), 'layla')
    await screen.findByText('Username looks good!')
    expect(asked(requests).map(({ query }) => query.get('username'))).toEqual(['layla'])
  })

  it('shows the answer to what is in the field now, whatever order the answers come in', async () => {
    const first = Promise.withResolvers<{ available: boolean }>()
    const requests = fakeApi(
      server({
        'GET /api/auth/check-username': ({ query }) =>
          query.get('username') === 'layla' ? first.promise : { available: false },
      }),
    )
    const { actor } = show()
    await actor.type(field('Username'), 'layla')
    await waitFor(() => expect(asked(requests)).toHaveLength(1))
    await actor.type(field('Username'), '2')
    expect(await screen.findByText('Username is already taken')).toBeTruthy()
    first.resolve({ available: true })
    await actor.click(field('Email'))
    expect(screen.queryByText('Username looks good!')).toBeNull()
    expect(screen.getByText('Username is already taken')).toBeTruthy()
  })

  it('does not ask again at once for what it has just been told', async () => {
    const requests = fakeApi(server())
    const { actor } = show()
    await pickAvatar(actor)
    await actor.type(field('Username'), 'omar')
    await screen.findByText('Username is already taken')
    await press(actor)
    expect(await screen.findByText('Username already taken.')).toBeTruthy()
    expect(asked(requests).map(({ route }) => route)).toEqual(['GET /api/auth/check-username'])
  })

  it('can be sent while the server cannot say whether a name is free', async () => {
    const down = () => {
      throw new NoNetwork()
    }
    fakeApi(server({ 'GET /api/auth/check-username': down, 'GET /api/auth/check-email': down }))
    const { actor, onSignedUp } = show()
    await fill(actor)
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledOnce())
  })
})

const joining = (registration: Registration, googleClientId: string | null = null) => ({
  'GET /api/auth/settings': () => ({ googleClientId, registration }),
})

describe('where not everybody may sign up', () => {
  it('asks for nothing more where everybody may', async () => {
    const requests = fakeApi(server())
    show()
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(screen.queryByLabelText('Invite code')).toBeNull()
    expect(screen.queryByLabelText('Why would you like to join?')).toBeNull()
  })

  it('takes the code of an invite from its link, and keeps all that was typed when it is refused', async () => {
    let answer: () => unknown = () => {
      throw new Refusal(403, 'auth.invite_invalid', 'You need a valid invite to sign up.')
    }
    const requests = fakeApi(server({ ...joining('invite'), 'POST /api/auth/register': () => answer() }))
    const { actor, onSignedUp } = show('/signup?invite=abcd-efgh')
    expect((await screen.findByLabelText<HTMLInputElement>('Invite code')).value).toBe('abcd-efgh')
    await fill(actor)
    await press(actor)
    expect(await screen.findByText('You need a valid invite to sign up.')).toBeTruthy()
    expect(['Username', 'Email', 'Password', 'Invite code'].map((label) => field(label).value)).toEqual([
      'layla',
      'layla@example.org',
      'secret',
      'abcd-efgh',
    ])
    answer = () => ({ user, token: 'abc' })
    await retype(actor, 'Invite code', 'jkmn-pqrs')
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledWith())
    expect(registered(requests)).toMatchObject([{ invite: 'abcd-efgh' }, { invite: 'jkmn-pqrs' }])
  })

  it('offers Google beside an invite, where the operator has it, and remembers the code for it', async () => {
    fakeApi(server(joining('invite', 'client-1')))
    const renderButton = (parent: HTMLElement) => parent.append('Google’s button')
    vi.stubGlobal('google', { accounts: { id: { initialize: () => {}, renderButton } } })
    const { actor } = show()
    await actor.type(await screen.findByLabelText('Invite code'), ' abcd ')
    expect(await screen.findByText('Google’s button')).toBeTruthy()
    expect(getInvite()).toBe('abcd')
    await actor.clear(field('Invite code'))
    expect(getInvite()).toBeNull()
  })

  it('asks why where an operator decides, and begins no session', async () => {
    const requests = fakeApi(
      server({ ...joining('approval'), 'POST /api/auth/register': () => ({ pending: true }) }),
    )
    const { actor, onSignedUp } = show()
    await actor.type(await screen.findByLabelText('Why would you like to join?'), 'Films!')
    await fill(actor)
    await press(actor)
    await waitFor(() => expect(onSignedUp).toHaveBeenCalledWith('layla@example.org'))
    expect(registered(requests)).toMatchObject([{ reason: 'Films!' }])
    expect(getSession()).toBeNull()
  })

  it('says so in the place of the form where nobody may', async () => {
    fakeApi(server(joining('closed')))
    show()
    expect(await screen.findByText('Nobody can make an account here right now.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sign Up' })).toBeNull()
    expect(screen.getByRole('link', { name: /Log in/ }).getAttribute('href')).toBe('/login')
  })
})
