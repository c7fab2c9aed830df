import { startTransition, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FilmChoiceName, FilmChoices } from '#shared/film-choices.ts'
import { readFilmChoices } from '#shared/read-film-choices.ts'
import { paths } from '#shared/paths.ts'
import type { FilmValues } from './browse.api.ts'

/** What is chosen, as the address of the screen says or is about to. */
export function useFilmChoices() {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { choices, dropped } = readFilmChoices((name) => address.get(name))
  const [chosen, setChosen] = useOptimistic(choices)
  return {
    choices: chosen,
    dropped,
    /** One step back leads to where the screen was come from, however many choices were made on it. */
    choose: (next: FilmChoices) =>
      startTransition(async () => {
        // The router shows addresses in its own time; another choice may be made before.
        setChosen(next)
        await navigate(paths.films(next), { replace: true })
      }),
  }
}

/** The choices without what the server does not know. */
export function existingChoices(
  choices: FilmChoices,
  dropped: readonly string[],
  values: FilmValues | undefined,
): FilmChoices {
  if (dropped.length === 0) return choices
  const genres = new Set(values?.genres.map(({ id }) => id))
  const providers = new Set(values?.providers.map(({ provider_id }) => provider_id))
  const without = (name: FilmChoiceName) => (dropped.includes(name) ? { [name]: undefined } : {})
  return withoutBlanks({
    ...choices,
    ...without('country'),
    ...without('lang'),
    genre: choices.genre?.filter((id) => genres.has(id)),
    on: choices.on?.filter((id) => providers.has(id)),
  })
}

/** With some of them made anew; undefined takes one back. A film has one year: a decade and a year give way to each other. */
export function changedChoices(
  choices: FilmChoices,
  change: { [Name in FilmChoiceName]?: FilmChoices[Name] | undefined },
): FilmChoices {
  const other = change.year ? { decade: undefined } : change.decade ? { year: undefined } : {}
  return withoutBlanks({ ...choices, ...other, ...change })
}

function withoutBlanks(choices: {
  [Name in FilmChoiceName]?: FilmChoices[Name] | undefined
}): FilmChoices {
  const kept = Object.entries(choices).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept)
}
