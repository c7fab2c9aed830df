import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AssistantLanguage } from '#shared/api/assistant.ts'
import { bodies, chat, makeAnswer, openChat, route, say } from '#test/fakes/scene-bot.tsx'
import { fakeApi, Refusal, type FakeRequest } from '#test/fakes/web-api.ts'
import { setMotionReduced } from '#web/lib/motion.ts'

beforeEach(() => setMotionReduced(true))

describe('an offer', () => {
  const film = { id: 949, title: 'Heat', year: 1995, poster: null }
  const status = 'GET /api/watchlist/status/949'
  const toggle = 'POST /api/watchlist/toggle'

  it('adds to the watchlist once it is confirmed, and says so', async () => {
    const requests = fakeApi({
      [route]: () => makeAnswer('Shall I add Heat?', { offer: { film, list: null } }),
      [status]: () => ({ inWatchlist: false }),
      [toggle]: () => ({ inWatchlist: true }),
    })
    openChat()
    await say('add Heat to my watchlist')
    const button = await screen.findByRole('button', { name: 'Add to watchlist' })
    expect(requests.some((request) => request.route === toggle)).toBe(false)
    await userEvent.click(button)
    expect(await screen.findByText('On your watchlist')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add to watchlist' })).toBeNull()
    expect(requests.filter((request) => request.route === toggle)).toHaveLength(1)
  })

  it('leaves what is there already', async () => {
    const requests = fakeApi({
      [route]: () => makeAnswer('Shall I add Heat?', { offer: { film, list: null } }),
      [status]: () => ({ inWatchlist: true }),
    })
    openChat()
    await say('add Heat to my watchlist')
    await userEvent.click(await screen.findByRole('button', { name: 'Add to watchlist' }))
    expect(await screen.findByText('On your watchlist')).toBeDefined()
    expect(requests.some((request) => request.route === toggle)).toBe(false)
  })

  it('says when it could not be added, and can be tried again', async () => {
    let code: 'list.full' | 'list.film_twice' = 'list.full'
    fakeApi({
      [route]: () => makeAnswer('Shall I add Heat?', { offer: { film, list: { _id: 'l1', title: 'Noir' } } }),
      'POST /api/lists/l1/add': () => {
        throw new Refusal(code === 'list.full' ? 400 : 409, code, code)
      },
    })
    openChat()
    await say('add Heat to my list Noir')
    const button = await screen.findByRole('button', { name: 'Add to “Noir”' })
    await userEvent.click(button)
    expect(await chat().findByRole('alert')).toBeDefined()
    code = 'list.film_twice'
    await userEvent.click(button)
    expect(await screen.findByText('On “Noir”')).toBeDefined()
  })

  it('of a model names the film, whatever the model says of it', async () => {
    fakeApi({
      [route]: () => makeAnswer('Shall I add Alien?', { offer: { film, list: null }, by: 'model' }),
    })
    openChat()
    await say('something for tonight, and keep it for me')
    expect(await screen.findByRole('button', { name: 'Add Heat to watchlist' })).toBeDefined()
  })

  it.each([
    [
      { film, refused: true },
      'Stop recommending Heat',
      'POST /api/scenebot/refused/949',
      'Heat will not be recommended',
    ],
    [
      { film, refused: false },
      'Recommend Heat again',
      'DELETE /api/scenebot/refused/949',
      'Heat may be recommended again',
    ],
    [
      { film: null, refused: false },
      'Recommend all of them again',
      'DELETE /api/scenebot/refused',
      'All of them may be recommended again',
    ],
  ])('of a model about what is recommended waits for a press: %j', async (refusal, label, called, done) => {
    const requests = fakeApi({
      [route]: () => makeAnswer('Shall I?', { refusal, by: 'model' }),
      [called]: () => (refusal.film ? { refused: refusal.refused } : { forgotten: 2 }),
    })
    openChat()
    await say('I am tired of it')
    const button = await screen.findByRole('button', { name: label })
    expect(requests.some((request) => request.route === called)).toBe(false)
    await userEvent.click(button)
    expect(await screen.findByText(done)).toBeDefined()
    expect(requests.filter((request) => request.route === called)).toHaveLength(1)
  })

  describe('answered by a word', () => {
    const asks = (language: AssistantLanguage = 'english') => ({
      [route]: () => makeAnswer('Shall I add Heat?', { offer: { film, list: null }, language }),
      [status]: () => ({ inWatchlist: false }),
      [toggle]: () => ({ inWatchlist: true }),
    })
    const offered = () => screen.findByRole('button', { name: 'Add to watchlist' })
    const toggled = (requests: FakeRequest[]) => requests.filter((request) => request.route === toggle)

    it.each([
      ['yes', 'english', 'Done: \u2068Heat\u2069 is on your watchlist.'],
      ['Yes, please!', 'english', 'Done: \u2068Heat\u2069 is on your watchlist.'],
      ['نعم', 'arabic', 'تم: \u2068Heat\u2069 في قائمة مشاهدتك.'],
      ['نَعَم، من فضلك', 'arabic', 'تم: \u2068Heat\u2069 في قائمة مشاهدتك.'],
      ['Oui', 'french', 'C’est fait\u00a0: \u2068Heat\u2069 est dans votre liste À voir.'],
      ['d’accord', 'french', 'C’est fait\u00a0: \u2068Heat\u2069 est dans votre liste À voir.'],
      // Of several languages it is in that of the question.
      ['ok', 'french', 'C’est fait\u00a0: \u2068Heat\u2069 est dans votre liste À voir.'],
    ] as const)('%s', async (word, language, says) => {
      const requests = fakeApi(asks(language))
      openChat()
      await say('add Heat to my watchlist')
      await offered()
      await say(word)
      expect(await chat().findByText(says, { normalizer: (text) => text })).toBeDefined()
      expect(screen.queryByRole('button', { name: 'Add to watchlist' })).toBeNull()
      expect(screen.getByText('On your watchlist')).toBeDefined()
      expect(toggled(requests)).toHaveLength(1)
      // Said again it is a question like any other.
      await say(word)
      await waitFor(() => expect(bodies(requests)).toHaveLength(2))
      expect(toggled(requests)).toHaveLength(1)
    })

    it.each([
      ['no', 'All right, I leave it.'],
      ['No thanks.', 'All right, I leave it.'],
      ['لا شكرا', 'حسنًا، لن أغيّر شيئًا.'],
      ['non merci', 'D’accord, je n’y touche pas.'],
    ])('%s leaves it', async (word, says) => {
      const requests = fakeApi(asks())
      openChat()
      await say('add Heat to my watchlist')
      await offered()
      await say(word)
      expect(await chat().findByText(says)).toBeDefined()
      expect(screen.queryByRole('button', { name: 'Add to watchlist' })).toBeNull()
      expect(toggled(requests)).toHaveLength(0)
      expect(bodies(requests)).toHaveLength(1)
    })

    it('lapses with another question', async () => {
      let answer = makeAnswer('Shall I add Heat?', { offer: { film, list: null } })
      const requests = fakeApi({ ...asks(), [route]: () => answer })
      openChat()
      await say('add Heat to my watchlist')
      await offered()
      answer = makeAnswer('Michael Mann.')
      await say('Who directed it?')
      expect(await chat().findByText('Michael Mann.')).toBeDefined()
      await say('yes')
      await waitFor(() => expect(bodies(requests)).toHaveLength(3))
      expect(toggled(requests)).toHaveLength(0)
    })

    it('can be said again where it failed', async () => {
      let fails = true
      const requests = fakeApi({
        ...asks(),
        [toggle]: () => {
          if (fails) throw new Refusal(503, 'server.unavailable', 'x')
          return { inWatchlist: true }
        },
      })
      openChat()
      await say('add Heat to my watchlist')
      await offered()
      await say('yes')
      expect(await chat().findByText('That did not work. Say yes to try it again.')).toBeDefined()
      expect(screen.getAllByRole('button', { name: 'Add to watchlist' })).toHaveLength(1)
      fails = false
      await say('yes')
      expect(await chat().findByText(/^Done: /)).toBeDefined()
      expect(toggled(requests)).toHaveLength(2)
    })
  })
})

describe('films that were refused', () => {
  const list = 'GET /api/scenebot/refused'
  const films = [
    { id: 949, title: 'Heat', year: 1995, poster: null },
    { id: 348, title: 'Alien', year: 1979, poster: null },
  ]
  const open = async () => {
    openChat()
    await userEvent.click(screen.getByRole('button', { name: 'More options' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Refused films' }))
    return within(await screen.findByRole('dialog'))
  }

  it('are taken back one by one', async () => {
    let kept = films
    const requests = fakeApi({
      [list]: () => ({ films: kept }),
      'DELETE /api/scenebot/refused/949': () => {
        kept = kept.slice(1)
        return { refused: false }
      },
    })
    const dialog = await open()
    await userEvent.click(await dialog.findByRole('button', { name: 'Recommend again: Heat' }))
    await waitFor(() => expect(dialog.queryByText('Heat')).toBeNull())
    expect(dialog.getByText('Alien')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Recommend all again' })).toBeNull()
    expect(requests.filter(({ route: called }) => called.startsWith('DELETE'))).toHaveLength(1)
  })

  it('are taken back all at once', async () => {
    let kept = films
    fakeApi({
      [list]: () => ({ films: kept }),
      'DELETE /api/scenebot/refused': () => {
        kept = []
        return { forgotten: 2 }
      },
    })
    const dialog = await open()
    await userEvent.click(await dialog.findByRole('button', { name: 'Recommend all again' }))
    expect(await dialog.findByText(/^You have refused no films\./)).toBeDefined()
  })

  it('says when they cannot be loaded, and when one cannot be taken back', async () => {
    let fails = true
    fakeApi({
      [list]: () => {
        if (fails) throw new Refusal(400, 'request.invalid', 'x')
        return { films }
      },
      'DELETE /api/scenebot/refused/348': () => {
        throw new Refusal(400, 'request.invalid', 'x')
      },
    })
    const dialog = await open()
    expect(await dialog.findByText('The request is not valid.')).toBeDefined()
    fails = false
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Recommend again: Alien' }))
    expect(await screen.findByText('The request is not valid.')).toBeDefined()
    expect(dialog.getByText('Alien')).toBeDefined()
  })
})
