import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { FilmItem } from '#shared/api/films.ts'
import { markSeen } from '#shared/api/seen.ts'
import { call } from '#web/lib/api.ts'
import { useMember } from '#web/lib/session.ts'
import { storeIfRoom } from '#web/lib/storage.ts'
import { chosenKey, endedKey } from './welcome-state.ts'

const chosenFilm = z.object({
  film: z.object({
    id: z.number(),
    title: z.string(),
    poster: z.nullable(z.string()),
    release_date: z.string(),
  }),
  /** Stars; 0 is unrated. */
  rating: z.number(),
  /** It is marked as seen: what was chosen stays. */
  sent: z.boolean(),
})
export type ChosenFilm = z.output<typeof chosenFilm>

function read(): ChosenFilm[] {
  try {
    return z.array(chosenFilm).parse(JSON.parse(localStorage.getItem(chosenKey) ?? '[]'))
  } catch {
    return []
  }
}

function write(films: ChosenFilm[]): void {
  storeIfRoom(localStorage, chosenKey, JSON.stringify(films))
}

export function forgetChosenFilms(): void {
  localStorage.removeItem(chosenKey)
  localStorage.removeItem(endedKey)
}

/** The steps have ended, what was chosen has not arrived. */
export function sendChosenFilmsLater(): void {
  storeIfRoom(localStorage, endedKey, '1')
}

/** Marks at once: each waits for the one before anyway, at the member's row. */
const atOnce = 3

/** The films that are chosen in the first step, and a function that marks them as seen. */
export function useChosenFilms() {
  const queryClient = useQueryClient()
  const userId = useMember()?._id ?? ''
  const [films, setFilms] = useState(read)

  const change = (how: (films: ChosenFilm[]) => ChosenFilm[]) => {
    // What is stored is what all steps of this tab agree on.
    const next = how(read())
    write(next)
    setFilms(next)
  }
  const patch = (id: number, change_: Partial<ChosenFilm>) =>
    change((all) => all.map((one) => (one.film.id === id ? { ...one, ...change_ } : one)))

  const send = async ({ film, rating }: ChosenFilm) => {
    await call(markSeen, { params: { userId, movieId: film.id }, body: rating > 0 ? { rating } : {} })
    patch(film.id, { sent: true })
  }

  return {
    films,
    toggle: ({ id, title, poster, release_date }: FilmItem | ChosenFilm['film']) =>
      change((all) =>
        all.some(({ film }) => film.id === id)
          ? all.filter(({ film, sent }) => film.id !== id || sent)
          : [...all, { film: { id, title, poster, release_date }, rating: 0, sent: false }],
      ),
    /** Takes back what is not marked yet. */
    drop: () => change((all) => all.filter(({ sent }) => sent)),
    rate: (id: number, rating: number) => patch(id, { rating }),
    /** Marks each film that is not yet. @throws the first failure, once all have been tried */
    sendAll: async () => {
      const waiting = read().filter(({ sent }) => !sent)
      if (waiting.length === 0) return
      const failures: unknown[] = []
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift())
          await send(next).catch((error: unknown) => failures.push(error))
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      void queryClient.invalidateQueries({ queryKey: ['logs'] })
      void queryClient.invalidateQueries({ queryKey: ['members'] })
      if (failures.length > 0) throw failures[0]
    },
  }
}
