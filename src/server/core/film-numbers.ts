import type * as z from 'zod/mini'
import { filmId } from '#shared/api/fields.ts'

/** Film numbers that are no longer films of their own, with what each leads to. */
export interface FollowFilms {
  (ids: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** As the database says in this moment. */
  anew: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>
}

type Schema = z.core.$ZodType
/** The items of an array. */
const each = Symbol('each')

type Step = string | typeof each

/** Where in a value of the schema film numbers stand. */
function pathsOf(schema: Schema, path: Step[] = []): Step[][] {
  if (schema === filmId) return [path]
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  if ('shape' in def)
    return Object.entries(def.shape).flatMap(([name, field]) => pathsOf(field, [...path, name]))
  if ('element' in def) return pathsOf(def.element, [...path, each])
  if ('options' in def) return def.options.flatMap((option) => pathsOf(option, path))
  return 'innerType' in def ? pathsOf(def.innerType, path) : []
}

/** Puts what `change` makes of it in the place of each number at a path. */
function changeAt(value: unknown, [step, ...rest]: Step[], change: (id: number) => number): unknown {
  if (step === undefined) return typeof value === 'number' ? change(value) : value
  if (step === each)
    return Array.isArray(value) ? value.map((one: unknown) => changeAt(one, rest, change)) : value
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  return { ...value, [step]: changeAt((value as Record<string, unknown>)[step], rest, change) }
}

/**
 * Reads the parts of a call with the numbers of films that became others as those of what they became. Answers the same
 * parts where there is none, without asking when the schemas have no film numbers.
 */
export function createFilmFollower(
  schemas: Partial<Record<'params' | 'query' | 'body', Schema>>,
  followFilms: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
) {
  const paths = Object.entries(schemas).flatMap(([part, schema]) => pathsOf(schema, [part]))
  return async <Parts extends object>(parts: Parts): Promise<Parts> => {
    const ids = new Set<number>()
    for (const path of paths) changeAt(parts, path, (id) => (ids.add(id), id))
    const led = ids.size === 0 ? new Map<number, number>() : await followFilms([...ids])
    if (led.size === 0) return parts
    return paths.reduce((all, path) => changeAt(all, path, (id) => led.get(id) ?? id) as Parts, parts)
  }
}
