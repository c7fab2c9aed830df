import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import { StreamingView } from './streaming-view.tsx'

const service = (id: number, name: string) => ({ provider_id: id, provider_name: name, logo_path: null })
const all = [service(8, 'Salt'), service(9, 'Dune')]
const values = (providers: object[]) => ({ genres: [], countries: ['SA', 'FR'], languages: [], providers })
const saved = { isKnown: true, region: 'SA', services: [all[0]] }

const show = () => renderScreen(<StreamingView />)
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

it('shows the services of the region, one’s own chosen, and saves another choice whole', async () => {
  const requests = fakeApi({
    'GET /api/streaming': () => saved,
    'GET /api/films/values': () => values(all),
    'PATCH /api/streaming': () => ({ ...saved, services: all }),
  })
  show()
  expect((await box('Salt')).checked).toBe(true)
  expect((await box('Dune')).checked).toBe(false)
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect(requests.some(({ route }) => route.startsWith('PATCH'))).toBe(false)
  await userEvent.click(await box('Dune'))
  expect(screen.getByText('2 chosen')).toBeDefined()
  await userEvent.click(save)
  await screen.findByText('Services saved.')
  expect(requests.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({
    region: 'SA',
    services: [8, 9],
  })
  // Nothing is to be saved any more, and the focus is still there.
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(save)
  expect(screen.getByText('Streaming data by JustWatch')).toBeDefined()
})

it('of another region has its own services, none of them chosen', async () => {
  fakeApi({
    'GET /api/streaming': () => saved,
    'GET /api/films/values': ({ query }) => values(query.get('region') === 'FR' ? [service(10, 'Mer')] : all),
  })
  show()
  await box('Salt')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Region' }), 'FR')
  expect((await box('Mer')).checked).toBe(false)
  expect(screen.queryByRole('checkbox', { name: 'Salt' })).toBeNull()
})

it('finds one of many by its name', async () => {
  const many = Array.from({ length: 20 }, (_, at) => service(100 + at, `Service ${at}`))
  fakeApi({
    'GET /api/streaming': () => ({ ...saved, services: [] }),
    'GET /api/films/values': () => values(many),
  })
  show()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a service' }), 'service 17')
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1))
  await userEvent.type(screen.getByRole('searchbox'), 'x')
  await screen.findByText('No service is called that.')
})

it('says where the film source knows no services, or none in the region', async () => {
  fakeApi({ 'GET /api/streaming': () => ({ isKnown: false, region: null, services: [] }) })
  const { unmount } = show()
  await screen.findByText('The film source of this server knows no streaming services.')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  unmount()
  fakeApi({
    'GET /api/streaming': () => ({ ...saved, services: [] }),
    'GET /api/films/values': () => values([]),
  })
  show()
  await screen.findByText('No services are known for this region.')
})

it('offers another try, and says what could not be saved', async () => {
  fakeApi({
    'GET /api/streaming': () => saved,
    'GET /api/films/values': () => values(all),
    'PATCH /api/streaming': () => {
      throw new Refusal(503, 'film.source_down', 'The film source is down.')
    },
  })
  show()
  await userEvent.click(await box('Salt'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/film/i, { selector: '[role="alert"] *, [role="alert"]' })
  expect((await box('Salt')).checked).toBe(false)
})
