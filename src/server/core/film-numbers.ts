import type * as z from 'zod/mini'
import { filmId } from '#shared/api/fields.ts'

/**
 * Finds film numbers that were merged into other films, each with the number of the film it is now. Other numbers are
 * left out.
 */
export interface FollowFilms {
  (ids: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The same, read from the database and not from the cache. */
  anew: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
}

type Schema = z.core.$ZodType
/** The step of a path that stands for every item of an array. */
const each = Symbol('each')

type Step = string | typeof each

/** The paths at which a value of this schema holds film numbers. */
function pathsOf(schema: Schema, path: Step[] = []): Step[][] {
  if (schema === filmId) return [path]
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if ('shape' in def)
    return Object.entries(def.shape).flatMap(([name, field]) => pathsOf(field, [...path, name]))
  if ('element' in def) return pathsOf(def.element, [...path, each])
  if ('options' in def) return def.options.flatMap((option) => pathsOf(option, path))
  return 'innerType' in def ? pathsOf(def.innerType, path) : []
}

/** A copy of the value in which each number at the path is replaced by what `change` makes of it. */
function changeAt(value: unknown, [step, ...rest]: Step[], change: (id: number) => number): unknown {
  if (step === undefined) return typeof value === 'number' ? change(value) : value
  if (step === each)
    return Array.isArray(value) ? value.map((one: unknown) => changeAt(one, rest, change)) : value
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  return { ...value, [step]: changeAt((value as Record<string, unknown>)[step], rest, change) }
}

/**
 * Replaces the numbers of merged films in the parts of a call by those of the films that they became. Answers the
 * same object when there is nothing to replace, and asks nothing when the schemas hold no film numbers.
 */
export function createFilmFollower(
  { params, query, body }: Partial<Record<'params' | 'query' | 'body', Schema | undefined>>,
  followFilms: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
) {
  const paths = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? pathsOf(schema, [part]) : [],
  )
  return async <Parts extends object>(parts: Parts): Promise<Parts> => {
    const ids = new Set<number>()
    for (const path of paths) changeAt(parts, path, (id) => (ids.add(id), id))
    const led = ids.size === 0 ? new Map<number, number>() : await followFilms([...ids])
    if (led.size === 0) return parts
    return paths.reduce((all, path) => changeAt(all, path, (id) => led.get(id) ?? id) as Parts, parts)
  }
}
